// Which profiler library a run is for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/driver/profiler_library.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// Of libgcrucible_recorder.
inline constexpr const char* kRecorderClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
// Beside this program.
inline constexpr const char* kRecorderLibrary =
#ifdef _WIN32
    "libgcrucible_recorder.dll";
#else
    "libgcrucible_recorder.so";
#endif

struct ProfilerChoice {
  driver::ProfilerLibrary library;
  std::string clsid;
  std::string why;  // where it was named, for the first lines of a run
  bool is_own_recorder = false;
  std::optional<scenario::Place> place;  // where the scenario names it, if it does
  std::string error;                     // instead of the library
};

// In this order: the command line, the scenario, the variables that .NET reads (CORECLR_PROFILER with
// CORECLR_PROFILER_PATH_64 or CORECLR_PROFILER_PATH), our own recorder beside this program.
// Every error says where what is wrong was named.
ProfilerChoice choose_profiler(const std::string& path, const std::string& clsid,
                               const scenario::Scenario& scenario);

// The variable for our own recorder where nobody wants a file of it: the trace of the run has all it could
// say.
std::string no_recording();

// What is wrong with a profiler that the command line names; empty if nothing is, or none is named.
std::string refused_profiler(const std::string& path, const std::string& clsid);

// Half of the variables without the other half names no profiler: which one is missing. Empty if all or none
// are set.
std::string half_set_environment();

}  // namespace gcrucible::cli
