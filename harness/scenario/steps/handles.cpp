// Steps that make, change and free handles.
#include <fmt/format.h>

#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::CreateHandle;
using program::FreeHandle;
using program::SetHandle;
using yaml::Draft;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

yaml::Shape set_handles_shape() {
  const yaml::Shape change =
      yaml::map({yaml::optional("object", object_name_or_null(), "the object that it holds from now on"),
                 yaml::optional("count", yaml::number(0, 0xFFFFFFFF, "32 bits"), "of a ref-counted handle")});
  return yaml::map_of(yaml::defined("handle-change", yaml::either({yaml::nothing(), object_name(), change})));
}

void set_handle(const Entry& entry, Reading& reading) {
  const auto handle = reading.handle(entry.key, entry.place);
  if (!handle) return;
  program::SetHandle step{*handle, std::nullopt, std::nullopt};
  if (entry.value.is_map()) {
    if (const Value* object = entry.value.find("object")) step.object = reading.object_or_null(*object);
    if (const Value* count = entry.value.find("count")) {
      step.count = static_cast<std::uint32_t>(number_of(*count));
      if (reading.kind_of_handle(*handle) != program::CreateHandle::Kind::kRefCounted &&
          !reading.suppressed_names.has(entry.key)) {
        reading.messages.error(count->place, fmt::format("handle {} has no count", in_quotes(entry.key)),
                               "only a handle of `kind: ref-counted` has one");
      }
    }
  } else {
    step.object = reading.object_or_null(entry.value);
  }
  reading.step(step, entry.place);
}

void set_handles(const Value& map, Place, Reading& reading) {
  for (const Entry& entry : map.entries) set_handle(entry, reading);
}

void free_handle(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto handle = reading.handle(each->text, each->place);
    if (!handle) continue;
    reading.free_handle(each->text, each->place);
    reading.step(program::FreeHandle{*handle}, place);
  }
}

std::optional<Draft> write_created_handle(StepWriter& steps) {
  return write_handle(steps.take<CreateHandle>(), steps.next_handle(), steps.writing());
}
std::string changed_handle(const SetHandle& step, Writing& writing) {
  return writing.names.handle(step.handle);
}
Draft handle_change(const SetHandle& step, Writing& writing) {
  if (step.object && !step.count) return writing.object(*step.object);
  Draft map = yaml::draft_map();
  if (step.object) map.add("object", writing.object(*step.object));
  if (step.count) map.add("count", yaml::draft_number(*step.count));
  return map;
}
Draft freed_handle(const FreeHandle& step, Writing& writing) {
  return writing.handle(step.handle);
}

}  // namespace

template <>
StepRow step_row<CreateHandle>() {
  return {.word = "handle",
          .about = "make a handle",
          .shape = handle_shape,
          .read = read_handle,
          .write = write_created_handle};
}

template <>
StepRow step_row<SetHandle>() {
  return {.word = "set-handle",
          .about = "handles and the objects that they hold from now on",
          .shape = set_handles_shape,
          .read = set_handles,
          .write = steps_as_map<changed_handle, handle_change>};
}

template <>
StepRow step_row<FreeHandle>() {
  return {.word = "free-handle",
          .about = "free handles",
          .shape = [] { return one_or_list(yaml::name("a handle's name")); },
          .read = free_handle,
          .write = steps_as_list<freed_handle>};
}

}  // namespace gcrucible::scenario
