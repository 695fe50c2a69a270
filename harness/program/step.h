// The steps of a program, in the order in which the simulated process makes them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/program/code/structure.h"
#include "harness/program/noun.h"
#include "harness/program/reporting.h"
#include "harness/program/schedule.h"
#include "harness/program/specs.h"

namespace gcrucible::program {

// Objects are numbered in allocation order. Roots, handles, threads and functions have separate numbers.
// `line` and `column` are the places in the scenario, for messages; 0 if there is none.

// How the objects of a bulk allocation refer to each other. Random choices come from xorshift64* seeded with
// `seed`.
struct Graph {
  enum class Kind : std::uint8_t {
    kNone,
    kChain,  // each one's first slot refers to the next
    kTree,   // position p refers to positions 2p+1 and 2p+2
    // A tree over a random order of the live objects. Free slots refer to random live objects. The
    // benchmark uses the same graph.
    kRandomTree,
  };
  Kind kind = Kind::kNone;
  std::uint32_t live_every = 1;  // kRandomTree: numbers divisible by it are live; others are in no tree
  std::uint64_t seed = 1;

  friend bool operator==(const Graph&, const Graph&) = default;
};
GCRUCIBLE_FIELDS(Graph, kind, live_every, seed)

// One dimension of an array with several dimensions.
struct Dimension {
  std::uint32_t length = 0;
  std::int32_t lower_bound = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
};
GCRUCIBLE_FIELDS(Dimension, length, lower_bound)

// Loads a collectible assembly and creates three objects of the runtime. The first keeps the assembly alive,
// and all objects of its types refer to it. The second is the list of slots of the first. The finalizer of
// the third unloads the assembly.
struct LoadAssembly {
  std::uint32_t assembly = 0;  // number in Program::collectible
  std::uint32_t thread = 0;
  std::optional<Generation> generation;  // as in Allocate
  bool announced = true;
  std::uint32_t loader = 0;  // the types of the three objects, in creation order
  std::uint32_t slots = 0;
  std::uint32_t scout = 0;
  // 0: the unload order of .NET 10. Otherwise the key of a random permitted order.
  std::uint64_t unload_order = 0;
  // Number of an unloaded collectible assembly whose memory this assembly reuses. Its classes, its module and
  // the assembly itself then reuse the ids too. kNothing: fresh ids. The same applies if that assembly is
  // still loaded.
  std::uint32_t in_place_of = kNothing;

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kThread, step.thread);
    visit(Noun::kAssembly, step.assembly);
    visit(Noun::kAssembly, step.in_place_of);
    visit(Noun::kType, step.loader);
    visit(Noun::kType, step.slots);
    visit(Noun::kType, step.scout);
  }
  friend bool operator==(const LoadAssembly&, const LoadAssembly&) = default;
};
GCRUCIBLE_FIELDS(LoadAssembly, assembly, thread, generation, announced, loader, slots, scout, unload_order,
                 in_place_of)

struct Allocate {
  std::uint32_t thread = 0;
  std::uint32_t type = 0;
  std::uint64_t length = 0;                // characters, or elements of all dimensions
  std::vector<Dimension> dimensions = {};  // of an array type with several dimensions, in index order
  std::uint64_t count = 1;
  std::optional<Generation> generation;  // POH, frozen memory, or an explicit layout's generation
  std::optional<std::uint64_t> at;       // address of an explicit layout; `announced` is then false
  bool announced = true;                 // false: it existed before the profiler came (no ObjectAllocated)
  bool sampled = false;  // the runtime's byte count overflows at the first object: AllocationTick
  Graph graph;
  std::optional<std::uint16_t> heap = {};  // heap of server GC; default: see HeapSpec::balanced
  // Functions that are called for this allocation, outermost first. kNothing: native code.
  std::vector<std::uint32_t> frames = {};

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kThread, step.thread);
    visit(Noun::kType, step.type);
    for (auto& each : step.frames) visit(Noun::kFunction, each);
  }
  friend bool operator==(const Allocate&, const Allocate&) = default;
};
GCRUCIBLE_FIELDS(Allocate, thread, type, length, dimensions, count, generation, at, announced, sampled, graph,
                 heap, frames)

