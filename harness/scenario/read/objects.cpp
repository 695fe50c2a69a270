// Allocations and explicit layouts.
#include <fmt/format.h>

#include <algorithm>

#include "harness/program/validate/type_facts.h"
#include "harness/scenario/expect/datum.h"
#include "harness/scenario/language/language.h"
#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::scenario {
namespace {

using program::Allocate;
using program::Backing;
using program::Generation;
using program::RangeSpec;
using program::Store;
using program::TypeKind;
using program::TypeSpec;
using yaml::Entry;
using yaml::in_quotes;
using yaml::Place;
using yaml::Value;

// For a `count` up to this, each object has a name in pictures and messages. Above it, only the first one
// has.
constexpr std::uint64_t kMostNamed = 64;

const std::vector<std::string>& allocation_keys() {
  static const std::vector<std::string> kKeys = [] {
    std::vector<std::string> keys;
    for (const yaml::Key& key : allocation_shape().keys) keys.push_back(key.name);
    return keys;
  }();
  return kKeys;
}

void name_objects(const std::string& id, const ObjectGroup& group, Reading& reading) {
  if (id.empty()) return;
  if (group.count == 1) {
    reading.program.names.push_back({group.first, id});
    return;
  }
  const std::uint64_t named = group.count > kMostNamed ? 1 : group.count;
  for (std::uint64_t i = 0; i < named; ++i) {
    reading.program.names.push_back(
        {static_cast<std::uint32_t>(group.first + i), fmt::format("{}[{}]", id, i)});
  }
}

void check_size(const Value& map, const Allocate& step, const TypeSpec& type, Reading& reading) {
  const Value* const length = map.find("length");
  if (length != nullptr && (type.kind == TypeKind::kClass || type.kind == TypeKind::kValue)) {
    reading.messages.error(length->place, fmt::format("{} has no length", type.name),
                           "remove it, or use an array type");
  }
  if (length == nullptr && type.kind != TypeKind::kClass && type.kind != TypeKind::kValue &&
      map.find("elements") == nullptr && map.whole()) {
    reading.messages.error(map.place, fmt::format("the length of {} is missing", type.name), "add `length:`");
  }
  if (program::object_size(type, step.length) > kMostBytes) {
    reading.messages.error(length == nullptr ? map.place : length->place,
                           fmt::format("an object of {} bytes", program::object_size(type, step.length)),
                           "the limit is 2^46, which is what a process has addresses for");
  }
}

// An object that is allocated during a run starts young or large, by its size. Only POH and frozen memory can
// be chosen.
void check_generation(const Value& map, const Allocate& step, const TypeSpec& type, Reading& reading) {
  if (!step.generation || *step.generation == Generation::kPinned || *step.generation == Generation::kFrozen)
    return;
  const Place place = map.find("generation")->place;
  const auto refuse = [&](std::string problem) {
    reading.messages.error(place, std::move(problem),
                           "leave `generation:` out, which gives 0 or loh by size; an object under "
                           "`objects:`, which exists before the profiler, may be in any");
  };
  const program::Program& program = reading.program;
  const std::uint64_t own = program.heap.large_object_threshold;
  const std::uint64_t threshold = own != 0 ? own : program.runtime.large_object_threshold;
  const std::uint64_t size = program::object_size(type, step.length);
  const bool large = program.runtime.large_at_threshold ? size >= threshold : size > threshold;
  if (*step.generation == Generation::k1 || *step.generation == Generation::k2) {
    refuse(fmt::format("nothing is allocated in generation {}",
                       generation_words()[static_cast<std::size_t>(*step.generation)]));
  } else if (large != (*step.generation == Generation::kLarge)) {
    refuse(fmt::format("an object of {} bytes is allocated in {}, the threshold being {}", size,
                       large ? "the large object heap" : "generation 0", threshold));
  }
}

void read_graph(const Value& map, Allocate& step, const TypeSpec& type, Reading& reading) {
  const Value* const graph = map.find("graph");
  if (graph != nullptr) step.graph.kind = enumerator<program::Graph::Kind>(graph_words(), graph->text);
  step.graph.live_every = static_cast<std::uint32_t>(number_or(map, "live-every", 1));
  step.graph.seed = number_or(map, "graph-seed", 1);
  using Kind = program::Graph::Kind;
  for (const char* key : {"live-every", "graph-seed"}) {
    if (map.find(key) != nullptr && step.graph.kind != Kind::kRandomTree && map.whole()) {
      reading.messages.error(map.find(key)->place,
                             fmt::format("{} belongs to `graph: random-tree`", in_quotes(key)), "remove it");
    }
  }
  const std::uint64_t needed = step.graph.kind == Kind::kNone ? 0 : step.graph.kind == Kind::kChain ? 1 : 2;
  const std::uint64_t slots = program::reference_slots(type, step.length);
  if (slots < needed && map.whole()) {
    reading.messages.error(
        graph->place,
        fmt::format("{} has {}, but this graph needs {}", in_quotes(type.name),
                    slots == 1 ? "1 reference field" : fmt::format("{} reference fields", slots), needed),
        "add fields of type `ref` to it");
  }
}

// The literal address of an explicit layout, and the generation that follows from it.
void read_place(const Value& map, Allocate& step, const TypeSpec& type, Reading& reading) {
  const Value* const at = map.find("at");
  if (at == nullptr || at->is_list() || reading.suppressed_names.heap || !map.whole()) return;
  const program::HeapSpec& heap = reading.program.heap;
  step.at = number_of(*at);
  if (heap.backing != Backing::kNone) {
    reading.suppressed_names.heap = true;  // the heap has one kind, so report this once
    reading.messages.error(at->place, "a literal address in a heap with real addresses",
                           "add `heap: {backing: none}`, or leave `at` out");
    return;
  }
  if (step.count > 1)
    reading.messages.error(at->place, "one address for several objects", "list them one by one");
  if (step.announced) {
    reading.messages.error(at->place, "an announced allocation at a literal address",
                           "the allocator chooses the address of a new object; add `announced: false`");
  }
  if (*step.at % heap.alignment != 0) {
    reading.messages.error(
        at->place,
        fmt::format("address {} is no multiple of the alignment, {}", to_text(*step.at), heap.alignment),
        "change it, or `heap: {alignment: …}`");
  }
  const std::uint64_t end = *step.at + program::object_size(type, step.length);
  const auto covers = [&](const RangeSpec& range) {
    return *step.at >= range.start && end <= range.start + range.reserved &&
           (!step.generation || *step.generation == range.generation);
  };
  const auto range = std::ranges::find_if(heap.ranges, covers);
  if (range == heap.ranges.end()) {
    const std::string of =
        step.generation ? " of generation " + generation_words()[static_cast<std::size_t>(*step.generation)]
                        : "";
    reading.messages.error(
        at->place,
        fmt::format("the object from {} to {} lies in no range{}", to_text(*step.at), to_text(end), of),
        "add one to `heap: {ranges: …}`, or move the object");
    return;
  }
  step.generation = range->generation;
}

struct PendingStores {
  const Value* map;
  std::uint32_t object;
};

bool is_reference_key(const std::string& key) {
  return key == "fields" || key == "elements" ||
         std::ranges::find(allocation_keys(), key) == allocation_keys().end();
}

// Reads the references of one allocation's objects.
class ReferenceReader {
 public:
  ReferenceReader(const PendingStores& pending, Reading& reading)
      : map_(*pending.map),
        group_(reading.group_of(pending.object)),
        type_(reading.types.spec(group_.type)),
        reading_(reading) {}

