// Writes a program as a scenario in the language for hand-written files. Only necessary keys are written, in
// the simplest form.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/expected.h"
#include "harness/program/program.h"
#include "harness/scenario/scenario.h"

namespace gcrucible::scenario {

// The parts of a scenario in addition to its program.
struct ScenarioHead {
  std::string title;
  std::string about = {};
  std::vector<std::string> comments = {};  // lines before everything else
  std::string library = {};                // library and CLSID of the profiler; both or neither
  std::string clsid = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // of the host process
  std::optional<Observation> observation = {};
  std::vector<std::string> breaks = {};  // ids of the rules that the run must violate
  // Names by number. A missing or invalid name is replaced by a generated one if a step needs a name.
  std::vector<std::string> root_names = {};
  std::vector<std::string> handle_names = {};
  // Names objects that no step names too.
  bool names_all_objects = false;
  // Declares array types, which otherwise exist implicitly, if this keeps the numbers of types.
  bool exact_types = false;
};

// The head of a scenario that was read. Of its expectations, only the rules are kept.
ScenarioHead head_of(const Scenario& scenario);

// The text is verified: parse() gives the same program, except for lines and columns. Where canonical() gives
// equal programs, these may differ too:
// - numbers of types, if array and built-in types are first used in another order than their numbers;
// - names of objects without a name that need one;
// - the type name of a field without one, and places of fields that all have the same place.
// Random choices are written, so draw_choices() does not change them. Only the order of an assembly's unload
// is random again. Deterministic. Any program may be passed. A program that validate() rejects, or whose
// runtime has no name, is not written. If the language cannot express the program, the error is a sentence
// without its full stop.
Expected<std::string> write(const program::Program& program, const ScenarioHead& head);

}  // namespace gcrucible::scenario
