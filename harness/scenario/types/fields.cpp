// The fields of a class: their types and offsets.
#include <fmt/format.h>

#include <algorithm>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/primitives.h"
#include "harness/scenario/types/types.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {
namespace {

using program::FieldSpec;
using program::TypeSpec;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

constexpr std::uint32_t kFirstField = 8;  // after the method table
constexpr std::size_t kMostFields = 4096;
constexpr std::uint64_t kLargestAlignment = 8;

std::uint64_t aligned(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// The CLR's order: references, then numbers from large to small, then values.
std::uint64_t rank_of(const FieldSpec& field) {
  constexpr std::uint64_t kValues = 100;
  if (field.is_reference()) return 0;
  return field.element_type == kValueElement ? kValues : 16 - program::element_size(field.element_type);
}

struct Field {
  FieldSpec spec;
  std::uint64_t rank = 0;
  std::uint64_t alignment = 1;
  const Value* offset = nullptr;
  Place place;
  bool placed = false;
};

// Fills the gap before a larger field. While that field needs a multiple of 2, 4 or 8, the largest number
// that fits is placed in front of it. Values neither fill gaps nor cause them.
void fill_the_gap(std::vector<Field>& own, std::uint64_t& end) {
  // The first unplaced number or reference whose size is within the limits.
  const auto first = [&](std::uint64_t least, std::uint64_t most) {
    return std::ranges::find_if(own, [&](const Field& field) {
      const std::uint64_t size = program::field_size(field.spec);
      return !field.placed && field.offset == nullptr && field.spec.element_type != kValueElement &&
             size >= least && size <= most;
    });
  };
  for (std::uint64_t size = 1; size < kLargestAlignment;) {
    if (end % (2 * size) == 0) {
      size *= 2;
      continue;
    }
    // The fields are sorted from large to small.
    const auto filler = first(1, size);
    if (filler == own.end() || first(2 * size, kLargestAlignment) == own.end()) return;
    filler->spec.offset = static_cast<std::uint32_t>(end);
    filler->placed = true;
    end += program::field_size(filler->spec);
    size = 1;
  }
}

// Gives each field an offset, and sorts by it. The object ends at `end` before the first one.
void place(std::vector<Field>& own, std::uint64_t end) {
  fill_the_gap(own, end);
  for (Field& field : own) {
    if (field.placed) continue;
    if (field.offset != nullptr) {
      field.spec.offset = static_cast<std::uint32_t>(*yaml::read_number(field.offset->text).value);
      continue;
    }
    end = aligned(end, field.alignment);
    field.spec.offset = static_cast<std::uint32_t>(end);
    end += program::field_size(field.spec);
  }
  std::ranges::stable_sort(own, {}, [](const Field& field) { return field.spec.offset; });
}

// Reports fields that lie where others are, or where no reference may be. The object ends at `taken` before
// the first one.
bool check_places(const std::vector<Field>& own, std::uint64_t taken, yaml::Messages& messages) {
  bool fine = true;
  for (const Field& field : own) {
    if (field.spec.offset < taken) {
      messages.error(field.place,
                     fmt::format("field {} at offset {} overlaps what ends at {}", in_quotes(field.spec.name),
                                 field.spec.offset, taken),
                     "move it, or leave all offsets out");
      fine = false;
    }
    const bool references = field.spec.is_reference() || !field.spec.value.references.empty();
    if (references && field.spec.offset % 8 != 0) {
      messages.error(
          field.place,
          fmt::format("reference field {} at offset {}", in_quotes(field.spec.name), field.spec.offset),
          "references lie at multiples of 8");
      fine = false;
    }
    taken = std::max(taken, field.spec.offset + program::field_size(field.spec));
  }
  return fine;
}

}  // namespace

// `entry` is in the list of open types. The types after it in the list lead back to it.
void Types::made_of_itself(const Entry& entry) {
  std::string others;
  bool by_parents = true;
  for (auto at = std::ranges::find(open_, &entry); at != open_.end(); ++at) {
    const bool last = at + 1 == open_.end();
    const Entry& next = last ? entry : **(at + 1);
    const Value* const parent = (*at)->value.find("parent");
    by_parents = by_parents && parent != nullptr && parent->text == next.key;
    if (last) continue;
    others += fmt::format("{}{} (line {}, column {})", others.empty() ? ", through " : " and ",
                          in_quotes(next.key), next.place.line, next.place.column);
  }
  const bool value = is_value(entry.value);
  std::string remedy = fmt::format(
      "break the circle of `parent`, `array` or a field `Value<{}>`, which .NET can lay out and the "
      "simulator cannot",
      entry.key);
  if (by_parents) remedy = "break the circle of `parent`, at which .NET fails with TypeLoadException too";
  if (value) {
    remedy =
        "break the circle of its fields and their type arguments, at which .NET fails with TypeLoadException "
        "too; a class or an array may close it";
  }
  messages_->error(
      entry.place,
      fmt::format("{} {} is made of itself{}", value ? "value type" : "type", in_quotes(entry.key), others),
      remedy);
}

bool Types::is_value(const Value& declared) {
  const Value* const value = declared.find("value");
  return value != nullptr && value->text == "true" && declared.find("array") == nullptr;
}

std::uint64_t Types::alignment_of(const FieldSpec& field) const {
  if (field.element_type != kValueElement) return program::element_size(field.element_type);
  if (!field.value.references.empty()) return kLargestAlignment;
  std::uint64_t most = 1;
  for (const FieldSpec& inner : spec(field.value.type).fields) most = std::max(most, alignment_of(inner));
  return most;
}

std::optional<std::uint8_t> Types::field_element(const std::string& name, Place place) {
  if (name.ends_with("[]") && known(name)) return kSzArrayElement;
  if (const BuiltIn* const built_in = find_built_in(name)) return built_in->element_type;
  if (is_canon(name)) return kClassElement;
  if (const Definition* const generic = definition_of(name))
    return is_value(generic->entry->value) ? kValueElement : kClassElement;
  const auto found = declared_.find(name);
  if (found == declared_.end()) {
    std::string element = name;
    while (element.ends_with("[]")) element.resize(element.size() - 2);
    no_such_type(element, place);
    return std::nullopt;
  }
  if (found->second.entry == nullptr) return kClassElement;
  const Value& type = found->second.entry->value;
  if (is_value(type)) return kValueElement;
  if (type.find("array") == nullptr) return kClassElement;
  const Value* const rank = type.find("rank");
  return rank == nullptr || yaml::read_number(rank->text).value == 1 ? kSzArrayElement : kArrayElement;
}

// Lays out the fields as the CLR does for a class, and for a value type with references. References come
// first, then numbers from large to small, each at a multiple of its size, then values. A value type without
// references keeps the declared order. Small numbers fill the gap after a parent's last field. `offset:`
// overrides this.
bool Types::lay_out(const Value& fields, TypeSpec& type) {
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
    const std::string of_type = meant(type_name.text);
    check_outlived(type.collectible, of_type, type_name.place);
    const auto element = field_element(of_type, type_name.place);
    fine = fine && element.has_value();
    if (!element) continue;
    own.push_back({.spec = {entry.key, 0, *element, clr_name(type_name.text)},
                   .offset = entry.value.is_map() ? entry.value.find("offset") : nullptr,
                   .place = entry.place});
    FieldSpec& field = own.back().spec;
    field.declared = static_cast<std::uint32_t>(own.size() - 1);
    if (*element == kValueElement) {
      const auto value = number(of_type, type_name.place);
      fine = fine && value.has_value();
      if (value) field.value = spec(*value).value;
    }
    own.back().rank = rank_of(field);
  }
  if (!fine) return false;
  for (Field& field : own) field.alignment = alignment_of(field.spec);
  const bool as_declared =
      type.kind == program::TypeKind::kValue && std::ranges::none_of(own, [](const Field& field) {
        return field.spec.is_reference() || !field.spec.value.references.empty();
      });
  if (!as_declared) std::ranges::stable_sort(own, {}, &Field::rank);
  std::uint64_t end = type.kind == program::TypeKind::kValue ? 0 : kFirstField;
  if (!type.fields.empty()) end = type.fields.back().offset + program::field_size(type.fields.back());
  place(own, end);
  fine = check_places(own, end, *messages_);
  for (const Field& field : own) type.fields.push_back(field.spec);
  return fine;
}

}  // namespace gcrucible::scenario
