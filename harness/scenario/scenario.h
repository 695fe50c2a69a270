// A scenario file after reading: a program to run and what must come of it.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/program/program.h"
#include "harness/scenario/expect/expectations.h"
#include "harness/scenario/expect/observation.h"
#include "harness/yaml/messages.h"

namespace gcrucible::scenario {

// Which profiler the scenario is for; the command line wins. Empty where the file says nothing.
struct ProfilerSettings {
  std::string library;  // relative to the folder of the file
  std::string clsid;
  Place library_place;
  Place clsid_place;
  std::vector<std::pair<std::string, std::string>> env;  // in the order of the file
};

struct Scenario {
  std::string file;  // as it was given, for messages
  std::string text;  // of the file, for excerpts in messages
  std::string title;
  std::string about;
  program::Program program;
  Expectations expect;
  ProfilerSettings profiler;
  // What must not depend on how the program is told.
  std::optional<Observation> observation;
  Place observation_place;
  // Where the keys stand that set up the process ("runtime", "report", "heap.backing", "profiler.load",
  // "profiler.env.NAME", "types.NAME"), for messages about them; those that the file has not are missing.
  std::map<std::string, Place, std::less<>> places;
  // Names by number, for pictures and messages; empty where there is none.
  std::vector<std::string> root_names;
  std::vector<std::string> handle_names;
};

struct Loaded {
  std::optional<Scenario> scenario;  // sound: validate() finds no problem in its program
  std::string errors;  // "file:line:column: error: what; what to do" with excerpts, if there is none
};

// The ids that `breaks:` may name; none: whatever it names.
using RuleNames = std::vector<std::string>;

// Never throws; whatever the bytes are, there is a scenario or there are messages. All of a file's mistakes
// are told in one go, unless it is no YAML; what only follows from another mistake is not told. `width`: of
// the terminal, for the excerpts. `played_by`: who is to play it, if not the runtime that the file names.
Loaded parse(std::string_view text, std::string file, const RuleNames& rules = {},
             std::size_t width = yaml::kUsualWidth, const program::RuntimeProfile* played_by = nullptr);
Loaded load(const std::string& path, const RuleNames& rules = {}, std::size_t width = yaml::kUsualWidth,
            const program::RuntimeProfile* played_by = nullptr);

// A mistake that only the run has shown, told as those of load() are.
std::string error_at(const Scenario& scenario, yaml::Place place, const std::string& what,
                     std::size_t width = yaml::kUsualWidth);

}  // namespace gcrucible::scenario
