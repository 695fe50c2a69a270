#include "sim/collecting/relocation.h"

#include <cstring>

#include "sim/collecting/prefetch.h"

namespace gcrucible::sim {

void Relocator::write(std::byte* field, ObjectIndex target) {
  const Address value = target == kNoObject ? 0 : heap_->objects().address[target];
  Address old = 0;
  std::memcpy(&old, field, sizeof old);
  if (old == value) return;
  if (leave_one_stale_) {
    leave_one_stale_ = false;
    return;
  }
  std::memcpy(field, &value, sizeof value);
}

void Relocator::relocate(std::span<const ObjectIndex> objects) {
  const ObjectColumns& columns = heap_->objects();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (i + kPrefetchDistance < objects.size()) {
      // Prefetch the first references only. The later ones of an array are fetched while its own elements are
      // written.
      const auto ahead = columns.references(objects[i + kPrefetchDistance]);
      for (std::size_t slot = 0; slot < ahead.size() && slot < 4; ++slot) {
        if (ahead[slot] != kNoObject) prefetch(&columns.address[ahead[slot]]);
      }
    }
    const ObjectIndex object = objects[i];
    auto references = columns.references(object);
    if (references.empty()) continue;
    std::byte* bytes = bytes_.at(columns.address[object]);
    if (bytes == nullptr) continue;
    const Type& type = heap_->type(columns.type[object]);
    if (type.collectible) references = references.first(references.size() - 1);
    if (!type.elements_are_references) {
      for (std::size_t slot = 0; slot < references.size(); ++slot) {
        write(bytes + slot_offset(type, slot), references[slot]);
      }
      continue;
    }
    for (std::size_t slot = 0; slot < references.size(); ++slot) {
      const std::size_t ahead = slot + kPrefetchDistance;
      if (ahead < references.size() && references[ahead] != kNoObject)
        prefetch(&columns.address[references[ahead]]);
      write(bytes + type.first_element_offset + slot * sizeof(Address), references[slot]);
    }
  }
}

}  // namespace gcrucible::sim
