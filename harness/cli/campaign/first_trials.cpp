#include "harness/cli/campaign/first_trials.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/abi/tables/methods.h"
#include "harness/driver/trace/outcome_trace.h"
#include "harness/program/editing.h"
#include "harness/rules/decode/decode.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::cli {
namespace {

using campaign::Trial;

// One object and one collection. `attached`: if set, the profiler attaches, and this is the HRESULT that the
// client must get.
program::Program smallest_program(const campaign::TypePool& pool, const campaign::Plan& plan,
                                  std::optional<std::int32_t> attached) {
  program::Program made = pool.program();
  made.runtime = plan.envelope.runtime;
  if (attached) {
    made.life.load = program::LifeSpec::Load::kAttach;
    made.steps.push_back({.action = program::Attach{.data = {}, .expected = *attached, .result = {}}});
  }
  made.steps.push_back({.action = program::Collect{}});
  return campaign::as_played(program::without_unused(std::move(made)));
}

// Distinguishes two refusals of an attach. A profiler that sets a mask bit allowed only at startup makes a
// mistake; other profilers may refuse. `answer`: result of the attach, passed on from InitializeForAttach.
void try_refused_mask(const campaign::Plan& plan, const campaign::TypePool& pool, std::int32_t answer,
                      FirstTrials& tried) {
  const program::Program program = smallest_program(pool, plan, answer);
  Trial trial = campaign::try_program(program, plan.subject);
  const auto asked = [](const campaign::Trouble& trouble) {
    return trouble.cause.rule == "life/attach-flags";
  };
  const bool refused_mask = answer == abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER ||
                            std::ranges::any_of(trial.troubles, asked);
  if (trial.refused || !refused_mask) return;
  tried.not_attached +=
      " It asks for flags or methods that only a profiler loaded at startup may use; "
      "COR_PRF_ALLOWABLE_AFTER_ATTACH has the flags that are open to it.";
  for (campaign::Trouble& trouble : campaign::leading(std::move(trial.troubles), plan.suppressions)) {
    campaign::Fault fault;
    fault.cause = trouble.cause;
    fault.trouble = std::move(trouble);
    fault.times = 1;
    fault.before_cases = true;
    fault.program = program;
    tried.faults.push_back(std::move(fault));
  }
}

// The result of one detach.
struct Detached {
  bool accepted = false;                 // by RequestProfilerDetach
  std::optional<std::int32_t> answered;  // by ProfilerDetachSucceeded, if it has returned
};

Detached detached(const driver::Outcome& outcome) {
  Detached seen;
  if (outcome.trace_path.empty() && outcome.trace_text.empty()) return seen;
  std::optional<std::uint64_t> reported;
  trace::Reader reader = reader_of(outcome);
  trace::read_all(reader, [&](const trace::Event& event) {
    if (event.kind == trace::EventKind::kModel && event.name == "answer")
      seen.accepted |= trace::number_in(event, "hr") == std::uint64_t{0};
    if (event.kind == trace::EventKind::kCallback && event.name == "ProfilerDetachSucceeded")
      reported = event.n;
    if (event.kind == trace::EventKind::kReturn && reported && event.link == *reported)
      seen.answered = event.hr;
  });
  return seen;
}

// kUnknown if the run ended before gcrucible would have asked a probe.
Probing probing_in(const driver::Outcome& outcome) {
  const Probing none = outcome.fate == driver::Fate::kFinished ? Probing::kNone : Probing::kUnknown;
  if (outcome.trace_path.empty() && outcome.trace_text.empty()) return none;
  constexpr std::uint32_t kOfObjects = 7;  // the bits of gcrucible_knows that are about living objects
  std::optional<std::uint64_t> asked;
  bool claims = false, answered = false;
  trace::Reader reader = reader_of(outcome);
  trace::read_all(reader, [&](const trace::Event& event) {
    if (event.kind == trace::EventKind::kProbe) asked = event.n;
    if (event.kind != trace::EventKind::kReturn || !asked || event.link != *asked || event.hr != 0) return;
    answered = true;
    claims |= (trace::number_in(event, "knows").value_or(0) & kOfObjects) != 0;
  });
  if (!asked) return none;
  return answered && !claims ? Probing::kClaimsNothing : Probing::kJudged;
}

report::CallbackInterfaces interfaces_in(const driver::Outcome& outcome) {
  report::CallbackInterfaces interfaces;
  if (outcome.trace_path.empty() && outcome.trace_text.empty()) return interfaces;
  trace::Reader reader = reader_of(outcome);
  trace::read_all(reader, [&](const trace::Event& event) {
    if (event.kind != trace::EventKind::kHeader) return true;
    interfaces = report::callback_interfaces(rules::decode_header(event));
    return false;
  });
  return interfaces;
}

std::string why_not_detached(const Detached& seen, const Trial& trial) {
  const driver::Outcome& outcome = trial.outcome;
  if (!seen.accepted && !outcome.died.empty())
    return "it died before RequestProfilerDetach was called (" + outcome.died + ").";
  if (!seen.accepted) return "RequestProfilerDetach was refused.";
  if (seen.answered && abi::failed(*seen.answered)) {
    return "its ProfilerDetachSucceeded returned " + abi::hresult_text(*seen.answered) +
           ". Return S_OK if it can be detached.";
  }
  if (outcome.own_thread) return "a thread of its own still ran after its code was unloaded.";
  return "it could not be attached again: " + trial.message;
}

// Most profilers that can attach can also detach. No case detaches a profiler that refuses to detach, or
// whose own threads would continue after its library was unloaded.
void try_detach(const campaign::Plan& plan, const campaign::TypePool& pool, FirstTrials& tried) {
  program::Program program = smallest_program(pool, plan, abi::S_OK);
  program::Ask ask;
  ask.slot = static_cast<std::uint16_t>(abi::InfoMethod::kRequestProfilerDetach);
  ask.number = 100;
  program.steps.push_back({.action = ask});
  program.steps.push_back({.action = program::Attach{}});
  program.steps.push_back({.action = program::Collect{}});
  const Trial trial = campaign::try_program(campaign::as_played(std::move(program)), plan.subject);
  tried.standing = trial.standing;
  const Detached seen = detached(trial.outcome);
  const bool failed = seen.answered && abi::failed(*seen.answered);
  tried.detaches = seen.accepted && !failed && !trial.refused && !trial.outcome.own_thread;
  if (tried.detaches) {
    tried.detaching =
        "Some cases detach it and attach it again, because it implements ProfilerDetachSucceeded; use "
        "--without detach if it never asks for that.";
    return;
  }
  tried.detaching = "Detaching it is not tested: " + why_not_detached(seen, trial);
}

}  // namespace

