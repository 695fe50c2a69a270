// The parts of a type that only metadata needs.
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "harness/scenario/language/primitives.h"
#include "harness/scenario/types/types.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {

void Types::read_metadata(const yaml::Value& value, program::TypeSpec& type) {
  if (const yaml::Value* assembly = value.find("assembly")) type.assembly = assembly->text;
  const auto& all = program_->collectible;
  const auto own = std::ranges::find(all, type.assembly);
  if (own != all.end()) type.collectible = static_cast<std::uint32_t>(own - all.begin());
  // An instantiation is unloaded with its arguments' assembly.
  for (const program::TypeArgument& each : type.arguments) {
    if (type.collectible == program::kNothing && each.type != program::kNothing)
      type.collectible = spec(each.type).collectible;
  }
  const yaml::Value* const methods = value.find("methods");
  if (methods == nullptr) return;
  for (const yaml::Value& method : methods->items) {
    // Without signatures there is no overloading.
    if (std::ranges::find(type.methods, method.text) != type.methods.end()) {
      messages_->error(method.place, "method " + yaml::in_quotes(method.text) + " is there twice",
                       "name each method once");
      continue;
    }
    type.methods.push_back(method.text);
  }
}

std::vector<std::uint32_t> Types::collectibles_of(std::string name) const {
  std::vector<std::uint32_t> found;
  const auto add_own = [&](const yaml::Value& declared) {
    const yaml::Value* const assembly = declared.find("assembly");
    if (assembly == nullptr) return;
    const auto& all = program_->collectible;
    const auto number = std::ranges::find(all, assembly->text);
    if (number != all.end()) found.push_back(static_cast<std::uint32_t>(number - all.begin()));
  };
  std::set<std::string> seen;  // arrays and arguments may be circular, which another check reports
  for (std::vector<std::string> left{std::move(name)}; !left.empty();) {
    std::string each = std::move(left.back());
    left.pop_back();
    while (each.ends_with("[]")) each.resize(each.size() - 2);
    if (!seen.insert(each).second) continue;
    if (const Definition* const generic = definition_of(each)) {
      add_own(generic->entry->value);
      std::ranges::move(arguments_of(each), std::back_inserter(left));
      continue;
    }
    const auto type = declared_.find(each);
    if (type == declared_.end() || type->second.entry == nullptr) continue;
    if (const yaml::Value* const array = type->second.entry->value.find("array"))
      left.push_back(array->text);
    else
      add_own(type->second.entry->value);
  }
  return found;
}

void Types::check_outlived(std::uint32_t assembly, const std::string& name, yaml::Place place) {
  for (const std::uint32_t other : collectibles_of(name)) {
    if (other == assembly) continue;
    messages_->error(place,
                     "type " + yaml::in_quotes(name) + " of the collectible assembly " +
                         yaml::in_quotes(program_->collectible[other]) + " in a type of another assembly",
                     "only types of the same assembly may name it; say `ref` for a field");
    return;
  }
}

Types::OfAssembly Types::of_assembly() {
  constexpr std::uint8_t kClass = 0x12, kNativeInt = 0x18, kSzArray = 0x1D, kInt = 0x08;
  const std::string name = "System.Reflection.LoaderAllocator";
  const std::string core = "System.Private.CoreLib";
  const auto made = [&](program::TypeSpec type) {
    const auto same = numbers_.find(type.name);
    if (same != numbers_.end()) return same->second;
    type.assembly = core;
    return add(std::move(type));
  };
  program::TypeSpec scout;
  scout.name = name + "Scout";
  scout.finalizer = program::Finalizer::kNormal;
  scout.fields = {{.name = "m_nativeLoaderAllocator", .offset = 8, .element_type = kNativeInt}};
  program::TypeSpec loader;
  loader.name = name;
  loader.base_size = 48;
  loader.fields = {
      {.name = "m_scout", .offset = 8, .element_type = kClass, .type = scout.name},
      {.name = "m_slots", .offset = 16, .element_type = kSzArray, .type = "System.Object[]", .declared = 1},
      {.name = "m_methodInstantiations", .offset = 24, .element_type = kClass, .declared = 2},
      {.name = "m_slotsUsed", .offset = 32, .element_type = kInt, .declared = 3}};
  OfAssembly types{};
  types.loader = made(std::move(loader));
  types.slots = *number("Object[]", {});
  types.scout = made(std::move(scout));
  return types;
}

std::string Types::clr_name(std::string name) const {
  std::string brackets;
  // Array names may be circular, which another check reports. Valid nesting is never deeper than this limit.
  for (std::size_t depth = 0; depth <= declared_.size(); ++depth) {
    while (name.ends_with("[]")) {
      name.resize(name.size() - 2);
      brackets.insert(0, "[]");
    }
    if (const auto generic = clr_name_of_generic(name)) {
      name = *generic;
      break;
    }
    if (const BuiltIn* const built_in = find_built_in(name)) {
      name = built_in->clr_name;
      break;
    }
    const auto found = declared_.find(name);
    if (found == declared_.end() || found->second.entry == nullptr) break;
    const yaml::Value& value = found->second.entry->value;
    const yaml::Value* const array = value.find("array");
    if (array == nullptr) break;
    const yaml::Value* const rank = value.find("rank");
    const std::uint64_t dimensions = rank == nullptr ? 1 : yaml::read_number(rank->text).value.value_or(1);
    brackets.insert(0, "[" + std::string(dimensions - 1, ',') + "]");
    name = array->text;
  }
  return name + brackets;
}

}  // namespace gcrucible::scenario
