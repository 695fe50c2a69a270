// Rules about where a profiler may wait, judged by where a process hung, and about how it dies.
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// The callbacks of "GC-Safe Callouts", and ExceptionThrown.
constexpr CallSet kKeepingWaiting = kExceptionCalls.without(kPreemptiveExceptionCalls);
constexpr CallSet kJit{Call::kJITCompilationStarted, Call::kJITCompilationFinished};
constexpr InfoSet kTriggers{InfoMethod::kForceGC,
                            InfoMethod::kGetClassFromToken,
                            InfoMethod::kGetClassFromTokenAndTypeArgs,
                            InfoMethod::kGetFunctionFromTokenAndTypeArgs,
                            InfoMethod::kGetAppDomainInfo,
                            InfoMethod::kEnumModules,
                            InfoMethod::kGetAppDomainsContainingModule,
                            InfoMethod::kSuspendRuntime};

void came_back(const Return& returned, const History&, Ruling& ruling) {
  if (returned.known) ruling.kept();
}

void waits(const End& end, const History& history, Ruling& ruling) {
  if (!end.hung) return;
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned || !kKeepingWaiting.has(call.call)) continue;
    return ruling.broken(
        finding_at(call, fmt::format("{} has not returned, and the process hangs.", name_of(call.call))));
  }
}

void unsafe_jit(const Callback& callback, const History&, Ruling& ruling) {
  if (!callback.safe_to_block) ruling.kept();
}

void waits_unsafely(const End& end, const History& history, Ruling& ruling) {
  if (!end.hung) return;
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned || !kJit.has(call.call) || call.safe_to_block) continue;
    return ruling.broken(finding_at(
        call,
        fmt::format(
            "{} was notified that it is not safe to block, but it had not returned when the process hung.",
            name_of(call.call))));
  }
}

// An open triggering call on a thread other than the callback's. The call is not blocked by a callback
// inside it.
const OpenInfo* trigger_beside(const InFlight& callback, const History& history) {
  for (const OpenInfo& info : history.open_infos().calls()) {
    if (info.returned || info.thread == callback.thread || !kTriggers.has(info.method)) continue;
    const InFlight* const inside = history.in_flight().innermost(info.thread);
    if (inside == nullptr || inside->line < info.line) return &info;
  }
  return nullptr;
}

void deadlock(const End& end, const History& history, Ruling& ruling) {
  if (!end.hung) return;
  for (const InFlight& call : history.in_flight().calls()) {
    if (call.returned) continue;
    const OpenInfo* const trigger = trigger_beside(call, history);
    if (trigger == nullptr) continue;
    return ruling.broken(finding_at(
        call,
        fmt::format("{} has not returned on native thread {}, and {}, called in line {} on native thread {}, "
                    "waits for it.",
                    name_of(call.call), call.thread, call_text(*trigger), trigger->line, trigger->thread)));
  }
}

void lock_across(const End& end, const History& history, Ruling& ruling) {
  if (!end.hung) return;
  for (const OpenInfo& info : history.open_infos().calls()) {
    if (info.returned || !kTriggers.has(info.method)) continue;
    const InFlight* const inside = history.in_flight().innermost(info.thread);
    if (inside == nullptr || inside->line < info.line) continue;
    return broken(
        info, ruling,
        fmt::format("{} has not returned, because {}, delivered inside it in line {}, has not returned.",
                    call_text(info), name_of(inside->call), inside->line));
  }
}

void triggered(const InfoEvent& info, const History&, Ruling& ruling) {
  if (!info.asked && info.succeeded()) ruling.kept();
}

void walks_another(const OpenInfo& info, const History& history, Ruling& ruling) {
  const std::uint64_t target = info.args.values().empty() ? 0 : info.args.values()[0].number;
  const auto own = history.threads().id_of(info.thread);
  if (target == 0 || own == target) return;
  const bool managed = info.inside != kNoLine || is_managed(info.thread, history);
  const bool stands_still =
      history.suspension().state() != Suspension::State::kRunning || history.profiler_suspension().active();
  if (!managed || stands_still) return ruling.kept();
  broken(
      info, ruling,
      fmt::format("DoStackSnapshot for thread {} is called {} on native thread {}, which runs managed code.",
                  id(target), place_text(info), info.thread));
}

