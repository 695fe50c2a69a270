// A process that works off requests of the one that started it, each in a copy of itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "harness/platform/process/left_processes.h"

namespace gcrucible::platform {

// What is done with a request's bytes.
struct ForkServerWork {
  // Once, in this process, whose own files are where they stay by then.
  std::function<void()> begin = [] {};
  // In a copy of this process that has nothing else to do; its result is the copy's exit status. The copy has
  // a process group of its own, dies with this process, and knows nothing of the requests' socket.
  std::function<int(std::span<const std::byte>)> in_copy;
  // In this process, for those who ask for that. False: it must do nothing more, and ends.
  std::function<bool(std::span<const std::byte>)> in_place;
  // Behind either: processes that went on have been ended.
  std::function<void(const LeftProcesses&)> left = [](const LeftProcesses&) {};
};

// Files that whoever started this process has given it, in their order (ServingProcess); a descriptor.
inline std::intptr_t given_file(int index) {
  constexpr std::intptr_t kFirst = 5;
  return kFirst + index;
}

// Until nobody asks any more. Only in a process with one thread that ServingProcess has started, and not on
// Windows. Returns this process's exit status.
int serve_forks(const ForkServerWork& work);

// How many threads this process has; 1 where the system does not say.
std::uint32_t thread_count();

// Whether there are at most `own`. A thread that has been joined is counted by the system for some
// microseconds more, and is none here.
bool has_only_threads(std::uint32_t own);

}  // namespace gcrucible::platform