  void read() {
    for (const Entry& entry : map_.entries) {
      if (!is_reference_key(entry.key)) continue;
      // One line must not cause a million stores. Such a program cannot be read or shrunk.
      if (group_.count > kMostNamed) {
        reading_.messages.error(entry.place, fmt::format("references for {} objects at once", group_.count),
                                fmt::format("the limit is {}; use `graph:` for more", kMostNamed));
        return;
      }
      if (entry.key == "elements") {
        elements(entry);
      } else if (entry.key == "fields") {
        for (const Entry& inner : entry.value.entries) field(inner, {});
      } else {
        field(entry, allocation_keys());
      }
    }
  }

 private:
  void store(std::uint64_t slot, const Value& target, Place place) {
    const auto object = reading_.object_or_null(target);
    if (!object) return;
    for (std::uint64_t i = 0; i < group_.count; ++i)
      reading_.step(Store{static_cast<std::uint32_t>(group_.first + i), slot, *object}, place);
  }

  // `keys` may be meant instead of a field.
  void field(const Entry& entry, const std::vector<std::string>& keys) {
    if (type_.kind != TypeKind::kClass && type_.kind != TypeKind::kValue) {
      reading_.messages.error(
          entry.place, fmt::format("{} is no key, and {} has no fields", in_quotes(entry.key), type_.name),
          yaml::suggestion(entry.key, keys));
      return;
    }
    if (const auto slot = reading_.types.slot_of(group_.type, entry.key, entry.place, keys)) {
      store(*slot, entry.value, entry.place);
    } else if (map_.find("id") == nullptr) {
      reading_.suppressed_names.add(entry.value.text);  // it may be intended as the id
    }
  }

