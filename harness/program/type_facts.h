// What follows from a TypeSpec: its reference slots and the sizes of its objects.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "harness/program/specs.h"

namespace gcrucible::program {

// Above this no process has addresses; it keeps sums of sizes far from overflow.
inline constexpr std::uint64_t kLargestObject = std::uint64_t{1} << 46;
inline constexpr std::uint64_t kLargestLength = std::numeric_limits<std::uint32_t>::max();

// CorElementType of something that is a reference.
bool is_reference_element(std::uint8_t element_type);
// Bytes of a field or array element of that CorElementType; 0 for one that a scenario cannot have.
std::uint64_t element_size(std::uint8_t element_type);

inline bool elements_are_references(const TypeSpec& type) {
  return type.kind == TypeKind::kArray && is_reference_element(type.element_type);
}

// Offsets from the ObjectID of a class's reference fields, inherited ones included, ascending: slot n is the
// n-th.
std::vector<std::uint32_t> reference_offsets(const TypeSpec& type);

// The fields that a class declares itself, in the order of their declaration, as metadata and GetClassLayout
// list them.
std::vector<const FieldSpec*> own_fields(const TypeSpec& type);

// Number of reference slots of an object with `length` elements.
std::uint64_t reference_slots(const TypeSpec& type, std::uint64_t length);

// As GetObjectSize2 gives it: header included, padding not. `length` is at most kLargestLength.
inline std::uint64_t object_size(const TypeSpec& type, std::uint64_t length) {
  return type.base_size + length * type.component_size;
}

}  // namespace gcrucible::program
