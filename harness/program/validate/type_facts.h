// What follows from a TypeSpec: its reference slots and the sizes of its objects.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "harness/program/specs.h"

namespace gcrucible::program {

// Above this no process has addresses; it keeps sums of sizes far from overflow.
inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 46;
// A method table has 16 bits for the size of an array's elements, and .NET loads no array of larger ones.
inline constexpr std::uint64_t kLargestElement = 0xFFFF;
inline constexpr std::uint64_t kLargestLength = std::numeric_limits<std::uint32_t>::max();

// CorElementType of something that is a reference.
bool is_reference_element(std::uint8_t element_type);
// Bytes of a field or array element of that CorElementType; 0 for one that a scenario cannot have, and for a
// value of one of the program's types.
std::uint64_t element_size(std::uint8_t element_type);
inline constexpr std::uint8_t kValueElement = 0x11;  // VALUETYPE
inline std::uint64_t field_size(const FieldSpec& field) {
  return field.element_type == kValueElement ? field.value.size : element_size(field.element_type);
}
// Bytes of a box in front of the value that is in it.
inline constexpr std::uint32_t kBoxOffset = 8;

inline bool elements_are_references(const TypeSpec& type) {
  return type.kind == TypeKind::kArray && is_reference_element(type.element_type);
}

// Offsets from the ObjectID of the references in an object that is no array, inherited ones and those inside
// values included, ascending: slot n is the n-th.
std::vector<std::uint32_t> reference_offsets(const TypeSpec& type);

// The fields that a class declares itself, in the order of their declaration, as metadata and GetClassLayout
// list them.
std::vector<const FieldSpec*> own_fields(const TypeSpec& type);

// The same of a value of that type, from the value's beginning, as ValueSpec has it.
std::vector<std::uint32_t> value_references(const TypeSpec& type);

// Offset from the ObjectID of reference slot `slot`, in an array too.
std::uint64_t slot_offset(const TypeSpec& type, std::uint64_t slot);

// Number of reference slots of an object with `length` elements.
std::uint64_t reference_slots(const TypeSpec& type, std::uint64_t length);

// As GetObjectSize2 gives it: header included, padding not. `length` is at most kLargestLength.
inline std::uint64_t object_size(const TypeSpec& type, std::uint64_t length) {
  return type.base_size + length * type.component_size;
}

}  // namespace gcrucible::program
