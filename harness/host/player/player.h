// Executes the steps of a program in the simulated CLR.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "harness/calls/model_lines.h"
#include "harness/calls/references/root_reporter.h"
#include "harness/clr/callbacks/call_edits.h"
#include "harness/clr/clr.h"
#include "harness/clr/threads/suspension.h"
#include "harness/expected.h"
#include "harness/host/heap_choice.h"
#include "harness/host/info_invoker.h"
#include "harness/host/player/heap_account.h"
#include "harness/host/player/profiler_life.h"
#include "harness/host/player/thrown_exceptions.h"
#include "harness/host/player/tick_count.h"
#include "harness/program/numbers.h"
#include "harness/program/program.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

struct PlayerOptions {
  bool audit = true;
  bool account = false;  // writes the numbers of allocated and reclaimed objects
  std::uint32_t detail_limit = 4096;
};

// Runs on the process's main thread, which is managed thread 0. Steps of other threads run on those threads,
// one at a time. Owns nothing. A step that cannot be executed (a dead object, no space) ends the run with a
// message. The control block then holds the place of the step.
class Player {
 public:
  Player(clr::Clr& clr, clr::InfoFacade& info, ProfilerLife& life, const program::Program& program,
         protocol::ControlBlock& control, PlayerOptions options);

  // Call before the profiler is loaded. Sets up literal ranges and ids of functions.
  Expected<void> prepare();
  // Plays everything from the end of Initialize to the last step. Objects that exist before the profiler are
  // created by the program's first steps, which do not report them.
  Expected<void> play();
  // Makes a blocking full collection, as ForceGC does. In a collection that the profiler requests, the
  // objects that later steps name survive. The caller holds the world lock. Throws the simulator's exceptions
  // when memory runs out: only the end of the process can report that to a profiler.
  void force_collection();
  // Waits for the current background collection, as the runtime does for a profiler that is attached to
  // monitor collections. Any thread; takes the world. Returns false if the runtime is suspended, because the
  // wait would not end.
  bool finish_background_for_attach();
  // Reports the ends of threads that the runtime has made managed threads (ForceGC). The caller holds the
  // world lock.
  void report_ended_threads();
  // Call after the last callback. Checks the objects for changes by the profiler since the last collection.
  void check_objects() {
    if (options_.audit) clr_->engine().check_objects();
  }
  // Calls the profiler's probe just before the runtime shuts down. The caller holds the world.
  void ask_probe_at_end();
  // Whether other threads are at work when the process shuts down.
  enum class AtWork : std::uint8_t { kNobodyElse, kOthers };
  // Sets the function called when the program shuts the process down. At the call, either no thread holds the
  // world or other threads do.
  void on_shut_down(std::function<void(AtWork)> shut_down) { shut_down_ = std::move(shut_down); }
  // Sets the function called before each step with the step's index, and after the last one with the number
  // of steps. No thread holds the world then. An error ends the run.
  using BetweenSteps = std::function<Expected<void>(std::size_t)>;
  void on_between_steps(BetweenSteps look) { between_steps_ = std::move(look); }
  InfoInvoker& info_invoker() { return info_invoker_; }
  // Null if the program changes no call. Then nothing may be placed between the simulated CLR and the
  // profiler.
  clr::CallGate* gate();
  // begin() comes before the first callback and end() after the last one.
  void begin() { edits_.begin_run(program_->overrides); }
  void end() { lines_.unapplied(std::nullopt, edits_.end_run()); }
  // Writes the account of the run, if there is one. The caller holds the world.
  void write_account(trace::Journal& journal) const {
    if (options_.account) account_->write(journal);
  }

 private:
  // Takes the world for a step, once no suspension of the profiler prevents the step.
  void enter(const program::Action& action);
  Expected<void> step(const program::Step& step);
  // Records the current step, for reports of the place where a run ended.
  void at_step(std::uint32_t line, std::uint32_t column);
  // The behaviour of each kind of step, in the file of its subject.
#define GCRUCIBLE_MAKE(Step, ...) Expected<void> make(const program::Step& step);
  GCRUCIBLE_STEPS(GCRUCIBLE_MAKE)
#undef GCRUCIBLE_MAKE

  // Called between two steps, when no thread holds the world. A profiler that has requested its detach is
  // detached, and an attach that began inside a collection is completed.
  void let_profiler_go();
  void ask_due_probe();
  void compile_anew();
  Expected<void> finish_attach();
  // Starts the attach. The collecting thread continues when the attach is over or waits for the collection
  // itself.
  void attach_inside(const program::Attach& step);
  Expected<void> judge(const program::Attach& step, const Expected<abi::HRESULT>& attached);

