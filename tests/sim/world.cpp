#include "tests/sim/world.h"

#include "tests/support/catch.h"

namespace gcrucible::sim {

namespace {

Type class_of(std::string name, std::uint64_t size, std::vector<std::uint32_t> references,
              Finalizer finalizer = Finalizer::kNone) {
  Type type;
  type.name = std::move(name);
  type.base_size = size;
  type.reference_offsets = std::move(references);
  type.finalizer = finalizer;
  type.method_table = 0x7000 + type.name.size();
  return type;
}

Type array_of(std::string name, std::uint64_t component_size, bool references) {
  Type type;
  type.name = std::move(name);
  type.kind = TypeKind::kArray;
  type.base_size = 24;
  type.component_size = component_size;
  type.elements_are_references = references;
  type.method_table = 0x7100 + component_size;
  return type;
}

}  // namespace

std::string text_of(const std::vector<AuditFinding>& findings) {
  std::string text;
  for (const AuditFinding& finding : findings) text += finding.what + "\n";
  return text;
}

CollectionRequest compacting(Generation condemned, Destination destination) {
  CollectionRequest request;
  request.condemned = condemned;
  request.destination = destination;
  for (std::size_t i = 0; i < 3; ++i) request.mode[i] = Mode::kCompact;
  return request;
}

CollectionRequest sweeping(Generation condemned) {
  CollectionRequest request;
  request.condemned = condemned;
  for (std::size_t i = 0; i < 3; ++i) request.mode[i] = Mode::kSweep;
  return request;
}

void run_finalizers(Heap& heap) {
  while (heap.finalization().take_next()) {
  }
}

std::vector<ObjectIndex> objects_of(std::span<const FinalizableObject> entries) {
  std::vector<ObjectIndex> objects;
  for (const FinalizableObject& entry : entries) objects.push_back(entry.object);
  return objects;
}

World::World(Memory& memory, HeapSettings settings) : heap(settings, memory) {
  node = heap.add_type(class_of("Node", 40, {8, 16}));
  leaf = heap.add_type(class_of("Leaf", 24, {}));
  odd = heap.add_type(class_of("Odd", 28, {8}));
  closable = heap.add_type(class_of("Closable", 32, {8}, Finalizer::kNormal));
  critical = heap.add_type(class_of("Critical", 32, {8}, Finalizer::kCritical));
  nodes = heap.add_type(array_of("Node[]", 8, true));
  bytes = heap.add_type(array_of("Byte[]", 1, false));
  Type string = array_of("String", 2, false);
  string.kind = TypeKind::kString;
  string.base_size = 22;
  string.first_element_offset = 12;
  text = heap.add_type(string);
}

ObjectIndex World::make(TypeIndex type, std::uint64_t length) {
  const AllocationResult result = heap.allocate({.type = type, .length = length});
  REQUIRE(result.error == AllocationError::kNone);
  return result.object;
}

ObjectIndex World::make_in(Generation generation, TypeIndex type, std::uint64_t length) {
  const AllocationResult result = heap.allocate({.type = type, .length = length, .generation = generation});
  REQUIRE(result.error == AllocationError::kNone);
  return result.object;
}

ObjectIndex World::make_at(Address address, Generation generation, TypeIndex type, std::uint64_t length) {
  const AllocationResult result =
      heap.allocate({.type = type, .length = length, .generation = generation, .at = address});
  REQUIRE(result.error == AllocationError::kNone);
  return result.object;
}

RootIndex World::root(ObjectIndex object, bool pinned) {
  Root root;
  root.object = object;
  root.pinned = pinned;
  return heap.add_root(root);
}

HandleIndex World::handle(HandleKind kind, ObjectIndex object, ObjectIndex secondary) {
  Handle handle;
  handle.kind = kind;
  handle.object = object;
  handle.secondary = secondary;
  return heap.add_handle(handle);
}

Outcome World::collect(const CollectionRequest& request, Fault fault) {
  Outcome outcome;
  outcome.before = heap.objects().address;
  const Audit audit(heap);
  Collector collector(heap, fault);
  outcome.collection = collector.plan(request);
  outcome.deaths = deaths(heap, outcome.collection);
  for (const RangePlan& plan : outcome.collection.ranges) {
    for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
      outcome.plug_lengths.push_back(
          plug_length(heap, heap.ranges()[plan.range], outcome.collection.plugs[plan.first_plug + i]));
    }
  }
  collector.move(outcome.collection);
  outcome.findings = audit.check(heap, outcome.collection);
  return outcome;
}

}  // namespace gcrucible::sim
