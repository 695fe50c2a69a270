// A scenario file after reading: a program, and its expectations.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/expected.h"
#include "harness/program/program.h"
#include "harness/scenario/expect/expectations.h"
#include "harness/scenario/expect/observation.h"
#include "harness/yaml/messages.h"

namespace gcrucible::scenario {

// The profiler that the scenario is for. The command line has priority. Empty if the file has no settings.
struct ProfilerSettings {
  std::string library;  // relative to the folder of the file
  std::string clsid;
  Place library_place;
  Place clsid_place;
  std::vector<std::pair<std::string, std::string>> env;  // in file order
};

struct Scenario {
  std::string file;  // as passed by the caller, for messages
  std::string text;  // of the file, for excerpts in messages
  std::string title;
  std::string about;
  program::Program program;
  Expectations expect;
  ProfilerSettings profiler;
  // The behaviour that must not depend on how collections are reported.
  std::optional<Observation> observation;
  Place observation_place;
  // Places of the keys that set up the process, for messages: "runtime", "report", "heap.backing",
  // "profiler.load", "profiler.env.NAME", "types.NAME". Keys that are not in the file are missing.
  std::map<std::string, Place, std::less<>> places;
  // Names by number, for pictures and messages. Empty if there is no name.
  std::vector<std::string> root_names;
  std::vector<std::string> handle_names;
};

// The ids that `breaks:` may name. Empty: `breaks:` is not checked.
using RuleNames = std::vector<std::string>;

// Never throws. For any bytes there is a scenario or an error. In a scenario's program, validate() finds no
// problem. An error has one or more messages: "file:line:column: error: what; what to do" with excerpts. All
// errors of a file are reported at once, unless it is not YAML. Errors that only follow from another error
// are not reported. `width`: the terminal's width, for excerpts. `played_by`: the runtime that plays the
// scenario, if it is not the one in the file.
Expected<Scenario> parse(std::string_view text, std::string file, const RuleNames& rules = {},
                         std::size_t width = yaml::kUsualWidth,
                         const program::RuntimeProfile* played_by = nullptr);
Expected<Scenario> load(const std::string& path, const RuleNames& rules = {},
                        std::size_t width = yaml::kUsualWidth,
                        const program::RuntimeProfile* played_by = nullptr);

// An error that only the run has shown, in the same form as the messages of load().
std::string error_at(const Scenario& scenario, yaml::Place place, const std::string& what,
                     std::size_t width = yaml::kUsualWidth);

}  // namespace gcrucible::scenario
