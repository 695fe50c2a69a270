#include "harness/clr/callbacks/call_edits.h"

#include <algorithm>
#include <utility>

#include "harness/abi/hresults.h"

namespace gcrucible::clr {
namespace {

using program::CallEdit;
using program::CallPlace;
using program::Unapplied;

bool is(const CallPlace& place, std::uint16_t slot, std::uint32_t which) {
  return place.slot == slot && (place.which == which || place.which == program::kNothing);
}

template <typename T>
void append(std::vector<T>& to, std::vector<T> from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

}  // namespace

void CallEdits::begin(Scope& scope, const program::CallOverrides& overrides) {
  const std::scoped_lock lock(mutex_);
  scope = {};
  scope.overrides = &overrides;
  scope.calls = program::DepartureTally(program::DepartureList::kCalls, overrides.calls.size());
  scope.said = program::DepartureTally(program::DepartureList::kSay, overrides.said.size());
}

std::vector<program::UnappliedDeparture> CallEdits::unapplied(Scope& scope) {
  std::vector<program::UnappliedDeparture> result;
  if (scope.overrides == nullptr) return result;
  const program::CallOverrides& overrides = *scope.overrides;
  for (std::size_t i = 0; i < overrides.calls.size(); ++i)
    scope.calls.missed(i, Unapplied::kMissing, scope.seen[overrides.calls[i].call.slot]);
  for (std::size_t i = 0; i < overrides.said.size(); ++i)
    scope.said.missed(i, Unapplied::kPlace, scope.seen[overrides.said[i].place.slot]);
  scope.calls.add_unapplied(result);
  scope.said.add_unapplied(result);
  for (program::UnappliedDeparture& each : result) {
    if (each.list == program::DepartureList::kCalls && each.why == Unapplied::kPlace)
      each.there = scope.seen[overrides.calls[each.index].place.slot];
  }
  return result;
}

std::vector<program::UnappliedDeparture> CallEdits::end(Scope& scope) {
  std::vector<Outgoing> left;
  std::vector<HeldReturn> returns;
  std::vector<program::UnappliedDeparture> result;
  {
    const std::scoped_lock lock(mutex_);
    result = unapplied(scope);
    append(left, std::move(scope.queue));
    for (Waiting& each : scope.waiting) left.push_back(std::move(each.call));
    for (const Held& each : scope.held) returns.push_back(each.what);
    scope = {};
  }
  for (Outgoing& each : left) {
    each.held = false;
    make(each);
  }
  write(returns);
  return result;
}

abi::HRESULT CallEdits::pass(abi::CallbackMethod method, std::span<const trace::Field> fields,
                             const std::function<abi::HRESULT()>& honest) {
  const Plan made = plan(method, fields);
  for (const Outgoing& each : made.before) make(each);
  abi::HRESULT hr = abi::S_OK;
  if (made.self) hr = made.changed ? make(*made.self) : honest();
  for (const Outgoing& each : made.after) make(each);
  write(made.released);
  return hr;
}

CallEdits::Plan CallEdits::plan(abi::CallbackMethod method, std::span<const trace::Field> fields) {
  const auto slot = static_cast<std::uint16_t>(method);
  // Taken before the lock, because the owner of the world takes the lock while the world is closed. Threads
  // of the profiler's come here too, with the callbacks of their handles.
  const World::Look look(clr_->world());
  const std::scoped_lock lock(mutex_);
  Plan plan;
  std::optional<CallMessage> message = CallMessage::copy(method, fields);
  // Without a shape, the call cannot be kept and no edit can name it.
  if (!message) {
    plan.self = Outgoing{.message = {}};
    return plan;
  }
  plan.self = Outgoing{.message = std::move(*message)};
  const std::array scopes{&run_, &collection_};
  std::array<std::uint32_t, 2> which{};
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    if (scopes[i]->overrides != nullptr) which[i] = scopes[i]->seen[slot]++;
  }
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    if (scopes[i]->overrides != nullptr) apply(*scopes[i], slot, which[i], plan);
  }
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    if (scopes[i]->overrides != nullptr) place(*scopes[i], slot, which[i], plan);
  }
  if (!queued(run_, plan)) queued(collection_, plan);
  return plan;
}

