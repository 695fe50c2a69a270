#include "harness/clr/info/call.h"

#include <array>
#include <chrono>
#include <span>
#include <thread>

#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/info/said_answer.h"
#include "harness/trace/read/columns.h"
#include "sim/assert.h"

namespace gcrucible::clr {

void InfoCall::announce(trace::Journal& journal) const {
  if (method_ != abi::InfoMethod::kSuspendRuntime && method_ != abi::InfoMethod::kEnumerateGCHeapObjects)
    return;
  journal.model("asks", std::array{trace::Field{"method", trace::text(abi::name_of(method_))}});
}

void InfoCall::never_return() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

abi::HRESULT InfoCall::done(abi::HRESULT hr, std::initializer_list<trace::Value> out) {
  // A method that hangs in this runtime hangs after its guards.
  if (row_->hangs && abi::succeeded(hr)) never_return();
  if (abi::failed(hr) && this_thread().asking < 0) clr_->failed_call(method_, hr);
  const ThreadState& caller = this_thread();
  const bool own = !caller.of_runtime && !caller.first && caller.asking < 0;
  const abi::HRESULT answered = write_done(hr, out);
  if (own) clr_->own_calls().returned(method_);
  return answered;
}

abi::HRESULT InfoCall::write_done(abi::HRESULT hr, std::initializer_list<trace::Value> out) {
  trace::Journal* journal = clr_->journal();
  if (journal == nullptr) return hr;
  clr_->play().seen();
  // An out parameter that was not written is null in the trace, whatever the caller's memory holds.
  static constexpr std::array<trace::Value, 8> kNothing{};
  const bool written = abi::succeeded(hr) || !row_->leaves_outs || row_->spoils_outs || wrote_;
  GCRUCIBLE_ASSERT(out.size() <= kNothing.size());
  const std::span<const trace::Value> values(written ? out.begin() : kNothing.data(), out.size());
  const ThreadState& thread = this_thread();
  std::vector<trace::Field> more;
  if (visited_) {
    const trace::Column ids{.data = visited_->data(), .type = trace::Column::Type::kU64, .is_id = true};
    more.push_back({"visited", trace::table_of(visited_->size(), ids)});
    if (stopped_) more.push_back({"stopped", trace::number(visited_->size())});
  }
  if (!null_outs_.empty()) {
    const trace::Column places{.data = null_outs_.data(), .type = trace::Column::Type::kU64, .is_id = false};
    more.push_back({"null", trace::table_of(null_outs_.size(), places)});
  }
  if (injected_) more.push_back({"injected", trace::boolean(true)});
  if (thread.asking < 0) {
    journal->returned(entry_, hr, values, more);
    return hr;
  }
  const trace::Value inside = thread.in_callback() ? trace::number(thread.current_line()) : trace::null();
  const SaidAnswer* const said =
      thread.answer != nullptr && thread.answer->is_for(method_) ? thread.answer : nullptr;
  std::vector<trace::Value> reported(values.begin(), values.end());
  std::uint32_t reported_hr = static_cast<std::uint32_t>(hr);
  if (said != nullptr) {
    reported = said->out(values);
    reported_hr = static_cast<std::uint32_t>(said->hr(hr));
  }
  std::vector<trace::Field> fields{
      trace::Field{"ask", trace::number(static_cast<std::uint64_t>(thread.asking))},
      trace::Field{"method", trace::text(abi::name_of(method_))},
      trace::Field{"inside", inside},
      trace::Field{"args", trace::list(args_)},
      trace::Field{"hr", trace::number(reported_hr)},
      trace::Field{"out", trace::list(reported)}};
  for (const trace::Field& each : more) {
    if (said == nullptr || said->visited() == nullptr || each.key != "visited") fields.push_back(each);
  }
  if (said != nullptr && said->visited() != nullptr) {
    fields.push_back({"visited", trace::list(*said->visited())});
  }
  journal->model("answer", fields);
  return hr;
}

std::optional<engine::ObjectView> InfoCall::look_at(abi::ObjectID object) const {
  {
    const World::Look look(clr_->world());
    if (auto found = clr_->engine().object_at(object)) return found;
  }
  name_stale(object);
  return std::nullopt;
}

void InfoCall::name_stale(abi::ObjectID object) const {
  trace::Journal* journal = clr_->journal();
  if (journal == nullptr) return;
  std::optional<engine::StaleAddress> stale;
  std::uint32_t forgotten = 0;
  {
    const World::Look look(clr_->world());
    stale = clr_->engine().stale(object);
    forgotten = clr_->engine().forgotten_collections();
    if (!stale && (object == 0 || clr_->engine().object_at(object))) return;
  }
  if (!stale) return name_unknown(object, forgotten);
  using Kind = engine::StaleAddress::Kind;
  static constexpr std::array<std::string_view, 5> kKinds{"moved", "died", "interior", "ahead", "vacated"};
  const auto id = [](bool known, sim::Address address) { return known ? trace::id(address) : trace::null(); };
  const std::array range{trace::id(stale->from), trace::id(stale->to), trace::number(stale->length)};
  const std::array fields{
      trace::Field{"method", trace::text(abi::name_of(method_))},
      trace::Field{"line", entry_ == trace::kNoLine ? trace::null() : trace::number(entry_)},
      trace::Field{"at", trace::id(object)},
      trace::Field{"kind", trace::text(kKinds[static_cast<std::size_t>(stale->kind)])},
      trace::Field{"object", stale->object == sim::kNoObject ? trace::null() : trace::number(stale->object)},
      trace::Field{"was", id(stale->kind != Kind::kVacated, stale->id)},
      trace::Field{"now", id(stale->lives, stale->now)},
      trace::Field{"collection", stale->collection == 0 ? trace::null() : trace::number(stale->collection)},
      trace::Field{"range", stale->length == 0 ? trace::null() : trace::list(range)},
      trace::Field{"forgotten", stale->forgotten == 0 ? trace::null() : trace::number(stale->forgotten)}};
  journal->model("stale", fields);
}

void InfoCall::name_unknown(abi::ObjectID object, std::uint32_t forgotten) const {
  const trace::Value nothing = trace::null();
  const std::array fields{
      trace::Field{"method", trace::text(abi::name_of(method_))},
      trace::Field{"line", entry_ == trace::kNoLine ? trace::null() : trace::number(entry_)},
      trace::Field{"at", trace::id(object)},
      trace::Field{"kind", trace::text(forgotten == 0 ? "unknown" : "forgotten")},
      trace::Field{"object", nothing},
      trace::Field{"was", nothing},
      trace::Field{"now", nothing},
      trace::Field{"collection", nothing},
      trace::Field{"range", nothing},
      trace::Field{"forgotten", forgotten == 0 ? nothing : trace::number(forgotten)}};
  clr_->journal()->model("stale", fields);
}

bool InfoCall::beside_suspender() const {
  const ThreadState& thread = this_thread();
  return thread.collector && !thread.suspends && clr_->engine().heaps() > 1;
}

bool InfoCall::has_suspended() const {
  const ThreadState& thread = this_thread();
  if (thread.suspends ||
      (!beside_suspender() && thread.in_callback() && callback_row(thread.innermost->method).suspended))
    return true;
  return clr_->profiler_suspension().active() && clr_->profiler_suspension().is_of(thread.managed);
}

void InfoCall::wait_for_threads() const {
  if (!clr_->collecting() || !clr_->suspended()) return;
  // The suspension waits for the collector's other threads. If they wait here, neither ends.
  if (clr_->world().mine() && !beside_suspender()) return;
  if (Mutators* const mutators = this_thread().mutating.all) return mutators->wait_for_suspender();
  clr_->world().lock();
  clr_->world().unlock();
}

void InfoCall::dereference_null() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 0;
}

