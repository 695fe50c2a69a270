// A program in the making: what the parts of the generator add steps to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/campaign/generate/feature.h"
#include "harness/campaign/generate/liveness.h"
#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"
#include "harness/program/random.h"

namespace gcrucible::campaign {

// Bounds of one program. Grow with the number of the case, so that a fault that shows in a tiny program is
// found in one.
struct Bounds {
  std::uint32_t objects = 12;
  std::uint32_t collections = 2;
  std::uint32_t steps_between = 8;  // at most so many between two collections
};

// Owned by one call of generate(); one thread.
class Draft {
 public:
  // `heaps` of server GC where the features have them; 0: as drawn.
  Draft(const TypePool& pool, const program::RuntimeProfile& runtime, const Features& features,
        std::uint16_t heaps, Bounds bounds, std::uint64_t seed);

  bool has(Feature feature) const { return features_.has(feature); }
  bool chance(std::uint64_t of, std::uint64_t among) { return random_.below(among) < of; }
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  template <typename T>
  const T& pick(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(random_.below(items.size()))];
  }

  // Adds a step that names only what may be named.
  void add(program::Action action);

  program::Program& program() { return program_; }
  const program::Program& program() const { return program_; }
  const Liveness& live() const { return live_; }
  const TypePool& pool() const { return *pool_; }
  const Bounds& bounds() const { return bounds_; }
  // Objects that the program may still allocate.
  std::uint32_t room() const {
    return live_.objects() < bounds_.objects ? bounds_.objects - live_.objects() : 0;
  }

  // A thread whose code runs: the main one, or one of several.
  std::uint32_t some_thread();
  const std::vector<std::uint32_t>& running() const { return running_; }
  // The thread of each exception under way, in the order of their throws.
  const std::vector<std::uint32_t>& throwing() const { return throwing_; }
  // Those exceptions, without the ones that another has replaced.
  const std::vector<program::Throw>& under_way() const { return under_way_; }
  std::optional<std::uint32_t> some_object();
  // Objects that a step may name, ascending.
  std::vector<std::uint32_t> usable() const;
  // From here on steps are of this thread, beside others, which do not know of what it makes; kNothing: of
  // nobody any more. Nothing that could have died in any order of their steps may be named behind them.
  void lane(std::uint32_t thread);
  std::uint32_t lane() const { return lane_; }
  // Whether this object was made by the thread whose steps these are.
  bool is_own(std::uint32_t object) const { return object >= lane_objects_; }
  // As some_object(), null now and then where null roots are wanted.
  std::uint32_t some_target();
  // The allocation that comes next is one of an object before the profiler comes.
  void before_profiler(bool before) { before_profiler_ = before; }
  bool before_profiler() const { return before_profiler_; }
  bool in_background() const { return background_; }

 private:
  const TypePool* pool_;
  Features features_;
  Bounds bounds_;
  program::Random random_;
  program::Program program_;
  Liveness live_;
  bool may_stay_suspended() const {
    return program_.runtime.order.empty() || program_.runtime.suspends_for_shutdown;
  }

  std::vector<std::uint32_t> running_{0};
  std::vector<std::uint32_t> throwing_;
  std::vector<program::Throw> under_way_;
  bool before_profiler_ = false;
  bool background_ = false;
  std::uint32_t lane_ = program::kNothing;
  std::uint32_t shared_objects_ = 0;  // those below were there before all lanes
  std::uint32_t lane_objects_ = 0;    // those from here on are this lane's
};

// Each adds one step or a few that belong together, or none where nothing fits.
void add_allocation(Draft& draft);
void add_mutation(Draft& draft);
void add_root(Draft& draft);
void change_root(Draft& draft);
void add_handle(Draft& draft);
void change_handle(Draft& draft);
void add_finalization(Draft& draft);
void change_threads(Draft& draft);
void start_thread(Draft& draft);
void add_suspension(Draft& draft);
// Threads that are at work at once, and what each does.
void add_together(Draft& draft);
// The same, and the main one shuts the process down meanwhile. False where there is no other thread.
bool shut_down_beside(Draft& draft);
// Any of these between two collections, or none. Answers for how many steps it counts: what threads do at
// once is many.
std::uint64_t add_something(Draft& draft);
void add_round(Draft& draft);
// The profiler comes between two steps, or in the middle of the last collection.
void add_attach(Draft& draft, bool inside);
// It asks to be detached, the program goes on, and it may be attached once more.
void detach_and_attach(Draft& draft);
// The process ends: what goes on beside Shutdown and behind it.
void add_end(Draft& draft);
program::Schedule some_schedule(Draft& draft, const std::vector<std::uint32_t>& threads);
// What may be thrown: for an array, a string, a boxed value or a plain object .NET throws a
// RuntimeWrappedException.
std::optional<std::uint32_t> some_exception(Draft& draft);
// A throw, or the catch of one.
void add_exception(Draft& draft);
void end_exceptions(Draft& draft);
void add_compilation(Draft& draft);
std::uint32_t some_function(Draft& draft);
void add_assembly(Draft& draft);
// Roots for some of the objects that nothing holds.
void hold_new_objects(Draft& draft);
void add_collection(Draft& draft);
// The next step of a background collection, or its first.
void go_on_in_background(Draft& draft);
void end_background(Draft& draft);

}  // namespace gcrucible::campaign