struct Store {
  std::uint32_t object = 0;
  std::uint64_t slot = 0;
  std::uint32_t target = kNothing;  // kNothing: null

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kObject, step.object);
    visit(Noun::kObject, step.target);
  }
  friend bool operator==(const Store&, const Store&) = default;
};
GCRUCIBLE_FIELDS(Store, object, slot, target)

struct AddRoot {
  enum class Kind : std::uint8_t { kStack, kStatic };
  Kind kind = Kind::kStack;
  std::uint32_t thread = 0;
  std::uint32_t function = kNothing;  // kStack: the function of the frame
  std::uint32_t object = kNothing;
  std::uint64_t interior = 0;
  bool pinned = false;

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kThread, step.thread);
    visit(Noun::kFunction, step.function);
    visit(Noun::kObject, step.object);
  }
  friend bool operator==(const AddRoot&, const AddRoot&) = default;
};
GCRUCIBLE_FIELDS(AddRoot, kind, thread, function, object, interior, pinned)
struct SetRoot {
  std::uint32_t root = 0;
  std::uint32_t object = kNothing;

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kRoot, step.root);
    visit(Noun::kObject, step.object);
  }
  friend bool operator==(const SetRoot&, const SetRoot&) = default;
};
GCRUCIBLE_FIELDS(SetRoot, root, object)
struct RemoveRoot {
  std::uint32_t root = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kRoot, step.root); }
  friend bool operator==(const RemoveRoot&, const RemoveRoot&) = default;
};
GCRUCIBLE_FIELDS(RemoveRoot, root)

struct CreateHandle {
  enum class Kind : std::uint8_t { kStrong, kWeakShort, kWeakLong, kPinned, kDependent, kRefCounted };
  Kind kind = Kind::kStrong;
  std::uint32_t object = kNothing;
  std::uint32_t secondary = kNothing;
  std::uint32_t count = 1;

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kObject, step.object);
    visit(Noun::kObject, step.secondary);
  }
  friend bool operator==(const CreateHandle&, const CreateHandle&) = default;
};
GCRUCIBLE_FIELDS(CreateHandle, kind, object, secondary, count)
struct SetHandle {
  std::uint32_t handle = 0;
  std::optional<std::uint32_t> object;  // kNothing: null
  std::optional<std::uint32_t> count;

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kHandle, step.handle);
    if (step.object) visit(Noun::kObject, *step.object);
  }
  friend bool operator==(const SetHandle&, const SetHandle&) = default;
};
GCRUCIBLE_FIELDS(SetHandle, handle, object, count)
struct FreeHandle {
  std::uint32_t handle = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kHandle, step.handle); }
  friend bool operator==(const FreeHandle&, const FreeHandle&) = default;
};
GCRUCIBLE_FIELDS(FreeHandle, handle)

struct RunFinalizers {
  std::uint32_t most = kNothing;  // how many; kNothing: all that are queued

  static void numbers(auto&, auto&) {}
  friend bool operator==(const RunFinalizers&, const RunFinalizers&) = default;
};
GCRUCIBLE_FIELDS(RunFinalizers, most)
struct SuppressFinalizer {
  std::uint32_t object = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kObject, step.object); }
  friend bool operator==(const SuppressFinalizer&, const SuppressFinalizer&) = default;
};
GCRUCIBLE_FIELDS(SuppressFinalizer, object)
struct RegisterFinalizer {
  std::uint32_t object = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kObject, step.object); }
  friend bool operator==(const RegisterFinalizer&, const RegisterFinalizer&) = default;
};
GCRUCIBLE_FIELDS(RegisterFinalizer, object)

