// Steps that make objects, write references into them, and run their finalizers.
#include <fmt/format.h>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/steps/step_row.h"

namespace gcrucible::scenario {
namespace {

using program::Allocate;
using program::Finalizer;
using program::kNothing;
using program::LoadAssembly;
using program::RegisterFinalizer;
using program::RunFinalizers;
using program::Store;
using program::SuppressFinalizer;
using yaml::Draft;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

// A reference of an object, as the key of an entry names it.
struct ReferenceName {
  const Entry& entry;
  std::string object;
  std::vector<std::uint64_t> indices;  // after those that belong to the object's name
  std::string field;
  const ObjectGroup& group;  // of the object
};

std::optional<std::uint64_t> slot_of_field(const ReferenceName& name, Reading& reading) {
  const auto& [entry, object, indices, field, group] = name;
  const program::TypeSpec& holder = reading.types.spec(group.type);
  const bool of_values = holder.kind == program::TypeKind::kArray && !holder.value.references.empty();
  if (indices.size() == 1 && of_values) {
    if (indices[0] < group.length)
      return reading.types.slot_in_element(group.type, indices[0], field, entry.place);
    reading.messages.error(entry.place, fmt::format("element {} of an array of {}", indices[0], group.length),
                           "elements count from 0");
    return std::nullopt;
  }
  if (indices.empty()) return reading.types.slot_of(group.type, field, entry.place, {});
  reading.messages.error(
      entry.place,
      fmt::format("{} is an element of {}, not an object with fields", in_quotes(entry.key), object),
      "name the element's object itself");
  return std::nullopt;
}

std::optional<std::uint64_t> slot_of_element(const ReferenceName& name, Reading& reading) {
  const auto& [entry, object, indices, field, group] = name;
  const program::TypeSpec& type = reading.types.spec(group.type);
  if (indices.size() != 1 || type.kind != program::TypeKind::kArray ||
      !program::is_reference_element(type.element_type)) {
    reading.messages.error(
        entry.place,
        fmt::format("{} names no reference: {} is of type {}", in_quotes(entry.key), object, type.name),
        type.kind == program::TypeKind::kArray && type.element_type == program::kValueElement
            ? "its elements are values; write `array[3].field: target` for a reference in one"
            : "write `object.field: target` or `array[3]: target`");
    return std::nullopt;
  }
  if (indices[0] < group.length) return indices[0];
  reading.messages.error(entry.place, fmt::format("element {} of an array of {}", indices[0], group.length),
                         "elements count from 0");
  return std::nullopt;
}

void store(const Entry& entry, Reading& reading) {
  const auto path = parse_path(entry.key);
  if (!path || (path->field.empty() && path->indices.empty())) {
    reading.messages.error(entry.place, fmt::format("{} names no reference", in_quotes(entry.key)),
                           "write `object.field: target` or `array[3]: target`");
    return;
  }
  // `a[3]` is an element of the array a. If a has a `count`, `a[3]` is its fourth object, and the element's
  // index follows.
  const ObjectGroup* const group = reading.find_group(path->name);
  std::string object = path->name;
  std::vector<std::uint64_t> rest = path->indices;
  if (group != nullptr && group->count > 1 && !rest.empty()) {
    object += fmt::format("[{}]", rest.front());
    rest.erase(rest.begin());
  }
  const auto number = reading.object(object, entry.place);
  const auto target = reading.object_or_null(entry.value);
  if (!number || !target) return;
  const ReferenceName name{entry, object, rest, path->field, reading.group_of(*number)};
  const auto slot = name.field.empty() ? slot_of_element(name, reading) : slot_of_field(name, reading);
  if (slot) reading.step(Store{*number, *slot, *target}, entry.place);
}

void read_stores(const Value& map, Place, Reading& reading) {
  for (const Entry& entry : map.entries) store(entry, reading);
}

template <typename Step>
void finalizer(const Value& value, Place place, Reading& reading) {
  for (const Value* each : one_or_more(value)) {
    const auto object = reading.object(*each);
    if (!object) continue;
    const program::TypeSpec& type = reading.types.spec(reading.group_of(*object).type);
    if (type.finalizer == Finalizer::kNone) {
      reading.messages.error(each->place, fmt::format("{} has no finalizer", type.name),
                             "add `finalizer: true` to the type");
      continue;
    }
    reading.step(Step{*object}, place);
  }
}

void read_run(const Value& most, Place place, Reading& reading) {
  const bool all = most.text == "all";
  reading.step(RunFinalizers{all ? kNothing : static_cast<std::uint32_t>(number_of(most))}, place);
}

std::optional<Draft> write_allocate(StepWriter& steps) {
  Writing& writing = steps.writing();
  const std::size_t number = steps.at();
  Draft map = write_allocation(steps.take<Allocate>(), number, true, writing);
  steps.go_to(write_references(writing.names.made_by(number), number + 1, map, writing));
  return map;
}

std::string stored_in(const Store& step, Writing& writing) {
  return reference_name(step.object, step.slot, writing);
}
Draft stored(const Store& step, Writing& writing) {
  return writing.object(step.target);
}

Draft write_run(const RunFinalizers& step, Writing&) {
  return step.most == kNothing ? yaml::draft_word("all") : yaml::draft_number(step.most);
}
template <typename Step>
Draft object_name_of(const Step& step, Writing& writing) {
  return writing.object(step.object);
}

}  // namespace

template <>
StepRow step_row<LoadAssembly>() {
  return {.word = "the loading of an assembly",  // the first object of its types implies it
          .write = [](StepWriter& steps) -> std::optional<Draft> {
            steps.take<LoadAssembly>();
            return std::nullopt;
          }};
}

template <>
StepRow step_row<Allocate>() {
  return {.word = "allocate",
          .about = "make an object, or many",
          .shape = allocation_shape,
          .read = read_allocation,
          .write = write_allocate};
}

template <>
StepRow step_row<Store>() {
  return {.word = "store",
          .about = "write references: `object.field: target` or `array[3]: target`",
          .shape = [] { return yaml::map_of(object_name_or_null()); },
          .read = read_stores,
          .write = steps_as_map<stored_in, stored>};
}

template <>
StepRow step_row<RunFinalizers>() {
  return {.word = "run-finalizers",
          .about = "let the finalizer thread run this many of the queued finalizers",
          .shape =
              [] {
                return yaml::either({yaml::words({"all"}), yaml::number(1, 0xFFFFFFFE, "32 bits")});
              },
          .read = read_run,
          .write = one_step<write_run>};
}

template <>
StepRow step_row<SuppressFinalizer>() {
  return {.word = "suppress-finalizer",
          .about = "GC.SuppressFinalize",
          .shape = [] { return one_or_list(object_name()); },
          .read = finalizer<SuppressFinalizer>,
          .write = steps_as_list<object_name_of<SuppressFinalizer>>};
}

template <>
StepRow step_row<RegisterFinalizer>() {
  return {.word = "register-finalizer",
          .about = "GC.ReRegisterForFinalize",
          .shape = [] { return one_or_list(object_name()); },
          .read = finalizer<RegisterFinalizer>,
          .write = steps_as_list<object_name_of<RegisterFinalizer>>};
}

}  // namespace gcrucible::scenario
