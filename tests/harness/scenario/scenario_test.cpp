#include "harness/scenario/scenario.h"

#include <string>

#include "harness/program/validate/validate.h"
#include "tests/harness/scenario/everything.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"

namespace gcrucible::scenario {
namespace {

using namespace program;

Scenario read(std::string_view text) {
  Expected<Scenario> loaded = parse(text, "test.yaml");
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  CHECK(program::validate(loaded->program).empty());
  return std::move(*loaded);
}

template <typename T>
std::vector<T> all(const Program& program) {
  std::vector<T> result;
  for (const Step& step : program.steps) {
    if (const T* action = std::get_if<T>(&step.action)) result.push_back(*action);
  }
  return result;
}

const TypeSpec& type_named(const Program& program, std::string_view name) {
  for (const TypeSpec& type : program.types) {
    if (type.name == name) return type;
  }
  FAIL("no type " << name);
  return program.types.front();
}

TEST_CASE("read: the settings of the run and the heap") {
  const Scenario scenario = read(tests::kEverything);
  CHECK(scenario.title == "Everything that can be said");
  CHECK(scenario.program.seed == 16);
  CHECK(scenario.program.runtime.name == "net10.5");
  CHECK(scenario.program.runtime.batch_limit == 4);
  CHECK(scenario.program.runtime.generations == 4);
  CHECK_FALSE(scenario.program.runtime.large_at_threshold);
  const HeapSpec& heap = scenario.program.heap;
  CHECK(heap.destination == Destination::kSlide);
  CHECK(heap.alignment == 16);
  CHECK(heap.large_object_threshold == 4096);
  CHECK(heap.range_length[0] == 1u << 20);
  CHECK(heap.range_length[3] == 8u << 20);
  CHECK(heap.quarantine == 2);
  CHECK(heap.slide == 0x10000);
  CHECK(heap.spacing == 1u << 20);
  CHECK_FALSE(heap.finalizers_run);
  CHECK(heap.server_heaps == 0);
  CHECK(scenario.profiler.library == "../bin/recorder.so");
  CHECK(scenario.profiler.env ==
        std::vector<std::pair<std::string, std::string>>{{"GCRUCIBLE_TRACE", "out.jsonl"}, {"LEVEL", "3"}});
  CHECK(scenario.program.threads == std::vector<ThreadSpec>{{"main"}, {".NET Worker"}, {"third"}});
}

TEST_CASE("read: classes are laid out with references first and then large to small") {
  const Program program = read(tests::kEverything).program;
  const TypeSpec& base = type_named(program, "Base");
  CHECK(base.fields == std::vector<FieldSpec>{{"left", 8, 0x12, "Derived", 1},
                                              {"right", 16, 0x1C, "System.Object", 2},
                                              {"names", 24, 0x1D, "System.String[]", 3},
                                              {"count", 32, 0x08, "System.Int32", 0}});
  CHECK(base.base_size == 48);  // header, method table, three references, four bytes and their padding
  const TypeSpec& derived = type_named(program, "Derived");
  CHECK(derived.inherited == 4);
  CHECK(derived.fields.size() == 6);
  // The small field fills the gap after the parent's last field.
  CHECK(derived.fields[4] == FieldSpec{"flag", 36, 0x02, "System.Boolean", 1});
  CHECK(derived.fields[5] == FieldSpec{"extra", 40, 0x1C, "System.Object"});
  CHECK(program.types[derived.parent].name == "Base");
  CHECK(type_named(program, "Critical").finalizer == Finalizer::kCritical);
  CHECK(type_named(program, "Critical").fields[0].offset == 16);
  const TypeSpec& grid = type_named(program, "System.Double[,]");
  CHECK(grid.rank == 2);
  CHECK(grid.base_size == 40);
  const TypeSpec& names = type_named(program, "System.String[]");
  CHECK(names.element_type == 0x0E);
  CHECK(program.types[names.element_class].name == "System.String");
  CHECK(type_named(program, "System.Byte[]").component_size == 1);
  CHECK(type_named(program, "System.String").base_size == 22);
}

TEST_CASE("read: types have their assembly and methods and the types of fields") {
  const Program program = read(
                              "scenario: metadata\n"
                              "types:\n"
                              "  Shop.Item: {assembly: shop, methods: [Buy, Sell], fields: {grid: Grid, "
                              "rows: \"Grid[]\", next: Shop.Item}}\n"
                              "  Grid: {array: int, rank: 2}\n"
                              "steps:\n"
                              "  - allocate: {type: Shop.Item}\n")
                              .program;
  const TypeSpec& item = type_named(program, "Shop.Item");
  CHECK(item.assembly == "shop");
  CHECK(item.methods == std::vector<std::string>{"Buy", "Sell"});
  REQUIRE(item.fields.size() == 3);
  CHECK(item.fields[0].type == "System.Int32[,]");
  CHECK(item.fields[1].type == "System.Int32[,][]");
  CHECK(item.fields[2].type == "Shop.Item");
}

TEST_CASE("read: an array of several dimensions has lengths and lower bounds") {
  const Program program =
      read(
          "scenario: grids\n"
          "types: {Grid: {array: double, rank: 2}, Cube: {array: ref, rank: 3}}\n"
          "steps:\n"
          "  - allocate: {type: Grid, length: [3, 5]}\n"
          "  - allocate: {id: cube, type: Cube, length: [2, 3, 4], lower-bounds: [0, 1, 7]}\n"
          "  - store: {\"cube[23]\": cube}\n")
          .program;
  const auto allocations = all<Allocate>(program);
  REQUIRE(allocations.size() == 2);
  CHECK(allocations[0].length == 15);
  CHECK(allocations[0].dimensions == std::vector<Dimension>{{3, 0}, {5, 0}});
  CHECK(allocations[1].length == 24);
  CHECK(allocations[1].dimensions == std::vector<Dimension>{{2, 0}, {3, 1}, {4, 7}});
}

TEST_CASE("read: objects are numbered in order and references go into slots") {
  const Scenario scenario = read(tests::kEverything);
  const auto allocations = all<Allocate>(scenario.program);
  REQUIRE(allocations.size() == 12);
  CHECK_FALSE(allocations[0].announced);
  CHECK(allocations[0].generation == Generation::k2);
  CHECK(allocations[2].announced);
  CHECK(allocations[3].count == 10);
  CHECK(allocations[3].graph == Graph{Graph::Kind::kRandomTree, 2, 7});
  CHECK(allocations[4].length == 2);
  CHECK(allocations[7].generation == Generation::kPinned);
  CHECK_FALSE(allocations[8].announced);
  CHECK(allocations[11].frames.size() == 3);
  CHECK(allocations[11].frames[1] == kNothing);
  // Objects: old 0, young 1, a 2, nodes 3 to 12, names 13, text 14, grid 15. Then pinned 16, many 17 and 18,
  // closer 19, critical 20, framed 21.
  const auto stores = all<Store>(scenario.program);
  CHECK(stores == std::vector<Store>{{0, 0, 1},
                                     {2, 0, 1},
                                     {2, 1, 0},
                                     {19, 0, 2},
                                     {2, 0, 1},
                                     {6, 1, 2},
                                     {13, 1, 14},
                                     {18, 4, 2},
                                     {2, 1, kNothing}});
  const auto& names = scenario.program.names;
  CHECK(names[3] == ObjectName{3, "nodes[0]"});
  CHECK(names.back() == ObjectName{21, "framed"});
}

TEST_CASE("read: roots and handles and threads and finalizers and questions") {
  const Scenario scenario = read(tests::kEverything);
  const auto roots = all<AddRoot>(scenario.program);
  REQUIRE(roots.size() == 4);
  CHECK(roots[0] == AddRoot{AddRoot::Kind::kStack, 0, kNothing, 0, 0, false});
  CHECK(roots[1] == AddRoot{AddRoot::Kind::kStack, 0, 0, 1, 8, true});
  CHECK(roots[2].kind == AddRoot::Kind::kStatic);
  CHECK(scenario.root_names == std::vector<std::string>{"old", "slot", "static", "grid"});
  CHECK(scenario.program.functions[0] == FunctionSpec{"Program.Main", 0});
  CHECK(all<SetRoot>(scenario.program) == std::vector<SetRoot>{{2, 13}, {1, kNothing}});
  CHECK(all<RemoveRoot>(scenario.program) == std::vector<RemoveRoot>{{3}});
  const auto handles = all<CreateHandle>(scenario.program);
  REQUIRE(handles.size() == 4);
  CHECK(handles[2] == CreateHandle{CreateHandle::Kind::kDependent, 2, 14, 1});
  CHECK(handles[3] == CreateHandle{CreateHandle::Kind::kRefCounted, 2, kNothing, 2});
  const auto changes = all<SetHandle>(scenario.program);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0] == SetHandle{1, kNothing, std::nullopt});
  CHECK(changes[1] == SetHandle{3, 13, 0});
  CHECK(all<FreeHandle>(scenario.program) == std::vector<FreeHandle>{{1}, {2}});
  CHECK(all<StartThread>(scenario.program) == std::vector<StartThread>{{1}, {2}});
  CHECK(all<EndThread>(scenario.program) == std::vector<EndThread>{{1}});
  const std::vector<Suspend> suspensions = all<Suspend>(scenario.program);
  REQUIRE(suspensions.size() == 2);
  CHECK(suspensions[0] == Suspend{8});
  CHECK(suspensions[1].thread == 1);
  CHECK(all<RunFinalizers>(scenario.program) == std::vector<RunFinalizers>{{1}, {kNothing}});
  CHECK(all<SuppressFinalizer>(scenario.program) == std::vector<SuppressFinalizer>{{19}});
  CHECK(all<RegisterFinalizer>(scenario.program) == std::vector<RegisterFinalizer>{{19}});
  const auto asks = all<Ask>(scenario.program);
  REQUIRE(asks.size() == 5);
  CHECK(asks[0].slot == 80);
  CHECK(asks[0].object == 2);
  CHECK(asks[1].number == 3);
  CHECK(asks[2].thread == 1);
  CHECK(asks[3].handle == 1);
  CHECK(asks[4].text == "x");
}

