// What the library exports, and how it says what it cannot do.
#pragma once

#include <stdexcept>
#include <string>

#if defined(_WIN32)
#define GCRUCIBLE_API
#else
#define GCRUCIBLE_API __attribute__((visibility("default")))
#endif

namespace gcrucible {

// A mistake in a heap, a profiler that cannot be loaded, a run that cannot be made: what is wrong, where, and
// what to do. Never what a profiler did wrong, which is a finding.
class GCRUCIBLE_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what);
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  ~Error() override;
};

}  // namespace gcrucible
