// The last line of each native thread.
// Memory grows with the native threads of a run, as in Threads. A trace does not show the end
// of a native thread.
#pragma once

#include <cstdint>
#include <map>

namespace gcrucible::rules {

class LastLines {
 public:
  void take(std::uint32_t native, std::uint64_t line);
  // Line of the thread's last callback, return or Info call; 0 if there is none.
  std::uint64_t of(std::uint32_t native) const;

 private:
  std::map<std::uint32_t, std::uint64_t> lines_;  // except of `last_`
  std::uint32_t last_ = 0;
  std::uint64_t last_line_ = 0;
};

}  // namespace gcrucible::rules
