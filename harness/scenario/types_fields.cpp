// The fields of a class: their types and where they lie.
#include <fmt/format.h>

#include <algorithm>

#include "harness/program/type_facts.h"
#include "harness/scenario/primitives.h"
#include "harness/scenario/types.h"
#include "harness/scenario/yaml/number.h"

namespace gcrucible::scenario {
namespace {

using program::FieldSpec;
using program::TypeSpec;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

constexpr std::uint32_t kFirstField = 8;  // behind the method table
constexpr std::size_t kMostFields = 4096;

std::uint64_t aligned(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

std::optional<std::uint8_t> Types::field_element(const std::string& name, Place place) {
  if (name.ends_with("[]") && known(name)) return kSzArrayElement;
  if (const BuiltIn* const built_in = find_built_in(name)) return built_in->element_type;
  const auto found = declared_.find(name);
  if (found == declared_.end()) {
    std::string element = name;
    while (element.ends_with("[]")) element.resize(element.size() - 2);
    no_such_type(element, place);
    return std::nullopt;
  }
  if (found->second.entry == nullptr) return kClassElement;
  const Value& type = found->second.entry->value;
  if (type.find("array") == nullptr) return kClassElement;
  const Value* const rank = type.find("rank");
  return rank == nullptr || yaml::read_number(rank->text).value == 1 ? kSzArrayElement : kArrayElement;
}

// References first, then from large to small, each at a multiple of its size: how the CLR lays out a class.
// What the CLR also does, filling the gap behind a parent's last field, is left out; `offset:` says anything
// else.
bool Types::lay_out(const Value& fields, TypeSpec& type) {
  struct Field {
    FieldSpec spec;
    std::uint64_t rank;
    const Value* offset;
    Place place;
  };
  std::vector<Field> own;
  bool fine = true;
  if (fields.entries.size() > kMostFields) {
    messages_->error(fields.place, fmt::format("{} fields", fields.entries.size()),
                     fmt::format("the limit is {}", kMostFields));
    return false;
  }
  for (const Entry& entry : fields.entries) {
    if (std::ranges::find(type.fields, entry.key, &FieldSpec::name) != type.fields.end()) {
      messages_->error(entry.place, fmt::format("the parent has a field {} already", in_quotes(entry.key)),
                       "choose another name");
      fine = false;
    }
    const Value& type_name = entry.value.is_map() ? *entry.value.find("type") : entry.value;
    const auto element = field_element(type_name.text, type_name.place);
    fine = fine && element.has_value();
    if (!element) continue;
    const std::uint64_t rank =
        program::is_reference_element(*element) ? 0 : 16 - program::element_size(*element);
    own.push_back({{entry.key, 0, *element, clr_name(type_name.text)},
                   rank,
                   entry.value.is_map() ? entry.value.find("offset") : nullptr,
                   entry.place});
    own.back().spec.declared = static_cast<std::uint32_t>(own.size() - 1);
  }
  std::ranges::stable_sort(own, {}, &Field::rank);
  std::uint64_t end = kFirstField;
  if (!type.fields.empty()) {
    end = type.fields.back().offset + program::element_size(type.fields.back().element_type);
  }
  const std::uint64_t first_own = end;
  for (Field& field : own) {
    const std::uint64_t size = program::element_size(field.spec.element_type);
    if (field.offset != nullptr) {
      field.spec.offset = static_cast<std::uint32_t>(*yaml::read_number(field.offset->text).value);
      continue;
    }
    end = aligned(end, size);
    field.spec.offset = static_cast<std::uint32_t>(end);
    end += size;
  }
  std::ranges::stable_sort(own, {}, [](const Field& field) { return field.spec.offset; });
  std::uint64_t taken = first_own;
  for (const Field& field : own) {
    if (field.spec.offset < taken) {
      messages_->error(field.place,
                       fmt::format("field {} at offset {} overlaps what ends at {}",
                                   in_quotes(field.spec.name), field.spec.offset, taken),
                       "move it, or leave all offsets out");
      fine = false;
    }
    if (program::is_reference_element(field.spec.element_type) && field.spec.offset % 8 != 0) {
      messages_->error(
          field.place,
          fmt::format("reference field {} at offset {}", in_quotes(field.spec.name), field.spec.offset),
          "references lie at multiples of 8");
      fine = false;
    }
    taken = std::max(taken, field.spec.offset + program::element_size(field.spec.element_type));
    type.fields.push_back(field.spec);
  }
  return fine;
}

}  // namespace gcrucible::scenario
