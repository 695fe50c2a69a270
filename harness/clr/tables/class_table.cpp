#include "harness/clr/tables/class_table.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string_view>
#include <utility>

#include "harness/abi/simple_types.h"
#include "harness/engine/method_table.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::clr {

namespace {

constexpr std::size_t kAlignment = 16;

constexpr auto kValueTypes = std::count_if(abi::kSimpleTypes.begin(), abi::kSimpleTypes.end(),
                                           [](const abi::SimpleType& type) { return type.is_value(); });

std::size_t padded(std::size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

// Whether the program has arrays or instantiations of that primitive type.
bool uses(std::span<const program::TypeSpec> types, const abi::SimpleType& simple) {
  return std::ranges::any_of(types, [&](const program::TypeSpec& spec) {
    const auto given = [&](const program::TypeArgument& each) {
      return each.type == program::kNothing && each.element_type == simple.element;
    };
    return (spec.kind == program::TypeKind::kArray && spec.element_type == simple.element) ||
           std::ranges::any_of(spec.arguments, given);
  });
}

}  // namespace

sim::Type collector_type(const program::TypeSpec& spec) {
  sim::Type type;
  type.name = spec.name;
  // A boxed value has the layout of a class object.
  type.kind =
      spec.kind == program::TypeKind::kValue ? sim::TypeKind::kClass : static_cast<sim::TypeKind>(spec.kind);
  type.base_size = spec.base_size;
  type.component_size = spec.component_size;
  type.finalizer = static_cast<sim::Finalizer>(spec.finalizer);
  type.reference_offsets = program::reference_offsets(spec);
  type.collectible = spec.collectible != program::kNothing;
  if (spec.kind == program::TypeKind::kArray) {
    const program::FieldSpec element{.name = {}, .offset = 0, .element_type = spec.element_type};
    type.elements_are_references = element.is_reference();
    type.element_offsets = spec.value.references;
    // In a multidimensional array, a length and a lower bound for each dimension precede the elements.
    type.first_element_offset = spec.rank > 1 ? 16 + 8 * spec.rank : 16;
  }
  return type;
}

std::size_t ClassTable::memory_for(std::span<const program::TypeSpec> types) {
  // Two more: System.Object and System.ValueType, in addition to the primitive types.
  std::size_t size = 4 * kAlignment + (2 + kValueTypes) * padded(engine::method_table_size(sim::Type{}));
  for (const program::TypeSpec& spec : types) size += padded(engine::method_table_size(collector_type(spec)));
  return size;
}

bool ClassTable::build(std::span<const program::TypeSpec> types, engine::Engine& engine,
                       std::span<std::byte> memory, metadata::Assemblies assemblies) {
  assemblies_ = std::move(assemblies);
  std::size_t used = kAlignment;  // so that no ClassID is the first byte of the block
  std::size_t below = 0;          // for the table that was placed last
  const auto place = [&](sim::Type& type) {
    const std::size_t size = padded(engine::method_table_size(type));
    if (used + size > memory.size()) return false;
    const std::span<std::byte> piece = memory.subspan(used, size);
    below = engine::write_method_table(type, piece);
    type.method_table = reinterpret_cast<sim::Address>(piece.data() + below);
    used += size;
    return true;
  };

  for (std::size_t i = 0; i < types.size(); ++i) {
    const program::TypeSpec& spec = types[i];
    sim::Type type = collector_type(spec);
    if (!place(type)) return false;
    const metadata::Place& where = assemblies_.types[i];
    classes_.push_back({.id = type.method_table,
                        .spec = spec,
                        .token = where.token,
                        .first_field = where.first_field,
                        .value_type = spec.kind == program::TypeKind::kValue,
                        .module = where.module,
                        .number = static_cast<std::uint32_t>(i),
                        .below = below});
    engine.add_type(std::move(type));
    if (spec.name == "System.Object") object_class_ = classes_.back().id;
  }
  const auto add_builtin = [&](std::string_view name, bool value_type, abi::ClassID parent) {
    sim::Type type;
    type.name = name;
    if (!place(type)) return abi::ClassID{0};
    program::TypeSpec spec;
    spec.name = name;
    builtins_.push_back({.id = type.method_table,
                         .spec = spec,
                         .token = abi::mdtTypeDef | metadata::core_type(name),
                         .first_field = abi::mdtFieldDef,
                         .value_type = value_type,
                         .module = 0,
                         .parent = parent,
                         .number = static_cast<std::uint32_t>(classes_.size() + builtins_.size())});
    return abi::ClassID{builtins_.back().id};
  };
  if (object_class_ == 0) object_class_ = add_builtin("System.Object", false, 0);
  if (object_class_ == 0) return false;
  abi::ClassID value_class = 0;
  if (std::ranges::any_of(classes_, &ClassEntry::value_type))
    value_class = add_builtin("System.ValueType", false, object_class_);
  set_parents(value_class);
  for (const abi::SimpleType& simple : abi::kSimpleTypes) {
    if (!simple.is_value() || !uses(types, simple)) continue;
    if (value_class == 0) value_class = add_builtin("System.ValueType", false, object_class_);
    const abi::ClassID id = value_class == 0 ? 0 : add_builtin(simple.name, true, value_class);
    if (id == 0) return false;
    primitives_.emplace_back(static_cast<std::uint8_t>(simple.element), id);
  }
  index_ids();
  return true;
}

void ClassTable::set_parents(abi::ClassID value_class) {
  for (ClassEntry& entry : classes_) {
    if (entry.value_type) {
      entry.parent = value_class;
      continue;
    }
    if (entry.id == object_class_ || entry.spec.kind == program::TypeKind::kArray) continue;
    entry.parent =
        entry.spec.parent == program::kNothing ? object_class_ : abi::ClassID{classes_[entry.spec.parent].id};
  }
}

void ClassTable::index_ids() {
  std::vector<const ClassEntry*> by_id;
  for (const ClassEntry& entry : classes_) by_id.push_back(&entry);
  for (const ClassEntry& entry : builtins_) by_id.push_back(&entry);
  std::ranges::sort(by_id, {}, [](const ClassEntry* entry) -> abi::ClassID { return entry->id; });
  owners_ = std::make_unique<std::atomic<const ClassEntry*>[]>(by_id.size());
  for (const ClassEntry* entry : by_id) {
    owners_[ids_.size()] = entry;
    ids_.push_back(entry->id);
  }
}

std::vector<sim::TypeIndex> ClassTable::hand_over(std::uint32_t from, std::uint32_t to,
                                                  engine::Engine& engine) {
  const std::size_t body = engine::method_table_size(sim::Type{});
  const auto owner = [&](abi::ClassID id) -> std::atomic<const ClassEntry*>& {
    return owners_[static_cast<std::size_t>(std::ranges::lower_bound(ids_, id) - ids_.begin())];
  };
  std::vector<sim::TypeIndex> changed;
  for (ClassEntry& heir : classes_) {
    if (heir.spec.collectible != to) continue;
    const sim::Type type = collector_type(heir.spec);
    const std::size_t size = engine::method_table_size(type);
    const auto left = std::ranges::find_if(classes_, [&](const ClassEntry& each) {
      return each.spec.collectible == from && each.id != 0 && size <= each.below + body;
    });
    if (left == classes_.end()) continue;
    const abi::ClassID id = left->id;
    const abi::ClassID before = heir.id;
    std::byte* const table = reinterpret_cast<std::byte*>(id);
    std::memset(table - left->below, 0, left->below + body);
    engine::write_method_table(type, {table - (size - body), size});
    left->id = 0;
    owner(before) = nullptr;
    heir.id = id;
    heir.below = left->below;
    owner(id) = &heir;
    for (ClassEntry& each : classes_) {
      if (each.parent == before) each.parent = id;
    }
    const auto number = static_cast<sim::TypeIndex>(heir.number);
    engine.set_method_table(number, id);
    changed.push_back(number);
  }
  return changed;
}

std::vector<const ClassEntry*> ClassTable::of_module(std::uint32_t module) const {
  std::vector<const ClassEntry*> found;
  for (const auto* entries : {&builtins_, &classes_}) {
    for (const ClassEntry& entry : *entries) {
      if (entry.module == module) found.push_back(&entry);
    }
  }
  return found;
}

std::vector<const ClassEntry*> ClassTable::of_collectible(std::uint32_t assembly) const {
  std::vector<const ClassEntry*> found;
  for (const ClassEntry& entry : classes_) {
    if (entry.spec.collectible == assembly && entry.spec.kind != program::TypeKind::kArray)
      found.push_back(&entry);
  }
  const auto is_instance = [](const ClassEntry* entry) { return !entry->spec.arguments.empty(); };
  const auto instances = std::stable_partition(found.begin(), found.end(), std::not_fn(is_instance));
  std::stable_sort(found.begin(), instances,
                   [](const ClassEntry* a, const ClassEntry* b) { return a->token < b->token; });
  std::reverse(instances, found.end());
  return found;
}

const ClassEntry* ClassTable::of_token(std::uint32_t module, abi::mdTypeDef token) const {
  for (const auto* entries : {&classes_, &builtins_}) {
    for (const ClassEntry& entry : *entries) {
      if (entry.module == module && entry.token == token) return &entry;
    }
  }
  return nullptr;
}

const ClassEntry* ClassTable::of_token(std::uint32_t module, abi::mdTypeDef token,
                                       std::span<const abi::ClassID> arguments) const {
  for (const ClassEntry& entry : classes_) {
    if (entry.module == module && entry.token == token && std::ranges::equal(arguments_of(entry), arguments))
      return &entry;
  }
  return nullptr;
}

bool ClassTable::is_primitive(abi::ClassID id) const {
  return std::ranges::any_of(primitives_, [id](const auto& each) { return each.second == id; });
}

abi::ClassID ClassTable::canon() const {
  const auto found = std::ranges::find(
      classes_, program::kCanon, [](const ClassEntry& each) -> std::string_view { return each.spec.name; });
  return found == classes_.end() ? abi::ClassID{0} : abi::ClassID{found->id};
}

const ClassEntry& ClassTable::with_code_of(const ClassEntry& entry) const {
  return entry.spec.canonical == program::kNothing ? entry : classes_[entry.spec.canonical];
}

std::vector<abi::ClassID> ClassTable::ids_of(std::span<const program::TypeArgument> arguments) const {
  std::vector<abi::ClassID> ids;
  for (const program::TypeArgument& each : arguments) {
    if (each.type != program::kNothing) {
      ids.push_back(classes_[each.type].id);
      continue;
    }
    const auto found =
        std::ranges::find(primitives_, each.element_type, &std::pair<std::uint8_t, abi::ClassID>::first);
    ids.push_back(found == primitives_.end() ? 0 : found->second);
  }
  return ids;
}

abi::ClassID ClassTable::element_class(const program::TypeSpec& array) const {
  if (array.element_class != program::kNothing)
    return classes_[static_cast<sim::TypeIndex>(array.element_class)].id;
  for (const auto& [element_type, id] : primitives_) {
    if (element_type == array.element_type) return id;
  }
  return object_class_;
}

const ClassEntry* ClassTable::find(abi::ClassID id) const {
  const auto found = std::ranges::lower_bound(ids_, id);
  if (found == ids_.end() || *found != id) return nullptr;
  return owners_[static_cast<std::size_t>(found - ids_.begin())].load(std::memory_order_acquire);
}

}  // namespace gcrucible::clr
