// The collector's view of a type: sizes, locations of references, finalizer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/ids.h"

namespace gcrucible::sim {

enum class TypeKind : std::uint8_t { kClass, kArray, kString };

// Critical finalizers are reported with COR_PRF_FINALIZER_CRITICAL and run after the others.
enum class Finalizer : std::uint8_t { kNone, kNormal, kCritical };

// Sizes are those of ICorProfilerInfo::GetObjectSize: bytes including the 8-byte header before the ObjectID,
// without padding at the end. A class instance is `base_size`. Arrays and strings add length *
// component_size.
struct Type {
  std::string name;
  TypeKind kind = TypeKind::kClass;
  std::uint64_t base_size = 24;
  std::uint64_t component_size = 0;
  // Reference fields of a class: offsets from the ObjectID, ascending.
  std::vector<std::uint32_t> reference_offsets;
  // The type is an array of references. Elements start at `first_element_offset`.
  bool elements_are_references = false;
  std::uint32_t first_element_offset = 16;
  // The type is an array of values that contain references. These are their offsets within an element,
  // ascending.
  std::vector<std::uint32_t> element_offsets;
  // Each object keeps one more object alive, which represents the assembly of the type. This is the object's
  // last reference, and no bytes hold it (the CLR finds it through the method table).
  bool collectible = false;
  ObjectIndex loader = kNoObject;  // of objects created from now on
  Finalizer finalizer = Finalizer::kNone;
  // The word at the ObjectID of a live object of this type: a ClassID, as in the CLR.
  Address method_table = 0;
};

// Number of reference slots with bytes of an object of `type` with `length` elements.
inline std::uint64_t written_slots(const Type& type, std::uint64_t length) {
  if (type.elements_are_references) return length;
  return type.element_offsets.empty() ? type.reference_offsets.size() : length * type.element_offsets.size();
}

// The same, plus the last slot that has no bytes.
inline std::uint64_t reference_slots(const Type& type, std::uint64_t length) {
  return written_slots(type, length) + (type.collectible ? 1 : 0);
}

// Byte offset from the ObjectID of a slot that has bytes.
inline std::uint64_t slot_offset(const Type& type, std::uint64_t slot) {
  if (type.elements_are_references) return type.first_element_offset + slot * sizeof(Address);
  if (type.element_offsets.empty()) return type.reference_offsets[slot];
  const std::uint64_t each = type.element_offsets.size();
  return type.first_element_offset + slot / each * type.component_size + type.element_offsets[slot % each];
}

inline bool has_references(const Type& type) {
  return type.elements_are_references || type.collectible || !type.reference_offsets.empty() ||
         !type.element_offsets.empty();
}

// Size in bytes as GetObjectSize2 returns it.
inline std::uint64_t object_size(const Type& type, std::uint64_t length) {
  return type.base_size + length * type.component_size;
}

}  // namespace gcrucible::sim
