// The loaded profiler: its interface pointers, and the single way to make a callback.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "harness/abi/abi.h"
#include "harness/clr/callbacks/call_gate.h"
#include "harness/clr/callbacks/callback_table.h"
#include "harness/clr/callbacks/event_mask.h"
#include "harness/clr/callbacks/guarded_copies.h"
#include "harness/clr/threads/call_watch.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/clr/threads/world.h"
#include "harness/platform/crash/call_state.h"
#include "harness/platform/process/forks.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/schedule/stage.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

// How CoreCLR holds a profiler (coreclr.md 9). Its second QueryInterface for ICorProfilerCallback2 gives the
// pointer for levels 1 and 2. The pointer for the highest accepted level serves levels 3 up to that level. In
// a runtime that accepts profilers of the first version, `level2` may be an ICorProfilerCallback. The slots
// of that interface are the first ones of ICorProfilerCallback2.
struct ProfilerInterfaces {
  abi::ICorProfilerCallback2* level2 = nullptr;
  void* highest = nullptr;  // as the interface of `version`
  std::uint8_t version = 2;
};

// The stage of the profiler's life.
enum class ProfilerStage : std::uint8_t {
  kNone,       // no profiler is loaded, or it was unloaded
  kStarting,   // until Initialize returns
  kAttaching,  // until InitializeForAttach returns
  kActive,
  kDetaching,  // only ProfilerDetachSucceeded is still delivered
};

// Whether a call is the first of its batch or another one. Some runtimes check the profiler's state once a
// batch.
enum class BatchPart : std::uint8_t { kFirst, kAnother };

// Any thread may make callbacks. Before Initialize returns, only Initialize itself is made. One object serves
// all profilers that a process loads one after another.
class Profiler {
 public:
  // Starts without a profiler.
  Profiler(EventMask& mask, World& world, trace::Journal* journal, CallWatch* watch)
      : mask_(&mask), world_(&world), journal_(journal), watch_(watch) {}
  Profiler(ProfilerInterfaces interfaces, EventMask& mask, World& world, trace::Journal* journal,
           CallWatch* watch)
      : Profiler(mask, world, journal, watch) {
    load(interfaces, ProfilerStage::kStarting);
  }
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  ProfilerStage stage() const { return stage_.load(std::memory_order_acquire); }
  void stage(ProfilerStage stage) { stage_.store(stage, std::memory_order_release); }
  // Call only while no callback can be under way.
  void load(ProfilerInterfaces interfaces, ProfilerStage stage) {
    interfaces_ = interfaces;
    this->stage(stage);
  }
  void unload() { load({}, ProfilerStage::kNone); }
  // The profiler was loaded by an attach.
  bool attached() const { return attached_; }
  void attached(bool attached) { attached_ = attached; }
  // None of the profiler's own threads is in a callback. Threads of the program and the runtime do not count.
  bool left_by_own_threads() const { return own_threads_inside_ == 0; }

  std::uint8_t version() const { return interfaces_.version; }
  bool has(std::uint8_t version) const { return interfaces_.version >= version; }
  // Whether the current mask enables the callback. Callers check the finer conditions of single callbacks. A
  // profiler of the first version has no slots for methods of ICorProfilerCallback2.
  bool wants(abi::CallbackMethod method) const {
    if (version() < 2 && abi::kCallbackMethods[static_cast<std::size_t>(method)].interface_version > 1)
      return false;
    const CallbackRow& row = callback_row(method);
    return stage() == ProfilerStage::kActive &&
           ((mask_->low() & row.low) != 0 || (mask_->high() & row.high) != 0);
  }

  // Makes a callback, even if the mask does not enable it, unless no profiler is active. `fields` returns the
  // trace's fields, and `invoke` makes the call. An `invoke` that passes arrays takes a Lender and passes
  // them through it. Later calls of a batch are made even if the profiler was detached in the first.
  template <typename Fields, typename Invoke>
  abi::HRESULT call(abi::CallbackMethod method, Fields&& fields, Invoke&& invoke,
                    BatchPart part = BatchPart::kFirst) {
    const ProfilerStage stage = this->stage();
    if (stage == ProfilerStage::kNone) return abi::S_OK;
    if (stage == ProfilerStage::kDetaching && part == BatchPart::kFirst &&
        method != abi::CallbackMethod::kProfilerDetachSucceeded)
      return abi::S_OK;
    if (gate_ == nullptr) return make(method, fields, invoke, part);
    const auto& reported = fields();
    return gate_->pass(method, std::span<const trace::Field>(reported), [&] {
      return make(
          method, [&]() -> const auto& { return reported; }, invoke, part);
    });
  }

