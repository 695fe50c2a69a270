// The mock CLR: what the profiler may ask about and what decides which callbacks it gets.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/clr/callbacks/event_mask.h"
#include "harness/clr/callbacks/event_pipe.h"
#include "harness/clr/callbacks/profiler.h"
#include "harness/clr/code/code_store.h"
#include "harness/clr/concurrency/play_under_way.h"
#include "harness/clr/environment.h"
#include "harness/clr/info/failing_calls.h"
#include "harness/clr/info/handed_out.h"
#include "harness/clr/info/own_calls.h"
#include "harness/clr/tables/array_shapes.h"
#include "harness/clr/tables/class_table.h"
#include "harness/clr/tables/function_table.h"
#include "harness/clr/tables/generation_table.h"
#include "harness/clr/tables/handle_table.h"
#include "harness/clr/tables/id_space.h"
#include "harness/clr/tables/loads.h"
#include "harness/clr/threads/late_threads.h"
#include "harness/clr/threads/managed_threads.h"
#include "harness/clr/threads/suspension.h"
#include "harness/clr/threads/world.h"
#include "harness/engine/engine.h"
#include "harness/program/runtime_profile.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

class Mutators;

// Where the process stands, as far as answers of Info methods depend on it.
enum class Life : std::uint8_t { kLoading, kInitializing, kRunning, kShuttingDown, kShutDown };

// State that Info methods (any thread) and the player of programs (under the world lock) share. Owns nothing
// of the profiler's. Lives as long as the process: profilers that never AddRef the Info object use it until
// the end.
class Clr {
 public:
  Clr(program::RuntimeProfile runtime, engine::Engine& engine, std::span<std::byte> id_block,
      trace::Journal* journal);
  Clr(const Clr&) = delete;
  Clr& operator=(const Clr&) = delete;

  const program::RuntimeProfile& runtime() const { return runtime_; }
  // The guard of an Info method in this runtime.
  const program::InfoRow& info_row(abi::InfoMethod method) const {
    return rows_[static_cast<std::size_t>(method)];
  }
  engine::Engine& engine() { return *engine_; }
  trace::Journal* journal() { return journal_; }

  ClassTable& classes() { return classes_; }
  ArrayShapes& array_shapes() { return array_shapes_; }
  ManagedThreads& threads() { return threads_; }
  // The threads of the program that are at work at once, nobody if none are; any thread, which may go on
  // with them when their play is over.
  std::shared_ptr<Mutators> mutators() const {
    const std::scoped_lock lock(mutators_mutex_);
    return mutators_;
  }
  void mutators(std::shared_ptr<Mutators> mutators) {
    const std::scoped_lock lock(mutators_mutex_);
    mutators_ = std::move(mutators);
  }
  PlayUnderWay& play() { return play_; }
  LateThreads& late_threads() { return late_threads_; }
  EventMask& mask() { return mask_; }
  GenerationTable& generations() { return generations_; }
  IdSpace& ids() { return ids_; }
  World& world() { return world_; }
  HandleTable& handles() { return handles_; }
  const std::shared_ptr<HandedOut>& handed_out() const { return handed_out_; }
  Environment& environment() { return environment_; }
  EventPipe& event_pipe() { return event_pipe_; }
  FailingCalls& failing() { return failing_; }
  // The runtime's own; 0 when the space for ids was used up by then.
  abi::EVENTPIPE_PROVIDER event_pipe_provider();
  // The object that AllocationTick names, and that is not there yet; 0: none is told of. Any thread may ask.
  void coming(abi::ObjectID object) { coming_ = object; }
  abi::ObjectID coming() const { return coming_; }
  ProfilerSuspension& profiler_suspension() { return profiler_suspension_; }
  OwnCalls& own_calls() { return own_calls_; }
  Loads& loads() { return loads_; }
  FunctionTable& functions() { return functions_; }
  CodeStore& code() { return code_; }
  // Of the types that name no assembly.
  abi::ModuleID module_id() { return loads_.module_at(1).id; }

  // Before there is a profiler: classes, modules and ids of functions. False when `tables` or the space for
  // ids is too small. `collectible` are the assemblies that can be unloaded.
  bool describe(std::span<const program::TypeSpec> types, std::span<const program::FunctionSpec> functions,
                std::span<std::byte> tables, std::span<const std::string> collectible = {});

  // The class of that id as a profiler may ask about it: null for what is none, or is unloaded.
  const ClassEntry* class_of(abi::ClassID id) const;
  // Of the collectible assembly of that number; null if the program has no type in it.
  LoadedModule* collectible(std::uint32_t assembly);