TEST_CASE("read: how a profiler is loaded and attached and shut down") {
  const Program program = read(tests::kEverything).program;
  CHECK(program.life == program::LifeSpec{.load = program::LifeSpec::Load::kAttach,
                                          .exit = program::LifeSpec::Exit::kNormal,
                                          .load_anyway = true});
  const auto attaches = all<program::Attach>(program);
  REQUIRE(attaches.size() == 1);
  CHECK(attaches[0].data == "\x01\xFF");
  CHECK(attaches[0].expected == static_cast<std::int32_t>(0x80004005));
  CHECK(attaches[0].result == static_cast<std::int32_t>(0x80131368));
  const auto inside = all<Collect>(program)[0].attach;
  REQUIRE(inside.has_value());
  CHECK(inside->place == program::AttachInside::Place::kPart);
  CHECK(inside->part == ReportPart::kDependentHandles);
  CHECK(inside->attach.data == "hello");
  CHECK(inside->attach.expected == 0);
  CHECK(all<program::ShutDown>(program).size() == 1);
}

TEST_CASE("read: a collection with every key") {
  const Scenario scenario = read(tests::kEverything);
  const auto collects = all<Collect>(scenario.program);
  REQUIRE(collects.size() == 2);
  CHECK(collects[1].condemned == Generation::k0);
  const Collect& step = collects[0];
  CHECK(step.condemned == Generation::k2);
  CHECK(step.mode == std::array<Mode, 6>{Mode::kCompact, Mode::kCompact, Mode::kSweep, Mode::kCompact,
                                         Mode::kPolicy, Mode::kPolicy});
  CHECK(step.destination == Destination::kFresh);
  CHECK_FALSE(step.induced);
  CHECK(step.pinned == PinnedPolicy::kDemote);
  CHECK_FALSE(step.promote);
  CHECK(step.thread == 1);
  CHECK(step.reporting.batch_limit == 3);
  CHECK(step.reporting.splits == std::vector<std::uint32_t>{1, 0, 2});
  CHECK(step.reporting.shuffle == 9);
  REQUIRE(step.reporting.order.size() == 8);
  CHECK(step.reporting.order[0] == ReportPart::kRoots);
  CHECK(step.reporting.order[1] == ReportPart::kObjectReferences);
  CHECK(step.reporting.order[2] == ReportPart::kObjectsAllocatedByClass);
  const auto& edits = step.reporting.edits;
  REQUIRE(edits.size() == 19);
  for (std::size_t i = 0; i < edits.size(); ++i) {
    // The file lists `change` before the two families, and the generations before the plain ones.
    static constexpr int kKinds[] = {0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18};
    CHECK(static_cast<int>(edits[i].kind) == kKinds[i]);
  }
  CHECK(edits[0].ranges ==
        std::vector<ReportedRange>{{Family::kMoved, 10, 8, 2}, {Family::kSurviving, 20, 20, 4}});
  CHECK(edits[3].index == 0);
  CHECK(edits[3].ranges == std::vector<ReportedRange>{{Family::kMoved, 1, 2, 3}});
  CHECK(edits[5].index == 4);
  CHECK(edits[6].generations == std::vector<bool>{true, false});
  REQUIRE(step.asks.size() == 1);
  CHECK(step.asks[0].slot == 55);
  CHECK(step.asks[0].inside == 75);
}

