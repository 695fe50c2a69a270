// Makes the steps of a program happen in the mock CLR.
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
#include "harness/calls/references/root_teller.h"
#include "harness/clr/callbacks/call_edits.h"
#include "harness/clr/clr.h"
#include "harness/clr/threads/suspension.h"
#include "harness/host/asker.h"
#include "harness/host/heap_choice.h"
#include "harness/host/player/profiler_life.h"
#include "harness/host/player/thrown_exceptions.h"
#include "harness/program/numbers.h"
#include "harness/program/program.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

struct PlayerOptions {
  bool audit = true;
  std::uint32_t detail_limit = 4096;
};

// On the process's main thread, which is managed thread 0. Steps of other threads run on theirs, one at a
// time. Owns nothing; a step that cannot be made (a dead object, no space) ends the run with a message,
// and its place in the control block.
class Player {
 public:
  Player(clr::Clr& clr, clr::InfoFacade& info, ProfilerLife& life, const program::Program& program,
         protocol::ControlBlock& control, PlayerOptions options);

  // Before the profiler is loaded: literal ranges, ids of functions.
  std::optional<std::string> prepare();
  // What is there when the profiler comes: objects that are not announced come first in a program.
  // Everything from the end of Initialize to the last step.
  std::optional<std::string> play();
  // A blocking full collection, as ForceGC makes it, in which a profiler's leaves alive what later steps
  // name. The world lock is the caller's. Throws what the simulator does when memory runs out: nobody but the
  // process's end can tell a profiler that.
  void force_collection();
  // Waits for the background collection under way, as the runtime does for a profiler that is attached to
  // watch collections. Any thread; takes the world. False where the runtime stands still, so that it would
  // wait in vain.
  bool finish_background_for_attach();
  // The ends of threads that the runtime had made managed ones (ForceGC). The world lock is the caller's.
  void tell_ended_threads();
  // Behind the last callback: what the profiler has done to the objects since the last collection.
  void check_objects() {
    if (options_.audit) clr_->engine().check_objects();
  }
  // What the profiler believes now that the runtime is about to shut down. The world is the caller's.
  void ask_probe_at_end();
  // What else is at work where the process shuts down.
  enum class AtWork : std::uint8_t { kNobodyElse, kOthers };
  // Called where the program says that the process shuts down; the world is nobody's, or that of others.
  void on_shut_down(std::function<void(AtWork)> shut_down) { shut_down_ = std::move(shut_down); }
  // Called before each step, with its place in the program, and behind the last one with their number; the
  // world is nobody's. A text ends the run.
  using BetweenSteps = std::function<std::optional<std::string>(std::size_t)>;
  void on_between_steps(BetweenSteps look) { between_steps_ = std::move(look); }
  Asker& asker() { return asker_; }
  // Null where the program changes no call: then nothing may stand between the mock CLR and the profiler.
  clr::CallGate* gate();
  // Before the first callback and behind the last one.
  void begin() { edits_.begin_run(program_->overrides); }
  void end() { lines_.unapplied(std::nullopt, edits_.end_run()); }

 private:
  using Error = std::optional<std::string>;

  // Takes the world for a step, once the profiler lets it happen.
  void enter(const program::Action& action);
  Error step(const program::Step& step);
  // The step that is being made, for whoever has to say where a run ended.
  void at_step(std::uint32_t line, std::uint32_t column);
  Error make(const program::Allocate& step);
  Error make(const program::Store& step);
  Error make(const program::AddRoot& step);
  Error make(const program::SetRoot& step);
  Error make(const program::RemoveRoot& step);
  Error make(const program::CreateHandle& step);
  Error make(const program::SetHandle& step);
  Error make(const program::FreeHandle& step);
  Error make(const program::RunFinalizers& step);
  Error make(const program::SuppressFinalizer& step);
  Error make(const program::RegisterFinalizer& step);
  Error make(const program::StartThread& step);
  Error make(const program::EndThread& step);
  Error make(const program::Suspend& step);
  Error make(const program::BeginShutdown& step);
  Error make(const program::Background& step);
  Error make(const program::Say& step);
  Error make(const program::Ask& step);
  Error make(const program::Collect& step);
  Error make(const program::Attach& step);
  Error make(const program::ShutDown& step);
  Error make(const program::Await& step);
  Error make(const program::LoadAssembly& step);
  Error make(const program::Throw& step);
  Error make(const program::CatchThrown& step);
  Error make(const program::Compile& step);
  Error make(const program::Together& step);

