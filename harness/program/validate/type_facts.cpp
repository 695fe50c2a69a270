#include "harness/program/validate/type_facts.h"

#include <algorithm>

namespace gcrucible::program {
namespace {

struct ElementRow {
  std::uint8_t element_type;
  std::uint8_t size;
  bool reference;
};

// CorElementType from corhdr.h, without VALUETYPE: a value's size depends on its type.
constexpr ElementRow kElements[] = {
    {0x02, 1, false},  // BOOLEAN
    {0x03, 2, false},  // CHAR
    {0x04, 1, false},  // I1
    {0x05, 1, false},  // U1
    {0x06, 2, false},  // I2
    {0x07, 2, false},  // U2
    {0x08, 4, false},  // I4
    {0x09, 4, false},  // U4
    {0x0A, 8, false},  // I8
    {0x0B, 8, false},  // U8
    {0x0C, 4, false},  // R4
    {0x0D, 8, false},  // R8
    {0x0E, 8, true},   // STRING
    {0x12, 8, true},   // CLASS
    {0x14, 8, true},   // ARRAY
    {0x18, 8, false},  // I
    {0x19, 8, false},  // U
    {0x1C, 8, true},   // OBJECT
    {0x1D, 8, true},   // SZARRAY
};

const ElementRow* find(std::uint8_t element_type) {
  const auto found = std::ranges::find(kElements, element_type, &ElementRow::element_type);
  return found == std::end(kElements) ? nullptr : found;
}

}  // namespace

bool is_reference_element(std::uint8_t element_type) {
  const ElementRow* const row = find(element_type);
  return row != nullptr && row->reference;
}

std::uint64_t element_size(std::uint8_t element_type) {
  const ElementRow* const row = find(element_type);
  return row == nullptr ? 0 : row->size;
}

std::vector<std::uint32_t> value_references(const TypeSpec& type) {
  std::vector<std::uint32_t> offsets;
  for (const FieldSpec& field : type.fields) {
    if (is_reference_element(field.element_type)) offsets.push_back(field.offset);
    for (const std::uint32_t inside : field.value.references) offsets.push_back(field.offset + inside);
  }
  return offsets;
}

std::vector<std::uint32_t> reference_offsets(const TypeSpec& type) {
  if (type.kind != TypeKind::kClass && type.kind != TypeKind::kValue) return {};
  std::vector<std::uint32_t> offsets = value_references(type);
  if (type.kind == TypeKind::kValue) {
    for (std::uint32_t& offset : offsets) offset += kBoxOffset;
  }
  return offsets;
}

std::uint64_t slot_offset(const TypeSpec& type, std::uint64_t slot) {
  if (type.kind != TypeKind::kArray) return reference_offsets(type)[slot];
  // Base sizes count the header word, which precedes the ObjectID.
  const std::uint64_t first = type.base_size - 8;
  const std::vector<std::uint32_t>& inside = type.value.references;
  if (inside.empty()) return first + 8 * slot;
  return first + slot / inside.size() * type.component_size + inside[slot % inside.size()];
}

std::vector<const FieldSpec*> own_fields(const TypeSpec& type) {
  std::vector<const FieldSpec*> own;
  for (std::size_t i = type.inherited; i < type.fields.size(); ++i) own.push_back(&type.fields[i]);
  std::ranges::stable_sort(own, {}, &FieldSpec::declared);
  return own;
}

std::uint64_t reference_slots(const TypeSpec& type, std::uint64_t length) {
  if (type.kind == TypeKind::kArray)
    return elements_are_references(type) ? length : length * type.value.references.size();
  return reference_offsets(type).size();
}

}  // namespace gcrucible::program
