#include "harness/driver/coreclr_refusals.h"

#include <fmt/format.h>

#include <initializer_list>
#include <tuple>
#include <utility>

#include "harness/program/validate/type_facts.h"

namespace gcrucible::driver {
namespace {

using namespace program;

constexpr const char* kNoCalls =
    "the player makes each step in methods of its own; leave `call`, `return` and the functions of `at` out";

class Refusals {
 public:
  Refusals(const Program& program, const std::string& file, const SettingPlaces& places)
      : program_(program), file_(file), places_(places) {}

  std::vector<std::string> find() {
    check_heap();
    at({"process", "profiler.load", "profiler.load-anyway"});
    refuse_if(
        program_.life != LifeSpec{},
        "the player's process has its recorder from the start and ends as managed code; leave `load` of "
        "`profiler` and `process` out");
    check_types();
    at({"report"});
    refuse_if(!program_.failing.empty(),
              "a real CLR decides itself when an Info call fails; leave `failing-calls` out");
    refuse_if(!program_.overrides.empty(), "a real CLR makes its callbacks itself; leave `report` out");
    for (const Step& step : program_.steps) {
      line_ = step.line;
      column_ = step.column;
      std::visit([this](const auto& action) { check(action); }, step.action);
    }
    return std::move(refusals_);
  }

 private:
  void refuse(const std::string& what) {
    const std::string place = line_ == 0 ? "" : fmt::format(":{}:{}", line_, column_);
    refusals_.push_back(fmt::format("{}{}: error: {}", file_, place, what));
  }
  void refuse_if(bool condition, const char* what) {
    if (condition) refuse(what);
  }

  // The refusals that follow are placed at the first of these keys that the file contains.
  void at(std::initializer_list<std::string_view> keys) {
    line_ = column_ = 0;
    for (const std::string_view key : keys) {
      const auto found = places_.find(key);
      if (found == places_.end()) continue;
      std::tie(line_, column_) = found->second;
      return;
    }
  }

  void check_types() {
    for (const TypeSpec& type : program_.types) {
      if (type.finalizer != Finalizer::kCritical || type.parent == kNothing ||
          program_.types[type.parent].finalizer == Finalizer::kCritical)
        continue;
      at({"types." + type.name, "types"});
      refuse(type.name + " has a critical finalizer and its parent " + program_.types[type.parent].name +
             " has none that is critical, which C# cannot say; write `finalizer: critical` at the parent, or "
             "leave `parent` out");
    }
  }

  void check_heap() {
    const HeapSpec& heap = program_.heap;
    at({"runtime"});
    if (program_.runtime.name != "net10") {
      refuse(
          fmt::format("the scenario is written for runtime {}, and an installed CLR behaves like net10; "
                      "write `runtime: net10`",
                      program_.runtime.name));
    }
    at({"heap.backing", "heap"});
    refuse_if(heap.backing != Backing::kMemory,
              "a real CLR has objects in memory and chooses their addresses; use `backing: memory`");
    at({"heap.loh-threshold", "heap"});
    refuse_if(heap.large_object_threshold != 0 && heap.large_object_threshold != kLargeObject,
              "the threshold of large objects cannot be set in a real CLR; leave `loh-threshold` out");
    at({"heap.finalizers", "heap"});
    refuse_if(!heap.finalizers_run,
              "the finalizer thread of a real CLR runs by itself; leave `finalizers: on-demand` out");
    std::uint64_t objects = 0;
    constexpr std::uint64_t kMostObjects = 10'000;
    for (const Step& step : program_.steps) {
      const auto* const allocate = std::get_if<Allocate>(&step.action);
      if (allocate == nullptr) continue;
      // Placed at the allocation that exceeds the limit.
      if (objects <= kMostObjects) {
        line_ = step.line;
        column_ = step.column;
      }
      objects += allocate->count;
    }
    refuse_if(objects > kMostObjects, "the player watches each object, and at most 10000; lower `count`");
  }

