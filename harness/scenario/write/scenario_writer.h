// A program as a scenario in the language that people write by hand: only what has to be said, in its
// plainest form.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/program.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::scenario {

// What a scenario says besides its program.
struct ScenarioHead {
  std::string title;
  std::string about = {};
  std::vector<std::string> comments = {};  // lines in front of everything
  std::string library = {};                // of the profiler; both or neither
  std::string clsid = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // of the host process
  std::optional<Observation> observation = {};
  std::vector<std::string> breaks = {};  // ids of the rules that the run must break
  // Names by number. Where there is none, or none that can be used, one is made if something needs it.
  std::vector<std::string> root_names = {};
  std::vector<std::string> handle_names = {};
  // Declares array types, which exist by themselves, where that brings types their numbers back.
  bool exact_types = false;
};

// What a scenario that was read has of it; its expectations are left behind, except for its rules.
ScenarioHead head_of(const Scenario& scenario);

struct Written {
  std::optional<std::string> text;
  std::string why_not;  // a sentence without its end, where the language cannot say the program
};

// The text has been read back: parse() makes the same program of it, but for lines and columns and, where
// `program` does so, for what canonical() makes the same:
//  - numbers of types, where array and built-in types are first used in another order than they are numbered
//  in;
//  - names of objects that have none and need one to be spoken of;
//  - what a field without a type's name is called, and places of fields that all have the same one.
// Choices that were drawn are written, and draw_choices() then changes none of them; only how the end of an
// assembly is told is left to be drawn again. Deterministic. Any program may be given; one that validate()
// refuses is not written, nor is one whose runtime has no name.
Written write(const program::Program& program, const ScenarioHead& head);

}  // namespace gcrucible::scenario
