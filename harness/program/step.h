// The steps of a program, in the order in which the simulated process makes them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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

// One dimension of an array with several dimensions.
struct Dimension {
  std::uint32_t length = 0;
  std::int32_t lower_bound = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

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

  friend bool operator==(const LoadAssembly&, const LoadAssembly&) = default;
};

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

  friend bool operator==(const Allocate&, const Allocate&) = default;
};

struct Store {
  std::uint32_t object = 0;
  std::uint64_t slot = 0;
  std::uint32_t target = kNothing;  // kNothing: null

  friend bool operator==(const Store&, const Store&) = default;
};

struct AddRoot {
  enum class Kind : std::uint8_t { kStack, kStatic };
  Kind kind = Kind::kStack;
  std::uint32_t thread = 0;
  std::uint32_t function = kNothing;  // kStack: the function of the frame
  std::uint32_t object = kNothing;
  std::uint64_t interior = 0;
  bool pinned = false;

  friend bool operator==(const AddRoot&, const AddRoot&) = default;
};
struct SetRoot {
  std::uint32_t root = 0;
  std::uint32_t object = kNothing;

  friend bool operator==(const SetRoot&, const SetRoot&) = default;
};
struct RemoveRoot {
  std::uint32_t root = 0;

  friend bool operator==(const RemoveRoot&, const RemoveRoot&) = default;
};

struct CreateHandle {
  enum class Kind : std::uint8_t { kStrong, kWeakShort, kWeakLong, kPinned, kDependent, kRefCounted };
  Kind kind = Kind::kStrong;
  std::uint32_t object = kNothing;
  std::uint32_t secondary = kNothing;
  std::uint32_t count = 1;

  friend bool operator==(const CreateHandle&, const CreateHandle&) = default;
};
struct SetHandle {
  std::uint32_t handle = 0;
  std::optional<std::uint32_t> object;  // kNothing: null
  std::optional<std::uint32_t> count;

  friend bool operator==(const SetHandle&, const SetHandle&) = default;
};
struct FreeHandle {
  std::uint32_t handle = 0;

  friend bool operator==(const FreeHandle&, const FreeHandle&) = default;
};

struct RunFinalizers {
  std::uint32_t most = kNothing;  // how many; kNothing: all that are queued

  friend bool operator==(const RunFinalizers&, const RunFinalizers&) = default;
};
struct SuppressFinalizer {
  std::uint32_t object = 0;

  friend bool operator==(const SuppressFinalizer&, const SuppressFinalizer&) = default;
};
struct RegisterFinalizer {
  std::uint32_t object = 0;

  friend bool operator==(const RegisterFinalizer&, const RegisterFinalizer&) = default;
};

struct StartThread {
  std::uint32_t thread = 0;

  friend bool operator==(const StartThread&, const StartThread&) = default;
};
struct EndThread {
  std::uint32_t thread = 0;

  friend bool operator==(const EndThread&, const EndThread&) = default;
};

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

  friend bool operator==(const Throw&, const Throw&) = default;
};
// The thread's innermost exception reaches its catcher, whose block ends at once, or the end of managed code.
struct CatchThrown {
  std::uint32_t thread = 0;

  friend bool operator==(const CatchThrown&, const CatchThrown&) = default;
};

// A function is compiled.
struct Compile {
  std::uint32_t function = 0;
  std::uint32_t thread = 0;
  std::optional<bool> safe_to_block;  // the value that profilers get; default: TRUE or random

  friend bool operator==(const Compile&, const Compile&) = default;
};

// A suspension for another reason than a collection. The runtime resumes at once.
struct Suspend {
  std::uint32_t reason = 0;  // COR_PRF_SUSPEND_REASON
  std::uint32_t thread = 0;
  std::optional<std::uint64_t> liberties = std::nullopt;  // as in Reporting
  Suspending suspension = {};

  friend bool operator==(const Suspend&, const Suspend&) = default;
};

// The process begins to end. A runtime that suspends for shutdown stays suspended. Then only `thread`, which
// suspends, continues to run.
struct BeginShutdown {
  std::uint32_t thread = 0;
  std::optional<bool> suspends;  // default: as the runtime does

  friend bool operator==(const BeginShutdown&, const BeginShutdown&) = default;
};

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

  friend bool operator==(const Background&, const Background&) = default;
};

// A callback without a cause.
struct Say {
  SaidCall call;

  friend bool operator==(const Say&, const Say&) = default;
};

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

  friend bool operator==(const Ask&, const Ask&) = default;
};

// Attaches the profiler to the process, on a separate native thread.
struct Attach {
  std::string data;                    // the client data; empty: a null pointer and 0
  std::int32_t expected = 0;           // the result that the client must get; another one ends the run
  std::optional<std::int32_t> result;  // the result that the trace states

  friend bool operator==(const Attach&, const Attach&) = default;
};

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

// Waits until a thread of the profiler has returned from that Info method `times` more times. Returns that
// earlier Await steps counted are not counted again.
struct Await {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  std::uint32_t times = 1;

  friend bool operator==(const Await&, const Await&) = default;
};

// Shutdown is delivered here. Later steps happen while the process ends.
struct ShutDown {
  friend bool operator==(const ShutDown&, const ShutDown&) = default;
};

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

  friend bool operator==(const Collect&, const Collect&) = default;
};

// The following steps with a `lane` belong to several threads of the program that run at the same time. Steps
// of one lane keep their order. The schedule decides the order between lanes. Created things are still
// numbered in the order of the steps here.
struct Together {
  std::optional<Schedule> schedule;  // no value: random, or round robin

  friend bool operator==(const Together&, const Together&) = default;
};

using AnyAction = std::variant<Allocate, Store, AddRoot, SetRoot, RemoveRoot, CreateHandle, SetHandle,
                               FreeHandle, RunFinalizers, SuppressFinalizer, RegisterFinalizer, StartThread,
                               EndThread, Suspend, Say, Ask, Collect, Attach, ShutDown, BeginShutdown,
                               Background, LoadAssembly, Throw, CatchThrown, Compile, Together, Await>;

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

}  // namespace gcrucible::program
