// Chooses the profiler library of a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/driver/profiler_library.h"
#include "harness/expected.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::cli {

// The recorder and the object tracker. Their libraries lie next to this program.
inline constexpr const char* kRecorderClsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
inline constexpr const char* kLifetimeClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";
#ifdef _WIN32
inline constexpr const char* kRecorderLibrary = "libgcrucible_recorder.dll";
inline constexpr const char* kLifetimeLibrary = "libgcrucible_lifetime.dll";
#else
inline constexpr const char* kRecorderLibrary = "libgcrucible_recorder.so";
inline constexpr const char* kLifetimeLibrary = "libgcrucible_lifetime.so";
#endif

struct ProfilerChoice {
  driver::ProfilerLibrary library;
  std::string clsid;
  std::string clsid_from;  // the option, key or variable that contains it
  std::string why;         // where it was named; printed at the start of a run
  bool is_own_recorder = false;
  std::optional<scenario::Place> place;  // its place in the scenario, if the scenario names it
};

// In this order: the command line; the scenario; the variables that .NET reads (CORECLR_PROFILER with
// CORECLR_PROFILER_PATH_64 or CORECLR_PROFILER_PATH); gcrucible's own recorder. Every error states where the
// wrong value was named.
Expected<ProfilerChoice> choose_profiler(const std::string& path, const std::string& clsid,
                                         const scenario::Scenario& scenario);

// The place of the profiler, or of its CLSID if that is wrong, in the scenario. None if choose_profiler()
// does not choose the scenario's profiler.
std::optional<scenario::Place> place_of_profiler(const std::string& path, const scenario::Scenario& scenario);

// What a quiet command says if choose_profiler() has chosen the recorder because nothing names a profiler.
std::string no_profiler_note(std::string_view command);

// What a command says that cannot check the scenario of a finding for want of a profiler, and what to do.
std::string name_one_note(std::string_view command);

// The environment variable that stops the recorder from writing a file. The trace of the run contains the
// same data.
std::string no_recording();

// Fails if the command line names a profiler that choose_profiler() does not accept.
Expected<void> check_profiler(const std::string& path, const std::string& clsid);

// Fails if only one of the two profiler variables is set. The error names the missing one.
Expected<void> check_environment();

}  // namespace gcrucible::cli