FirstTrials try_first(const campaign::Plan& plan, const campaign::TypePool& pool) {
  FirstTrials tried;
  const Trial started = campaign::try_program(smallest_program(pool, plan, std::nullopt), plan.subject);
  tried.standing = started.standing;
  if (!tried.standing.empty()) return tried;
  tried.refusal = started.refused ? started.message : started.unwritten;
  tried.probing = probing_in(started.outcome);
  tried.interfaces = interfaces_in(started.outcome);
  tried.slots = driver::wrong_slots_text(started.outcome.slots);
  tried.uncompared_slots = driver::uncompared_slots_text(started.outcome.slots);
  if (!started.refused && !tried.refusal.empty()) return tried;
  if (!campaign::possible(plan.envelope.features, plan.envelope.runtime).has(campaign::Feature::kAttach))
    return tried;
  const Trial attached = campaign::try_program(smallest_program(pool, plan, abi::S_OK), plan.subject);
  tried.standing = attached.standing;
  if (tried.interfaces.newest == 0) tried.interfaces = interfaces_in(attached.outcome);
  if (tried.probing == Probing::kUnknown || tried.probing == Probing::kNone) {
    if (const Probing seen = probing_in(attached.outcome); seen != Probing::kUnknown) tried.probing = seen;
  }
  if (!tried.standing.empty()) {
    tried.refusal.clear();
    return tried;
  }
  if (started.outcome.fate == driver::Fate::kRefused && !attached.refused) {
    tried.only_attached =
        "It can only be attached, so every case attaches it: " + std::exchange(tried.refusal, {});
  }
  if (!attached.refused && tried.refusal.empty()) tried.refusal = attached.unwritten;
  const bool detaching =
      campaign::possible(plan.envelope.features, plan.envelope.runtime).has(campaign::Feature::kDetach);
  if (!attached.refused && tried.refusal.empty() && detaching) try_detach(plan, pool, tried);
  if (!attached.refused || !tried.refusal.empty()) return tried;
  const std::int32_t answer = attached.outcome.attach_answer;
  const bool has_none = answer == abi::CORPROF_E_PROFILER_NOT_ATTACHABLE;
  tried.not_attached = "It cannot be attached, so no case attaches it: ";
  if (answer == 0) {
    tried.not_attached += attached.message;
    return tried;
  }
  tried.not_attached += "the attach was answered " + abi::hresult_text(answer) +
                        (has_none ? "; it has no ICorProfilerCallback3, or its InitializeForAttach returned "
                                    "E_NOTIMPL or this value."
                                  : ", which its InitializeForAttach returned.");
  if (!has_none) try_refused_mask(plan, pool, answer, tried);
  return tried;
}

}  // namespace gcrucible::cli