void lived(const End& end, const History& history, Ruling& ruling) {
  if (end.fault == "stack") {
    const InFlight* const around = died_in(end, history);
    std::string what =
        around == nullptr ? std::string("The process died of a stack overflow.")
                          : fmt::format("The process died of a stack overflow in {}.", name_of(around->call));
    return ruling.broken(around == nullptr
                             ? Finding{.what = std::move(what), .line = end.line, .callback = {}}
                             : finding_at(*around, std::move(what)));
  }
  if (end.reported && !end.died && history.lifecycle().first_line() != kNoLine) ruling.kept();
}

void brings_runtime(const ModelLine& line, const History&, Ruling& ruling) {
  std::string names;
  if (const trace::Value* const runtimes = trace::find(*line.event, "runtimes")) {
    for (const trace::Value& each : runtimes->list) names.append(names.empty() ? "" : ", ").append(each.text);
  }
  ruling.broken(
      {.what = fmt::format(
           "The process has loaded {} since the profiler was loaded, so managed code runs in the process.",
           names),
       .line = line.event->n,
       .callback = {},
       .thread = line.event->thread});
}

void brought_none(const End& end, const History& history, Ruling& ruling) {
  if (history.header().source != "simulated")
    return ruling.cannot("a real process always contains a managed runtime");
  if (end.reported && !end.died && history.lifecycle().first_line() != kNoLine) ruling.kept();
}

bool uses(const OpenInfo& info, Call unload) {
  const Taken taken = taken_by(info.method);
  return unload == Call::kClassUnloadStarted    ? taken == Taken::kClass
         : unload == Call::kModuleUnloadStarted ? taken == Taken::kModule
                                                : taken == Taken::kAssembly;
}

void unload_waits(const Return& returned, const History& history, Ruling& ruling) {
  for (const OpenInfo& info : history.open_infos().calls()) {
    if (info.returned || info.thread == returned.thread || !uses(info, returned.call)) continue;
    if (first_argument(info) != returned.subject) continue;
    return ruling.broken(finding_at(
        returned, history.collection(),
        fmt::format("{} of {} returns while {}, in line {}, is still running on native thread {}.",
                    name_of(returned.call), id(returned.subject), call_text(info), info.line, info.thread)));
  }
  ruling.kept();
}

constexpr Binding kBindings[] = {
    {.id = "blocking/wholly-unmanaged",
     .occasion = "a run that ended normally",
     .facts = {Fact::kManaged},
     .model = brings_runtime,
     .end = brought_none},
    {.id = "blocking/return-quickly",
     .occasion = "a callback that blocks the collector",
     .returns = kKeepingWaiting,
     .returned = came_back,
     .end = waits},
    {.id = "blocking/safe-to-block",
     .occasion = "a JITCompilationStarted or JITCompilationFinished that reports that blocking is not safe",
     .calls = kJit,
     .entry = unsafe_jit,
     .end = waits_unsafely},
    {.id = "blocking/no-deadlock-by-waiting",
     .occasion = "a call that may trigger a collection and has returned",
     .infos = kTriggers,
     .info = triggered,
     .end = deadlock},
    {.id = "blocking/no-lock-across-a-trigger",
     .occasion = "a call that may trigger a collection and has returned",
     .infos = kTriggers,
     .info = triggered,
     .end = lock_across},
    {.id = "blocking/who-may-suspend",
     .occasion = "a DoStackSnapshot of another thread",
     .infos = {InfoMethod::kDoStackSnapshot},
     .opened = walks_another},
    {.id = "blocking/little-stack", .occasion = "a run that ended normally", .end = lived},
    {.id = "blocking/unload-waits-for-users",
     .occasion = "an unload of a class, module or assembly",
     .returns = {Call::kClassUnloadStarted, Call::kModuleUnloadStarted, Call::kAssemblyUnloadStarted},
     .returned = unload_waits},
};

}  // namespace

std::span<const Binding> blocking_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