  void check(const Allocate& step) {
    refuse_if(step.at.has_value(), "a real CLR chooses addresses itself; leave `at` out");
    refuse_if(!step.frames.empty(), kNoCalls);
    refuse_if(step.heap.has_value(),
              "a real CLR gives each thread the heap of its processor; leave `heap` out");
    refuse_if(step.sampled, "a real CLR decides itself which allocations it samples; leave `sampled` out");
    refuse_if(step.generation == Generation::kFrozen,
              "the player cannot make frozen objects; leave `generation: frozen` out");
    refuse_if(step.graph.kind == Graph::Kind::kRandomTree,
              "the player makes no random trees; use `graph: tree`");
    const TypeSpec& type = program_.types[step.type];
    refuse_if(step.generation == Generation::kPinned && type.kind != TypeKind::kArray,
              "only arrays can be allocated on the pinned object heap of a real CLR; use an array type");
    refuse_if(step.generation == Generation::kLarge && object_size(type, step.length) < kLargeObject,
              "a real CLR puts only objects of 85000 bytes or more on the large object heap; raise `length`, "
              "or leave `generation: loh` out");
  }
  void check(const LoadAssembly& step) {
    refuse_if(
        !step.announced || step.generation,
        "the player loads a collectible assembly in a step, and into generation 0; `allocate` the first "
        "of its objects in `steps`");
    refuse_if(step.in_place_of != kNothing,
              "a real CLR decides itself which ids it uses again; leave `in-place-of` out");
  }
  void check(const AddRoot& step) {
    refuse_if(step.pinned && step.interior != 0,
              "the player has no roots that are pinned and interior; leave one of the two out");
    refuse_if(step.kind == AddRoot::Kind::kStatic && (step.pinned || step.interior != 0),
              "a static field of a real CLR is neither pinned nor interior; leave `pinned` and `interior` "
              "out, or `kind: static`");
  }
  void check(const CreateHandle& step) {
    kinds_.push_back(step.kind);
    refuse_if(step.kind == CreateHandle::Kind::kRefCounted,
              "ref-counted handles belong to COM interop, which no C# program on this system has; use `kind: "
              "strong`");
  }
  void check(const SetHandle& step) {
    refuse_if(step.count.has_value(), "ref-counted handles belong to COM interop; leave `count` out");
    refuse_if(step.handle < kinds_.size() && kinds_[step.handle] == CreateHandle::Kind::kDependent &&
                  step.object && *step.object != kNothing,
              "the key of a dependent handle can only become null in a real CLR; free it and make another");
  }
  void check(const RunFinalizers&) {
    refuse("a real CLR's finalizer thread runs by itself; leave the step out");
  }
  void check(const Call&) { refuse(kNoCalls); }
  void check(const Return&) {}  // check(Call) refuses both
  void check(const Throw&) { refuse("the player throws no exceptions; leave the step and its `catch` out"); }
  void check(const Together&) {
    refuse("a real CLR decides itself which threads run; write plain steps instead of `together`");
  }
  void check(const Compile&) { refuse("a real CLR decides itself when it compiles; leave the step out"); }
  void check(const Suspend&) {
    refuse("no C# program can ask for a suspension for another reason; leave the step out");
  }
  void check(const BeginShutdown&) {
    refuse("a real process ends when the program does; leave the step out");
  }
  void check(const Background&) {
    refuse("a real CLR decides itself when a background collection pauses and ends; leave the step out");
  }
  void check(const Say&) { refuse("a real CLR makes its callbacks itself; leave `say` out"); }
  void check(const Ask&) { refuse("the player asks nothing; leave `ask` out"); }
  void check(const Attach&) {
    refuse("the player's process has its recorder from the start; leave `attach` out");
  }
  void check(const Await&) {
    refuse(
        "the player's process does not load your profiler, so there are no threads to wait for; leave "
        "`await` out");
  }
  void check(const ShutDown&) {
    refuse("the player's process ends after its last step; leave `shutdown` out");
  }
  void check(const Collect& step) {
    refuse_if(step.attach.has_value(),
              "the player's process has its recorder from the start; leave `attach` out");
    refuse_if(!step.induced, "a collection that a program asks for is induced; leave `reason` out");
    refuse_if(step.pinned == PinnedPolicy::kPromote ||
                  (step.pinned == PinnedPolicy::kDemote && step.condemned != Generation::k0),
              "pinned survivors stay in their generation of a real CLR, and no program can ask for anything "
              "else; leave `pinned` out");
    refuse_if(!step.promote, "no program can ask for survivors to stay where they are; leave `promote` out");
    refuse_if(step.provisional,
              "no program can ask a real CLR to go on with a full collection; leave `provisional` out");
    refuse_if(!step.asks.empty(), "the player asks nothing; leave `ask` out");
    const Reporting& reporting = step.reporting;
    refuse_if(reporting.batch_limit != 0 || !reporting.splits.empty() || reporting.shuffle != 0 ||
                  !reporting.order.empty() || !reporting.edits.empty() || !reporting.overrides.empty() ||
                  !reporting.entries.empty() || reporting.schedule || reporting.started_by != 0 ||
                  !reporting.suspension.empty(),
              "a real CLR reports a collection in its own way; leave `report` out");
    bool compacts = false;
    bool sweeps = false;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(step.condemned); ++i) {
      compacts = compacts || step.mode[i] == Mode::kCompact;
      sweeps = sweeps || step.mode[i] == Mode::kSweep;
    }
    refuse_if(
        compacts && sweeps,
        "a program can ask for compaction of all of the small object heap or of nothing; name no generation "
        "under `sweep` together with one under `compact`");
    refuse_if(step.mode[3] == Mode::kCompact && step.condemned != Generation::k2,
              "the large object heap is collected with generation 2 only; write `generation: 2`");
  }
  void check(const CatchThrown&) {}  // check(Throw) refuses both
  // The player makes these as they are.
  void check(const Store&) {}
  void check(const SetRoot&) {}
  void check(const RemoveRoot&) {}
  void check(const FreeHandle&) {}
  void check(const SuppressFinalizer&) {}
  void check(const RegisterFinalizer&) {}
  void check(const StartThread&) {}
  void check(const EndThread&) {}
  template <typename Other>
  void check(const Other&) {
    refuse("the player makes no such step; leave it out");
  }

  const Program& program_;
  const std::string& file_;
  const SettingPlaces& places_;
  std::uint32_t line_ = 0;  // 0: the file as a whole
  std::uint32_t column_ = 0;
  std::vector<CreateHandle::Kind> kinds_;
  std::vector<std::string> refusals_;
};

}  // namespace

std::vector<std::string> why_not_on_coreclr(const Program& program, const std::string& file,
                                            const SettingPlaces& places) {
  return Refusals(program, file, places).find();
}

bool counts_calls(std::string_view variable, std::string_view value) {
  if (variable == "GCRUCIBLE_RECORDER_FAIL") return value.find('@') != std::string_view::npos;
  return variable == "GCRUCIBLE_RECORDER_CHANGE" || variable == "GCRUCIBLE_RECORDER_DETACH";
}

}  // namespace gcrucible::driver