  // Like call(), but not through the gate. With `held`, the return is stored there and not written.
  template <typename Fields, typename Invoke>
  abi::HRESULT make(abi::CallbackMethod method, Fields&& fields, Invoke&& invoke,
                    BatchPart part = BatchPart::kFirst, HeldReturn* held = nullptr) {
    ThreadState& thread = this_thread();
    // Other workers may run here, and after the profiler's code. They may change the mask or detach it.
    if (thread.works_with_others()) {
      const bool wanted = wants(method);
      if (!std::exchange(thread.mutating.entered, false)) reach(thread, schedule::Point::kEntry);
      if (wanted && !wants(method) && part == BatchPart::kFirst) return abi::S_OK;
    }
    const bool mine = world_->mine();
    // Not by the callbacks on the stack: a thread may get the world inside one (ForceGC in HandleCreated).
    const bool opens = mine && world_->closed();
    const Doing doing = mine || thread.mutating.all != nullptr ? doing_of_owner(thread)
                        : thread.absent                        ? Doing::kAbsent
                        : thread.first                         ? Doing::kLife
                                                               : Doing::kOther;
    if (doing == Doing::kOther) ++own_threads_inside_;
    const auto slot = static_cast<std::uint16_t>(method);
    std::uint64_t entry = trace::kNoLine;
    std::optional<GuardedCopies> guarded;
    if (journal_ != nullptr) {
      const auto& reported = fields();
      guarded.emplace(reported, *journal_, abi::kCallbackMethods[slot].name);
      entry = journal_->callback(abi::kCallbackMethods[slot].name, reported);
    }
    CallbackFrame frame{.method = method, .line = entry, .doing = doing};
    thread.enter(frame);
    // A query of the harness (ForceGC) may lead to callbacks. In those the profiler makes its own calls.
    const std::int64_t asking = std::exchange(thread.asking, -1);
    if (watch_ != nullptr) frame.number = watch_->entered(slot, doing);
    abi::HRESULT hr = abi::S_OK;
    if (opens) world_->open();
    const platform::CallState state;
    std::uint32_t altered = 0;
    try {
      const platform::LocksWatched watched(thread.locks);
      if constexpr (std::is_invocable_v<Invoke, const CopyArgument&>) {
        hr = invoke(CopyArgument(guarded ? &*guarded : nullptr));
      } else {
        hr = invoke();
      }
      altered = state.restore();
    } catch (...) {
      // An exception out of a COM method ends a real process. Here it becomes a finding.
      if (watch_ != nullptr) watch_->threw(slot);
      thread.leave();
      throw;
    }
    if (watch_ != nullptr && platform::is_forked_copy()) watch_->copied(slot, frame.number);
    if (guarded) guarded->take_back(entry);
    if (altered != 0) write_altered(altered, method, entry);
    if (inside_) inside_(method);
    if (thread.works_with_others()) reach(thread, schedule::Point::kReturn);
    // The thread may have released the world meanwhile, and takes it back later (Mutators).
    if (opens && world_->mine()) world_->close();
    if (doing == Doing::kOther) --own_threads_inside_;
    thread.asking = asking;
    thread.leave();
    if (watch_ != nullptr) {
      const CallbackFrame* const outer = thread.innermost;
      watch_->returned(outer != nullptr && outer->doing == doing ? outer : nullptr, doing);
    }
    if (held != nullptr) {
      *held = {.entry = entry, .hr = hr};
    } else if (journal_ != nullptr) {
      journal_->returned(entry, hr);
    }
    if (thread.mutating.all != nullptr) returned_beside_others(thread, method);
    return hr;
  }

  // For Absence; null if there is no watch.
  CallWatch* watch() const { return watch_; }

  // The profiler as the interface of one level; null above the accepted version.
  abi::ICorProfilerCallback2* level2() const { return interfaces_.level2; }
  template <typename Interface>
  Interface* level(std::uint8_t version) const {
    return has(version) ? static_cast<Interface*>(interfaces_.highest) : nullptr;
  }

  // Called inside every callback, after the profiler's code, for the queries that a scenario makes there.
  void on_inside(std::function<void(abi::CallbackMethod)> inside) { inside_ = std::move(inside); }
  // Sets the gate that may change calls from now on. It must outlive the profiler.
  void gate(CallGate* gate) { gate_ = gate; }
  void activate(bool active) { stage(active ? ProfilerStage::kActive : ProfilerStage::kNone); }

 private:
  // For a thread that works at the same time as others.
  static void reach(const ThreadState& thread, schedule::Point point);
  // Writes that the callback returned with another processor state than at its entry.
  void write_altered(std::uint32_t altered, abi::CallbackMethod method, std::uint64_t entry) const;
  static void returned_beside_others(const ThreadState& thread, abi::CallbackMethod method);

  ProfilerInterfaces interfaces_;
  EventMask* mask_;
  World* world_;
  trace::Journal* journal_;
  CallWatch* watch_;
  CallGate* gate_ = nullptr;
  std::atomic<ProfilerStage> stage_{ProfilerStage::kNone};
  std::atomic<bool> attached_{false};
  std::atomic<std::uint32_t> own_threads_inside_{0};
  std::function<void(abi::CallbackMethod)> inside_;
};

}  // namespace gcrucible::clr
