// Allocations and the references of their objects, roots and handles.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::AddRoot;
using program::Allocate;
using program::CreateHandle;
using program::Generation;
using program::kNothing;
using program::Store;
using program::TypeKind;
using program::TypeSpec;
using yaml::Draft;

// For a `count` up to this, the reader writes one reference in each object.
constexpr std::uint64_t kMostAtOnce = 64;
// More elements in one list are hard to read.
constexpr std::uint64_t kMostElements = 64;

bool has_length(const TypeSpec& type) {
  return type.kind == TypeKind::kArray || type.kind == TypeKind::kString;
}

// The generation that the reader derives from an address.
std::optional<Generation> generation_at(const Allocate& step, const Writing& writing) {
  const std::uint64_t end = *step.at + program::object_size(writing.program.types[step.type], step.length);
  for (const program::RangeSpec& range : writing.program.heap.ranges) {
    if (*step.at >= range.start && end <= range.start + range.reserved) return range.generation;
  }
  return std::nullopt;
}

void write_length(const Allocate& step, const TypeSpec& type, Draft& map) {
  if (type.rank == 1 || type.kind != TypeKind::kArray) {
    if (has_length(type)) map.add("length", yaml::draft_number(step.length));
    return;
  }
  Draft lengths = yaml::draft_list();
  Draft bounds = yaml::draft_list();
  for (const program::Dimension& each : step.dimensions) {
    lengths.add(yaml::draft_number(each.length));
    bounds.add(yaml::draft_number(static_cast<std::uint32_t>(each.lower_bound)));
  }
  map.add("length", std::move(lengths));
  if (std::ranges::any_of(step.dimensions, [](const auto& each) { return each.lower_bound != 0; }))
    map.add("lower-bounds", std::move(bounds));
}

bool is_allocation_key(const std::string& name) {
  static const std::set<std::string> kKeys = [] {
    std::set<std::string> keys;
    for (const yaml::Key& key : allocation_shape().keys) keys.insert(key.name);
    return keys;
  }();
  return kKeys.contains(name);
}

const Store* store_at(const Writing& writing, std::size_t step) {
  const auto& steps = writing.program.steps;
  return step < steps.size() && steps[step].lane == writing.lane ? std::get_if<Store>(&steps[step].action)
                                                                 : nullptr;
}

// The store at that step, if one line can state it for every object of the group.
const Store* store_of_all(const WrittenNames::Group& group, std::size_t at, const Writing& writing) {
  const Store* const first = store_at(writing, at);
  if (first == nullptr || group.count > kMostAtOnce) return nullptr;
  for (std::uint64_t i = 0; i < group.count; ++i) {
    const Store* const store = store_at(writing, at + i);
    if (store == nullptr || store->object != group.first + i || store->slot != first->slot ||
        store->target != first->target)
      return nullptr;
  }
  return first;
}

std::size_t write_fields(const WrittenNames::Group& group, std::size_t at, Draft& map, Writing& writing) {
  Draft fields = yaml::draft_map();
  std::set<std::string> written;
  bool is_key = false;
  while (const Store* const store = store_of_all(group, at, writing)) {
    const auto path = writing.types.slot(group.type, store->slot);
    if (!path || !written.insert(*path).second) break;
    is_key = is_key || is_allocation_key(*path);
    fields.add(*path, writing.object(store->target));
    at += group.count;
  }
  if (is_key) {
    map.add("fields", std::move(fields));
  } else {
    for (auto& [path, target] : fields.entries) map.add(path, std::move(target));
  }
  return at;
}

// An array of references, or of values that contain references.
std::size_t write_elements(const WrittenNames::Group& group, std::size_t at, Draft& map, Writing& writing) {
  const TypeSpec& type = writing.program.types[group.type];
  const std::uint64_t in_each = program::elements_are_references(type) ? 1 : type.value.references.size();
  Draft elements = yaml::draft_list();
  std::set<std::string> written;
  while (const Store* const store = store_of_all(group, at, writing)) {
    const std::uint64_t index = store->slot / std::max<std::uint64_t>(1, in_each);
    if (in_each == 0 || index >= std::min(kMostElements, group.length) || index + 1 < elements.items.size())
      break;
    const bool is_new = index >= elements.items.size();
    if (program::elements_are_references(type)) {
      if (!is_new || store->target == kNothing) break;
      while (elements.items.size() < index) elements.add(yaml::draft_word("null"));
      elements.add(writing.object(store->target));
    } else {
      const auto path = writing.types.slot(type.value.type, store->slot % in_each);
      if (is_new) written.clear();
      if (!path || !written.insert(*path).second) break;
      while (elements.items.size() < index) elements.add(yaml::draft_word("null"));
      if (is_new) elements.add(yaml::draft_map());
      elements.items.back().add(*path, writing.object(store->target));
    }
    at += group.count;
  }
  if (elements.empty()) return at;
  if (type.rank == 1 && elements.items.size() == group.length)
    std::erase_if(map.entries, [](const auto& entry) { return entry.key == "length"; });
  map.add("elements", std::move(elements));
  return at;
}

}  // namespace

Draft function_name(std::uint32_t function, Writing& writing) {
  const auto& functions = writing.program.functions;
  if (function < functions.size()) return yaml::draft_text(writing.types.function(functions[function]));
  if (function == kNothing) return yaml::draft_text(std::string(kNativeFrame));
  writing.refuse(fmt::format("there is no function {}", function));
  return yaml::draft_number(function);
}