abi::HRESULT InfoCall::guard_profiler() const {
  if (row_->entry == program::InfoEntry::kUnguarded) return abi::S_OK;
  const Profiler* const profiler = clr_->profiler();
  if (profiler == nullptr) return abi::S_OK;
  if (profiler->stage() == ProfilerStage::kDetaching || profiler->stage() == ProfilerStage::kNone)
    return abi::CORPROF_E_PROFILER_DETACHING;
  if (profiler->attached() && !row_->after_attach) return abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER;
  return abi::S_OK;
}

abi::HRESULT InfoCall::guard() const {
  const ThreadState& thread = this_thread();
  if (row_->entry == program::InfoEntry::kNotImplemented) return abi::E_NOTIMPL;
  if (const abi::HRESULT hr = guard_profiler(); abi::failed(hr)) return hr;
  switch (row_->entry) {
    case program::InfoEntry::kInitOnly:
      return clr_->life() == Life::kInitializing ? abi::S_OK : abi::CORPROF_E_CALL_ONLY_FROM_INIT;
    case program::InfoEntry::kAsync:
    case program::InfoEntry::kUnguarded:
    case program::InfoEntry::kNotImplemented:
      return injected();
    case program::InfoEntry::kSync:
      break;
  }
  // A thread without a managed thread passes. So does one that ForceGC made managed.
  if (thread.managed == 0 || thread.called_force_gc) return injected();
  if (!thread.in_callback() || callback_row(thread.innermost->method).direct)
    return abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;
  if (row_->triggers && !callback_row(thread.innermost->method).may_trigger) {
    return abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;
  }
  return injected();
}

abi::HRESULT InfoCall::injected() const {
  if (this_thread().asking >= 0) return abi::S_OK;
  const std::optional<abi::HRESULT> answer = clr_->failing().next(method_);
  injected_ = answer.has_value();
  return answer.value_or(abi::S_OK);
}

abi::HRESULT InfoCall::guard_object(abi::ObjectID object) const {
  if (const abi::HRESULT hr = guard(); abi::failed(hr)) return hr;
  if (object == 0) return abi::E_INVALIDARG;
  if (!row_->inspects_object) return abi::S_OK;
  if (object == clr_->pending_object()) dereference_null();
  if (clr_->collecting()) return abi::S_OK;
  const ThreadState& thread = this_thread();
  if (thread.managed == 0) return abi::CORPROF_E_NOT_MANAGED_THREAD;
  // Outside callbacks, a managed thread that runs a profiler's code is in preemptive mode.
  const bool cooperative = thread.in_callback() && callback_row(thread.innermost->method).cooperative;
  return cooperative ? abi::S_OK : abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE;
}

}  // namespace gcrucible::clr
