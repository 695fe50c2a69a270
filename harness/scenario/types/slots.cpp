// Finds the reference of an object that a scenario names.
#include <fmt/format.h>

#include <algorithm>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/primitives.h"
#include "harness/scenario/types/types.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {

using program::FieldSpec;
using program::TypeSpec;
using yaml::in_quotes;
using yaml::Place;

std::optional<std::uint64_t> Types::find_reference(const TypeSpec& type, std::string_view path,
                                                   std::string_view before,
                                                   std::vector<std::string>& known) const {
  std::optional<std::uint64_t> found;
  for (const FieldSpec& field : type.fields) {
    const std::string name = std::string(before) + field.name;
    if (field.is_reference()) {
      known.push_back(name);
      if (path == name) found = field.offset;
    } else if (field.element_type == kValueElement) {
      const auto inside = find_reference(spec(field.value.type), path, name + ".", known);
      if (inside) found = field.offset + *inside;
    }
  }
  return found;
}

std::optional<std::uint64_t> Types::slot_of(std::uint32_t type, const std::string& field, Place place,
                                            const std::vector<std::string>& other_keys) {
  const TypeSpec& of = spec(type);
  std::vector<std::string> known = other_keys;
  if (const auto offset = find_reference(of, field, "", known)) {
    const std::vector<std::uint32_t> offsets = program::value_references(of);
    return static_cast<std::uint64_t>(std::ranges::find(offsets, *offset) - offsets.begin());
  }
  if (std::ranges::find(of.fields, field, &FieldSpec::name) != of.fields.end()) {
    messages_->error(place, fmt::format("field {} of {} is no reference", in_quotes(field), of.name),
                     "only references can be written, those in a value by `field.inner`; other fields hold "
                     "bytes that no collection changes");
    return std::nullopt;
  }
  if (fields_of_others_.contains(field)) return std::nullopt;
  messages_->error(place,
                   other_keys.empty() ? fmt::format("type {} has no field {}", of.name, in_quotes(field))
                                      : fmt::format("{} is neither a key nor a reference field of {}",
                                                    in_quotes(field), of.name),
                   yaml::suggestion(field, known, "`types:` has the fields"));
  return std::nullopt;
}

std::optional<std::uint64_t> Types::slot_in_element(std::uint32_t array, std::uint64_t index,
                                                    const std::string& field, Place place) {
  const program::ValueSpec& element = spec(array).value;
  const auto slot = slot_of(element.type, field, place, {});
  if (!slot) return std::nullopt;
  return index * element.references.size() + *slot;
}

}  // namespace gcrucible::scenario
