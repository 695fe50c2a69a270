#include "harness/program/validate/validate.h"

#include <algorithm>
#include <set>
#include <string>
#include <variant>

#include "harness/program/ask_places.h"
#include "harness/program/askable_info.h"
#include "harness/program/steps/background_steps.h"
#include "harness/program/steps/thread_steps.h"
#include "harness/program/steps/together_steps.h"
#include "harness/program/validate/problem_list.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::program {
namespace {

constexpr std::uint16_t kCallbackSlotsEnd = 98;
constexpr std::uint64_t kMostClientData = 65536;

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

// Follows the steps as far as numbers matter: which things exist, and which are gone.
class Steps {
 public:
  Steps(const Program& program, ProblemList& problems)
      : program_(&program), problems_(&problems), threads_(program, problems), background_(problems) {}

  std::uint64_t objects() const { return objects_; }
  bool attaches() const { return attaches_; }
  bool in_background() const { return background_.under_way(); }

  void operator()(const Allocate& step) {
    threads_.allocates(step);
    const bool countable = check(step.count > 0, "an allocation of 0 objects");
    if (!check(step.type < program_->types.size(),
               [&] { return "type " + number(step.type) + " does not exist"; }))
      return;
    const TypeSpec& type = program_->types[step.type];
    check(type.collectible == kNothing || loaded_.contains(type.collectible),
          [&] { return "an object of type " + type.name + " before its assembly is loaded"; });
    check(!step.sampled || step.announced, "an object that is not announced is sampled");
    check(step.length == 0 || (type.kind != TypeKind::kClass && type.kind != TypeKind::kValue),
          [&] { return "an instance of class " + type.name + " has a length"; });
    if (!check(step.length <= kLargestLength,
               [&] { return "a length of " + number(step.length) + " does not fit 32 bits"; }))
      return;
    check(object_size(type, step.length) <= kLargestObject, "an object's size does not fit 46 bits");
    dimensions(step, type);
    validate_heap_of(program_->heap, step, *problems_);
    if (step.at) {
      check(*step.at != 0, "an object at address 0, which is null");
      check(program_->heap.backing == Backing::kNone, "a literal address needs a heap without backing");
      check(step.count == 1, "several objects at one address");
      check(!step.announced, "an object at a literal address was there before the profiler came");
      check(step.generation.has_value(), "an object at a literal address has no generation");
    }
    const std::uint64_t slots = reference_slots(type, step.length);
    const std::uint64_t needed = step.graph.kind == Graph::Kind::kNone    ? 0
                                 : step.graph.kind == Graph::Kind::kChain ? 1
                                                                          : 2;
    check(slots >= needed, [&] {
      return "type " + type.name + " has " + number(slots) + " reference slots, but the graph needs " +
             number(needed);
    });
    check(step.graph.live_every > 0, "a graph in which every 0th object lives");
    // Object numbers and reference slot numbers have 32 bits in the simulator.
    if (!check(step.count < kNothing - objects_, "more than 2^32 objects")) return;
    check(slots == 0 || step.count <= (kNothing - slots_) / slots, "more than 2^32 reference slots");
    slots_ =
        std::min<std::uint64_t>(kNothing, slots_ + std::min<std::uint64_t>(kNothing, slots) * step.count);
    if (countable) groups_.push_back({objects_, step.count, step.type, step.length});
    objects_ += step.count;
  }

  void operator()(const LoadAssembly& step) {
    running(step.thread);
    if (!check(step.assembly < program_->collectible.size(),
               "collectible assembly " + number(step.assembly) + " does not exist"))
      return;
    check(!loaded_.contains(step.assembly),
          "assembly " + program_->collectible[step.assembly] + " is loaded twice");
    check(step.in_place_of == kNothing || loaded_.contains(step.in_place_of), [&] {
      return "assembly " + program_->collectible[step.assembly] +
             " reuses the ids of one that is not loaded before it; allocate an object of that one first";
    });
    loaded_.insert(step.assembly);
    if (!validate_load(*program_, step, *problems_)) return;
    if (!check(objects_ < kNothing - 3, "more than 2^32 objects")) return;
    for (const std::uint32_t type : {step.loader, step.slots, step.scout}) {
      groups_.push_back({objects_++, 1, type, type == step.slots ? std::uint64_t{5} : 0});
    }
  }

