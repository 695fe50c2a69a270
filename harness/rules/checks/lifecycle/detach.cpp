// Rules about profilers that detach from a running process.
#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/batch_variants.h"
#include "harness/rules/evidence/trigger_guard.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Stage = Lifecycle::Stage;

// Callbacks of the next profiler.
constexpr CallSet kBeginnings{Call::kInitialize, Call::kInitializeForAttach};
constexpr std::string_view kNoDetach = "no RequestProfilerDetach was accepted";

void no_new_callbacks(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (life.stage() != Stage::kDetaching) return;
  if (callback.call == Call::kProfilerDetachSucceeded) return ruling.kept();
  if (kBeginnings.has(callback.call)) return;
  // In a real process, another thread may have checked the state before it changed. It checks the state again
  // for each callback.
  const bool recorded = history.header().source == "recorded";
  const bool checked_before = history.last_lines().of(callback.thread) < life.detaching_since();
  if (recorded && callback.thread != life.detacher() && checked_before) return;
  if (life.may_have_begun_before(callback.thread)) return;
  if (has_leeway(ruling.rule(), history.header().runtime) &&
      follows_newer_variant(callback, history.collection()))
    return;
  ruling.broken(finding_at(callback, history.collection(),
                           fmt::format("{} is delivered after RequestProfilerDetach has succeeded (line {}).",
                                       callback.name, life.detaching_since())));
}

void answers_while_detaching(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (life.stage() != Stage::kDetaching && life.stage() != Stage::kGone) return;
  if (info.line < life.detaching_since() || life.detaching_since() == kNoLine) return;
  if (kUnguarded.has(info.method) || static_cast<std::size_t>(info.method) >= abi::kInfoMethods.size())
    return;
  if (info.hr == abi::CORPROF_E_PROFILER_DETACHING) return ruling.kept();
  ruling.broken(
      finding_at(info, history.collection(),
                 fmt::format("{} is answered {} after RequestProfilerDetach has succeeded (line {}).",
                             info.name, abi::hresult_text(info.hr), life.detaching_since())));
}

void succeeded_last(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (callback.call != Call::kProfilerDetachSucceeded) {
    if (life.stage() != Stage::kGone || kBeginnings.has(callback.call)) return;
    return ruling.broken(finding_at(callback, history.collection(),
                                    fmt::format("{} is delivered after ProfilerDetachSucceeded (line {}).",
                                                callback.name, life.gone_since())));
  }
  if (life.stage() == Stage::kGone) {
    return ruling.broken(
        finding_at(callback, history.collection(), "ProfilerDetachSucceeded is delivered a second time."));
  }
  if (life.stage() != Stage::kDetaching) {
    return ruling.broken(
        finding_at(callback, history.collection(),
                   "ProfilerDetachSucceeded is delivered, but " + std::string(kNoDetach) + "."));
  }
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned) continue;
    return ruling.broken(finding_at(
        callback, history.collection(),
        fmt::format("ProfilerDetachSucceeded is delivered while {} (line {}) has not returned.",
                    call.call == Call::kOther ? std::string_view("a callback") : name_of(call.call),
                    call.line)));
  }
  ruling.kept();
}

// The recorder ends its trace in Shutdown or ProfilerDetachSucceeded, whichever comes.
void succeeded_at_all(const End& end, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (history.header().source != "recorded" || life.stage() != Stage::kDetaching) return;
  if (!end.reported || end.died || end.refused || life.shut_down_since() != kNoLine) return;
  // The process ended first.
  if (end.exit == "detaching") return;
  ruling.broken({.what = fmt::format("The recorder has ended its trace and RequestProfilerDetach succeeded "
                                     "(line {}), but ProfilerDetachSucceeded was never delivered.",
                                     life.detaching_since()),
                 .line = end.line,
                 .callback = {}});
}

// Another thread's call may have been accepted already, and its return is written later.
bool beside_another_request(const InfoEvent& info, const History& history) {
  return std::ranges::any_of(history.open_infos().calls(), [&](const OpenInfo& other) {
    return other.method == InfoMethod::kRequestProfilerDetach && other.line != info.line && !other.returned;
  });
}

bool may_be_refused(const InfoEvent& info, const History& history, bool& must) {
  const Lifecycle& life = history.lifecycle();
  const auto version = history.header().callback_version;
  const EventMask mask = history.masks().now();
  const bool immutable = (mask.low & abi::COR_PRF_MONITOR_IMMUTABLE) != 0 ||
                         (mask.high & abi::COR_PRF_HIGH_MONITOR_IMMUTABLE) != 0;
  const bool beginning = life.stage() == Stage::kBeginning;
  const bool leaving = life.stage() == Stage::kDetaching || life.stage() == Stage::kGone;
  const bool old = version && *version < 3;
  // The runtime has let the profiler go after its failure.
  const bool failed = life.stage() == Stage::kFailed;
  must = beginning || leaving || old || (immutable && history.masks().known());
  switch (info.hr) {
    case abi::CORPROF_E_CALLBACK3_REQUIRED:
      return old;
    case abi::CORPROF_E_IMMUTABLE_FLAGS_SET:
      return immutable;
    case abi::CORPROF_E_RUNTIME_UNINITIALIZED:
      // A real runtime reports its first handles before it is ready.
      return beginning || (history.header().source == "recorded" && history.collections() == 0);
    case abi::CORPROF_E_PROFILER_NOT_YET_INITIALIZED:
      return beginning;
    case abi::CORPROF_E_PROFILER_DETACHING:
      return leaving || failed || beside_another_request(info, history);
    case abi::CORPROF_E_IRREVERSIBLE_INSTRUMENTATION_PRESENT:
      return true;  // traces do not contain the profiler's instrumentation
    case abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE:
      // Callbacks without a number may forbid the call, and so does a managed thread outside callbacks.
      return info.inside == kNoLine || info.inside_call == Call::kOther ||
             kAnyForbidTriggers.has(info.inside_call);
    default:
      return false;
  }
}

void refusals(const InfoEvent& info, const History& history, Ruling& ruling) {
  bool must = false;
  const bool may = may_be_refused(info, history, must);
  if (info.hr == abi::S_OK ? !must : may) return ruling.kept();
  ruling.broken(finding_at(
      info, history.collection(),
      must ? "RequestProfilerDetach returns " + abi::hresult_text(info.hr) + " where it must be refused."
           : "RequestProfilerDetach returns " + abi::hresult_text(info.hr) + " without a reason."));
}

constexpr Binding kBindings[] = {
    {.id = "detach/no-new-callbacks",
     .occasion = "an accepted RequestProfilerDetach and what follows",
     .calls = kAnyCall,
     .entry = no_new_callbacks,
     .infos = InfoSet::all(),
     .info = answers_while_detaching},
    {.id = "detach/succeeded-last",
     .occasion = "a call of ProfilerDetachSucceeded",
     .calls = kAnyCall,
     .entry = succeeded_last,
     .end = succeeded_at_all},
    {.id = "detach/refusals",
     .occasion = "a call of RequestProfilerDetach",
     .infos = {InfoMethod::kRequestProfilerDetach},
     .info = refusals},
};

}  // namespace

std::span<const Binding> detach_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