  void elements(const Entry& entry) {
    const bool values = type_.kind == TypeKind::kArray && !type_.value.references.empty();
    if (!values && !program::elements_are_references(type_)) {
      reading_.messages.error(entry.place, fmt::format("{} has no elements that are references", type_.name),
                              "remove it");
      return;
    }
    const std::vector<Value>& items = entry.value.items;
    if (items.size() > group_.length && map_.whole()) {
      reading_.messages.error(entry.value.place,
                              fmt::format("{} elements for an array of {}", items.size(), group_.length),
                              "raise `length`, or leave it out");
      return;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].is_null()) element(i, items[i], values);
    }
  }

  // `is_value`: the array has values with references, otherwise references.
  void element(std::size_t index, const Value& item, bool is_value) {
    if (is_value != item.is_map()) {
      reading_.messages.error(
          item.place,
          fmt::format("an element of {} {}", type_.name,
                      is_value ? "is a value, not a reference" : "is a reference, no value"),
          is_value ? "write `{field: object}`" : "name an object");
      return;
    }
    if (!is_value) store(index, item, item.place);
    for (const Entry& inner : item.entries) {
      const auto slot = reading_.types.slot_in_element(group_.type, index, inner.key, inner.place);
      if (slot) store(*slot, inner.value, inner.place);
    }
  }

  const Value& map_;
  // Copies, because the lists of groups and types may grow meanwhile.
  const ObjectGroup group_;
  const TypeSpec type_;
  Reading& reading_;
};

void read_references(const PendingStores& pending, Reading& reading) {
  ReferenceReader(pending, reading).read();
}

std::optional<PendingStores> read_without_references(const Value& map, Place place, bool announced,
                                                     Reading& reading) {
  const Value& type_name = *map.find("type");
  const auto number = reading.types.number(type_name.text, type_name.place);
  const Value* const id = map.find("id");
  const std::string name = id == nullptr ? "" : id->text;
  // The uses of an object of unknown type cannot be judged.
  if (!number) {
    reading.suppressed_names.add(name);
    return std::nullopt;
  }
  // A copy, because the list of types grows while references are read.
  const TypeSpec type = reading.types.spec(*number);
  Allocate step;
  step.type = *number;
  step.announced = flag_or(map, "announced", announced);
  step.sampled = flag_or(map, "sampled", false);
  step.count = number_or(map, "count", 1);
  const Value* const elements = map.find("elements");
  if (type.kind == TypeKind::kArray && type.rank > 1) {
    read_dimensions(map, step, type, reading);
  } else {
    check_one_dimension(map, type, reading);
    const Value* const length = map.find("length");
    step.length = length != nullptr && !length->is_list() ? number_of(*length)
                  : elements == nullptr                   ? 0
                                                          : elements->items.size();
  }
  if (const Value* generation = map.find("generation")) {
    step.generation = enumerator<Generation>(generation_words(), generation->text);
  }
  step.thread = reading.thread_of(map);
  if (const Value* heap = map.find("heap")) step.heap = static_cast<std::uint16_t>(number_of(*heap));
  check_size(map, step, type, reading);
  if (announced) check_generation(map, step, type, reading);
  read_graph(map, step, type, reading);
  read_place(map, step, type, reading);
  if (const Value* const at = map.find("at"); at != nullptr && at->is_list())
    step.frames = frames_of(*at, reading);
  if (type.collectible != program::kNothing) load_assembly(step, type.collectible, place, reading);
  ObjectGroup group{.count = step.count,
                    .type = *number,
                    .length = step.length,
                    .slots = program::reference_slots(type, step.length),
                    .place = id == nullptr ? map.place : id->place,
                    .certain = map.whole()};
  if (!reading.add_objects(name, group)) return std::nullopt;
  reading.step(step, place);
  const std::uint32_t first = reading.last_group().first;
  group.first = first;
  name_objects(name, group, reading);
  return PendingStores{&map, first};
}

struct Placed {
  std::uint64_t start, end;
  Place place;
  std::string name;
};

void check_overlaps(std::vector<Placed> placed, Reading& reading) {
  std::ranges::stable_sort(placed, {}, &Placed::start);
  for (std::size_t i = 1; i < placed.size(); ++i) {
    const Placed& before = placed[i - 1];
    const Placed& each = placed[i];
    if (each.start >= before.end) continue;
    reading.messages.error(
        each.place,
        fmt::format("object {} at {} overlaps object {} on line {}, which lies from {} to {}",
                    in_quotes(each.name), to_text(each.start), in_quotes(before.name), before.place.line,
                    to_text(before.start), to_text(before.end)),
        "move one of them, or make it smaller");
  }
}

}  // namespace

void read_objects(const Value& list, Reading& reading) {
  std::vector<PendingStores> pending;
  std::vector<Placed> placed;
  for (const Value& map : list.items) {
    if (reading.messages.full()) return;
    const auto stores = read_without_references(map, map.place, false, reading);
    if (!stores) continue;
    pending.push_back(*stores);
    const Value* const at = map.find("at");
    if (at == nullptr || at->is_list()) continue;
    const ObjectGroup& group = reading.group_of(stores->object);
    const std::uint64_t size = program::object_size(reading.types.spec(group.type), group.length);
    placed.push_back(
        {number_of(*at), number_of(*at) + size, at->place, text_or(map, "id", "without a name")});
  }
  check_overlaps(std::move(placed), reading);
  for (const PendingStores& each : pending) {
    if (reading.messages.full()) return;
    read_references(each, reading);
  }
}

void read_allocation(const Value& map, Place place, Reading& reading) {
  if (const auto stores = read_without_references(map, place, true, reading))
    read_references(*stores, reading);
}

}  // namespace gcrucible::scenario
