// The export macro of the library, and its only exception type.
#pragma once

#include <stdexcept>
#include <string>

#if defined(_WIN32)
#define GCRUCIBLE_API
#else
#define GCRUCIBLE_API __attribute__((visibility("default")))
#endif

namespace gcrucible {

// A mistake in the input: a wrong heap, a profiler that cannot be loaded, a run that cannot start. The
// message names the mistake, its place and a remedy. A mistake of the profiler is never an Error; it is a
// finding.
class GCRUCIBLE_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what);
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;
};

}  // namespace gcrucible