  // Between two steps, when the world is nobody's: a profiler that wants to leave is let go, and an attach
  // that began in the middle of a collection comes to its end.
  void let_profiler_go();
  void ask_due_probe();
  void compile_anew();
  Error finish_attach();
  // Starts the attach; the collecting thread goes on when it is over, or waits for the collection itself.
  void attach_inside(const program::Attach& step);
  Error judge(const program::Attach& step, const ProfilerLife::Attached& attached);

  // Makes a new managed thread known to the profiler, on that thread.
  void tell_thread(std::uint32_t thread);
  // A static root that the program does not name.
  Error hold(sim::ObjectIndex object);
  void tell_allocation(sim::ObjectIndex object);
  // Whether the mask asks for ObjectAllocated of the object.
  bool is_asked_for(sim::ObjectIndex object) const;
  // `announced`: as the step has it; false for what was there before the profiler came.
  void note_allocation(sim::ObjectIndex first, std::uint64_t count, bool announced);
  // Whether nobody need be told of the object, if it lies in its thread's allocation area.
  bool may_be_silent(sim::ObjectIndex object) const;
  // An event of its allocation, before it is made.
  void tell_sample(sim::ObjectIndex object);
  sim::CollectionRequest request_of(const program::Collect& step) const;
  // `full`: the provisional collection that goes on behind it.
  void collect(const program::Collect& step, std::uint32_t line, const program::Step* full = nullptr);
  // The step behind the one under way, if it is a provisional collection.
  const program::Step* full_behind();
  static bool is_provisional(const program::Step& step);
  struct Beside;
  Beside prepare_beside(const program::Collect& step);
  void undo_beside(const Beside& beside);
  void hold_named_later();
  // On the thread on which the collection runs that the calling one asks for: under server GC the
  // collector's.
  void where_collected(const std::function<void()>& work);
  // What a collection does of the suspension that it stands in.
  struct Pause {
    clr::SuspensionCourse* course = nullptr;
    bool begins = false;
    bool ends = false;
  };
  void collect_suspended(const program::Collect& step, std::uint32_t line, calls::ModelLines::Inside inside,
                         const Pause& pause);
  // Of the step of the program that goes on with the background collection that is made now.
  std::uint32_t line_of_pause() const;
  void begin_background(const program::Background& step);
  // These do nothing where it does not run, or not any more.
  void pause_background(std::uint32_t line);
  void end_background();
  void finish_background();
  std::vector<sim::RootIndex> keep_new_objects();
  void stop_collecting();
  void refresh_bounds();
  void run_finalizers(std::uint32_t most);
  void run_due_finalizers();
  Error alive(std::uint32_t object) const;
  // The same of two, both of which are named.
  Error alive(std::uint32_t object, std::uint32_t other) const;
  std::string name_of(std::uint32_t object) const;

  // A root of the program is a slot or, where the runtime keeps statics in handles, a handle.
  struct RootPlace {
    abi::GCHandleID handle = 0;               // 0: a slot
    std::uint32_t index = 0;                  // of the slot
    std::optional<sim::RootIndex> code = {};  // by which the frame keeps its function's assembly alive
  };

  // The step's objects so far, which nothing in the heap refers to yet.
  struct Making {
    std::uint32_t thread = 0;
    sim::ObjectIndex first = sim::kNoObject;
    std::uint64_t count = 0;
    std::vector<sim::RootIndex> roots = {};  // while they are protected
  };

