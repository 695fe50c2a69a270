// The steps of a program, in the order in which the simulated process makes them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/program/schedule.h"
#include "harness/program/specs.h"
#include "harness/program/telling.h"

namespace gcrucible::program {

// Objects are numbered in the order in which the program allocates them; roots, handles, threads and
// functions have numbers of their own. `line` and `column` are the scenario's for messages, 0 if there are
// none.

// How the objects of a bulk allocation refer to each other. Random choices come from xorshift64* seeded with
// `seed`.
struct Graph {
  enum class Kind : std::uint8_t {
    kNone,
    kChain,       // each one's first slot refers to the next
    kTree,        // position p refers to positions 2p+1 and 2p+2
    kRandomTree,  // a tree over a random order of the live ones, free slots to random live ones (the
                  // benchmark's)
  };
  Kind kind = Kind::kNone;
  std::uint32_t live_every = 1;  // kRandomTree: numbers divisible by it are live, the others are in no tree
  std::uint64_t seed = 1;

  friend bool operator==(const Graph&, const Graph&) = default;
};

// One of an array that has several.
struct Dimension {
  std::uint32_t length = 0;
  std::int32_t lower_bound = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

// A collectible assembly comes into the process, and with it three objects of the runtime's: the one that
// keeps it alive, which all objects of its types refer to, that one's list of slots, and the one whose
// finalizer unloads the assembly.
struct LoadAssembly {
  std::uint32_t assembly = 0;  // number in Program::collectible
  std::uint32_t thread = 0;
  std::optional<Generation> generation;  // as Allocate
  bool announced = true;
  std::uint32_t loader = 0;  // the objects' types, in the order in which they are made
  std::uint32_t slots = 0;
  std::uint32_t scout = 0;
  std::uint64_t unload_order = 0;  // 0: as .NET 10 tells of the end; else drawn from what is permitted
  // Number of a collectible assembly whose memory it gets, and with that the ids of its classes, its module
  // and itself, where that one is unloaded by then; kNothing: fresh ids.
  std::uint32_t in_place_of = kNothing;

  friend bool operator==(const LoadAssembly&, const LoadAssembly&) = default;
};

struct Allocate {
  std::uint32_t thread = 0;
  std::uint32_t type = 0;
  std::uint64_t length = 0;                // characters, or elements of all dimensions
  std::vector<Dimension> dimensions = {};  // of an array type with several, in the order of their indices
  std::uint64_t count = 1;
  std::optional<Generation> generation;  // POH, frozen memory, or an explicit layout's generation
  std::optional<std::uint64_t> at;       // address of an explicit layout; announced is then false
  bool announced = true;                 // false: was there before the profiler came (no ObjectAllocated)
  bool sampled = false;  // the runtime's count of bytes runs over at the first of them: AllocationTick
  Graph graph;
  std::optional<std::uint16_t> heap = {};  // which one of server GC; as HeapSpec::balanced says, if not told

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
  std::uint32_t function = kNothing;  // kStack: whose frame
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

// An object is thrown. The search goes on as far as the first frame with a filter, whose code runs until the
// CatchThrown; without filters the unwinding goes on to the first frame with a finally block, whose code runs
// until then; without either the thread stands still behind the search, and others run. Who has filters or
// finally blocks is told by functions, as often as they are in the stack.
struct Throw {
  std::uint32_t object = 0;
  std::uint32_t thread = 0;
  std::vector<std::uint32_t> frames = {};  // functions, the one that throws first; without the one that
                                           // catches
  // None: the exception leaves managed code behind the last frame, for native code that called it or for the
  // edge of a filter, and is swallowed there. Then there are frames.
  std::optional<std::uint32_t> catcher = std::nullopt;
  std::vector<std::uint32_t> filters = {};  // the catcher's lets it catch, the others' do not
  std::vector<std::uint32_t> finally = {};
  // It leaves the finally block in which the innermost exception of its thread stands. That one has no catch
  // of its own: the CatchThrown of this one ends both.
  bool replaces = false;

  // Whether its thread can do something before the CatchThrown.
  bool runs_code() const { return !filters.empty() || !finally.empty(); }

  friend bool operator==(const Throw&, const Throw&) = default;
};
// The innermost exception under way on the thread comes to its catcher, whose block is over at once, or to
// where managed code ends.
struct CatchThrown {
  std::uint32_t thread = 0;

  friend bool operator==(const CatchThrown&, const CatchThrown&) = default;
};

// A function is compiled.
struct Compile {
  std::uint32_t function = 0;
  std::uint32_t thread = 0;
  std::optional<bool> safe_to_block;  // what a profiler is told of it; if not told TRUE, or drawn

  friend bool operator==(const Compile&, const Compile&) = default;
};

// A suspension that is not for a collection; resumed at once.
struct Suspend {
  std::uint32_t reason = 0;  // COR_PRF_SUSPEND_REASON
  std::uint32_t thread = 0;
  std::optional<std::uint64_t> liberties = std::nullopt;  // as Telling's
  Suspending suspension = {};

