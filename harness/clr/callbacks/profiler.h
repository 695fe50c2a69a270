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
#include "harness/abi/tables/callback_rows.h"
#include "harness/clr/callbacks/call_gate.h"
#include "harness/clr/callbacks/event_mask.h"
#include "harness/clr/threads/call_watch.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/clr/threads/world.h"
#include "harness/schedule/stage.h"
#include "harness/trace/journal.h"

namespace gcrucible::clr {

class Clr;
class CopyArgument;

// How CoreCLR holds a profiler. Its second QueryInterface for ICorProfilerCallback2 gives the
// pointer for levels 1 and 2. The pointer for the highest accepted level serves levels 3 up to that level. In
// a runtime that accepts profilers of the first version, `level2` may be an ICorProfilerCallback. The slots
// of that interface are the first ones of ICorProfilerCallback2.
struct ProfilerInterfaces {
  abi::ICorProfilerCallback2* level2 = nullptr;
  void* highest = nullptr;  // as the interface of `version`
  std::uint8_t version = 2;

  template <typename Interface>
  Interface* as() const {
    if constexpr (std::is_base_of_v<Interface, abi::ICorProfilerCallback2>) {
      return level2;
    } else {
      return static_cast<Interface*>(highest);
    }
  }
};

// The stage of the profiler's life.
enum class ProfilerStage : std::uint8_t {
  kNone,       // no profiler is loaded, or it was unloaded
  kStarting,   // until Initialize returns
  kAttaching,  // until InitializeForAttach returns
  kActive,
  kDetaching,  // only ProfilerDetachSucceeded is still delivered
  kEnded,      // the process ends with the profiler loaded; Info methods answer as before
};

// Whether a call is the first of its batch or another one. Some runtimes check the profiler's state once a
// batch.
enum class BatchPart : std::uint8_t { kFirst, kAnother };

// How a callback is made.
struct Raising {
  BatchPart part = BatchPart::kFirst;
  // Runs the profiler's code in preemptive mode (PreemptiveScope) of this CLR.
  Clr* preemptive = nullptr;
  // Set to true if the profiler was called. With several workers, a callback may be switched off before.
  bool* made = nullptr;
  // Receives the return, which is then not written.
  HeldReturn* held = nullptr;
};

// A callback with its arguments.
class CallbackCall {
 public:
  explicit CallbackCall(abi::CallbackMethod method) : method_(method) {}
  CallbackCall(const CallbackCall&) = delete;
  CallbackCall& operator=(const CallbackCall&) = delete;

  abi::CallbackMethod method() const { return method_; }
  // The arguments as fields of the trace. Valid while the call exists.
  virtual std::span<const trace::Field> fields() = 0;
  virtual abi::HRESULT call(const ProfilerInterfaces& profiler, const CopyArgument& guard) = 0;

 protected:
  ~CallbackCall() = default;

 private:
  abi::CallbackMethod method_;
};

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
    detach_answered_ = false;
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
  // Whether the profiler's interface has the callback. An older one has no slot for it.
  bool has(abi::CallbackMethod method) const { return has(abi::method_info(method).interface_version); }
  // Whether the profiler has the callback and its current mask enables it. Callers check the finer conditions
  // of single callbacks.
  bool wants(abi::CallbackMethod method) const {
    if (!has(method)) return false;
    const abi::CallbackRow& row = abi::callback_row(method);
    return stage() == ProfilerStage::kActive &&
           ((mask_->low() & row.low) != 0 || (mask_->high() & row.high) != 0);
  }

  // Makes a callback with its arguments, even if the mask does not enable it, unless no profiler is active.
  // Returns E_NOINTERFACE, and calls nothing, if the profiler's interface does not have the callback. The
  // profiler gets copies of the arrays. Later calls of a batch are made even if the profiler was detached
  // in the first. Defined in raise.h.
  template <abi::CallbackMethod kMethod, typename... Given>
  abi::HRESULT raise(const Raising& how, Given... arguments);
  // Like raise(), but not through the gate, and also if the profiler detaches.
  abi::HRESULT make(CallbackCall& call, const Raising& how);

  // For Absence; null if there is no watch.
  CallWatch* watch() const { return watch_; }

  // Called inside every callback, after the profiler's code, for the queries that a scenario makes there.
  void on_inside(std::function<void(abi::CallbackMethod)> inside) { inside_ = std::move(inside); }
  // Sets the gate that may change calls from now on. It must outlive the profiler.
  void gate(CallGate* gate) { gate_ = gate; }
  // Accepts a detach. Returns false if the profiler is not loaded, or another thread was first.
  bool begin_detach() {
    ProfilerStage expected = ProfilerStage::kActive;
    return stage_.compare_exchange_strong(expected, ProfilerStage::kDetaching) ||
           (expected == ProfilerStage::kEnded &&
            stage_.compare_exchange_strong(expected, ProfilerStage::kDetaching));
  }
  // The accepted RequestProfilerDetach has returned. ProfilerDetachSucceeded waits for it.
  void answer_detach() { detach_answered_ = true; }
  bool detach_answered() const { return detach_answered_; }
  // Ends all callbacks at the end of the process. A detach that was accepted stays accepted.
  void end() {
    ProfilerStage expected = ProfilerStage::kActive;
    stage_.compare_exchange_strong(expected, ProfilerStage::kEnded);
  }

 private:
  abi::HRESULT pass(CallbackCall& call, const Raising& how);
  // For a thread that works at the same time as others. Returns false if one of those has switched the
  // callback off.
  bool enter_beside_others(ThreadState& thread, abi::CallbackMethod method, BatchPart part) const;
  static Doing doing_of(const ThreadState& thread, bool mine);
  static void reach(const ThreadState& thread, schedule::Point point);
  // Writes that the callback returned with another processor state than at its entry.
  void write_altered(std::uint32_t altered, abi::CallbackMethod method, std::uint64_t entry) const;
  abi::HRESULT run(CallbackCall& call, const Raising& how, const CopyArgument& guard,
                   std::uint32_t& altered) const;
  static void returned_beside_others(const ThreadState& thread, abi::CallbackMethod method);

  ProfilerInterfaces interfaces_;
  EventMask* mask_;
  World* world_;
  trace::Journal* journal_;
  CallWatch* watch_;
  CallGate* gate_ = nullptr;
  std::atomic<ProfilerStage> stage_{ProfilerStage::kNone};
  std::atomic<bool> attached_{false};
  std::atomic<bool> detach_answered_{false};
  std::atomic<std::uint32_t> own_threads_inside_{0};
  std::function<void(abi::CallbackMethod)> inside_;
};

}  // namespace gcrucible::clr