  void operator()(const Store& step) {
    if (object_or_null(step.target) && object(step.object)) {
      const Group& group = group_of(step.object);
      const TypeSpec& type = program_->types[group.type];
      const std::uint64_t slots = reference_slots(type, group.length);
      check(step.slot < slots, [&] {
        return "slot " + number(step.slot) + " of an object of type " + type.name + ", which has " +
               number(slots);
      });
    }
  }

  // What .NET does there has not been measured.
  void not_lightweight(std::uint32_t function, const char* does) {
    if (function >= program_->functions.size()) return;
    const FunctionSpec& spec = program_->functions[function];
    check(!spec.lightweight,
          [&] { return "the lightweight function " + spec.name + " " + does + ", which is not simulated"; });
  }

  void operator()(const AddRoot& step) {
    if (step.kind == AddRoot::Kind::kStack) running(step.thread);
    check(step.function == kNothing || step.function < program_->functions.size(),
          [&] { return "function " + number(step.function) + " does not exist"; });
    not_lightweight(step.function, "owns a root");
    if (object_or_null(step.object)) interior(step.object, step.interior);
    roots_.push_back({step.kind == AddRoot::Kind::kStack ? step.thread : kNothing, step.interior, false});
  }
  void operator()(const SetRoot& step) {
    if (!root(step.root)) return;
    const Root& changed = roots_[step.root];
    if (changed.thread != kNothing) running(changed.thread);
    if (object_or_null(step.object)) interior(step.object, changed.interior);
  }
  void operator()(const RemoveRoot& step) {
    if (root(step.root)) roots_[step.root].removed = true;
  }

  void operator()(const CreateHandle& step) {
    object_or_null(step.object);
    object_or_null(step.secondary);
    check(step.secondary == kNothing || step.kind == CreateHandle::Kind::kDependent,
          "only a dependent handle has a second object");
    handles_.push_back({step.kind, false});
  }
  void operator()(const SetHandle& step) {
    if (!handle(step.handle)) return;
    if (step.object) object_or_null(*step.object);
    check(!step.count || handles_[step.handle].kind == CreateHandle::Kind::kRefCounted,
          "only a ref-counted handle has a count");
  }
  void operator()(const FreeHandle& step) {
    if (handle(step.handle)) handles_[step.handle].freed = true;
  }

  void operator()(const RunFinalizers&) {}
  void operator()(const SuppressFinalizer& step) { finalizable(step.object); }
  void operator()(const RegisterFinalizer& step) { finalizable(step.object); }

  void operator()(const StartThread& step) { threads_.start(step); }
  void operator()(const EndThread& step) { threads_.end(step); }
  void operator()(const Throw& step) {
    if (object(step.object)) {
      const TypeSpec& type = program_->types[group_of(step.object).type];
      check(type.kind == TypeKind::kClass, [&] {
        return "an object of type " + type.name +
               " is thrown, for which a runtime throws an exception of its own (RuntimeWrappedException); "
               "throw an instance of a class";
      });
    }
    for (const std::uint32_t each : step.frames) not_lightweight(each, "is left by an exception");
    not_lightweight(step.catcher.value_or(kNothing), "catches an exception");
    threads_.throws(step);
  }
  void operator()(const CatchThrown& step) { threads_.catches(step); }
  void operator()(const Compile& step) {
    threads_.compiles(step);
    if (step.function >= program_->functions.size()) return;
    const std::uint32_t type = program_->functions[step.function].type;
    // The setup reports a type that does not exist.
    if (type >= program_->types.size()) return;
    const std::uint32_t assembly = program_->types[type].collectible;
    check(assembly == kNothing || loaded_.contains(assembly),
          "a function is compiled before its assembly is loaded");
  }
  void operator()(const Call& step) { threads_.calls(step); }
  void operator()(const Return& step) { threads_.returns(step); }
  void operator()(const Suspend& step) { threads_.suspends(step); }