  Profiler* profiler() { return profiler_.get(); }
  void attach(std::unique_ptr<Profiler> profiler) { profiler_ = std::move(profiler); }

  Life life() const { return life_; }
  void life(Life life) { life_ = life; }
  // Not before the process has its app domain: several methods refuse everything until then.
  bool started() const { return life_ > Life::kInitializing && !loads_.starting(); }
  // While it is, every thread may look into objects. A walk of the heap counts as well, and several threads
  // may walk at once.
  bool collecting() const { return collecting_ != 0; }
  void begin_collecting() { ++collecting_; }
  void end_collecting() { --collecting_; }
  // Suspended, by whomever and for whatever reason.
  bool suspended() const { return suspended_; }
  void suspended(bool on) { suspended_ = on; }

  // Called by Info::ForceGC on the calling thread, which holds the world lock then.
  void on_force_gc(std::function<void()> collect) { force_gc_ = std::move(collect); }
  const std::function<void()>& force_gc() const { return force_gc_; }
  // Called by Info::SetEventMask inside InitializeForAttach, on the calling thread, for a profiler that wants
  // to be told of collections: begins no background collection from now on and waits for the one under way.
  // Takes the world. False where the one under way cannot go on.
  void on_concurrent_off(std::function<bool()> turn_off) { concurrent_off_ = std::move(turn_off); }
  bool turn_concurrent_off() {
    mask_.concurrent(false);
    return !concurrent_off_ || concurrent_off_();
  }

  // Any thread: makes or frees a handle and tells the profiler. 0 and false as HandleTable says.
  abi::GCHandleID create_handle(const sim::Handle& handle);
  bool destroy_handle(abi::GCHandleID id);

  // The last Info call of the profiler's own that failed: its method and HRESULT; none: nothing failed yet.
  void failed_call(abi::InfoMethod method, abi::HRESULT hr) {
    failed_call_ = (std::uint64_t{static_cast<std::uint16_t>(method)} << 32) | static_cast<std::uint32_t>(hr);
  }
  std::optional<std::pair<abi::InfoMethod, abi::HRESULT>> failed_call() const {
    const std::uint64_t word = failed_call_;
    if (word == 0) return std::nullopt;
    return std::pair{static_cast<abi::InfoMethod>(word >> 32),
                     static_cast<abi::HRESULT>(static_cast<std::uint32_t>(word))};
  }

  // Methods that answered E_NOTIMPL although the real runtime implements them, for the run's summary.
  void count_unimplemented(abi::InfoMethod method) { ++unimplemented_[static_cast<std::size_t>(method)]; }
  std::uint64_t unimplemented(abi::InfoMethod method) const {
    return unimplemented_[static_cast<std::size_t>(method)];
  }

 private:
  program::RuntimeProfile runtime_;
  std::array<program::InfoRow, abi::kInfoMethods.size()> rows_{};
  engine::Engine* engine_;
  trace::Journal* journal_;
  World world_;
  ClassTable classes_;
  ArrayShapes array_shapes_;
  ManagedThreads threads_{world_};
  mutable std::mutex mutators_mutex_;
  std::shared_ptr<Mutators> mutators_;
  PlayUnderWay play_;
  LateThreads late_threads_;
  EventMask mask_;
  GenerationTable generations_;
  IdSpace ids_;
  HandleTable handles_;
  std::shared_ptr<HandedOut> handed_out_ = std::make_shared<HandedOut>();
  Environment environment_;
  EventPipe event_pipe_;
  FailingCalls failing_;
  std::once_flag provider_made_;
  abi::EVENTPIPE_PROVIDER provider_ = 0;
  std::atomic<abi::ObjectID> coming_{0};
  OwnCalls own_calls_;
  ProfilerSuspension profiler_suspension_;
  Loads loads_;
  FunctionTable functions_;
  CodeStore code_;
  std::vector<std::uint32_t> collectible_;  // modules of the collectible assemblies
  std::unique_ptr<Profiler> profiler_;
  std::atomic<Life> life_{Life::kLoading};
  std::atomic<int> collecting_{0};
  std::atomic<bool> suspended_{false};
  std::function<void()> force_gc_;
  std::function<bool()> concurrent_off_;
  std::atomic<std::uint64_t> failed_call_{0};
  std::array<std::atomic<std::uint64_t>, abi::kInfoMethods.size()> unimplemented_{};
};

}  // namespace gcrucible::clr