  // What a thread is about that makes a step.
  struct Work {
    std::uint32_t line = 0;
    std::size_t step = 0;  // in the program
    std::optional<Making> making = {};
    // Of threads at work at once, whose steps' objects, roots and handles have their numbers before they are
    // made: the next ones. Else the next is the next.
    std::optional<sim::ObjectIndex> object = {};
    std::size_t root = 0;
    std::size_t handle = 0;
  };
  // The calling thread's.
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
  Error reserve(Group& group);
  Error hold_named(Group& group);
  void make_lane(Group& group, std::size_t lane, clr::Mutators& mutators);
  void hold_made(Group& group, std::size_t lane, std::size_t place);
  void let_go(Group& group, std::size_t lane, std::size_t place);

  // A background collection under way.
  struct Under {
    bool induced = true;
    sim::ObjectIndex first_new = 0;  // objects from this number on were made since it began
    bool paused = false;             // marking is over
    bool collecting = true;          // no collection has ended since it began
  };

  // A collectible assembly of the program's.
  struct Collectible {
    const program::LoadAssembly* step = nullptr;  // null: not loaded yet
    sim::ObjectIndex loader = sim::kNoObject;
    sim::ObjectIndex scout = sim::kNoObject;
    abi::GCHandleID handle = 0;
    std::optional<sim::RootIndex> loading;  // the frame that loads it, until the first object refers to it
  };
  Error usable(std::uint32_t type) const;
  // Where the assembly comes in place of one that is unloaded, it gets that one's ids.
  void take_ids(const program::LoadAssembly& step);
  // What a step keeps alive by naming it: an object, or the loader of the collectible assembly whose class or
  // code that is. kNoObject where it is nothing, or gone, or not there yet.
  sim::ObjectIndex kept_by(program::Noun noun, std::uint64_t number) const;
  // The finalizer of a scout: unloads its assembly unless an object keeps that alive, and is run again then.
  void run_scout(Collectible& assembly);

  // Keeps what steps are making through a collection that comes in the middle of them.
  void protect_making(bool on);
  void protect(Making& making, bool on);

  clr::Clr* clr_;
  ProfilerLife* life_;
  const program::Program* program_;
  protocol::ControlBlock* control_;
  PlayerOptions options_;
  Asker asker_;
  std::vector<abi::GCHandleID> handles_;
  clr::CallEdits edits_;
  calls::ModelLines lines_;
  HeapChoice heap_choice_;
  calls::RootIds root_ids_;
  std::vector<RootPlace> roots_;
  std::uint32_t collections_ = 0;
  std::uint64_t forced_ = 0;                  // of those by the profiler, where their telling is drawn
  std::vector<sim::RootIndex> held_later_;    // of what later steps name, in collections by the profiler
  std::uint32_t ending_ = program::kNothing;  // a thread whose ThreadDestroyed has begun
  bool finalizers_due_ = false;
  bool probe_due_ = false;  // a collection of the step's own has told its ranges
  bool probed_at_end_ = false;
  std::map<std::uint16_t, std::uint64_t> awaited_;  // calls by Info method, by steps so far
  Work alone_;                                      // of the one thread that makes steps
  std::vector<Work> works_;                         // of those at work at once
  std::uint32_t together_ = 0;                      // how many times they have been
  std::size_t known_ranges_ = 0;  // ranges of the heap when the generation table last learnt of them
  std::function<void(AtWork)> shut_down_;
  BetweenSteps between_steps_;
  bool attached_once_ = false;
  // An attach in the middle of a collection.
  struct Attaching {
    explicit Attaching(const program::Attach& request) : step(&request) {}
    const program::Attach* step;
    std::thread thread = {};
    ProfilerLife::Attached result = {};
    std::atomic<bool> over{false};
  };
  std::optional<Attaching> attaching_;
  // Number of the step that is made, or waits for the world; a thread that forces a collection meanwhile
  // reads it.
  std::atomic<std::size_t> step_{0};
  std::optional<Under> background_;
  std::atomic<bool> in_background_{false};  // whether there is one, for threads without the world
  bool suspended_for_shutdown_ = false;
  std::vector<Collectible> collectible_;
  ThrownExceptions exceptions_;
};

}  // namespace gcrucible::host
