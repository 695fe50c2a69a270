// Another program run in our place: it has our terminal, our standard three and our process group. Not on
// Windows yet.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/process/environment.h"
#include "harness/platform/process/process.h"

namespace gcrucible::platform {

struct ForegroundEnd {
  std::int64_t id = 0;
  std::optional<ProcessEnd> end;  // none: it could not be started
  std::string error;              // then; names the program
  bool timed_out = false;         // it was killed, because it took longer than it might
};

struct ForegroundLimits {
  std::chrono::milliseconds timeout{0};  // after which it is killed; 0: never
  // It is also killed if it has not ended a second after PatientInterruption::asked().
  bool ends_with_us = false;
};

// Looks for arguments[0] along PATH as a shell does, and blocks until it ends. What it started itself lives
// on. Meanwhile SIGINT and SIGQUIT are its own affair (a terminal sends them to both), SIGTERM and SIGHUP are
// passed on to it; a PatientInterruption notes them all but SIGQUIT. One at a time in a process.
ForegroundEnd run_in_foreground(const std::vector<std::string>& arguments, const Environment& environment,
                                const ForegroundLimits& limits = {});

// Whether a process of that number is there now.
bool process_exists(std::int64_t id);

}  // namespace gcrucible::platform
