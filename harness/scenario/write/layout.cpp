#include "harness/scenario/write/layout.h"

#include <algorithm>
#include <numeric>

#include "harness/program/validate/type_facts.h"

namespace gcrucible::scenario {
namespace {

using program::FieldSpec;
using program::kValueElement;
using program::TypeKind;
using program::TypeSpec;

constexpr std::uint64_t kWord = 8;
constexpr std::uint64_t kSmallestObject = 24;

std::uint64_t aligned(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

bool has_references(const FieldSpec& field) {
  return field.is_reference() || !field.value.references.empty();
}

std::uint64_t rank_of(const FieldSpec& field) {
  constexpr std::uint64_t kValues = 100;
  if (field.is_reference()) return 0;
  return field.element_type == kValueElement ? kValues : 16 - program::element_size(field.element_type);
}

// Value types may be circular in a generated program.
std::uint64_t alignment_of(const program::Program& program, const FieldSpec& field, int depth = 0) {
  constexpr int kDeepest = 8;
  if (field.element_type != kValueElement) return std::max<std::uint64_t>(1, program::field_size(field));
  if (has_references(field)) return kWord;
  std::uint64_t most = 1;
  if (field.value.type >= program.types.size() || depth == kDeepest) return most;
  for (const FieldSpec& inner : program.types[field.value.type].fields)
    most = std::max(most, alignment_of(program, inner, depth + 1));
  return most;
}

}  // namespace

std::vector<bool> reported_offsets(const program::Program& program, const TypeSpec& type) {
  const std::vector<const FieldSpec*> own = program::own_fields(type);
  std::vector<std::size_t> order(own.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool is_value = type.kind == TypeKind::kValue;
  if (!is_value || std::ranges::any_of(own, [](const FieldSpec* field) { return has_references(*field); }))
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rank_of(*own[i]); });
  std::uint64_t end = is_value ? 0 : kWord;
  if (type.inherited > 0 && type.inherited <= type.fields.size()) {
    const FieldSpec& last = type.fields[type.inherited - 1];
    end = last.offset + program::field_size(last);
  }
  // A field with an explicit offset does not affect the layout of the others.
  std::vector<bool> reported(own.size());
  for (const std::size_t i : order) {
    const std::uint64_t at = aligned(end, alignment_of(program, *own[i]));
    reported[i] = at != own[i]->offset;
    if (!reported[i]) end = at + program::field_size(*own[i]);
  }
  return reported;
}

std::uint64_t natural_size(const TypeSpec& type) {
  std::uint64_t end = kWord;
  for (const FieldSpec& field : type.fields) end = std::max(end, field.offset + program::field_size(field));
  return std::max(kSmallestObject, kWord + aligned(end, kWord));
}

}  // namespace gcrucible::scenario