  // Reports a new managed thread to the profiler, on that thread.
  void report_thread(std::uint32_t thread);
  // Adds a static root that the program does not name.
  Expected<void> hold(sim::ObjectIndex object);
  // `thread`: the program's thread that has allocated the object, and calls.
  void report_allocation(std::uint32_t thread, sim::ObjectIndex object);
  // Writes in which calls the thread is, unless its last such line states them.
  void note_calls(std::uint32_t thread);
  void compile_lightweight(std::uint32_t function, const clr::Raising& how, abi::BOOL safe);
  // Whether the event mask requests ObjectAllocated for the object.
  bool is_asked_for(sim::ObjectIndex object) const;
  // `announced`: as the step states it; false for objects that exist before the profiler.
  void note_allocation(std::uint32_t thread, sim::ObjectIndex first, std::uint64_t count, bool announced);
  // Whether the object need not be reported if it is in its thread's allocation area.
  bool may_be_silent(sim::ObjectIndex object) const;
  // Delivers an allocation event for the object if one is due, before the object is initialized. `now`: one
  // is.
  void report_sample(sim::ObjectIndex object, std::uint16_t heap, bool now);
  sim::CollectionRequest request_of(const program::Collect& step) const;
  // `full`: the provisional full collection that continues this one.
  void collect(const program::Collect& step, std::uint32_t line, const program::Step* full = nullptr);
  // The step after the current one, if that step is a provisional collection.
  const program::Step* full_behind();
  static bool is_provisional(const program::Step& step);
  struct Beside;
  Beside prepare_beside(const program::Collect& step);
  void undo_beside(const Beside& beside);
  void hold_named_later();
  // Runs `work` on the thread on which the caller's collection runs. Under server GC this is the collector's
  // thread.
  void where_collected(const std::function<void()>& work);
  // The part of its suspension that a collection makes.
  struct Pause {
    clr::SuspensionCourse* course = nullptr;
    bool begins = false;
    bool ends = false;
  };
  void collect_suspended(const program::Collect& step, std::uint32_t line, calls::ModelLines::Inside inside,
                         const Pause& pause);
  // Line of the program's step that continues the background collection which starts now.
  std::uint32_t line_of_pause() const;
  void begin_background(const program::Background& step);
  // These do nothing if no background collection runs, or if it is already past that phase.
  void pause_background(std::uint32_t line);
  void end_background();
  void finish_background();
  std::vector<sim::RootIndex> keep_new_objects();
  void stop_collecting();
  void refresh_bounds();
  void run_finalizers(std::uint32_t most);
  void run_due_finalizers();
  Expected<void> alive(std::uint32_t object) const;
  // The same for two objects; an error names both.
  Expected<void> alive(std::uint32_t object, std::uint32_t other) const;
  std::string name_of(std::uint32_t object) const;

  // A root of the program is a slot. If the runtime keeps statics in handles, it is a handle.
  struct RootPlace {
    abi::GCHandleID handle = 0;               // 0: a slot
    std::uint32_t index = 0;                  // index of the slot
    std::optional<sim::RootIndex> code = {};  // root with which the frame keeps its function's assembly alive
  };

  // The objects that the step has created so far. Nothing in the heap refers to them yet.
  struct Making {
    std::uint32_t thread = 0;
    sim::ObjectIndex first = sim::kNoObject;
    std::uint64_t count = 0;
    std::vector<sim::RootIndex> roots = {};  // while they are protected
  };

  // State of a thread that executes a step.
  struct Work {
    std::uint32_t line = 0;
    std::size_t step = 0;  // index in the program
    std::optional<Making> making = {};
    // For concurrent threads, the numbers of objects, roots and handles are reserved before a step creates
    // them. These are the next numbers. Without concurrent threads, numbers follow each other.
    std::optional<sim::ObjectIndex> object = {};
    std::size_t root = 0;
    std::size_t handle = 0;
  };
  // State of the calling thread.
  Work& work() {
    const clr::Mutating& mutating = clr::this_thread().mutating;
    return mutating.all == nullptr ? alone_ : works_[mutating.actor];
  }
  template <typename Place>
  static void put(std::vector<Place>& places, std::optional<std::size_t> at, Place place) {
    if (!at) return places.push_back(place);
    places[*at] = place;
  }
  struct Group;
  Group group_of(std::size_t step) const;
  Expected<void> reserve(Group& group);
  Expected<void> hold_named(Group& group);
  void make_lane(Group& group, std::size_t lane, clr::Mutators& mutators);
  void hold_made(Group& group, std::size_t lane, std::size_t place);
  void let_go(Group& group, std::size_t lane, std::size_t place);