  void operator()(const Attach& step) { attach(step); }
  void operator()(const Await& step) {
    check(step.slot < program_->runtime.info.size(),
          "Info slot " + number(step.slot) + " of a wait does not exist");
    check(step.times != 0, "a step that waits for no call");
  }
  void operator()(const ShutDown&) {
    check(!shut_down_, "the process shuts down once; remove one of the two steps");
    check(program_->life.exit == LifeSpec::Exit::kNormal,
          "a process that ends in this way delivers no Shutdown");
    shut_down_ = true;
    threads_.shut_down();
  }
  void operator()(const BeginShutdown& step) {
    threads_.shut_down();
    running(step.thread);
    background_.begin_shutdown();
  }
  void operator()(const Background& step) {
    running(step.thread);
    background_.background(step);
  }

  // TogetherSteps checks it.
  void operator()(const Together&) {}
  // The state of the process that forbids a Together; null if there is none.
  const char* meanwhile() const {
    return background_.shutting_down() ? "in a process that begins to end" : nullptr;
  }

  void operator()(const Say& step) { validate_said(step.call, *problems_); }
  void operator()(const Ask& ask) {
    question(ask);
    check(ask.inside < kCallbackSlotsEnd,
          "callback slot " + number(ask.inside) + " of a question does not exist");
    check(ask.inside != 0 || ask.slot != kSuspendRuntimeSlot,
          "SuspendRuntime between two steps would stop the steps themselves; ask it inside a callback");
  }
  void operator()(const Collect& step) {
    threads_.collects(step);
    validate_collect(step, *problems_);
    validate_turns(program_->heap, step, *problems_);
    background_.collect(step.condemned);
    for (const Ask& ask : step.asks) {
      question(ask);
      check(comes_in_collections(ask.inside),
            "a question in callback slot " + number(ask.inside) + ", which never comes in a collection");
    }
    if (step.attach) attach(step.attach->attach);
  }

 private:
  struct Group {
    std::uint64_t first;
    std::uint64_t count;
    std::uint32_t type;
    std::uint64_t length;
  };
  struct Root {
    std::uint32_t thread;  // kNothing: a static
    std::uint64_t interior;
    bool removed;
  };
  struct Handle {
    CreateHandle::Kind kind;
    bool freed;
  };

  bool check(bool holds, const auto& message) { return problems_->check(holds, message); }

