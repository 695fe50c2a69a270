#include "harness/scenario/language/canonical.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/expect/every_part.h"
#include "harness/scenario/language/primitives.h"
#include "harness/scenario/write/types.h"

namespace gcrucible::scenario {
namespace {

using program::FieldSpec;
using program::kNothing;
using program::Program;
using program::TypeSpec;

// Calls `use` with every type number in the type.
template <typename Use>
void numbers_in(TypeSpec& type, const Use& use) {
  use(type.element_class);
  use(type.parent);
  use(type.value.type);
  use(type.canonical);
  for (FieldSpec& field : type.fields) use(field.value.type);
  for (program::TypeArgument& argument : type.arguments) use(argument.type);
}

template <typename Use>
void numbers_outside(Program& program, const Use& use) {
  for (program::FunctionSpec& function : program.functions) {
    use(function.type);
    for (program::TypeArgument& argument : function.arguments) use(argument.type);
  }
  every<program::Allocate>(program.steps, [&](program::Allocate& step) { use(step.type); });
  every<program::Ask>(program.steps, [&](program::Ask& ask) { use(ask.type); });
  every<program::LoadAssembly>(program.steps, [&](program::LoadAssembly& load) {
    use(load.loader);
    use(load.slots);
    use(load.scout);
  });
  every<program::Said>(program, [&](program::Said& said) {
    if (said.kind != program::Said::Kind::kType) return;
    auto number = static_cast<std::uint32_t>(said.number);
    use(number);
    said.number = number;
  });
}

void name_field_types(TypeSpec& type) {
  std::vector<std::size_t> own;
  for (const FieldSpec* field : program::own_fields(type))
    own.push_back(static_cast<std::size_t>(field - type.fields.data()));
  for (std::size_t i = 0; i < own.size(); ++i) type.fields[own[i]].declared = static_cast<std::uint32_t>(i);
  for (FieldSpec& field : type.fields) {
    if (!field.type.empty()) continue;
    if (field.element_type == kClassElement) field.element_type = kObjectElement;
    if (field.element_type == kSzArrayElement) field.type = "System.Object[]";
    const auto named = std::ranges::find(built_ins(), field.element_type, &BuiltIn::element_type);
    if (named != built_ins().end()) field.type = named->clr_name;
  }
}

}  // namespace

Program canonical(Program program) {
  std::vector<bool> used(program.types.size());
  std::vector<std::uint32_t> open;
  const auto reach = [&](std::uint32_t number) {
    if (number >= used.size() || used[number]) return;
    used[number] = true;
    open.push_back(number);
  };
  numbers_outside(program, reach);
  for (std::size_t i = 0; i < program.types.size(); ++i) {
    if (is_declared(program, program.types[i])) reach(static_cast<std::uint32_t>(i));
  }
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    numbers_in(program.types[next], reach);
  }

  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < used.size(); ++i) {
    if (used[i]) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t type) { return program.types[type].name; });
  std::vector<std::uint32_t> renumbered(used.size(), kNothing);
  for (std::uint32_t i = 0; i < order.size(); ++i) renumbered[order[i]] = i;
  const auto renumber = [&](std::uint32_t& number) {
    if (number < renumbered.size()) number = renumbered[number];
  };
  std::vector<TypeSpec> types;
  for (const std::uint32_t number : order) {
    TypeSpec type = std::move(program.types[number]);
    numbers_in(type, renumber);
    name_field_types(type);
    types.push_back(std::move(type));
  }
  program.types = std::move(types);
  numbers_outside(program, renumber);
  program.names.clear();
  for (program::Step& step : program.steps) step.line = step.column = 0;
  return program;
}

}  // namespace gcrucible::scenario
