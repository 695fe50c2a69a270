// The loaded profiler: its interface pointers, and the one way in which a callback is made.
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
#include "harness/clr/callbacks/lent_arrays.h"
#include "harness/clr/threads/call_watch.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/clr/threads/world.h"
#include "harness/platform/crash/call_state.h"
#include "harness/platform/process/forks.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/schedule/stage.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

// How CoreCLR holds a profiler (coreclr.md 9): the pointer of its second QueryInterface for
// ICorProfilerCallback2 serves levels 1 and 2, the one for the highest level that was accepted serves 3 up to
// that level. In a runtime that takes profilers of the first version `level2` may be an ICorProfilerCallback,
// whose slots are the first of the other's.
struct ProfilerInterfaces {
  abi::ICorProfilerCallback2* level2 = nullptr;
  void* highest = nullptr;  // as the interface of `version`
  std::uint8_t version = 2;
};

// How far the runtime has got with its profiler, or it with the runtime.
enum class ProfilerStage : std::uint8_t {
  kNone,       // none is loaded, or it has been let go
  kStarting,   // up to the return of Initialize
  kAttaching,  // up to the return of InitializeForAttach
  kActive,
  kDetaching,  // nothing is told any more but that it is over
};

// Whether a batch is told by one more call, or the first of its calls is made. Some runtimes ask once for
// all.
enum class BatchPart : std::uint8_t { kFirst, kAnother };

// Any thread may make callbacks. Before Initialize has returned only Initialize itself is made. One object
// serves all profilers that a process has one after the other.
class Profiler {
 public:
  // None is loaded yet.
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
  // While no callback can be under way.
  void load(ProfilerInterfaces interfaces, ProfilerStage stage) {
    interfaces_ = interfaces;
    this->stage(stage);
  }
  void unload() { load({}, ProfilerStage::kNone); }
  // It came by an attach.
  bool attached() const { return attached_; }
  void attached(bool attached) { attached_ = attached; }
  // No thread of its own is in a callback. What the program and the runtime do is the caller's to know.
  bool left_by_own_threads() const { return own_threads_inside_ == 0; }

  std::uint8_t version() const { return interfaces_.version; }
  bool has(std::uint8_t version) const { return interfaces_.version >= version; }
  // By the mask of this moment; the finer conditions of single callbacks are their caller's. What came with
  // ICorProfilerCallback2 a profiler of the first version has no slots for.
  bool wants(abi::CallbackMethod method) const {
    if (version() < 2 && abi::kCallbackMethods[static_cast<std::size_t>(method)].interface_version > 1)
      return false;
    const CallbackRow& row = callback_row(method);
    return stage() == ProfilerStage::kActive &&
           ((mask_->low() & row.low) != 0 || (mask_->high() & row.high) != 0);
  }

  // Makes a callback whether it is wanted or not, unless there is nobody (any more) to be told. `fields`
  // gives the trace's fields, `invoke` the call itself; one that hands over arrays takes a Lender, through
  // which they go. Another call of a batch is made although the profiler was detached in the first.
  template <typename Fields, typename Invoke>
  abi::HRESULT call(abi::CallbackMethod method, Fields&& fields, Invoke&& invoke,
                    BatchPart part = BatchPart::kFirst) {
    const ProfilerStage stage = this->stage();
    if (stage == ProfilerStage::kNone) return abi::S_OK;
    if (stage == ProfilerStage::kDetaching && part == BatchPart::kFirst &&
        method != abi::CallbackMethod::kProfilerDetachSucceeded)
      return abi::S_OK;
    if (gate_ == nullptr) return make(method, fields, invoke, part);
    const auto& told = fields();
    return gate_->pass(method, std::span<const trace::Field>(told), [&] {
      return make(
          method, [&]() -> const auto& { return told; }, invoke, part);
    });
  }

  // The same past the gate. With `held` the return is not written, but put there.
  template <typename Fields, typename Invoke>
  abi::HRESULT make(abi::CallbackMethod method, Fields&& fields, Invoke&& invoke,
                    BatchPart part = BatchPart::kFirst, HeldReturn* held = nullptr) {
    ThreadState& thread = this_thread();
    // Others of a crew may go on here, and behind what the profiler does: also change its mask, or detach it.
    if (thread.in_crew || thread.mutating.all != nullptr) {
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
    std::optional<LentArrays> lent;
    if (journal_ != nullptr) {
      const auto& told = fields();
      lent.emplace(told, *journal_, abi::kCallbackMethods[slot].name);
      entry = journal_->callback(abi::kCallbackMethods[slot].name, told);
    }
    CallbackFrame frame{.method = method, .line = entry, .doing = doing};
    thread.enter(frame);
    // A question of the harness (ForceGC) may lead to callbacks; in them the profiler asks for itself again.
    const std::int64_t asking = std::exchange(thread.asking, -1);
    if (watch_ != nullptr) frame.number = watch_->entered(slot, doing);
    abi::HRESULT hr = abi::S_OK;
    if (opens) world_->open();
    const platform::CallState state;
    std::uint32_t altered = 0;
    try {
      const platform::LocksWatched watched(thread.locks);
      if constexpr (std::is_invocable_v<Invoke, const Lender&>) {
        hr = invoke(Lender(lent ? &*lent : nullptr));
      } else {
        hr = invoke();
      }
      altered = state.restore();
    } catch (...) {
      // What a profiler throws through a COM method ends a real process; here it becomes a finding.
      if (watch_ != nullptr) watch_->threw(slot);
      thread.leave();
      throw;
    }
    if (watch_ != nullptr && platform::is_forked_copy()) watch_->copied(slot, frame.number);
    if (lent) lent->take_back(entry);
    if (altered != 0) write_altered(altered, method, entry);
    if (inside_) inside_(method);
    if (thread.in_crew || thread.mutating.all != nullptr) reach(thread, schedule::Point::kReturn);
    // It may have gone in the meantime, and come back later (Mutators).
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

  // For Absence; null if nobody is told.
  CallWatch* watch() const { return watch_; }

  // As the interface of one level; null above the accepted version.
  abi::ICorProfilerCallback2* level2() const { return interfaces_.level2; }
  template <typename Interface>
  Interface* level(std::uint8_t version) const {
    return has(version) ? static_cast<Interface*>(interfaces_.highest) : nullptr;
  }

  // Called inside every callback, after the profiler has returned from it, for questions that a scenario asks
  // there.
  void on_inside(std::function<void(abi::CallbackMethod)> inside) { inside_ = std::move(inside); }
  // What may change calls from now on; outlives the profiler.
  void gate(CallGate* gate) { gate_ = gate; }
  void activate(bool active) { stage(active ? ProfilerStage::kActive : ProfilerStage::kNone); }

 private:
  // Of a thread that is at work beside others.
  static void reach(const ThreadState& thread, schedule::Point point);
  // The processor's state that a callback has left is not the one that it found.
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