  const Group& group_of(std::uint32_t object) const {
    const auto after = std::ranges::upper_bound(groups_, object, {}, &Group::first);
    return *(after - 1);
  }
  bool object(std::uint32_t index) {
    return check(index < objects_ && !groups_.empty(),
                 [&] { return "object " + number(index) + " is used before it is allocated"; });
  }
  bool object_or_null(std::uint32_t index) { return index == kNothing || object(index); }
  void dimensions(const Allocate& step, const TypeSpec& type) {
    const std::size_t wanted = type.kind == TypeKind::kArray && type.rank > 1 ? type.rank : 0;
    if (!check(step.dimensions.size() == wanted,
               [&] {
                 return "an object of type " + type.name + " has " + number(step.dimensions.size()) +
                        " dimensions, but needs " + number(wanted);
               }) ||
        wanted == 0) {
      return;
    }
    std::uint64_t elements = 1;
    for (const Dimension& each : step.dimensions) {
      elements = std::min(elements * each.length, kLargestLength + 1);
      check(std::int64_t{each.lower_bound} + each.length <= std::int64_t{1} << 31,
            "the last index of a dimension does not fit 31 bits");
    }
    check(elements == step.length, "the dimensions of an array have " + number(elements) +
                                       " elements, but its length is " + number(step.length));
  }
  void interior(std::uint32_t index, std::uint64_t offset) {
    if (index == kNothing || offset == 0) return;
    const Group& group = group_of(index);
    // The last byte that an interior pointer may name is the last byte of the object after its header.
    check(offset < object_size(program_->types[group.type], group.length),
          "an interior offset of " + number(offset) + " is beyond the object's end");
  }
  void finalizable(std::uint32_t index) {
    if (!object(index)) return;
    const TypeSpec& type = program_->types[group_of(index).type];
    check(type.finalizer != Finalizer::kNone, "type " + type.name + " has no finalizer");
  }
  void attach(const Attach& step) {
    attaches_ = true;
    check(step.data.size() <= kMostClientData,
          "more than " + number(kMostClientData) + " bytes of client data");
  }
  bool running(std::uint32_t index) { return threads_.running(index); }
  bool root(std::uint32_t index) {
    return check(index < roots_.size(), [&] { return "root " + number(index) + " does not exist yet"; }) &&
           check(!roots_[index].removed, [&] { return "root " + number(index) + " was removed"; });
  }
  bool handle(std::uint32_t index) {
    return check(index < handles_.size(),
                 [&] { return "handle " + number(index) + " does not exist yet"; }) &&
           check(!handles_[index].freed, [&] { return "handle " + number(index) + " was freed"; });
  }
  void question(const Ask& ask) {
    check(is_askable(ask.slot), "a question cannot ask Info slot " + number(ask.slot));
    if (!waits_for_allocation(ask.inside) || ask.object != objects_) object_or_null(ask.object);
    check(ask.type == kNothing || ask.type < program_->types.size(),
          [&] { return "type " + number(ask.type) + " does not exist"; });
    if (ask.thread != kNothing) running(ask.thread);
    if (ask.handle != kNothing) handle(ask.handle);
  }

  const Program* program_;
  ProblemList* problems_;
  std::uint64_t objects_ = 0;
  std::uint64_t slots_ = 0;
  std::vector<Group> groups_;
  std::vector<Root> roots_;
  std::vector<Handle> handles_;
  ThreadSteps threads_;
  std::set<std::uint32_t> loaded_;  // collectible assemblies
  bool attaches_ = false;
  bool shut_down_ = false;
  BackgroundSteps background_;
};

}  // namespace

std::string to_string(const Problem& problem) {
  if (problem.line != 0) return "line " + number(problem.line) + ": " + problem.message;
  if (problem.step != Problem::kNoStep) return "step " + number(problem.step) + ": " + problem.message;
  return problem.message;
}

std::vector<Problem> validate(const Program& program) {
  ProblemList problems;
  validate_setup(program, problems);
  validate_overrides(program.overrides, problems);
  validate_failing(program.failing, problems);
  Steps steps(program, problems);
  TogetherSteps together(program, problems);
  for (std::size_t i = 0; i < program.steps.size() && !problems.full(); ++i) {
    problems.at_step(i, program.steps[i].line, program.steps[i].column);
    together.take(program.steps[i], steps.meanwhile());
    validate_provisional(program, i, problems);
    std::visit(steps, program.steps[i].action);
  }
  if (steps.in_background()) add_unended_background(program, problems);
  check_all_caught(program, problems);
  problems.at_setting("profiler.load");
  problems.check(program.life.load == LifeSpec::Load::kStart || steps.attaches() || problems.full(),
                 "the profiler is loaded by an attach, and no step attaches it; add `- attach: {}` to "
                 "`steps`, or leave `load` out");
  problems.at_step(Problem::kNoStep, 0, 0);
  std::uint64_t next = 0;
  for (const ObjectName& name : program.names) {
    problems.check(name.object >= next, "the names of objects are out of order");
    problems.check(name.object < steps.objects(),
                   [&] { return "name " + name.name + " is of an object that is never allocated"; });
    next = name.object + std::uint64_t{1};
  }
  return problems.take();
}

}  // namespace gcrucible::program
