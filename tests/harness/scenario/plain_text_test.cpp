// The text of programs that were not written as scenarios.
#include <string>
#include <vector>

#include "harness/runtimes/runtimes.h"
#include "harness/scenario/language/canonical.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible {
namespace {

using program::Collect;
using program::CreateHandle;
using program::Generation;
using program::kNothing;
using program::Program;
using program::TypeKind;
using program::TypeSpec;

TypeSpec node_type() {
  TypeSpec type;
  type.name = "Node";
  type.base_size = 32;
  type.fields = {{.name = "left", .offset = 8}, {.name = "right", .offset = 16, .declared = 1}};
  return type;
}

TypeSpec closer_type() {
  TypeSpec type;
  type.name = "App.Closer";
  type.finalizer = program::Finalizer::kNormal;
  return type;
}

TypeSpec bytes_type() {
  TypeSpec type;
  type.name = "System.Byte[]";
  type.kind = TypeKind::kArray;
  type.component_size = 1;
  type.element_type = 5;
  return type;
}

TypeSpec nodes_type() {
  TypeSpec type;
  type.name = "Node[]";
  type.kind = TypeKind::kArray;
  type.component_size = 8;
  type.element_type = 0x12;
  type.element_class = 0;
  return type;
}

Program empty_program(const char* runtime = "net10") {
  Program program;
  program.runtime = *runtimes::load(runtime);
  program.seed = 1;
  program.threads = {{"main"}};
  return program;
}

void step(Program& program, program::Action action) {
  program.steps.push_back({std::move(action), 0, 0});
}

program::Allocate objects(std::uint32_t type, std::uint64_t length = 0) {
  program::Allocate step;
  step.type = type;
  step.length = length;
  return step;
}

program::Allocate old_objects(std::uint32_t type, std::uint64_t count = 1) {
  program::Allocate step = objects(type);
  step.count = count;
  step.announced = false;
  return step;
}

Collect collection(Generation condemned) {
  Collect step;
  step.condemned = condemned;
  return step;
}

std::string text_of(const Program& program, const scenario::ScenarioHead& head) {
  const Expected<std::string> written = scenario::write(program, head);
  INFO(tests::error_in(written));
  REQUIRE(written);
  return *written;
}

TEST_CASE("write: a short program is plain YAML") {
  Program program = empty_program();
  program.types = {node_type(), nodes_type(), bytes_type()};
  step(program, objects(0));
  step(program, objects(0));
  step(program, program::Store{.object = 1, .slot = 0, .target = 0});
  step(program, objects(1, 3));
  step(program, program::Store{.object = 2, .slot = 0, .target = 1});
  step(program, program::Store{.object = 2, .slot = 2, .target = 0});
  step(program, objects(2, 100000));
  step(program, program::AddRoot{.object = 2});
  step(program, program::AddRoot{.kind = program::AddRoot::Kind::kStatic, .object = 1});
  Collect compacting = collection(Generation::k0);
  compacting.mode[0] = program::Mode::kCompact;
  step(program, compacting);
  step(program, program::Store{.object = 1, .slot = 0});
  step(program, program::Store{.object = 1, .slot = 1, .target = 2});
  step(program, program::RemoveRoot{0});
  step(program, Collect{});
  CHECK(text_of(program, {.title = "Found: a range, too long",
                          .about = "Made by a test.",
                          .comments = {"The seed was 7."},
                          .breaks = {"moved/half-open-range"}}) ==
        R"yaml(# The seed was 7.
scenario: "Found: a range, too long"
about: Made by a test.
types:
  Node: {fields: {left: ref, right: ref}}
steps:
  - allocate: {id: node1, type: Node}
  - allocate: {id: node2, type: Node, left: node1}
  - allocate: {id: nodes1, type: "Node[]", elements: [node2, null, node1]}
  - allocate: {type: "byte[]", length: 100000}
  - root: nodes1
  - root: {object: node2, kind: static}
  - collect: {generation: 0, compact: 0}
  - store: {node2.left: null, node2.right: nodes1}
  - unroot: nodes1
  - collect: 2
expect: {breaks: [moved/half-open-range]}
)yaml");
}

TEST_CASE("write: handles and threads and finalizers are named by kind") {
  Program program = empty_program();
  program.heap.finalizers_run = false;
  program.heap.range_length[0] = 65536;
  program.types = {closer_type()};
  program.threads = {{"main"}, {"worker"}, {".NET Worker"}};
  program.functions = {{"App.Main", kNothing}};
  step(program, old_objects(0));
  step(program, old_objects(0, 2));
  step(program, program::AddRoot{.function = 0, .object = 0, .pinned = true});
  step(program, CreateHandle{.kind = CreateHandle::Kind::kDependent, .object = 0, .secondary = 2});
  step(program, CreateHandle{.kind = CreateHandle::Kind::kWeakShort, .object = 1});
  step(program, program::StartThread{1});
  step(program, program::StartThread{2});
  step(program, program::AddRoot{.thread = 2, .object = 0});
  step(program, program::SuppressFinalizer{1});
  step(program, program::SetHandle{.handle = 1, .object = 2, .count = std::nullopt});
  step(program, program::FreeHandle{0});
  step(program, program::SetRoot{1, kNothing});
  Collect on_worker = collection(Generation::k1);
  on_worker.thread = 1;
  on_worker.induced = false;
  step(program, on_worker);
  step(program, program::RunFinalizers{});
  step(program, program::EndThread{1});
  CHECK(text_of(program, {.title = "Handles"}) == R"yaml(scenario: Handles
heap: {range-length: {0: 64 KiB}, finalizers: on-demand}
types:
  App.Closer: {finalizer: true}
threads: [main, worker, {id: thread1, name: .NET Worker}]
objects:
  - {id: closer1, type: App.Closer}
  - {id: closer2, type: App.Closer, count: 2}
roots:
  - {object: closer1, function: App.Main, pinned: true}
handles:
  - {id: pair1, kind: dependent, key: closer1, value: "closer2[1]"}
  - {id: weak1, kind: weak, object: "closer2[0]"}
steps:
  - start-thread: [worker, thread1]
  - root: {id: root1, object: closer1, thread: thread1}
  - suppress-finalizer: "closer2[0]"
  - set-handle: {weak1: "closer2[1]"}
  - free-handle: pair1
  - set-root: {root1: null}
  - collect: {generation: 1, reason: other, thread: worker}
  - run-finalizers: all
  - end-thread: worker
)yaml");
}

TEST_CASE("write: only a collection's own report settings are written") {
  Program program = empty_program("documented");
  program.seed = 99;
  program.types = {node_type()};
  program.names = {{0, "old"}};
  step(program, objects(0));
  Collect collect;
  collect.reporting.splits = {1, 0, 2};
  program::ReportEdit& edit = collect.reporting.edits.emplace_back();
  edit.kind = program::ReportEdit::Kind::kDropRange;
  edit.index = 1;
  collect.reporting.overrides.calls.emplace_back().call.slot = 53;
  program::Ask& ask = collect.asks.emplace_back();
  ask.slot = 55;
  ask.inside = 75;
  ask.object = 0;
  step(program, collect);
  CHECK(text_of(program, {.title = "Reported otherwise", .library = "../my.so", .clsid = "{1}"}) ==
        R"yaml(scenario: Reported otherwise
runtime: documented
seed: 99
profiler: {library: ../my.so, clsid: "{1}"}
types:
  Node: {fields: {left: ref, right: ref}}
steps:
  - allocate: {id: old, type: Node}
  - collect:
      generation: 2
      report: {splits: [1, 0, 2], edits: [{drop: 1}], calls: [{omit: RootReferences}]}
      ask:
        - {in: GarbageCollectionFinished, call: GetObjectGeneration, object: old}
)yaml");
}

TEST_CASE("canonical: programs that differ only in type numbers are equal") {
  Program program = empty_program();
  program.types = {node_type(), nodes_type(), bytes_type()};
  step(program, objects(1, 1));
  Program other = program;
  other.types = {bytes_type(), node_type(), nodes_type(), closer_type()};
  other.types[2].element_class = 1;
  std::get<program::Allocate>(other.steps[0].action).type = 2;
  CHECK_FALSE(scenario::canonical(other) == scenario::canonical(program));
  // A class is declared, used or not. An unused array is not written.
  program.types.push_back(closer_type());
  CHECK(scenario::canonical(other) == scenario::canonical(program));
  CHECK(scenario::canonical(scenario::canonical(program)) == scenario::canonical(program));
  CHECK(scenario::canonical(program).types.size() == 3);
  other.names = {{0, "nodes"}};
  CHECK(scenario::canonical(other) == scenario::canonical(program));
  std::get<program::Allocate>(other.steps[0].action).type = 1;
  CHECK_FALSE(scenario::canonical(other) == scenario::canonical(program));
}

TEST_CASE("write: long lists and texts are wrapped") {
  Program program = empty_program();
  program.types = {node_type()};
  step(program, objects(0));
  Collect collect = collection(Generation::k1);
  for (std::uint32_t i = 0; i < 40; ++i) collect.reporting.splits.push_back(i);
  for (const std::uint32_t entry : {3u, 4u}) {
    program::EntryEdit edit;
    edit.kind = program::EntryEdit::Kind::kChange;
    edit.part = program::ReportPart::kObjectReferences;
    edit.entry = entry;
    program::SaidArgument refs{.index = 2, .values = {}};
    refs.values.push_back({.kind = program::Said::Kind::kChange, .number = ~std::uint64_t{7}, .text = {}});
    refs.values.push_back({.kind = program::Said::Kind::kObject, .number = 0, .text = {}});
    edit.arguments = {refs};
    collect.reporting.entries.push_back(edit);
  }
  collect.promote = false;
  step(program, collect);
  CHECK(text_of(program,
                {.title = "Long \"lists\"",
                 .about = "A sentence that is longer than the room after its key, so that it goes on in a "
                          "second line, and this one # has a sign: nothing is lost.",
                 .env = {{"MASK", "A,B"}, {"LEVEL", "3"}}}) ==
        R"yaml(scenario: Long "lists"
about: >-
  A sentence that is longer than the room after its key, so that it goes on in a second line, and this one #
  has a sign: nothing is lost.
profiler: {env: {MASK: "A,B", LEVEL: "3"}}
types:
  Node: {fields: {left: ref, right: ref}}
steps:
  - allocate: {id: node1, type: Node}
  - collect:
      generation: 1
      promote: false
      report:
        splits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]
        entries:
          - {in: object-references, change: {entry: 3, refs: [-8, node1]}}
          - {in: object-references, change: {entry: 4, refs: [-8, node1]}}
)yaml");
}

