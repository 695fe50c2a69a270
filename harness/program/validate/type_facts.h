// Properties that follow from a TypeSpec: its reference slots and the sizes of its objects.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "harness/program/specs.h"

namespace gcrucible::program {

// No process has more address space. The limit keeps sums of sizes far from overflow.
inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 46;
// A method table has 16 bits for the size of an array element. .NET loads no array of larger ones.
inline constexpr std::uint64_t kLargestElement = 0xFFFF;
inline constexpr std::uint64_t kLargestLength = std::numeric_limits<std::uint32_t>::max();

// True if the CorElementType is a reference.
bool is_reference_element(std::uint8_t element_type);
// Bytes of a field or array element of that CorElementType. 0 if a scenario cannot have it, and for values of
// the program's own types.
std::uint64_t element_size(std::uint8_t element_type);
inline constexpr std::uint8_t kValueElement = 0x11;  // VALUETYPE
inline std::uint64_t field_size(const FieldSpec& field) {
  return field.element_type == kValueElement ? field.value.size : element_size(field.element_type);
}
// Bytes of a box before its value.
inline constexpr std::uint32_t kBoxOffset = 8;

inline bool elements_are_references(const TypeSpec& type) {
  return type.kind == TypeKind::kArray && is_reference_element(type.element_type);
}

// Offsets from the ObjectID of all references in an object that is not an array, ascending: slot n is the
// n-th. Inherited references and those inside values are included.
std::vector<std::uint32_t> reference_offsets(const TypeSpec& type);

// The fields that a class declares itself, in declaration order, as in metadata and GetClassLayout.
std::vector<const FieldSpec*> own_fields(const TypeSpec& type);

// The same for a value of that type, from the value's start, as in ValueSpec.
std::vector<std::uint32_t> value_references(const TypeSpec& type);

// Offset from the ObjectID of reference slot `slot`, also for arrays.
std::uint64_t slot_offset(const TypeSpec& type, std::uint64_t slot);

// Number of reference slots of an object with `length` elements.
std::uint64_t reference_slots(const TypeSpec& type, std::uint64_t length);

// The value of GetObjectSize2: header included, padding not. `length` is at most kLargestLength.
inline std::uint64_t object_size(const TypeSpec& type, std::uint64_t length) {
  return type.base_size + length * type.component_size;
}

}  // namespace gcrucible::program
