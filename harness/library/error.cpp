#include <gcrucible/export.h>

namespace gcrucible {

Error::Error(const std::string& what) : std::runtime_error(what) {}
// Defined here so that the library and its callers share one type information for catch.
Error::~Error() = default;

}  // namespace gcrucible