struct StartThread {
  std::uint32_t thread = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kThread, step.thread); }
  friend bool operator==(const StartThread&, const StartThread&) = default;
};
GCRUCIBLE_FIELDS(StartThread, thread)
struct EndThread {
  std::uint32_t thread = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kThread, step.thread); }
  friend bool operator==(const EndThread&, const EndThread&) = default;
};
GCRUCIBLE_FIELDS(EndThread, thread)

// Throws an object.
// - With filters, the search continues to the first frame with a filter. The filter's code runs until the
//   CatchThrown.
// - Without filters, but with finally blocks, unwinding continues to the first frame with one. Its code runs
//   until the CatchThrown.
// - Otherwise the thread stops after the search, and other threads run.
// Filters and finally blocks are listed by function. A function counts as often as it is on the stack.
struct Throw {
  std::uint32_t object = 0;
  std::uint32_t thread = 0;
  std::vector<std::uint32_t> frames = {};  // functions, throwing one first, without the catching one
  // No value: the exception leaves managed code after the last frame and is swallowed there. It leaves for
  // the native code that called it, or at the edge of a filter. `frames` is then not empty.
  std::optional<std::uint32_t> catcher = std::nullopt;
  std::vector<std::uint32_t> filters = {};  // the catcher's filter accepts, the others' reject
  std::vector<std::uint32_t> finally = {};
  // The exception leaves the finally block that the thread's innermost exception is in. The innermost
  // exception has no catch of its own: the CatchThrown of this one ends both.
  bool replaces = false;

  // Whether its thread can do something before the CatchThrown.
  bool runs_code() const { return !filters.empty() || !finally.empty(); }

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kObject, step.object);
    visit(Noun::kThread, step.thread);
    if (step.catcher) visit(Noun::kFunction, *step.catcher);
    for (auto* const functions : {&step.frames, &step.filters, &step.finally}) {
      for (auto& each : *functions) visit(Noun::kFunction, each);
    }
  }
  friend bool operator==(const Throw&, const Throw&) = default;
};
GCRUCIBLE_FIELDS(Throw, object, thread, frames, catcher, filters, finally, replaces)
// The thread's innermost exception reaches its catcher, whose block ends at once, or the end of managed code.
struct CatchThrown {
  std::uint32_t thread = 0;

  static void numbers(auto& step, auto& visit) { visit(Noun::kThread, step.thread); }
  friend bool operator==(const CatchThrown&, const CatchThrown&) = default;
};
GCRUCIBLE_FIELDS(CatchThrown, thread)

// A function is compiled.
struct Compile {
  std::uint32_t function = 0;
  std::uint32_t thread = 0;
  std::optional<bool> safe_to_block;  // the value that profilers get; default: TRUE or random

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kFunction, step.function);
    visit(Noun::kThread, step.thread);
  }
  friend bool operator==(const Compile&, const Compile&) = default;
};
GCRUCIBLE_FIELDS(Compile, function, thread, safe_to_block)

// The thread calls functions, each from the one before it.
struct Call {
  std::uint32_t thread = 0;
  std::vector<std::uint32_t> functions = {};  // outermost first; kNothing: native code
  std::uint32_t times = 1;                    // all of them so often, as in a recursion
  bool tail = false;                          // the first one takes the place of the innermost frame

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kThread, step.thread);
    for (auto& each : step.functions) visit(Noun::kFunction, each);
  }
  friend bool operator==(const Call&, const Call&) = default;
};
GCRUCIBLE_FIELDS(Call, thread, functions, times, tail)
// The innermost functions of the thread return.
struct Return {
  std::uint32_t thread = 0;
  std::uint32_t times = 1;

  static void numbers(auto& step, auto& visit) { visit(Noun::kThread, step.thread); }
  friend bool operator==(const Return&, const Return&) = default;
};
GCRUCIBLE_FIELDS(Return, thread, times)

