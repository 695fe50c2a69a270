#include "harness/program/validate/validate.h"

#include <functional>
#include <string>

#include "harness/program/code/codec.h"
#include "tests/harness/program/random_program.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::program {
namespace {

// Two threads, a class with two references and a finalizer, an array of bytes, and one use of every step.
Program sound() {
  Program program;
  program.threads = {{"main"}, {"worker"}};
  TypeSpec node;
  node.name = "Node";
  node.base_size = 40;
  node.fields = {{"left", 8, 0x12}, {"right", 16, 0x12}, {"value", 24, 0x0A}};
  node.finalizer = Finalizer::kNormal;
  TypeSpec bytes;
  bytes.name = "byte[]";
  bytes.kind = TypeKind::kArray;
  bytes.component_size = 1;
  bytes.element_type = 0x05;
  program.types = {node, bytes};
  program.functions = {{"Program.Main", 0}};
  program.names = {{0, "a"}, {3, "buffer"}};
  Allocate three;
  three.count = 3;
  three.graph.kind = Graph::Kind::kTree;
  Allocate buffer;
  buffer.type = 1;
  buffer.length = 100;
  AddRoot root;
  root.function = 0;
  root.object = 0;
  CreateHandle handle;
  handle.kind = CreateHandle::Kind::kRefCounted;
  handle.object = 1;
  Ask ask;
  ask.slot = 80;
  ask.object = 3;
  Collect collect;
  collect.mode[0] = Mode::kCompact;
  collect.mode[3] = Mode::kSweep;
  collect.asks = {ask};
  collect.asks[0].inside = 75;
  SetHandle count;
  count.count = 0;
  std::uint32_t line = 10;
  for (const Action& action :
       {Action(three), Action(buffer), Action(Store{0, 1, 3}), Action(root), Action(SetRoot{0, 1}),
        Action(handle), Action(count), Action(StartThread{1}), Action(ask), Action(Suspend{9}),
        Action(SuppressFinalizer{2}), Action(RegisterFinalizer{2}), Action(collect), Action(RunFinalizers{}),
        Action(EndThread{1}), Action(FreeHandle{0}), Action(RemoveRoot{0}), Action(Attach{}),
        Action(ShutDown{})}) {
    program.steps.push_back({action, line++});
  }
  return program;
}

template <typename T>
T& step(Program& program, std::size_t index) {
  return std::get<T>(program.steps[index].action);
}

TEST_CASE("validate: background steps out of order or with a full one between are problems") {
  const auto problem_of = [](std::vector<Action> actions) {
    Program program = sound();
    program.steps.clear();
    program.names.clear();
    for (const Action& action : actions) program.steps.push_back({action, 0});
    const std::vector<Problem> problems = validate(program);
    return problems.empty() ? std::string() : problems.front().message;
  };
  using Phase = Background::Phase;
  const auto at = [](Phase phase) {
    Background step;
    step.phase = phase;
    return Action(step);
  };
  const Action begin = at(Phase::kBegin), pause = at(Phase::kPause), end = at(Phase::kEnd);
  Collect young;
  young.condemned = Generation::k1;
  CHECK(problem_of({begin, young, pause, young, end, Collect{}, begin, pause, end}).empty());
  CHECK(problem_of({begin, begin}) ==
        "a background collection is under way already; end it first, with `background: end` after its pause");
  CHECK(problem_of({pause}) ==
        "no background collection is under way that could be paused; put `background: begin` before this "
        "step, and one pause after it");
  CHECK(problem_of({begin, pause, pause}) ==
        "no background collection is under way that could be paused; put `background: begin` before this "
        "step, and one pause after it");
  CHECK(problem_of({begin, end}) ==
        "no background collection has come to its second pause; put `background: pause` before this step");
  CHECK(problem_of({begin, Collect{}}) ==
        "a collection of generation 2 inside a background collection, which it would wait for; collect "
        "generation 0 or 1, or put it after `background: end`");
  Background old;
  old.young_first = Generation::k2;
  CHECK(problem_of({old}) == "a young collection is one of generation 0 or 1");
  CHECK(problem_of({begin, BeginShutdown{}}) ==
        "the process shuts down inside a background collection; put `background: end` before this step");
  CHECK(problem_of({BeginShutdown{}, begin}) ==
        "a background collection while the process shuts down; put it before `begin-shutdown`");
  CHECK(problem_of({BeginShutdown{}, BeginShutdown{}}) ==
        "the process is shutting down already; remove this step, or the one before it");
}

TEST_CASE("validate: a sound program has no problems") {
  for (const Problem& problem : validate(sound())) {
    INFO(to_string(problem));
    CHECK(false);
  }
}

TEST_CASE("validate: each unsound program is refused with line and reason") {
  struct Case {
    std::function<void(Program&)> spoil;
    std::string message;
  };
  const Case cases[] = {
      {[](Program& p) { step<Allocate>(p, 0).thread = 1; }, "line 10: thread \"worker\" is not started"},
      {[](Program& p) { step<Allocate>(p, 0).type = 9; }, "line 10: type 9 does not exist"},
      {[](Program& p) { step<Allocate>(p, 0).count = 0; }, "line 10: an allocation of 0 objects"},
      {[](Program& p) { step<Allocate>(p, 0).count = 0xFFFFFFFFu; }, "line 10: more than 2^32 objects"},
      {[](Program& p) { step<Allocate>(p, 0).length = 4; },
       "line 10: an instance of class Node has a length"},
      {[](Program& p) { step<Allocate>(p, 0).at = 8; },
       "line 10: a literal address needs a heap without backing"},
      {[](Program& p) { step<Allocate>(p, 1).graph.kind = Graph::Kind::kChain; },
       "line 11: type byte[] has 0 reference slots, but the graph needs 1"},
      {[](Program& p) { step<Allocate>(p, 1).length = std::uint64_t{1} << 32; },
       "line 11: a length of 4294967296 does not fit 32 bits"},
      {[](Program& p) { step<Store>(p, 2).slot = 2; },
       "line 12: slot 2 of an object of type Node, which has 2"},
      {[](Program& p) { step<Store>(p, 2).object = 3; },
       "line 12: slot 1 of an object of type byte[], which has 0"},
      {[](Program& p) { step<Store>(p, 2).target = 4; }, "line 12: object 4 is used before it is allocated"},
      {[](Program& p) { step<AddRoot>(p, 3).function = 1; }, "line 13: function 1 does not exist"},
      {[](Program& p) { step<AddRoot>(p, 3).interior = 40; },
       "line 13: an interior offset of 40 is beyond the object's end"},
      {[](Program& p) { step<SetRoot>(p, 4).root = 1; }, "line 14: root 1 does not exist yet"},
      {[](Program& p) { step<CreateHandle>(p, 5).secondary = 1; },
       "line 15: only a dependent handle has a second object"},
      {[](Program& p) { step<CreateHandle>(p, 5).kind = CreateHandle::Kind::kStrong; },
       "line 16: only a ref-counted handle has a count"},
      {[](Program& p) { step<StartThread>(p, 7).thread = 0; }, "line 17: thread \"main\" was started before"},
      {[](Program& p) { step<Ask>(p, 8).slot = 115; }, "line 18: a question cannot ask Info slot 115"},
      {[](Program& p) { step<Ask>(p, 8).inside = 98; },
       "line 18: callback slot 98 of a question does not exist"},
      {[](Program& p) { step<Attach>(p, 17).data.assign(65537, 'x'); },
       "line 27: more than 65536 bytes of client data"},
      {[](Program& p) { p.steps.push_back(p.steps.back()); },
       "line 28: the process shuts down once; remove one of the two steps"},
      {[](Program& p) { p.life.exit = LifeSpec::Exit::kHosted; },
       "line 28: a process that ends in this way delivers no Shutdown"},
      {[](Program& p) {
         p.life.load = LifeSpec::Load::kAttach;
         p.steps.erase(p.steps.end() - 2);
       },
       "the profiler is loaded by an attach, and no step attaches it; add `- attach: {}` to `steps`, or "
       "leave `load` out"},
      {[](Program& p) { step<Suspend>(p, 9).reason = 5; }, "line 19: suspend reason 5 does not exist"},
      {[](Program& p) { step<SuppressFinalizer>(p, 10).object = 3; },
       "line 20: type byte[] has no finalizer"},
      {[](Program& p) { step<Collect>(p, 12).condemned = Generation::k0; },
       "line 22: a mode is given for a generation that this collection does not condemn"},
      {[](Program& p) { step<Collect>(p, 12).mode[4] = Mode::kCompact; },
       "line 22: the pinned object heap never compacts"},
      {[](Program& p) { step<Collect>(p, 12).reporting.order = {ReportPart::kRoots}; },
       "line 22: the order of the report's parts does not name each of them once"},
      {[](Program& p) {
         step<Collect>(p, 12).reporting.edits = {{ReportEdit::Kind::kWrongGenerations, 0, {}, {}}};
       },
       "line 22: an edit of the generations has none"},
      {[](Program& p) {
         step<Collect>(p, 12).reporting.overrides.calls = {
             {.kind = CallEdit::Kind::kOmit, .call = {98, 0}, .place = {}, .arguments = {}}};
       },
       "line 22: callback slot 98 cannot be given"},
      {[](Program& p) {
         CallEdit edit;
         edit.kind = CallEdit::Kind::kWith;
         edit.call = {50, 0};
         edit.arguments = {{.index = 2, .values = {}}};
         step<Collect>(p, 12).reporting.overrides.calls = {edit};
       },
       "line 22: argument 2 of a callback with 2"},
      {[](Program& p) {
         SaidCall call;
         call.slot = 87;
         call.arguments = {{.index = 0, .values = {Said{}}}};
         p.overrides.said = {call};
       },
       "argument ranges is given 1 values"},
      {[](Program& p) {
         EntryEdit edit;
         edit.part = ReportPart::kSmallObjectRanges;
         step<Collect>(p, 12).reporting.entries = {edit};
       },
       "line 22: ranges are edited by edits of their own"},
      {[](Program& p) { step<Collect>(p, 12).asks[0].inside = 98; },
       "line 22: a question in callback slot 98, which never comes in a collection"},
      {[](Program& p) { step<Collect>(p, 12).asks[0].inside = 3; },  // Initialize
       "line 22: a question in callback slot 3, which never comes in a collection"},
      {[](Program& p) {
         step<Allocate>(p, 1).dimensions = {{10, 0}, {10, 0}};
       },
       "line 11: an object of type byte[] has 2 dimensions, but needs 0"},
      {[](Program& p) { p.types[1].rank = 2; },
       "line 11: an object of type byte[] has 0 dimensions, but needs 2"},
      {[](Program& p) {
         p.types[1].rank = 2;
         step<Allocate>(p, 1).dimensions = {{10, 0}, {11, 0}};
       },
       "line 11: the dimensions of an array have 110 elements, but its length is 100"},
      {[](Program& p) {
         p.types[1].rank = 2;
         step<Allocate>(p, 1).dimensions = {{10, 0}, {10, 0x7FFF'FFFF}};
       },
       "line 11: the last index of a dimension does not fit 31 bits"},
      {[](Program& p) { step<EndThread>(p, 14).thread = 0; },
       "line 24: the main thread ends with the process, not before"},
      {[](Program& p) {
         p.steps.push_back({FreeHandle{0}, 27});
       },
       "line 27: handle 0 was freed"},
      {[](Program& p) {
         p.steps.push_back({RemoveRoot{0}, 0});
       },
       "step 19: root 0 was removed"},
      {[](Program& p) {
         p.steps.push_back({StartThread{1}, 27});
       },
       "line 27: thread \"worker\" was started before"},
      {[](Program& p) { p.threads.clear(); }, "there is no main thread"},
      {[](Program& p) { p.types[0].fields[1].offset = 12; },
       "field right of type Node overlaps the field before it or is out of order"},
      {[](Program& p) { p.types[0].fields[2].offset = 32; },
       "field value of type Node lies outside the object"},
      {[](Program& p) { p.types[0].parent = 1; }, "the parent of type Node is no class that comes before it"},
      {[](Program& p) { p.types[1].component_size = 2; },
       "array type byte[] has elements of another size than its component size"},
      {[](Program& p) { p.heap.alignment = 12; },
       "the alignment is 12, but a power of two up to 4096 is needed"},
      {[](Program& p) {
         p.heap.ranges = {{Generation::k0, 8, 8, 0}};
       },
       "literal ranges need a heap without backing"},
      {[](Program& p) {
         p.heap.backing = Backing::kNone;
         p.heap.ranges = {{Generation::k0, 8, 8, 0}, {Generation::k1, 15, 8, 0}};
       },
       "the range at 15 overlaps the one before it"},
      {[](Program& p) {
         p.runtime.info = {{0, {}}, {4, {}}};
       },
       "Info slot 4 of the runtime is out of order"},
      {[](Program& p) {
         p.names.push_back({4, "ghost"});
       },
       "name ghost is of an object that is never allocated"},
  };
  for (const Case& each : cases) {
    Program program = sound();
    each.spoil(program);
    std::string all;
    bool found = false;
    for (const Problem& problem : validate(program)) {
      all += to_string(problem) + "\n";
      found = found || to_string(problem) == each.message;
    }
    INFO("expected: " << each.message << "\ngot:\n" << all);
    CHECK(found);
  }
}

TEST_CASE("validate: a compiled function of a type that does not exist is a problem of the setup") {
  Program program = sound();
  program.functions[0].type = 100'000'000;
  program.steps.insert(program.steps.begin(), {Action(Compile()), 9});
  const auto problems = validate(program);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message == "the type of function Program.Main does not exist");
}

TEST_CASE("validate: a random program is refused without a crash") {
  tests::property("validate survives any program", [](std::uint64_t seed) {
    const Program program = tests::random_program(seed);
    RC_ASSERT(validate(program).size() <= kMostProblems);
  });
}

TEST_CASE("validate: a program with one changed bit stays within bounds") {
  tests::property("validate survives near-valid programs", [](std::uint64_t seed) {
    auto bytes = encode(sound());
    bytes[seed % bytes.size()] ^= static_cast<std::byte>(1u << ((seed >> 32) % 8));
    const Expected<Program> decoded = decode(bytes);
    if (decoded) RC_ASSERT(validate(*decoded).size() <= kMostProblems);
  });
}

}  // namespace
}  // namespace gcrucible::program
