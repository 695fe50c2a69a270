// What only metadata needs to know of a type.
#include <algorithm>

#include "harness/scenario/primitives.h"
#include "harness/scenario/types.h"
#include "harness/scenario/yaml/number.h"

namespace gcrucible::scenario {

void Types::read_metadata(const yaml::Value& value, program::TypeSpec& type) {
  if (const yaml::Value* assembly = value.find("assembly")) type.assembly = assembly->text;
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

std::string Types::clr_name(std::string name) const {
  std::string brackets;
  // Names for arrays may be circular, which is told elsewhere; no more than so many are ever nested.
  for (std::size_t depth = 0; depth <= declared_.size(); ++depth) {
    while (name.ends_with("[]")) {
      name.resize(name.size() - 2);
      brackets.insert(0, "[]");
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