// A suspension for another reason than a collection. The runtime resumes at once.
struct Suspend {
  std::uint32_t reason = 0;  // COR_PRF_SUSPEND_REASON
  std::uint32_t thread = 0;
  std::optional<std::uint64_t> liberties = std::nullopt;  // as in Reporting
  Suspending suspension = {};

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kThread, step.thread);
    visit(step.suspension);
  }
  friend bool operator==(const Suspend&, const Suspend&) = default;
};
GCRUCIBLE_FIELDS(Suspend, reason, thread, liberties, suspension)

// The process begins to end. A runtime that suspends for shutdown stays suspended. Then only `thread`, which
// suspends, continues to run.
struct BeginShutdown {
  std::uint32_t thread = 0;
  std::optional<bool> suspends;  // default: as the runtime does

  static void numbers(auto& step, auto& visit) { visit(Noun::kThread, step.thread); }
  friend bool operator==(const BeginShutdown&, const BeginShutdown&) = default;
};
GCRUCIBLE_FIELDS(BeginShutdown, thread, suspends)

// A collection of all generations during normal execution, in three steps with other steps between them. The
// steps are a pause in which it begins, a pause in which marking ends and survivors are decided, and its end.
struct Background {
  enum class Phase : std::uint8_t { kBegin, kPause, kEnd };
  Phase phase = Phase::kBegin;
  // Only for the beginning:
  std::uint32_t thread = 0;
  bool induced = true;
  std::optional<Generation> young_first;  // 0 or 1: that collection comes first, in the same pause
  bool none_first = false;                // there is no young collection, and no random choice adds one

  static void numbers(auto& step, auto& visit) { visit(Noun::kThread, step.thread); }
  friend bool operator==(const Background&, const Background&) = default;
};
GCRUCIBLE_FIELDS(Background, phase, thread, induced, young_first, none_first)

// A callback without a cause.
struct Say {
  SaidCall call;

  static void numbers(auto& step, auto& visit) { visit(step.call); }
  friend bool operator==(const Say&, const Say&) = default;
};
GCRUCIBLE_FIELDS(Say, call)

// An Info call that the harness makes as a profiler would. The answer is written as a model line. The
// scenario's expectations compare the answer.
struct Ask {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  // Slot of the callback inside which the call is made: in the collection, or at the callback's next call. 0:
  // outside any callback, on a thread without a managed thread.
  std::uint16_t inside = 0;
  std::uint32_t object = kNothing;  // argument, where the method takes an ObjectID
  std::uint32_t type = kNothing;    // argument, where it takes a ClassID
  std::uint32_t thread = kNothing;  // argument, where it takes a ThreadID
  std::uint32_t handle = kNothing;
  std::uint64_t number = 0;  // capacity of a buffer, or a plain number
  std::string text;
  std::optional<SaidAnswer> answer;  // the answer that the trace states instead of the real one

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kObject, step.object);
    visit(Noun::kType, step.type);
    visit(Noun::kThread, step.thread);
    visit(Noun::kHandle, step.handle);
    if (!step.answer) return;
    for (auto& out : step.answer->out) {
      visit(out.value);
      for (auto& row : out.rows) visit.all(row);
    }
    if (step.answer->visited) visit.all(*step.answer->visited);
  }
  friend bool operator==(const Ask&, const Ask&) = default;
};
GCRUCIBLE_FIELDS(Ask, slot, inside, object, type, thread, handle, number, text, answer)

// Attaches the profiler to the process, on a separate native thread.
struct Attach {
  std::string data;                    // the client data; empty: a null pointer and 0
  std::int32_t expected = 0;           // the result that the client must get; another one ends the run
  std::optional<std::int32_t> result;  // the result that the trace states

  static void numbers(auto&, auto&) {}
  friend bool operator==(const Attach&, const Attach&) = default;
};
GCRUCIBLE_FIELDS(Attach, data, expected, result)

// An attach during a collection, on another thread than the collecting one.
struct AttachInside {
  enum class Place : std::uint8_t {
    kStarted,  // the runtime is suspended
    kPart,     // before `part` of the report
    kFinished,
    kResume,  // the collection has ended, the runtime is still suspended
  };
  Place place = Place::kStarted;
  ReportPart part = ReportPart::kRoots;
  Attach attach;

