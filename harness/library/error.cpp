#include <gcrucible/export.h>

namespace gcrucible {

Error::Error(const std::string& what) : std::runtime_error(what) {}
// Here, so that its type is one for the library and all who catch it.
Error::~Error() = default;

}  // namespace gcrucible
