#include "harness/clr/callbacks/profiler.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/clr/callbacks/guarded_copies.h"
#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/threads/preemptive_scope.h"
#include "harness/platform/crash/call_state.h"
#include "harness/platform/process/forks.h"
#include "harness/platform/threads/lock_scheduler.h"

namespace gcrucible::clr {

abi::HRESULT Profiler::pass(CallbackCall& call, const Raising& how) {
  const ProfilerStage stage = this->stage();
  if (stage == ProfilerStage::kNone || stage == ProfilerStage::kEnded) return abi::S_OK;
  if (stage == ProfilerStage::kDetaching && how.part == BatchPart::kFirst &&
      call.method() != abi::CallbackMethod::kProfilerDetachSucceeded)
    return abi::S_OK;
  if (gate_ == nullptr) return make(call, how);
  return gate_->pass(call.method(), call.fields(), [&] { return make(call, how); });
}

abi::HRESULT Profiler::make(CallbackCall& call, const Raising& how) {
  const abi::CallbackMethod method = call.method();
  ThreadState& thread = this_thread();
  // Other workers may run here, and after the profiler's code. They may change the mask or detach it.
  if (thread.works_with_others() && !enter_beside_others(thread, method, how.part)) return abi::S_OK;
  const bool mine = world_->mine();
  // Not by the callbacks on the stack: a thread may get the world inside one (ForceGC in HandleCreated).
  const bool opens = mine && world_->closed();
  const Doing doing = doing_of(thread, mine);
  if (doing == Doing::kOther) ++own_threads_inside_;
  std::uint64_t entry = trace::kNoLine;
  std::optional<GuardedCopies> guarded;
  if (journal_ != nullptr) {
    const std::span<const trace::Field> fields = call.fields();
    guarded.emplace(fields, *journal_, method);
    entry = journal_->callback(abi::name_of(method), fields);
  }
  CallbackFrame frame{.method = method, .line = entry, .doing = doing};
  thread.enter(frame);
  // A query of the harness (ForceGC) may lead to callbacks. In those the profiler makes its own calls.
  const std::int64_t asking = std::exchange(thread.asking, -1);
  const auto slot = static_cast<std::uint16_t>(method);
  if (watch_ != nullptr) frame.number = watch_->entered(slot, doing);
  if (opens) world_->open();
  if (how.made != nullptr) *how.made = true;
  std::uint32_t altered = 0;
  abi::HRESULT hr = abi::S_OK;
  try {
    hr = run(call, how, CopyArgument(guarded ? &*guarded : nullptr), altered);
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
  if (how.held != nullptr) {
    *how.held = {.entry = entry, .hr = hr};
  } else if (journal_ != nullptr) {
    journal_->returned(entry, hr);
  }
  if (thread.mutating.all != nullptr) returned_beside_others(thread, method);
  return hr;
}

abi::HRESULT Profiler::run(CallbackCall& call, const Raising& how, const CopyArgument& guard,
                           std::uint32_t& altered) const {
  const auto call_it = [&] {
    std::optional<PreemptiveScope> preemptive_scope;
    if (how.preemptive != nullptr) preemptive_scope.emplace(*how.preemptive);
    return call.call(interfaces_, guard);
  };
  const platform::CallState state;
  const platform::LocksWatched watched(this_thread().locks);
  const abi::HRESULT hr = call_it();
  altered = state.restore();
  return hr;
}

bool Profiler::enter_beside_others(ThreadState& thread, abi::CallbackMethod method, BatchPart part) const {
  const bool wanted = wants(method);
  if (!std::exchange(thread.mutating.entered, false)) reach(thread, schedule::Point::kEntry);
  return !wanted || wants(method) || part != BatchPart::kFirst;
}

Doing Profiler::doing_of(const ThreadState& thread, bool mine) {
  if (mine || thread.mutating.all != nullptr) return doing_of_owner(thread);
  if (thread.absent) return Doing::kAbsent;
  return thread.first ? Doing::kLife : Doing::kOther;
}

void Profiler::reach(const ThreadState& thread, schedule::Point point) {
  if (thread.mutating.all != nullptr) {
    thread.mutating.all->reach(point);
  } else {
    schedule::reach(point);
  }
}

void Profiler::write_altered(std::uint32_t altered, abi::CallbackMethod method, std::uint64_t entry) const {
  struct Row {
    std::uint32_t bit;
    std::string_view what;
    std::string_view means;
  };
  static constexpr std::array<Row, 3> kRows{
      {{platform::kDirectionFlag, "direction flag",
        "the direction flag set, so that whatever copies next runs backwards"},
       {platform::kVectorControl, "floating-point control",
        "other settings of MXCSR (rounding, or exceptions)"},
       {platform::kX87Control, "floating-point control", "another x87 control word"}}};
  if (journal_ == nullptr) return;
  for (const Row& each : kRows) {
    if ((altered & each.bit) == 0) continue;
    const std::string detail = std::string(abi::name_of(method)) + " returned with " +
                               std::string(each.means) + ". Calls preserve it; it was put back.";
    journal_->model("altered", std::array{trace::Field{"what", trace::text(each.what)},
                                          trace::Field{"detail", trace::text(detail)},
                                          trace::Field{"line", trace::number(entry)}});
  }
}

void Profiler::returned_beside_others(const ThreadState& thread, abi::CallbackMethod method) {
  // An object that AllocationTick has announced must not move before it is allocated.
  thread.mutating.all->returned(method != abi::CallbackMethod::kEventPipeEventDelivered);
}

}  // namespace gcrucible::clr
