// Processes that a case has started and that go on when it is over.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gcrucible::platform {

struct LeftProcesses {
  std::uint32_t count = 0;
  std::string names;  // of their programs, in alphabetical order
};

// From now on processes whose parents have ended are this process's children, whatever group or session they
// are in. Not on Windows, and not on macOS.
void adopt_orphans();

// Ends the children of this process, as far as `is_one` says so, and theirs in turn. A moment is given to
// those that are about to end by themselves; those do not count.
LeftProcesses end_left_processes(const std::function<bool(std::int64_t process)>& is_one);
// Of a process without other children: as cheap as can be where there are none.
LeftProcesses end_left_processes();

// A variable of the environment that those processes have, by which they are known.
std::string mark_of_processes();
bool is_marked(std::int64_t process, const std::string& mark);

}  // namespace gcrucible::platform