  friend bool operator==(const AttachInside&, const AttachInside&) = default;
};
GCRUCIBLE_FIELDS(AttachInside, place, part, attach)

// Waits until a thread of the profiler has returned from that Info method `times` more times. Returns that
// earlier Await steps counted are not counted again.
struct Await {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  std::uint32_t times = 1;

  static void numbers(auto&, auto&) {}
  friend bool operator==(const Await&, const Await&) = default;
};
GCRUCIBLE_FIELDS(Await, slot, times)

// Shutdown is delivered here. Later steps happen while the process ends.
struct ShutDown {
  static void numbers(auto&, auto&) {}
  friend bool operator==(const ShutDown&, const ShutDown&) = default;
};
GCRUCIBLE_NO_FIELDS(ShutDown)

enum class Mode : std::uint8_t { kPolicy, kCompact, kSweep };

struct Collect {
  std::uint32_t thread = 0;
  Generation condemned = Generation::k2;
  bool induced = true;
  std::array<Mode, 6> mode{};
  std::optional<Destination> destination;  // default: the heap's
  std::optional<PinnedPolicy> pinned;      // default: the runtime's
  bool promote = true;
  // The collection continues in the suspension of the previous one, a swept collection of generation 1. It is
  // the full collection of .NET's provisional mode and has no GarbageCollectionStarted.
  bool provisional = false;
  Reporting reporting;
  std::vector<Ask> asks;
  std::optional<AttachInside> attach;

  static void numbers(auto& step, auto& visit) {
    visit(Noun::kThread, step.thread);
    for (auto& ask : step.asks) visit(ask);
    visit(step.reporting.suspension);
    visit(step.reporting.overrides);
    for (auto& entry : step.reporting.entries) visit.arguments(entry.arguments);
  }
  friend bool operator==(const Collect&, const Collect&) = default;
};
GCRUCIBLE_FIELDS(Collect, thread, condemned, induced, mode, destination, pinned, promote, provisional,
                 reporting, asks, attach)

// The following steps with a `lane` belong to several threads of the program that run at the same time. Steps
// of one lane keep their order. The schedule decides the order between lanes. Created things are still
// numbered in the order of the steps here.
struct Together {
  std::optional<Schedule> schedule;  // no value: random, or round robin

  static void numbers(auto& step, auto& visit) {
    if (!step.schedule) return;
    for (auto& each : step.schedule->switches) {
      if (each.thread < kFirstHeapReporter) visit(Noun::kThread, each.thread);
    }
  }
  friend bool operator==(const Together&, const Together&) = default;
};
GCRUCIBLE_FIELDS(Together, schedule)

// A new kind goes to the end: encoded programs have the index.
using AnyAction =
    std::variant<Allocate, Store, AddRoot, SetRoot, RemoveRoot, CreateHandle, SetHandle, FreeHandle,
                 RunFinalizers, SuppressFinalizer, RegisterFinalizer, StartThread, EndThread, Suspend, Say,
                 Ask, Collect, Attach, ShutDown, BeginShutdown, Background, LoadAssembly, Throw, CatchThrown,
                 Compile, Together, Await, Call, Return>;

// Whether a step is possible while other threads of the program run (Together).
enum class Company : std::uint8_t { kOthersRun, kAlone };

// The managed thread of a step. A suspension by the profiler delays the steps of other threads.
enum class RunsOn : std::uint8_t {
  kItsThread,  // `thread` of the step
  kMainThread,
  kManyThreads,  // another thread of the runtime, or all threads
};

// Objects, roots and handles that a step makes, each with the next number of its kind, or removes. How many
// objects it makes is in numbers.h.
enum class Effect : std::uint8_t {
  kNone,
  kMakesObjects,
  kMakesRoot,
  kMakesHandle,
  kRemovesRoot,
  kRemovesHandle,
};

