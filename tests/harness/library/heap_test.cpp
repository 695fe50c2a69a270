#include <gcrucible/heap.h>

#include <string>
#include <string_view>

#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/places.h"

namespace gcrucible {
namespace {

using tests::contains;

std::string error_of(const Heap& heap) {
  try {
    heap.yaml();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Heap: yaml writes each part in the scenario language") {
  Heap heap;
  heap.title("All that a heap has").runtime("documented").seed(7);
  HeapSettings settings;
  settings.slide = true;
  settings.finalizers_on_demand = true;
  heap.settings(settings).setup("process: {exit: hosted}\n");
  TypeSettings closed;
  closed.finalizer = Finalizer::kNormal;
  const Type node = heap.type("Node", {{"next", kRef}, {"value", kInt}}, closed);
  const Type derived = heap.type("Derived", {{"other", node}}, [&] {
    TypeSettings how;
    how.parent = node;
    return how;
  }());
  const Object a = heap.allocate(node, "a");
  Allocation how;
  how.name = "b";
  how.fields = {{"next", a}, {"other", Object()}};
  const Object b = heap.allocate(derived, how);
  Allocation list;
  list.elements = {a, Object(), b};
  const Object array = heap.allocate(Heap::array_of(node), list);
  Allocation pinned;
  pinned.length = 16;
  pinned.generation = Generation::kPinned;
  const Object buffer = heap.allocate(Type("byte[]"), pinned);
  const Objects many = heap.allocate_many(node, 10, Graph::kChain);
  const Thread worker = heap.start_thread("worker");
  heap.store(a, "next", many[9]).store(array, 1, a);
  RootSettings inside;
  inside.interior = 24;
  inside.pinned = true;
  inside.thread = worker;
  const Root root = heap.root(buffer, inside);
  RootSettings global;
  global.is_static = true;
  heap.root(a, global);
  const Handle weak = heap.handle(HandleKind::kWeak, b);
  heap.set(weak, a).dependent(a, b);
  const Handle counted = heap.handle(HandleKind::kRefCounted, b);
  heap.count(counted, 0).free(weak).set(root, Object()).unroot(root);
  heap.suppress_finalizer(a).register_finalizer(a).end_thread(worker).step("suspend: rejit\n");
  CollectSettings gc;
  gc.compact = {Generation::k0, Generation::kLarge};
  gc.sweep = {Generation::k1};
  gc.promote = false;
  gc.induced = false;
  gc.demote_pinned = true;
  gc.reporting.splits = {1, 0};
  gc.reporting.batch = 3;
  gc.reporting.order = {"roots"};
  heap.collect(Generation::k2, gc).run_finalizers();
  CHECK(error_of(heap) == "");
  CHECK(heap.yaml() == R"(scenario: "All that a heap has"
runtime: "documented"
seed: 7
heap: {destination: slide, finalizers: on-demand}
process: {exit: hosted}
threads: [main, "worker"]
types:
  "Node": {finalizer: true, fields: {"next": "ref", "value": "int"}}
  "Derived": {parent: "Node", fields: {"other": "Node"}}
steps:
  - allocate: {id: "a", type: "Node"}
  - allocate: {id: "b", type: "Derived", fields: {"next": "a", "other": null}}
  - allocate: {id: "o1", type: "Node[]", elements: ["a", null, "b"]}
  - allocate: {id: "o2", type: "byte[]", length: 16, generation: poh}
  - allocate: {id: "many3", type: "Node", count: 10, graph: chain}
  - start-thread: "worker"
  - store: {"a.next": "many3[9]"}
  - store: {"o1[1]": "a"}
  - root: {id: "r4", object: "o2", pinned: true, interior: 24, thread: "worker"}
  - root: {id: "r5", object: "a", kind: static}
  - handle: {id: "h6", kind: weak, object: "b"}
  - set-handle: {"h6": "a"}
  - handle: {id: "h7", kind: dependent, key: "a", value: "b"}
  - handle: {id: "h8", kind: ref-counted, object: "b"}
  - set-handle: {"h8": {count: 0}}
  - free-handle: "h6"
  - set-root: {"r4": null}
  - unroot: "r4"
  - suppress-finalizer: "a"
  - register-finalizer: "a"
  - end-thread: "worker"
  - suspend: rejit
  - collect: {generation: 2, compact: [0, loh], sweep: [1], promote: false, pinned: demote, reason: other, )"
                       R"(report: {batch: 3, splits: [1, 0], order: [roots]}}
  - run-finalizers: all
)");
}

TEST_CASE("Heap::allocate: the name may be any kind of string") {
  Heap heap;
  const Type node = heap.type("Node");
  const std::string name = "b";
  CHECK(heap.allocate(node, "a").name() == "a");
  CHECK(heap.allocate(node, name).name() == "b");
  CHECK(heap.allocate(node, std::string_view("cd").substr(0, 1)).name() == "c");
}

TEST_CASE("Heap: yaml writes server heaps and schedules") {
  Heap heap;
  HeapSettings settings;
  settings.server = 2;
  settings.balanced = true;
  heap.settings(settings);
  Allocation how;
  how.name = "a";
  how.heap = 1;
  heap.allocate(heap.type("Node"), how);
  CollectSettings gc;
  gc.reporting.schedule = "{within: {switches: [[0, 1]]}}";
  heap.collect(Generation::k0, gc);
  CHECK(error_of(heap) == "");
  CHECK(contains(heap.yaml(), "heap: {server: 2, balanced: true}\n"));
  CHECK(contains(heap.yaml(), R"(- allocate: {id: "a", type: "Node", heap: 1})"));
  CHECK(contains(heap.yaml(), "report: {schedule: {within: {switches: [[0, 1]]}}}"));
  settings.server = 1;
  settings.balanced = false;
  CHECK(contains(Heap().settings(settings).collect().yaml(), "heap: {server: true}\n"));
}

TEST_CASE("Heap: an invalid step is reported with its line") {
  Heap heap;
  const Type node = heap.type("Node", {{"next", kRef}});
  const Object a = heap.allocate(node, "a");
  heap.store(a, "nxt", a).collect();
  const std::string error = error_of(heap);
  CHECK(contains(error, "the test's heap:6:"));
  CHECK(contains(error, "nxt"));
  CHECK_THROWS_AS(heap.collect(Generation::kLarge), Error);
}

TEST_CASE("Heap: a copy is independent and keeps the names") {
  Heap heap;
  const Object a = heap.allocate(heap.type("Node"), "a");
  Heap copy = heap;
  copy.root(a);
  CHECK(copy.yaml() != heap.yaml());
  heap = copy;
  CHECK(copy.yaml() == heap.yaml());
}

TEST_CASE("Heap::from_file: reads a whole scenario and reports all errors") {
  const Heap heap = Heap::from_file(in_source("/fixtures/scenarios/ten-objects-move.yaml"));
  CHECK(contains(heap.yaml(), "MovedReferences"));
  CHECK_THROWS_AS(Heap(heap).collect(), Error);
  CHECK_THROWS_AS(Heap::from_file("/no/such.yaml"), Error);
  try {
    Heap::from_yaml("scenario: two mistakes\nsteps:\n  - colect: 0\n  - root: nobody\n", "mine.yaml");
    FAIL("it was read");
  } catch (const Error& error) {
    CHECK(contains(error.what(), "mine.yaml:3:"));
    CHECK(contains(error.what(), "mine.yaml:4:"));
  }
}

}  // namespace gcrucible
