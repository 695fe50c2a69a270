#include "harness/cli/options/profiler_choice.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/null_device.h"
#include "harness/platform/process/environment.h"

namespace gcrucible::cli {
namespace {

Expected<ProfilerChoice> checked(const std::string& path, const std::string& clsid, std::string clsid_from,
                                 std::string why) {
  auto id = driver::check_clsid(clsid);
  if (!id) return failure("the CLSID " + why + ": " + id.error());
  auto library = driver::check_profiler_library(path);
  if (!library) return failure("the profiler " + why + ": " + library.error());
  ProfilerChoice choice;
  choice.library = std::move(*library);
  choice.clsid = std::move(*id);
  choice.clsid_from = std::move(clsid_from);
  choice.why = std::move(why);
  return choice;
}

// As in .NET, an empty variable counts as not set.
struct ProfilerVariables {
  std::string clsid;
  std::string path;
  std::string path_name = {};  // name of the variable that contains the path
};

ProfilerVariables read_variables() {
  ProfilerVariables result;
  result.clsid = platform::environment_variable("CORECLR_PROFILER").value_or("");
  for (const char* const name : {"CORECLR_PROFILER_PATH_64", "CORECLR_PROFILER_PATH"}) {
    if (!result.path.empty()) break;
    result.path = platform::environment_variable(name).value_or("");
    result.path_name = name;
  }
  return result;
}

// For a message: an option is given, and the variable is set for the option that is missing.
std::string not_used(const std::string& variable, const std::string& option) {
  return variable.empty() ? "" : ". " + variable + " is set and is not used with " + option;
}

}  // namespace

Expected<void> check_environment() {
  const ProfilerVariables variables = read_variables();
  if (variables.path.empty() == variables.clsid.empty()) return {};
  const bool path_is_missing = variables.path.empty();
  const std::string set = path_is_missing ? "CORECLR_PROFILER" : variables.path_name;
  const std::string missing = path_is_missing ? "CORECLR_PROFILER_PATH" : "CORECLR_PROFILER";
  return failure("the environment sets " + set + ", but " + missing + " is missing; set " + missing +
                 (path_is_missing ? " to the profiler's library" : " to the profiler's CLSID") +
                 ", or unset " + set + ", or name the profiler with --profiler and --clsid");
}

Expected<void> check_profiler(const std::string& path, const std::string& clsid) {
  if (path.empty() && clsid.empty()) return {};
  const ProfilerVariables variables = read_variables();
  if (path.empty()) {
    return failure("--clsid is given without --profiler; give the library's file too" +
                   not_used(variables.path.empty() ? "" : variables.path_name, "--clsid"));
  }
  if (clsid.empty()) {
    return failure(
        "--profiler is given without --clsid; give the CLSID of the profiler in the library, as in "
        "--clsid '{01234567-89AB-CDEF-0123-456789ABCDEF}'" +
        not_used(variables.clsid.empty() ? "" : "CORECLR_PROFILER", "--profiler"));
  }
  auto choice = checked(path, clsid, "--clsid", "named on the command line");
  if (!choice) return failure(std::move(choice.error()));
  return {};
}

std::optional<scenario::Place> place_of_profiler(const std::string& path,
                                                 const scenario::Scenario& scenario) {
  if (!path.empty() || scenario.profiler.library.empty()) return std::nullopt;
  return driver::check_clsid(scenario.profiler.clsid) ? scenario.profiler.library_place
                                                      : scenario.profiler.clsid_place;
}

Expected<ProfilerChoice> choose_profiler(const std::string& path, const std::string& clsid,
                                         const scenario::Scenario& scenario) {
  if (path.empty() != clsid.empty()) return failure(check_profiler(path, clsid).error());
  if (!path.empty()) return checked(path, clsid, "--clsid", "named on the command line");
  if (!scenario.profiler.library.empty()) {
    const auto folder = std::filesystem::path(scenario.file).parent_path();
    auto choice = checked((folder / scenario.profiler.library).string(), scenario.profiler.clsid,
                          "`profiler: {clsid: ...}` of the scenario", "named by the scenario");
    if (choice) choice->place = place_of_profiler(path, scenario);
    return choice;
  }
  if (auto whole = check_environment(); !whole) return failure(std::move(whole.error()));
  const ProfilerVariables variables = read_variables();
  if (!variables.path.empty()) {
    return checked(variables.path, variables.clsid, "the environment variable CORECLR_PROFILER",
                   "named by CORECLR_PROFILER and " + variables.path_name);
  }
  const std::string recorder = platform::beside_executable(kRecorderLibrary);
  std::error_code code;
  if (!std::filesystem::exists(recorder, code)) {
    return failure(
        "no profiler is named, and gcrucible's own recorder is missing: " + recorder +
        " does not exist; keep gcrucible, gcrucible-host and the recorder in one folder, or name a "
        "profiler with --profiler and --clsid");
  }
  auto choice = checked(recorder, kRecorderClsid, {}, "gcrucible's own recorder, because none is named");
  if (choice) choice->is_own_recorder = true;
  return choice;
}

std::string no_profiler_note(std::string_view command) {
  return fmt::format(
      "gcrucible {}: note: no profiler is named, so the recorder is tested; --profiler names yours\n",
      command);
}

std::string name_one_note(std::string_view command) {
  return fmt::format(
      "gcrucible {}: no profiler was named, so the finding of the scenario was not checked; name yours with "
      "--profiler and --clsid\n",
      command);
}

std::string no_recording() {
  return std::string("GCRUCIBLE_RECORDER_OUT=") + platform::kNullDevice;
}

}  // namespace gcrucible::cli