// Applies the edits of this call to the call itself.
void CallEdits::apply(Scope& scope, std::uint16_t slot, std::uint32_t which, Plan& plan) {
  const std::vector<CallEdit>& edits = scope.overrides->calls;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const CallEdit& edit = edits[i];
    if (!is(edit.call, slot, which)) continue;
    if (!plan.self) {
      scope.calls.missed(i, Unapplied::kGone);
      continue;
    }
    Outgoing& self = *plan.self;
    plan.changed = true;
    switch (edit.kind) {
      case CallEdit::Kind::kOmit:
        plan.self.reset();
        scope.calls.applied(i);
        break;
      case CallEdit::Kind::kTwice:
        self.times = 2;
        scope.calls.applied(i);
        break;
      case CallEdit::Kind::kWith:
        self.message.set(edit.arguments, values_);
        scope.calls.applied(i);
        break;
      case CallEdit::Kind::kOn:
        self.elsewhere = true;
        self.thread = edit.thread;
        if (runs(edit.thread)) {
          scope.calls.applied(i);
        } else {
          scope.calls.missed(i, Unapplied::kThread);
        }
        break;
      case CallEdit::Kind::kHold:
        self.held = true;
        self.held_in_run = &scope == &run_;
        self.until = edit.place;
        self.hold = i;
        scope.calls.missed(i, Unapplied::kPlace);
        break;
      case CallEdit::Kind::kClaim:
        self.message.claimed = edit.count;
        scope.calls.applied(i);
        break;
      case CallEdit::Kind::kBefore:
        if (scope.missing == &edit) {
          // The calls that waited for this one now follow it.
          append(plan.after, std::exchange(scope.queue, {}));
          scope.missing = nullptr;
          scope.calls.applied(i);
        } else if (scope.seen[edit.place.slot] <= edit.place.which) {
          scope.waiting.push_back({std::move(self), edit.place, true, i});
          plan.self.reset();
          scope.calls.missed(i, Unapplied::kPlace);
        } else {
          scope.calls.missed(i, Unapplied::kBehind);
        }
        break;
      case CallEdit::Kind::kAfter: {
        const bool next = edit.place.which == program::kNothing;
        if (!next && scope.seen[edit.place.slot] > edit.place.which) {
          scope.calls.applied(i);  // it already comes after that place
          break;
        }
        scope.waiting.push_back({std::move(self), edit.place, false, i});
        plan.self.reset();
        scope.calls.missed(i, Unapplied::kPlace);
        break;
      }
    }
  }
}

// Handles everything whose place is this call: said calls, waiting calls and held returns.
void CallEdits::place(Scope& scope, std::uint16_t slot, std::uint32_t which, Plan& plan) {
  for (std::size_t i = 0; i < scope.overrides->said.size(); ++i) {
    const program::SaidCall& said = scope.overrides->said[i];
    if (!is(said.place, slot, which)) continue;
    if (said.elsewhere && !runs(said.thread)) {
      scope.said.missed(i, Unapplied::kThread);
    } else {
      scope.said.applied(i);
    }
    if (auto call = outgoing(said)) (said.before ? plan.before : plan.after).push_back(std::move(*call));
  }
  // A call that was postponed is not a place for itself.
  const bool here = plan.self.has_value();
  std::erase_if(scope.waiting, [&](Waiting& each) {
    const bool itself = !here && static_cast<std::uint16_t>(each.call.message.method) == slot;
    if (itself || !is(each.place, slot, which)) return false;
    (each.before ? plan.before : plan.after).push_back(std::move(each.call));
    scope.calls.applied(each.edit);
    return true;
  });
  std::erase_if(scope.held, [&](const Held& each) {
    if (!is(each.until, slot, which)) return false;
    plan.released.push_back(each.what);
    scope.calls.applied(each.edit);
    return true;
  });
  if (scope.missing != nullptr) return;
  for (const CallEdit& edit : scope.overrides->calls) {
    if (edit.kind != CallEdit::Kind::kBefore || !is(edit.place, slot, which)) continue;
    // Skip a call that has already come.
    if (edit.call.which == program::kNothing || scope.seen[edit.call.slot] > edit.call.which) continue;
    scope.missing = &edit;
    return;
  }
}