// A row for each kind of step, in the order of the documentation: STEP(kind, Company, RunsOn, Effect). A kind
// without a row does not compile.
#define GCRUCIBLE_STEPS(STEP)                               \
  STEP(LoadAssembly, kAlone, kItsThread, kMakesObjects)     \
  STEP(Allocate, kOthersRun, kItsThread, kMakesObjects)     \
  STEP(Store, kOthersRun, kMainThread, kNone)               \
  STEP(AddRoot, kOthersRun, kMainThread, kMakesRoot)        \
  STEP(SetRoot, kOthersRun, kMainThread, kNone)             \
  STEP(RemoveRoot, kOthersRun, kMainThread, kRemovesRoot)   \
  STEP(CreateHandle, kOthersRun, kMainThread, kMakesHandle) \
  STEP(SetHandle, kOthersRun, kMainThread, kNone)           \
  STEP(FreeHandle, kOthersRun, kMainThread, kRemovesHandle) \
  STEP(SuppressFinalizer, kOthersRun, kMainThread, kNone)   \
  STEP(RegisterFinalizer, kOthersRun, kMainThread, kNone)   \
  STEP(Call, kOthersRun, kItsThread, kNone)                 \
  STEP(Return, kOthersRun, kItsThread, kNone)               \
  STEP(Throw, kOthersRun, kItsThread, kNone)                \
  STEP(CatchThrown, kOthersRun, kItsThread, kNone)          \
  STEP(Compile, kOthersRun, kItsThread, kNone)              \
  STEP(Suspend, kOthersRun, kManyThreads, kNone)            \
  STEP(Collect, kOthersRun, kManyThreads, kNone)            \
  STEP(ShutDown, kOthersRun, kMainThread, kNone)            \
  STEP(Together, kAlone, kManyThreads, kNone)               \
  STEP(RunFinalizers, kAlone, kManyThreads, kNone)          \
  STEP(StartThread, kAlone, kManyThreads, kNone)            \
  STEP(EndThread, kAlone, kManyThreads, kNone)              \
  STEP(BeginShutdown, kAlone, kManyThreads, kNone)          \
  STEP(Background, kAlone, kManyThreads, kNone)             \
  STEP(Say, kAlone, kMainThread, kNone)                     \
  STEP(Ask, kAlone, kMainThread, kNone)                     \
  STEP(Await, kAlone, kMainThread, kNone)                   \
  STEP(Attach, kAlone, kMainThread, kNone)

struct StepTraits {
  Company company = Company::kAlone;
  RunsOn runs_on = RunsOn::kMainThread;
  Effect effect = Effect::kNone;
};
template <typename Step>
inline constexpr StepTraits kStepTraits = Step::has_no_row_in_the_table_of_steps;
template <typename T>
inline constexpr bool kIsStep = false;
#define GCRUCIBLE_STEP_TRAITS(Step, company, runs_on, effect)                                          \
  template <>                                                                                          \
  inline constexpr StepTraits kStepTraits<Step> = {Company::company, RunsOn::runs_on, Effect::effect}; \
  template <>                                                                                          \
  inline constexpr bool kIsStep<Step> = true;
GCRUCIBLE_STEPS(GCRUCIBLE_STEP_TRAITS)
#undef GCRUCIBLE_STEP_TRAITS

// What a step does. A struct with special members in step.cpp: otherwise every file that copies or destroys a
// step would compile those of all alternatives.
struct Action : AnyAction {
  using AnyAction::AnyAction;
  Action();
  Action(const Action& other);
  Action(Action&& other) noexcept;
  Action& operator=(const Action& other);
  Action& operator=(Action&& other) noexcept;
  ~Action();

  bool is_equal(const Action& other) const;
  friend bool operator==(const Action& left, const Action& right) { return left.is_equal(right); }
};

struct Step {
  Action action;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t lane = kNothing;  // the step's thread in the preceding Together; kNothing: not in one

  friend bool operator==(const Step&, const Step&) = default;
};
GCRUCIBLE_FIELDS(Step, action, line, column, lane)

}  // namespace gcrucible::program
