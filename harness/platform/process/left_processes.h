// Processes that a case has started and that continue after the case ends.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gcrucible::platform {

struct LeftProcesses {
  std::uint32_t count = 0;
  std::string names;  // names of their programs, in alphabetical order
};

// From now on, processes whose parents have ended become children of this process, whatever their group or
// session is. Not on Windows and not on macOS.
void adopt_orphans();

// Ends the children of this process for which `is_one` returns true, and then their children. Children that
// are about to end by themselves get a moment to do so, and are not counted.
LeftProcesses end_left_processes(const std::function<bool(std::int64_t process)>& is_one);
// For a process without other children: as cheap as possible if there are none.
LeftProcesses end_left_processes();

// An environment variable that identifies the processes started by this one.
std::string mark_of_processes();
bool is_marked(std::int64_t process, const std::string& mark);

}  // namespace gcrucible::platform