TEST_CASE("read: expectations have program numbers and file places") {
  const Scenario scenario = read(tests::kEverything);
  const Expectations& expect = scenario.expect;
  REQUIRE(expect.collections.size() == 3);
  const ExpectedCollection& first = expect.collections[0];
  REQUIRE(first.moved.has_value());
  CHECK(first.moved->items[0].from.object->number == 2);
  CHECK(first.moved->items[1].from.address == 0x10);
  CHECK(first.moved->items[1].to.address == 8);
  CHECK(first.surviving->items[0].length == 64);
  CHECK(first.at[0].value == 0x20);
  CHECK(first.generation[1].object.number == 5);
  CHECK(first.generation[1].value == Generation::kLarge);
  CHECK(first.condemned->items.size() == 5);
  CHECK(first.induced == false);
  CHECK(first.cleared->items[0].number == 1);
  CHECK(first.roots[0].value == std::vector<RootLook>{{1, 5}, {3, 0}});
  CHECK(first.roots[1].value.empty());
  REQUIRE(first.callbacks.size() == 6);
  CHECK(first.callbacks[0].least == 2);
  CHECK(first.callbacks[0].most == 2);
  CHECK(first.callbacks[1].least == 3);
  CHECK(first.callbacks[2].most == 2);
  CHECK(first.callbacks[3].most == 4);
  CHECK(first.callbacks[5].least == 1);
  CHECK(expect.collection_count == 2);
  REQUIRE(expect.breaks.size() == 2);
  CHECK(expect.breaks[0].rule == "moved/half-open-range");
  CHECK(expect.breaks[0].collection == 0u);
  CHECK_FALSE(expect.breaks[1].collection.has_value());
  REQUIRE(expect.answers.size() == 6);
  CHECK(expect.answers[0].ask == 0);
  CHECK(expect.answers[0].hr == 0);
  CHECK(expect.answers[1].ask == 1);
  using Kind = ExpectedValue::Kind;
  const auto& row = expect.answers[1].out->items[0].items;
  const Kind kinds[] = {Kind::kNumber, Kind::kAny,  Kind::kNull, Kind::kType,
                        Kind::kObject, Kind::kFlag, Kind::kText};
  REQUIRE(row.size() == 7);
  for (std::size_t i = 0; i < row.size(); ++i) CHECK(row[i].kind == kinds[i]);
  CHECK(row[4].number == 2);
  CHECK(scenario.program.steps.size() > 20);
  CHECK(first.line > 0);
}

TEST_CASE("read: the documentation's ten objects keep their names and addresses") {
  const Expected<Scenario> loaded = load(in_source("/fixtures/scenarios/ten-objects-move.yaml"));
  INFO(tests::error_in(loaded));
  REQUIRE(loaded.has_value());
  const auto allocations = all<Allocate>(loaded->program);
  REQUIRE(allocations.size() == 10);
  const std::uint64_t addresses[] = {8, 9, 10, 12, 13, 15, 16, 17, 18, 19};
  for (std::size_t i = 0; i < 10; ++i) {
    CHECK(allocations[i].at == addresses[i]);
    CHECK(allocations[i].generation == Generation::k0);
    CHECK_FALSE(allocations[i].announced);
  }
  CHECK(loaded->program.names[0].name == "08");
}

TEST_CASE("read: the minimal scenario gets the defaults") {
  const Scenario scenario = read("scenario: hardly anything happens\nsteps: [{collect: 0}]\n");
  CHECK(scenario.program.runtime.name == "net10");
  CHECK(scenario.program.seed == 1);
  CHECK(scenario.program.threads.size() == 1);
  CHECK(scenario.program.steps.size() == 1);
}

}  // namespace
}  // namespace gcrucible::scenario
