// The simulated CLR: the state that Info methods read and that decides which callbacks are raised.
#pragma once

#include <array>
#include <atomic>
#include <bit>
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
#include "harness/clr/hooks/hooks.h"
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
#include "harness/program/steps/call_stack.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

class Mutators;

// The stage of the process, as far as results of Info methods depend on it.
enum class Life : std::uint8_t { kLoading, kInitializing, kRunning, kShuttingDown, kShutDown };

// State that Info methods (any thread) and the program player (under the world lock) share. Owns nothing of
// the profiler's. Lives as long as the process: a profiler that never calls AddRef on the Info object uses it
// until the end.
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
  // The program's threads that work at the same time; null if there are none. Any thread may call this, and
  // may keep using the object after its play is over.
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
  // The runtime's own provider; 0 if the space for ids was used up at its first use.
  abi::EVENTPIPE_PROVIDER event_pipe_provider();
  // The object that AllocationTick reports before it exists; 0: none. Any thread may call the getter.
  void pending_object(abi::ObjectID object) { pending_object_ = object; }
  abi::ObjectID pending_object() const { return pending_object_; }
  ProfilerSuspension& profiler_suspension() { return profiler_suspension_; }
  OwnCalls& own_calls() { return own_calls_; }
  Loads& loads() { return loads_; }
  FunctionTable& functions() { return functions_; }
  CodeStore& code() { return code_; }
  Hooks& hooks() { return hooks_; }
  // What the program's threads are executing, by number. CallStack says which threads may use it.
  program::CallStacks& stacks() { return stacks_; }
  // The module of types that name no assembly.
  abi::ModuleID module_id() { return loads_.module_at(1).id; }

  // Call before a profiler is loaded: makes classes, modules and function ids. Returns false if `tables` or
  // the space for ids is too small. `collectible` lists the assemblies that can be unloaded.
  bool describe(std::span<const program::TypeSpec> types, std::span<const program::FunctionSpec> functions,
                std::span<std::byte> tables, std::span<const std::string> collectible = {});

  // The class with that id, as Info methods see it; null if there is none or it is unloaded.
  const ClassEntry* class_of(abi::ClassID id) const;
  // The module of the collectible assembly with that number; null if the program has no type in it.
  LoadedModule* collectible(std::uint32_t assembly);

  Profiler* profiler() { return profiler_.get(); }
  void attach(std::unique_ptr<Profiler> profiler) { profiler_ = std::move(profiler); }

  Life life() const { return life_; }
  void life(Life life) { life_ = life; }
  // False until the process has its app domain. Several methods refuse every call until then.
  bool started() const { return life_ > Life::kInitializing && !loads_.starting(); }
  // While true, every thread may inspect objects. A walk of the heap counts as well, and several threads may
  // walk at once.
  bool collecting() const { return collecting_ != 0; }
  void begin_collecting() { ++collecting_; }
  void end_collecting() { --collecting_; }
  // The runtime is suspended, by any thread and for any reason.
  bool suspended() const { return suspended_; }
  void suspended(bool on) { suspended_ = on; }

  // Called by Info::ForceGC on the calling thread, which then holds the world lock.
  void on_force_gc(std::function<void()> collect) { force_gc_ = std::move(collect); }
  const std::function<void()>& force_gc() const { return force_gc_; }
  // Called by Info::SetEventMask inside InitializeForAttach, on the calling thread, if the profiler enables
  // GC callbacks. From then on no background collection begins, and the current one is waited for. Takes the
  // world. Returns false if the current one cannot continue.
  void on_concurrent_off(std::function<bool()> turn_off) { concurrent_off_ = std::move(turn_off); }
  bool turn_concurrent_off() {
    mask_.concurrent(false);
    return !concurrent_off_ || concurrent_off_();
  }

  // Any thread may call these. They make or free a handle and notify the profiler. HandleTable documents 0
  // and false.
  abi::GCHandleID create_handle(const sim::Handle& handle);
  bool destroy_handle(abi::GCHandleID id);

  // Records the profiler's last failing Info call: method and HRESULT. The getter returns none if nothing
  // failed.
  void failed_call(abi::InfoMethod method, abi::HRESULT hr) {
    failed_call_ = (std::uint64_t{static_cast<std::uint16_t>(method)} << 32) | static_cast<std::uint32_t>(hr);
  }
  std::optional<std::pair<abi::InfoMethod, abi::HRESULT>> failed_call() const {
    const std::uint64_t word = failed_call_;
    if (word == 0) return std::nullopt;
    return std::pair{static_cast<abi::InfoMethod>(word >> 32),
                     static_cast<abi::HRESULT>(static_cast<std::uint32_t>(word))};
  }

  // The IID of the profiler's last QueryInterface of an interface that the runtime does not have.
  void refused_interface(abi::REFIID iid) {
    const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(iid);
    for (std::size_t i = 0; i < halves.size(); ++i) refused_interface_[i] = halves[i];
  }
  abi::GUID refused_interface() const {
    return std::bit_cast<abi::GUID>(
        std::array<std::uint64_t, 2>{refused_interface_[0], refused_interface_[1]});
  }

  // Counts methods that return E_NOTIMPL although the real runtime implements them, for the run's summary.
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
  std::atomic<abi::ObjectID> pending_object_{0};
  OwnCalls own_calls_;
  ProfilerSuspension profiler_suspension_;
  Loads loads_;
  FunctionTable functions_;
  CodeStore code_;
  Hooks hooks_;
  program::CallStacks stacks_;
  std::vector<std::uint32_t> collectible_;  // module numbers of the collectible assemblies
  std::unique_ptr<Profiler> profiler_;
  std::atomic<Life> life_{Life::kLoading};
  std::atomic<int> collecting_{0};
  std::atomic<bool> suspended_{false};
  std::function<void()> force_gc_;
  std::function<bool()> concurrent_off_;
  std::atomic<std::uint64_t> failed_call_{0};
  std::array<std::atomic<std::uint64_t>, 2> refused_interface_{};
  std::array<std::atomic<std::uint64_t>, abi::kInfoMethods.size()> unimplemented_{};
};

}  // namespace gcrucible::clr