Draft write_frames(const std::vector<std::uint32_t>& frames, Writing& writing) {
  Draft list = yaml::draft_list();
  for (const std::uint32_t each : frames) list.add(function_name(each, writing));
  return list;
}

Draft write_allocation(const Allocate& step, std::size_t number, bool announced, Writing& writing) {
  Draft map = yaml::draft_map();
  if (step.type >= writing.program.types.size()) {
    writing.refuse(fmt::format("there is no type {}", step.type));
    return map;
  }
  const TypeSpec& type = writing.program.types[step.type];
  const std::string& name = writing.names.made_by(number).name;
  if (!name.empty()) map.add("id", yaml::draft_text(name));
  map.add("type", writing.type(step.type));
  write_length(step, type, map);
  if (step.count != 1) map.add("count", yaml::draft_number(step.count));
  const bool reported = step.generation && !(step.at && generation_at(step, writing) == step.generation);
  if (reported)
    map.add("generation", yaml::draft_word(generation_words()[static_cast<std::size_t>(*step.generation)]));
  if (step.at) map.add("at", yaml::draft_address(*step.at));
  if (!step.frames.empty()) map.add("at", write_frames(step.frames, writing));
  if (step.heap) map.add("heap", yaml::draft_number(*step.heap));
  if (step.announced != announced) map.add("announced", yaml::draft_flag(step.announced));
  if (step.sampled) map.add("sampled", yaml::draft_flag(true));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  const program::Graph none;
  if (step.graph.kind != none.kind)
    map.add("graph", yaml::draft_word(graph_words()[static_cast<std::size_t>(step.graph.kind)]));
  if (step.graph.live_every != none.live_every)
    map.add("live-every", yaml::draft_number(step.graph.live_every));
  if (step.graph.seed != none.seed) map.add("graph-seed", yaml::draft_number(step.graph.seed));
  return map;
}

std::size_t write_references(const WrittenNames::Group& group, std::size_t at, Draft& map, Writing& writing) {
  if (group.type >= writing.program.types.size()) return at;
  const TypeKind kind = writing.program.types[group.type].kind;
  if (kind == TypeKind::kArray) return write_elements(group, at, map, writing);
  return kind == TypeKind::kString ? at : write_fields(group, at, map, writing);
}

std::string reference_name(std::uint32_t object, std::uint64_t slot, Writing& writing) {
  const WrittenNames::Group* const group = writing.names.group_of(object);
  const std::string name = writing.names.object(object);
  if (name.empty() || group == nullptr || group->type >= writing.program.types.size()) {
    writing.refuse(fmt::format("object {}, into which a reference is written, has no name", object));
    return "";
  }
  const TypeSpec& type = writing.program.types[group->type];
  if (program::elements_are_references(type)) return fmt::format("{}[{}]", name, slot);
  const bool in_element = type.kind == TypeKind::kArray;
  const std::uint64_t in_each = in_element ? type.value.references.size() : 0;
  const auto path = in_each == 0 ? writing.types.slot(group->type, slot)
                                 : writing.types.slot(type.value.type, slot % in_each);
  if (!path) {
    writing.refuse(fmt::format("a {} has no reference {}", type.name, slot));
    return "";
  }
  return in_element ? fmt::format("{}[{}].{}", name, slot / in_each, *path)
                    : fmt::format("{}.{}", name, *path);
}

Draft write_root(const AddRoot& step, std::uint32_t number, Writing& writing) {
  const WrittenNames::Root& root = writing.names.root(number);
  Draft map = yaml::draft_map();
  if (root.reported) map.add("id", yaml::draft_text(root.name));
  if (step.object != kNothing) map.add("object", writing.object(step.object));
  const bool is_static = step.kind == AddRoot::Kind::kStatic;
  if (is_static) map.add("kind", yaml::draft_word("static"));
  if (step.thread != (is_static ? 0 : writing.usual_thread())) map.add("thread", writing.thread(step.thread));
  if (step.function != kNothing) {
    const auto& functions = writing.program.functions;
    if (step.function >= functions.size())
      writing.refuse(fmt::format("there is no function {}", step.function));
    else
      map.add("function", yaml::draft_text(functions[step.function].name));
  }
  if (step.pinned) map.add("pinned", yaml::draft_flag(true));
  if (step.interior != 0) map.add("interior", yaml::draft_number(step.interior));
  const bool only_object = map.entries.size() == 1 && map.entries.front().key == "object";
  return only_object ? map.entries.front().value : map;
}

Draft write_handle(const CreateHandle& step, std::uint32_t number, Writing& writing) {
  Draft map = yaml::draft_map();
  if (!writing.names.handle(number).empty()) map.add("id", writing.handle(number));
  if (step.kind != CreateHandle::Kind::kStrong)
    map.add("kind", yaml::draft_word(handle_words()[static_cast<std::size_t>(step.kind)]));
  const bool dependent = step.kind == CreateHandle::Kind::kDependent;
  if (step.object != kNothing) map.add(dependent ? "key" : "object", writing.object(step.object));
  if (step.secondary != kNothing) map.add("value", writing.object(step.secondary));
  if (step.count != 1) map.add("count", yaml::draft_number(step.count));
  return map;
}

}  // namespace gcrucible::scenario