TEST_CASE("write: a custom runtime is written as changes to a built-in one") {
  Program program = empty_program();
  program.types = {node_type()};
  step(program, objects(0));
  const auto text = [&] { return scenario::write(program, {.title = "x"}).value_or(""); };
  program.runtime.batch_limit = 7;
  CHECK(text().find("\nruntime: {like: net10, report: {batch-limit: 7}}\n") != std::string::npos);
  for (const std::string& name : runtimes::names()) {
    INFO(name);
    program.runtime = *runtimes::load(name);
    program::RuntimeProfile& mine = program.runtime;
    mine.name = "mine";
    mine.rules_of = name == "documented" ? "" : name;
    mine.clr_instance += 1;
    mine.runtime_type = 3 - mine.runtime_type;
    mine.build += 1;
    mine.version = "one, two";
    mine.info_version = 7;
    mine.callback_version = 5;
    mine.requires_callback2 = !mine.requires_callback2;
    mine.attach_mask_high = 3;
    mine.batch_limit = 9;
    mine.order = {};
    mine.statics_as_handles = !mine.statics_as_handles;
    mine.family_per_batch = !mine.family_per_batch;
    mine.large_object_threshold = 1000;
    mine.pinned = program::PinnedPolicy::kDemote;
    mine.info[20].triggers = !mine.info[20].triggers;
    mine.info[21].after_attach = !mine.info[21].after_attach;
    mine.info[22].entry = program::InfoEntry::kUnguarded;
    for (program::InfoRow& row : mine.info) row.leaves_outs = false;
    mine.info[30].spoils_outs = true;
    const Expected<std::string> written = scenario::write(program, {.title = "x"});
    INFO(tests::error_in(written) << written.value_or(""));
    REQUIRE(written);
    const Expected<scenario::Scenario> again = scenario::parse(*written, "again.yaml");
    INFO(tests::error_in(again));
    REQUIRE(again);
    CHECK(again->program.runtime == mine);
  }
}

TEST_CASE("write: a program that the language cannot express is refused with a reason") {
  Program program = empty_program();
  program.types = {node_type()};
  step(program, objects(0));
  const auto why_not = [&] { return tests::error_in(scenario::write(program, {.title = "x"})); };
  CHECK(why_not().empty());

  Program other = program;
  other.types[0].methods = {"A", "A"};
  CHECK_FALSE(scenario::write(other, {.title = "x"}));
  other = program;
  other.steps.push_back({program::Store{.object = 0, .slot = 9, .target = 0}, 0, 0});
  CHECK(tests::error_in(scenario::write(other, {.title = "x"})) ==
        "no run takes the program: step 1: slot 9 of an object of type Node, which has 2");
  other = program;
  other.steps.clear();
  CHECK_FALSE(scenario::write(other, {.title = "x"}));
}

}  // namespace
}  // namespace gcrucible
