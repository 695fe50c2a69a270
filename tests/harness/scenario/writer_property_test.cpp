// Programs of random steps are the same after they are written as scenarios and read back.
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/random.h"
#include "harness/program/validate/type_facts.h"
#include "harness/program/validate/validate.h"
#include "harness/scenario/language/canonical.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible {
namespace {

using program::kNothing;
using program::Program;
using program::TypeKind;

constexpr const char* kTypes = R"yaml(
scenario: Types to draw from
heap: {finalizers: on-demand}
types:
  Node: {fields: {left: ref, right: Node, id: ref, value: int}}
  Derived: {parent: Node, finalizer: critical, methods: [Run], fields: {extra: "Node[]", flag: bool}}
  App.Closer: {finalizer: true, assembly: Closers}
  Pair: {value: true, fields: {one: ref, count: short, other: ref}}
  Holder: {fields: {pair: Pair, last: {type: ref, offset: 64}}}
  Grid: {array: Node, rank: 2}
  Box<T>: {fields: {value: T, next: Box<T>}}
threads: [main, worker, {id: third, name: ""}]
functions: {Program.Main: Node, Other: null}
steps:
  - allocate: {type: String, length: 1}
  - allocate: {type: "byte[]", length: 1}
  - allocate: {type: "Node[]", length: 1}
  - allocate: {type: "Pair[]", length: 1}
  - allocate: {type: "Grid[]", length: 1}
  - allocate: {type: Box<Node>}
  - allocate: {type: Box<Pair>}
  - allocate: {type: Object}
)yaml";

class RandomSteps {
 public:
  RandomSteps(std::uint64_t key, Program& program) : random_(key), program_(&program) {}

  void make(std::size_t count) {
    allocate(random_.below(2) == 0);
    while (program_->steps.size() < count) one();
    step(program::Collect{});
  }

 private:
  struct Object {
    std::uint32_t type;
    std::uint64_t length;
  };
  struct Root {
    std::uint32_t thread;
    bool gone;
  };
  struct Handle {
    program::CreateHandle::Kind kind;
    bool gone;
  };

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  bool chance(std::uint64_t one_in) { return below(one_in) == 0; }
  void step(program::Action action) { program_->steps.push_back({std::move(action), 0, 0}); }
  std::uint32_t object() { return static_cast<std::uint32_t>(below(objects_.size())); }
  std::uint32_t object_or_null() { return chance(5) ? kNothing : object(); }
  std::uint32_t running() {
    const std::uint32_t thread = chance(3) ? static_cast<std::uint32_t>(below(threads_.size())) : 0;
    return threads_[thread] == 1 ? thread : 0;
  }

  void allocate(bool announced) {
    program::Allocate step;
    step.type = static_cast<std::uint32_t>(below(program_->types.size()));
    const program::TypeSpec& type = program_->types[step.type];
    if (type.kind == TypeKind::kArray || type.kind == TypeKind::kString) step.length = below(5);
    if (type.kind == TypeKind::kArray && type.rank == 2) {
      step.dimensions = {{.length = 2, .lower_bound = chance(2) ? 3 : 0}, {.length = 3}};
      step.length = 6;
    }
    if (chance(6)) step.count = 1 + below(4);
    if (chance(8)) step.generation = program::Generation::kPinned;
    step.announced = announced;
    step.thread = running();
    if (announced && chance(4)) step.frames = frames();
    if (step.count > 1 && program::reference_slots(type, step.length) > 1 && chance(2))
      step.graph.kind = program::Graph::Kind::kTree;
    if (chance(3)) {
      const std::string name = "o" + std::to_string(objects_.size());
      const auto first = static_cast<std::uint32_t>(objects_.size());
      for (std::uint32_t i = 0; i < step.count; ++i)
        program_->names.push_back({first + i, step.count == 1 ? name : name + "[" + std::to_string(i) + "]"});
    }
    for (std::uint64_t i = 0; i < step.count; ++i) objects_.push_back({step.type, step.length});
    this->step(step);
  }

  // Other functions than Program.Main exist only because a step names them.
  std::vector<std::uint32_t> frames() {
    std::vector<std::uint32_t> frames;
    for (std::uint64_t left = 1 + below(3); left > 0; --left)
      frames.push_back(chance(5) ? kNothing : static_cast<std::uint32_t>(below(2)));
    return frames;
  }

  void call() {
    const std::uint32_t thread = running();
    std::size_t& depth = depths_[thread];
    if (depth != 0 && chance(2)) {
      const auto times = static_cast<std::uint32_t>(1 + below(depth));
      depth -= times;
      step(program::Return{.thread = thread, .times = times});
      return;
    }
    program::Call called{.thread = thread, .functions = frames()};
    if (chance(4)) called.times = static_cast<std::uint32_t>(1 + below(5));
    called.tail = depth != 0 && chance(3);
    depth += called.functions.size() * called.times - (called.tail ? 1 : 0);
    step(std::move(called));
  }

  void store() {
    const std::uint32_t to = chance(2) ? static_cast<std::uint32_t>(objects_.size() - 1) : object();
    const auto slots = program::reference_slots(program_->types[objects_[to].type], objects_[to].length);
    if (slots != 0) step(program::Store{to, below(slots), object_or_null()});
  }

