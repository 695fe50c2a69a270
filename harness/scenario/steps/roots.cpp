// Steps that change roots.
#include <fmt/format.h>

#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::AddRoot;
using program::kNothing;
using program::RemoveRoot;
using program::SetRoot;
using yaml::Draft;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

void set_roots(const Value& map, Place, Reading& reading) {
  for (const Entry& entry : map.entries) {
    const auto root = reading.root(entry.key, entry.place);
    const auto object = reading.object_or_null(entry.value);
    if (!root || !object) continue;
    const RootFacts& facts = reading.facts_of_root(*root);
    if (facts.thread != kNothing && !reading.is_running(facts.thread) &&
        !reading.suppressed_names.has(entry.key)) {
      reading.messages.error(entry.place,
                             fmt::format("the thread of root {} has ended", in_quotes(entry.key)),
                             "its stack is gone with it; set the root before");
    }
    reading.check_interior(*object, facts.interior, entry.value.place);
    reading.step(program::SetRoot{*root, *object}, entry.place);
  }
}

void unroot(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto root = reading.root(each->text, each->place);
    if (!root) continue;
    reading.remove_root(each->text, each->place);
    reading.step(program::RemoveRoot{*root}, place);
  }
}

std::optional<Draft> write_added_root(StepWriter& steps) {
  return write_root(steps.take<AddRoot>(), steps.next_root(), steps.writing());
}
std::string set_root(const SetRoot& step, Writing& writing) {
  return writing.names.root(step.root).name;
}
Draft set_root_to(const SetRoot& step, Writing& writing) {
  return writing.object(step.object);
}
Draft removed_root(const RemoveRoot& step, Writing& writing) {
  return writing.root(step.root);
}

}  // namespace

template <>
StepRow step_row<AddRoot>() {
  return {.word = "root",
          .about = "add a root",
          .shape = root_shape,
          .read = read_root,
          .write = write_added_root};
}

template <>
StepRow step_row<SetRoot>() {
  return {.word = "set-root",
          .about = "roots and the objects that they hold from now on",
          .shape = [] { return yaml::map_of(object_name_or_null()); },
          .read = set_roots,
          .write = steps_as_map<set_root, set_root_to>};
}

template <>
StepRow step_row<RemoveRoot>() {
  return {.word = "unroot",
          .about = "remove roots",
          .shape = [] { return one_or_list(text_that_is("a root's name")); },
          .read = unroot,
          .write = steps_as_list<removed_root>};
}

}  // namespace gcrucible::scenario
