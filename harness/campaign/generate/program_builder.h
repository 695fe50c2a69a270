// A program under construction. The parts of the generator add steps to it.
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

// Bounds of one program. They grow with the case number, so that a fault that shows in a tiny program is
// found in a tiny program.
struct Bounds {
  std::uint32_t objects = 12;
  std::uint32_t collections = 2;
  std::uint32_t steps_between = 8;  // at most, between two collections
};

// Owned by one call of generate(). Not thread-safe.
class ProgramBuilder {
 public:
  // `heaps`: number of server GC heaps if the features include them; 0: random.
  ProgramBuilder(const TypePool& pool, const program::RuntimeProfile& runtime, const Features& features,
                 std::uint16_t heaps, Bounds bounds, std::uint64_t seed);

  bool has(Feature feature) const { return features_.has(feature); }
  bool chance(std::uint64_t of, std::uint64_t among) { return random_.below(among) < of; }
  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }
  template <typename T>
  const T& pick(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(random_.below(items.size()))];
  }

  // Adds a step. The step may name only usable objects.
  void add(program::Action action);

  program::Program& program() { return program_; }
  const program::Program& program() const { return program_; }
  const Liveness& live() const { return live_; }
  const TypePool& pool() const { return *pool_; }
  const Bounds& bounds() const { return bounds_; }
  // Number of objects that the program may still allocate.
  std::uint32_t room() const {
    return live_.objects() < bounds_.objects ? bounds_.objects - live_.objects() : 0;
  }

  // A thread whose code runs: the main thread, or one of several.
  std::uint32_t some_thread();
  const std::vector<std::uint32_t>& running() const { return running_; }
  // The thread of each exception under way, in order of the throws.
  const std::vector<std::uint32_t>& throwing() const { return throwing_; }
  // The exceptions under way, without replaced ones.
  const std::vector<program::Throw>& under_way() const { return under_way_; }
  std::optional<std::uint32_t> some_object();
  // Objects that a step may name, ascending.
  std::vector<std::uint32_t> usable() const;
  // Following steps belong to this thread, which runs concurrently with other lanes and cannot name their new
  // objects. kNothing ends the lanes. After lanes, no step may name an object that could have died in any
  // order of their steps.
  void lane(std::uint32_t thread);
  std::uint32_t lane() const { return lane_; }
  // Whether the current lane's thread allocated this object.
  bool is_own(std::uint32_t object) const { return object >= lane_objects_; }
  // As some_object(), but sometimes null if null roots are enabled.
  std::uint32_t some_target();
  // The next allocation happens before the profiler is loaded.
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
  std::uint32_t shared_objects_ = 0;  // objects below this number existed before all lanes
  std::uint32_t lane_objects_ = 0;    // objects from this number on belong to this lane
};

// Each function adds one step, or a few related steps, or none if nothing fits.
void add_allocation(ProgramBuilder& builder);
void add_mutation(ProgramBuilder& builder);
void add_root(ProgramBuilder& builder);
void change_root(ProgramBuilder& builder);
void add_handle(ProgramBuilder& builder);
void change_handle(ProgramBuilder& builder);
void add_finalization(ProgramBuilder& builder);
void change_threads(ProgramBuilder& builder);
void start_thread(ProgramBuilder& builder);
void add_suspension(ProgramBuilder& builder);
// Concurrent threads and the steps of each.
void add_together(ProgramBuilder& builder);
// The same while the main thread shuts the process down. False if there is no other thread.
bool shut_down_beside(ProgramBuilder& builder);
// Adds a random choice of these between two collections, or none. Returns the number of steps it counts as;
// concurrent threads count as many.
std::uint64_t add_something(ProgramBuilder& builder);
void add_round(ProgramBuilder& builder);
// The profiler attaches between two steps, or during the last collection.
void add_attach(ProgramBuilder& builder, bool inside);
// The profiler requests a detach, the program continues, and the profiler may attach again.
void detach_and_attach(ProgramBuilder& builder);
// The process ends; other threads continue during and after Shutdown.
void add_end(ProgramBuilder& builder);
program::Schedule some_schedule(ProgramBuilder& builder, const std::vector<std::uint32_t>& threads);
// An object that may be thrown. Excludes arrays, strings, boxed values and plain objects, for which .NET
// throws a RuntimeWrappedException.
std::optional<std::uint32_t> some_exception(ProgramBuilder& builder);
// A throw or a catch.
void add_exception(ProgramBuilder& builder);
void end_exceptions(ProgramBuilder& builder);
void add_compilation(ProgramBuilder& builder);
std::uint32_t some_function(ProgramBuilder& builder);
void add_assembly(ProgramBuilder& builder);
// Adds roots for some of the unreachable objects.
void hold_new_objects(ProgramBuilder& builder);
void add_collection(ProgramBuilder& builder);
// The next step of a background collection, or the first.
void go_on_in_background(ProgramBuilder& builder);
void end_background(ProgramBuilder& builder);

}  // namespace gcrucible::campaign