  void root() {
    if (roots_.empty() || chance(2)) {
      program::AddRoot root{.object = object_or_null(), .pinned = chance(4)};
      if (chance(4)) root.kind = program::AddRoot::Kind::kStatic;
      if (root.kind == program::AddRoot::Kind::kStack) {
        root.thread = running();
        if (chance(3)) root.function = static_cast<std::uint32_t>(below(2));
      }
      const bool is_static = root.kind == program::AddRoot::Kind::kStatic;
      roots_.push_back({is_static ? 0 : root.thread, false});
      step(root);
      return;
    }
    const auto number = static_cast<std::uint32_t>(below(roots_.size()));
    Root& root = roots_[number];
    if (root.gone || threads_[root.thread] != 1) return;
    if (chance(2)) {
      step(program::SetRoot{number, object_or_null()});
    } else {
      root.gone = true;
      step(program::RemoveRoot{number});
    }
  }

  void handle() {
    using Kind = program::CreateHandle::Kind;
    if (handles_.empty() || chance(2)) {
      program::CreateHandle handle{.kind = static_cast<Kind>(below(6)), .object = object_or_null()};
      if (handle.kind == Kind::kDependent) handle.secondary = object_or_null();
      if (handle.kind == Kind::kRefCounted) handle.count = static_cast<std::uint32_t>(below(3));
      handles_.push_back({handle.kind, false});
      step(handle);
      return;
    }
    const auto number = static_cast<std::uint32_t>(below(handles_.size()));
    Handle& handle = handles_[number];
    if (handle.gone) return;
    if (chance(3)) {
      handle.gone = true;
      step(program::FreeHandle{number});
      return;
    }
    program::SetHandle set{.handle = number, .object = object_or_null(), .count = std::nullopt};
    if (handle.kind == Kind::kRefCounted && chance(2)) set.count = 4;
    if (set.count && chance(2)) set.object.reset();
    step(set);
  }

  void thread() {
    const auto number = static_cast<std::uint32_t>(1 + below(threads_.size() - 1));
    std::uint8_t& state = threads_[number];
    if (state == 0) step(program::StartThread{number});
    if (state == 1) step(program::EndThread{number}), depths_[number] = 0;
    if (state < 2) ++state;
  }

  void finalizer() {
    const std::uint32_t number = object();
    if (chance(4)) step(program::RunFinalizers{chance(2) ? kNothing : 2u});
    if (program_->types[objects_[number].type].finalizer == program::Finalizer::kNone) return;
    if (chance(2))
      step(program::SuppressFinalizer{number});
    else
      step(program::RegisterFinalizer{number});
  }

  void collect() {
    program::Collect step;
    step.condemned = static_cast<program::Generation>(below(3));
    step.induced = !chance(4);
    step.thread = running();
    if (chance(2)) step.mode[0] = chance(2) ? program::Mode::kCompact : program::Mode::kSweep;
    if (chance(4)) step.pinned = program::PinnedPolicy::kPromote;
    step.promote = !chance(5);
    if (chance(3)) step.reporting.splits = {1, 0};
    if (chance(5)) step.reporting.batch_limit = 3;
    if (chance(4)) step.reporting.shuffle = 1 + below(9);
    if (chance(4))
      step.reporting.edits.push_back(
          {.kind = program::ReportEdit::Kind::kOtherFamily, .index = 2, .ranges = {}, .generations = {}});
    if (chance(4))
      step.asks.push_back({.slot = 55, .inside = 73, .object = object(), .text = {}, .answer = {}});
    this->step(step);
  }

  void one() {
    switch (below(9)) {
      case 0:
      case 1:
        return allocate(!chance(9));
      case 2:
      case 3:
        return store();
      case 4:
        return root();
      case 5:
        return handle();
      case 6:
        return chance(2) ? thread() : finalizer();
      case 7:
        return call();
      default:
        return collect();
    }
  }

  program::Random random_;
  Program* program_;
  std::vector<Object> objects_;
  std::vector<Root> roots_;
  std::vector<Handle> handles_;
  std::array<std::uint8_t, 3> threads_ = {1, 0, 0};
  std::array<std::size_t, 3> depths_{};  // of their stacks
};

Program types_to_draw_from() {
  static const Program kProgram = [] {
    Program program = scenario::parse(kTypes, "types.yaml")->program;
    program.steps.clear();
    return program;
  }();
  return kProgram;
}

TEST_CASE("write: a random program is read back unchanged") {
  tests::property("write then read gives the same program", [](std::uint64_t key, std::uint8_t length) {
    Program program = types_to_draw_from();
    RandomSteps(key, program).make(1 + length % 60);
    for (const program::Problem& problem : program::validate(program)) RC_FAIL(program::to_string(problem));
    const Expected<std::string> written = scenario::write(program, {.title = "Random"});
    if (!written) RC_FAIL(written.error());
    const Expected<scenario::Scenario> read = scenario::parse(*written, "random.yaml");
    RC_ASSERT(read.has_value());
    RC_ASSERT(scenario::canonical(read->program) == scenario::canonical(program));
    // A scenario that was read has names for everything. Writing it again gives the same text.
    const scenario::ScenarioHead head = scenario::head_of(*read);
    RC_ASSERT(*scenario::write(read->program, head) == *written);
  });
}

}  // namespace
}  // namespace gcrucible
