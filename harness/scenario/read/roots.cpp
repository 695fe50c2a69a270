// Roots and handles.
#include <fmt/format.h>

#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"

namespace gcrucible::scenario {

using program::AddRoot;
using program::CreateHandle;
using program::kNothing;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

void read_root(const Value& value, Place place, Reading& reading) {
  AddRoot step;
  step.thread = reading.usual_thread();
  std::string id;
  if (!value.is_map()) {
    step.object = reading.object(value).value_or(kNothing);
    id = value.text;
    // The first root of an object has the object's name. A second root needs its own name, or steps cannot
    // name it.
    reading.add_root(reading.has_root(id) ? "" : id, {step.thread, 0});
    reading.step(step, place);
    return;
  }
  if (const Value* object = value.find("object")) {
    step.object = reading.object_or_null(*object).value_or(kNothing);
    if (!object->is_null() && !reading.has_root(object->text)) id = object->text;
  }
  if (const Value* own = value.find("id")) {
    id = own->text;
    if (reading.has_root(id)) {
      reading.messages.error(own->place, fmt::format("a second root {}", in_quotes(id)),
                             "choose another name");
    }
  }
  const bool is_static = text_or(value, "kind", "stack") == "static";
  step.kind = is_static ? AddRoot::Kind::kStatic : AddRoot::Kind::kStack;
  if (is_static) step.thread = 0;
  for (const char* key : {"thread", "function"}) {
    if (is_static && value.find(key) != nullptr) {
      reading.messages.error(value.find(key)->place, fmt::format("a static root has no {}", key),
                             "remove it, or `kind: static`");
    }
  }
  if (const Value* thread = value.find("thread")) step.thread = reading.running_thread(*thread).value_or(0);
  if (const Value* function = value.find("function")) step.function = reading.function(*function);
  step.pinned = flag_or(value, "pinned", false);
  if (const Value* interior = value.find("interior")) {
    step.interior = number_of(*interior);
    reading.check_interior(step.object, step.interior, interior->place);
  }
  reading.add_root(id, {is_static ? kNothing : step.thread, step.interior});
  reading.step(step, place);
}

void read_handle(const Value& map, Place place, Reading& reading) {
  CreateHandle step;
  if (const Value* kind = map.find("kind"))
    step.kind = enumerator<CreateHandle::Kind>(handle_words(), kind->text);
  const bool dependent = step.kind == CreateHandle::Kind::kDependent;
  for (const char* key : {"key", "value"}) {
    if (!dependent && map.find(key) != nullptr && map.whole()) {
      reading.messages.error(map.find(key)->place,
                             fmt::format("{} belongs to `kind: dependent`", in_quotes(key)), "use `object:`");
    }
  }
  if (dependent && map.find("object") != nullptr) {
    reading.messages.error(map.find("object")->place, "a dependent handle has two objects",
                           "use `key:` and `value:`");
  }
  if (map.find("count") != nullptr && step.kind != CreateHandle::Kind::kRefCounted && map.whole()) {
    reading.messages.error(map.find("count")->place, "\"count\" belongs to `kind: ref-counted`", "remove it");
  }
  if (const Value* object = map.find(dependent ? "key" : "object")) {
    step.object = reading.object_or_null(*object).value_or(kNothing);
  }
  if (const Value* value = map.find("value"))
    step.secondary = reading.object_or_null(*value).value_or(kNothing);
  step.count = static_cast<std::uint32_t>(number_or(map, "count", 1));
  const Value* const id = map.find("id");
  reading.add_handle(id == nullptr ? "" : id->text, step.kind, id == nullptr ? map.place : id->place);
  reading.step(step, place);
}

}  // namespace gcrucible::scenario