  // A background collection in progress.
  struct Under {
    bool induced = true;
    sim::ObjectIndex first_new = 0;  // objects from this number on were made since it began
    bool paused = false;             // marking is over
    bool collecting = true;          // no collection has ended since it began
  };

  // A collectible assembly of the program.
  struct Collectible {
    const program::LoadAssembly* step = nullptr;  // null: not loaded yet
    sim::ObjectIndex loader = sim::kNoObject;
    sim::ObjectIndex scout = sim::kNoObject;
    abi::GCHandleID handle = 0;
    std::optional<sim::RootIndex> loading;  // the frame that loads it, until its first object refers to it
  };
  Expected<void> usable(std::uint32_t type) const;
  // An assembly that takes the place of an unloaded one gets the ids of that one.
  void take_ids(const program::LoadAssembly& step);
  // The object that a step keeps alive by naming it. It may be the loader of the collectible assembly that
  // owns the named class or code. kNoObject if there is none, if it is gone, or if it does not exist yet.
  sim::ObjectIndex kept_by(program::Noun noun, std::uint64_t number) const;
  // The finalizer of a scout. Unloads its assembly. If an object keeps the assembly alive, the finalizer is
  // registered again instead.
  void run_scout(Collectible& assembly);

  // Part of the audit: writes what the account of the heap says after a collection, if it contradicts itself.
  void check_account();
  HeapAccount* account() {
    return account_ ? &*account_ : nullptr;
  }

  // Keeps the objects of incomplete steps alive through a collection.
  void protect_making(bool on);
  void protect(Making& making, bool on);

  clr::Clr* clr_;
  ProfilerLife* life_;
  const program::Program* program_;
  protocol::ControlBlock* control_;
  PlayerOptions options_;
  CallTree call_tree_;
  std::optional<HeapAccount> account_;
  InfoInvoker info_invoker_;
  std::vector<abi::GCHandleID> handles_;
  clr::CallEdits edits_;
  calls::ModelLines lines_;
  std::vector<std::uint32_t> noted_calls_;  // by thread, the node of its last line
  std::size_t noted_nodes_ = 1;             // of the call tree, in lines
  HeapChoice heap_choice_;
  TickCount ticks_;
  calls::RootIds root_ids_;
  std::vector<RootPlace> roots_;
  std::uint32_t collections_ = 0;
  std::uint64_t forced_ = 0;                  // number of forced collections, if their reports are random
  std::vector<sim::RootIndex> held_later_;    // for objects named by later steps, in forced collections
  std::uint32_t ending_ = program::kNothing;  // a thread whose ThreadDestroyed has begun
  bool finalizers_due_ = false;
  bool probe_due_ = false;  // a collection of the current step has reported its ranges
  bool probed_at_end_ = false;
  std::map<std::uint16_t, std::uint64_t> awaited_;  // calls awaited so far, per Info method
  Work alone_;                                      // when only one thread executes steps
  std::vector<Work> works_;                         // one per concurrent thread
  std::uint32_t together_ = 0;                      // number of Together steps so far
  std::size_t known_ranges_ = 0;  // number of heap ranges at the last update of the generation table
  std::function<void(AtWork)> shut_down_;
  BetweenSteps between_steps_;
  bool attached_once_ = false;
  // An attach inside a collection.
  struct Attaching {
    explicit Attaching(const program::Attach& request) : step(&request) {}
    const program::Attach* step;
    std::thread thread = {};
    Expected<abi::HRESULT> result = abi::S_OK;
    std::atomic<bool> over{false};
  };
  std::optional<Attaching> attaching_;
  // Index of the step that runs or waits for the world. A thread that forces a collection meanwhile reads it.
  std::atomic<std::size_t> step_{0};
  std::optional<Under> background_;
  std::atomic<bool> in_background_{false};  // whether one is in progress, for threads without the world
  bool suspended_for_shutdown_ = false;
  std::vector<Collectible> collectible_;
  ThrownExceptions exceptions_;
};

}  // namespace gcrucible::host
