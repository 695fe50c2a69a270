#include "harness/clr/class_table.h"

#include <algorithm>
#include <numeric>

#include "harness/engine/method_table.h"

namespace gcrucible::clr {

namespace {

constexpr std::size_t kAlignment = 16;

std::size_t padded(std::size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

sim::Type collector_type(const program::TypeSpec& spec) {
  sim::Type type;
  type.name = spec.name;
  type.kind = static_cast<sim::TypeKind>(spec.kind);
  type.base_size = spec.base_size;
  type.component_size = spec.component_size;
  type.finalizer = static_cast<sim::Finalizer>(spec.finalizer);
  for (const program::FieldSpec& field : spec.fields) {
    if (field.is_reference()) type.reference_offsets.push_back(field.offset);
  }
  if (spec.kind == program::TypeKind::kArray) {
    const program::FieldSpec element{.name = {}, .offset = 0, .element_type = spec.element_type};
    type.elements_are_references = element.is_reference();
    // Arrays of several dimensions hold a length and a lower bound for each before the elements.
    type.first_element_offset = spec.rank > 1 ? 16 + 8 * spec.rank : 16;
  }
  return type;
}

std::size_t ClassTable::memory_for(std::span<const program::TypeSpec> types) {
  std::size_t size = 4 * kAlignment + padded(engine::method_table_size(sim::Type{}));
  for (const program::TypeSpec& spec : types) size += padded(engine::method_table_size(collector_type(spec)));
  return size;
}

bool ClassTable::build(std::span<const program::TypeSpec> types, engine::Engine& engine,
                       std::span<std::byte> memory) {
  std::size_t used = kAlignment;  // so that no ClassID is the first byte of the block
  const auto place = [&](sim::Type& type) {
    const std::size_t size = padded(engine::method_table_size(type));
    if (used + size > memory.size()) return false;
    const std::span<std::byte> piece = memory.subspan(used, size);
    const std::size_t offset = engine::write_method_table(type, piece);
    type.method_table = reinterpret_cast<sim::Address>(piece.data() + offset);
    used += size;
    return true;
  };

  sim::Type object;
  object.name = "System.Object";
  if (!place(object)) return false;
  object_class_ = object.method_table;

  // Tokens count the types that metadata would define, from the first after <Module>.
  abi::mdTypeDef token = 0x02000002;
  abi::mdFieldDef field = 0x04000001;
  for (const program::TypeSpec& spec : types) {
    sim::Type type = collector_type(spec);
    if (!place(type)) return false;
    ClassEntry entry;
    entry.id = type.method_table;
    entry.spec = spec;
    if (spec.kind != program::TypeKind::kArray) entry.token = token++;
    entry.first_field = field;
    field += static_cast<abi::mdFieldDef>(spec.fields.size() - std::min<std::size_t>(spec.inherited, spec.fields.size()));
    engine.add_type(std::move(type));
    if (spec.name == "System.Object") object_class_ = entry.id;
    classes_.push_back(std::move(entry));
  }
  by_id_.resize(classes_.size());
  std::iota(by_id_.begin(), by_id_.end(), std::uint16_t{0});
  std::ranges::sort(by_id_, {}, [this](std::uint16_t i) { return classes_[i].id; });
  return true;
}

const ClassEntry* ClassTable::find(abi::ClassID id) const {
  const auto found =
      std::ranges::lower_bound(by_id_, id, {}, [this](std::uint16_t i) { return classes_[i].id; });
  if (found == by_id_.end() || classes_[*found].id != id) return nullptr;
  return &classes_[*found];
}

}  // namespace gcrucible::clr
