#include "harness/rules/entities/threads.h"

#include <algorithm>
#include <utility>

namespace gcrucible::rules {

namespace {

bool inside_thread_created(std::uint32_t native, const CallsInFlight<InFlight>& in_flight) {
  const InFlight* const around = in_flight.innermost(native);
  return around != nullptr && around->call == Call::kThreadCreated;
}

// Callbacks that only threads of the program cause. Classes are also loaded when a profiler queries them.
constexpr CallSet kOfProgram =
    kExceptionCalls | CallSet{Call::kInitialize, Call::kThreadAssignedToOSThread, Call::kObjectAllocated,
                              Call::kJITCompilationStarted, Call::kDynamicMethodJITCompilationStarted};

// A thread created during a suspension of the runtime first reports its own suspension.
bool reports_own_suspension(const Callback& callback, std::uint64_t starting) {
  return (callback.call == Call::kRuntimeThreadSuspended || callback.call == Call::kRuntimeThreadResumed) &&
         callback.thread_id == starting;
}

}  // namespace

void Threads::take(const Callback& callback, const CallsInFlight<InFlight>& in_flight) {
  if (native_.empty() || callback.thread != last_) {
    if (!native_.empty()) native_[last_].line = last_line_;
    native_[last_ = callback.thread];
  }
  last_line_ = callback.line;
  if (kOfProgram.has(callback.call)) native_[callback.thread].runs_program = true;
  if (!starting_.empty() && !inside_thread_created(callback.thread, in_flight)) {
    std::erase_if(starting_, [&](const Starting& each) {
      return each.native == callback.thread && !reports_own_suspension(callback, each.id);
    });
  }
  switch (callback.call) {
    case Call::kThreadCreated:
      has_lives_ = true;
      begin_life(callback.thread_id, Life::kCreated);
      // If the thread of that native thread has ended, the native thread may be another one now.
      if (const auto& id = native_[callback.thread].id; id && life(*id) == Life::kDestroyed)
        native_[callback.thread].id.reset();
      starting_.push_back({.native = callback.thread, .id = callback.thread_id});
      break;
    case Call::kThreadDestroyed:
      has_lives_ = true;
      managed_[callback.thread_id].life = Life::kDestroyed;
      managed_[callback.thread_id].suspended = false;
      std::erase_if(starting_, [&](const Starting& each) { return each.id == callback.thread_id; });
      break;
    case Call::kThreadNameChanged:
      // Reported for an ended thread, or for a new one with the same id that has not started yet.
      if (life(callback.thread_id) == Life::kDestroyed) begin_life(callback.thread_id, Life::kUnknown);
      break;
    case Call::kThreadAssignedToOSThread:
      has_lives_ = true;
      managed_[callback.thread_id].native = callback.thread;
      native_[callback.thread] = {.id = callback.thread_id, .runs_program = true, .line = callback.line};
      break;
    case Call::kRuntimeThreadSuspended:
      has_suspensions_ = true;
      managed_[callback.thread_id].suspended = true;
      managed_[callback.thread_id].suspended_on = callback.thread;
      native_[callback.thread].reports_itself = true;
      native_[callback.thread].reported = callback.thread_id;
      break;
    case Call::kRuntimeThreadResumed:
      managed_[callback.thread_id].suspended = false;
      break;
    default:
      break;
  }
}

void Threads::forget_suspensions() {
  if (!std::exchange(has_suspensions_, false)) return;
  for (auto& [id, each] : managed_) each.suspended = false;
}

void Threads::forget_lives() {
  starting_.clear();
  if (!std::exchange(has_lives_, false)) return;
  for (auto& [id, each] : managed_) {
    each.life = Life::kUnknown;
    each.native.reset();
  }
}

void Threads::begin_life(std::uint64_t thread_id, Life life) {
  Managed& managed = managed_[thread_id];
  if (managed.native && native_[*managed.native].id == thread_id) native_[*managed.native].id.reset();
  managed = {.life = life, .native = std::nullopt};
}

bool Threads::starting(std::uint64_t thread_id) const {
  return std::ranges::any_of(starting_, [&](const Starting& each) { return each.id == thread_id; });
}

std::optional<std::uint64_t> Threads::just_created(std::uint32_t native) const {
  for (const Starting& each : starting_) {
    if (each.native == native) return each.id;
  }
  return std::nullopt;
}

std::uint64_t Threads::last_line(std::uint32_t native) const {
  const auto found = native_.find(native);
  if (found == native_.end()) return kNoLine;
  return native == last_ ? last_line_ : found->second.line;
}

Threads::Life Threads::life(std::uint64_t thread_id) const {
  const auto found = managed_.find(thread_id);
  return found == managed_.end() ? Life::kUnknown : found->second.life;
}

void Threads::resumed_unreported(std::uint64_t thread_id) {
  const auto found = managed_.find(thread_id);
  if (found != managed_.end()) found->second.suspended = false;
}

bool Threads::suspended(std::uint64_t thread_id) const {
  const auto found = managed_.find(thread_id);
  return found != managed_.end() && found->second.suspended;
}

std::optional<std::uint64_t> Threads::id_of(std::uint32_t native) const {
  const auto found = native_.find(native);
  return found == native_.end() ? std::nullopt : found->second.id;
}

std::optional<std::uint64_t> Threads::self(std::uint32_t native) const {
  const auto found = native_.find(native);
  if (found == native_.end()) return std::nullopt;
  if (found->second.id || !found->second.reports_itself) return found->second.id;
  return found->second.reported;
}

void Threads::not_managed(std::uint32_t native) {
  native_[native].unmanaged = true;
}

bool Threads::unmanaged(std::uint32_t native) const {
  const auto found = native_.find(native);
  return found != native_.end() && found->second.unmanaged;
}

bool Threads::owned_by_another(std::uint64_t thread_id, std::uint32_t native) const {
  const auto found = managed_.find(thread_id);
  if (found == managed_.end() || found->second.life == Life::kDestroyed) return false;
  return found->second.native && *found->second.native != native && id_of(*found->second.native) == thread_id;
}

bool Threads::may_be_new(std::uint64_t thread_id, std::uint32_t native) const {
  return life(thread_id) == Life::kDestroyed && !id_of(native);
}

bool Threads::runs_program(std::uint32_t native) const {
  const auto found = native_.find(native);
  return found != native_.end() && found->second.runs_program;
}

std::optional<std::uint32_t> Threads::suspended_on(std::uint64_t thread_id) const {
  const auto found = managed_.find(thread_id);
  if (found == managed_.end() || !found->second.suspended) return std::nullopt;
  return found->second.suspended_on;
}

bool Threads::reports_itself(std::uint32_t native) const {
  const auto found = native_.find(native);
  return found != native_.end() && found->second.reports_itself;
}

}  // namespace gcrucible::rules