bool CallEdits::queued(Scope& scope, Plan& plan) {
  if (scope.missing == nullptr) return false;
  append(scope.queue, std::exchange(plan.before, {}));
  if (plan.self) scope.queue.push_back(std::move(*plan.self));
  plan.self.reset();
  append(scope.queue, std::exchange(plan.after, {}));
  return true;
}

bool CallEdits::runs(std::uint32_t thread) const {
  return thread == program::kNothing || clr_->threads().alive(thread);
}

std::optional<CallEdits::Outgoing> CallEdits::outgoing(const program::SaidCall& said) const {
  auto message = CallMessage::blank(static_cast<abi::CallbackMethod>(said.slot));
  if (!message) return std::nullopt;
  message->set(said.arguments, values_);
  return Outgoing{.message = std::move(*message), .elsewhere = said.elsewhere, .thread = said.thread};
}

void CallEdits::say(const program::SaidCall& said) {
  auto call = outgoing(said);
  if (!call) return;
  hold(*call, said.slot);
  make(*call);
}

void CallEdits::hold(Outgoing& call, std::uint16_t slot) {
  const std::scoped_lock lock(mutex_);
  if (run_.overrides == nullptr) return;
  const std::vector<CallEdit>& edits = run_.overrides->calls;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (edits[i].kind != CallEdit::Kind::kHold || !is(edits[i].call, slot, run_.seen[slot])) continue;
    ++run_.seen[slot];
    call.held = true;
    call.held_in_run = true;
    call.until = edits[i].place;
    call.hold = i;
    run_.calls.missed(i, Unapplied::kPlace);
    return;
  }
}

abi::HRESULT CallEdits::make(const Outgoing& call) {
  abi::HRESULT hr = abi::S_OK;
  HeldReturn held{.entry = trace::kNoLine};
  const auto here = [&] {
    for (std::uint32_t i = 0; i < call.times; ++i) {
      hr = deliver(call.message, *clr_, info_, call.held && i == 0 ? &held : nullptr);
    }
  };
  if (!call.elsewhere || !make_elsewhere(call, here)) here();
  if (held.entry != trace::kNoLine) {
    const std::scoped_lock lock(mutex_);
    (call.held_in_run ? run_ : collection_).held.push_back({held, call.hold, call.until});
  }
  return hr;
}

bool CallEdits::make_elsewhere(const Outgoing& call, const std::function<void()>& work) {
  ManagedThreads& threads = clr_->threads();
  const bool native = call.thread == program::kNothing;
  const bool alive = native || threads.alive(call.thread);
  if (native ? threads.try_run_on_native(work) : alive && threads.try_run(call.thread, work)) return true;
  if (trace::Journal* const journal = clr_->journal()) {
    const auto& name = abi::kCallbackMethods[static_cast<std::size_t>(call.message.method)].name;
    journal->model("misplaced",
                   std::array{trace::Field{"callback", trace::text(name)},
                              trace::Field{"thread", native ? trace::null() : trace::number(call.thread)},
                              trace::Field{"why", trace::text(alive ? "busy" : "not alive")}});
  }
  return false;
}

void CallEdits::write(const std::vector<HeldReturn>& returns) {
  trace::Journal* const journal = clr_->journal();
  for (const HeldReturn& each : returns) {
    if (journal != nullptr) journal->returned(each.entry, each.hr);
  }
}

}  // namespace gcrucible::clr