  friend bool operator==(const Suspend&, const Suspend&) = default;
};

// The process begins to end. A runtime that suspends for it stays suspended, and only `thread`, which
// suspends, runs on.
struct BeginShutdown {
  std::uint32_t thread = 0;
  std::optional<bool> suspends;  // the runtime's, if not told

  friend bool operator==(const BeginShutdown&, const BeginShutdown&) = default;
};

// A collection of all generations beside the running program, in three steps with others between them: a
// pause in which it begins, one in which marking ends and it is decided who lives, and its end.
struct Background {
  enum class Phase : std::uint8_t { kBegin, kPause, kEnd };
  Phase phase = Phase::kBegin;
  // Of the beginning:
  std::uint32_t thread = 0;
  bool induced = true;
  std::optional<Generation> young_first;  // 0 or 1: a collection of it comes first, in the same pause
  bool none_first = false;                // there is none, and none is to be drawn

  friend bool operator==(const Background&, const Background&) = default;
};

// A callback that nothing caused.
struct Say {
  SaidCall call;

  friend bool operator==(const Say&, const Say&) = default;
};

// An Info call made by the harness as a profiler would, its answer written as a model line. The scenario's
// expectations compare it.
struct Ask {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  // Slot of the callback in which to ask: in the collection, or else at its next call; 0: outside any, on a
  // thread of no one's.
  std::uint16_t inside = 0;
  std::uint32_t object = kNothing;  // argument, where the method takes an ObjectID
  std::uint32_t type = kNothing;    // argument, where it takes a ClassID
  std::uint32_t thread = kNothing;  // argument, where it takes a ThreadID
  std::uint32_t handle = kNothing;
  std::uint64_t number = 0;  // capacity of a buffer, or a plain number
  std::string text;
  std::optional<SaidAnswer> answer;  // what the trace is told instead of the answer

  friend bool operator==(const Ask&, const Ask&) = default;
};

// Somebody attaches the profiler to the process, on a native thread of its own.
struct Attach {
  std::string data;                    // the client's; empty: a null pointer and 0
  std::int32_t expected = 0;           // what the client must be answered; the run stops where it is not
  std::optional<std::int32_t> result;  // what the trace says that it was answered

  friend bool operator==(const Attach&, const Attach&) = default;
};

// The same in the middle of a collection, on another thread than the collection's.
struct AttachInside {
  enum class Place : std::uint8_t {
    kStarted,  // the runtime is suspended
    kPart,     // before `part` of the report
    kFinished,
    kResume,  // the collection is over, the runtime is suspended
  };
  Place place = Place::kStarted;
  ReportPart part = ReportPart::kRoots;
  Attach attach;

  friend bool operator==(const AttachInside&, const AttachInside&) = default;
};

// Until a thread of the profiler's own has returned from that Info method so many times more than former
// steps of this kind have waited for.
struct Await {
  std::uint16_t slot = 0;  // of the method in the ICorProfilerInfo chain
  std::uint32_t times = 1;

  friend bool operator==(const Await&, const Await&) = default;
};

// Shutdown comes here, and what follows happens while the process ends.
struct ShutDown {
  friend bool operator==(const ShutDown&, const ShutDown&) = default;
};

enum class Mode : std::uint8_t { kPolicy, kCompact, kSweep };

struct Collect {
  std::uint32_t thread = 0;
  Generation condemned = Generation::k2;
  bool induced = true;
  std::array<Mode, 6> mode{};
  std::optional<Destination> destination;  // the heap's, if not told
  std::optional<PinnedPolicy> pinned;      // the runtime's, if not told
  bool promote = true;
  // It goes on in the suspension of the collection before, a swept one of generation 1: the full one of
  // .NET's provisional mode, which has no GarbageCollectionStarted.
  bool provisional = false;
  Telling telling;
  std::vector<Ask> asks;
  std::optional<AttachInside> attach;

  friend bool operator==(const Collect&, const Collect&) = default;
};

// The steps behind this one that have a `lane` are of several threads that are at work at once: those of one
// lane in their order, who goes on in between is the schedule's, and its threads are those of the program.
// Numbers of what they make go by their order here all the same.
struct Together {
  std::optional<Schedule> schedule;  // round-robin, if neither told nor drawn

  friend bool operator==(const Together&, const Together&) = default;
};

using AnyAction = std::variant<Allocate, Store, AddRoot, SetRoot, RemoveRoot, CreateHandle, SetHandle,
                               FreeHandle, RunFinalizers, SuppressFinalizer, RegisterFinalizer, StartThread,
                               EndThread, Suspend, Say, Ask, Collect, Attach, ShutDown, BeginShutdown,
                               Background, LoadAssembly, Throw, CatchThrown, Compile, Together, Await>;

// What a step does. A struct with special members in step.cpp, because each file that copies or destroys a
// step would otherwise compile those of all alternatives.
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
  std::uint32_t lane = kNothing;  // the thread whose step it is in the Together before it; kNothing: in none

  friend bool operator==(const Step&, const Step&) = default;
};

}  // namespace gcrucible::program
