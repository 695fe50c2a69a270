// Rules about when a profiler may call which Info method.
#include <algorithm>
#include <iterator>

#include "harness/abi/hresults.h"
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// Methods callable from anywhere, and methods that do not query the process.
constexpr InfoSet kAsynchronous{InfoMethod::kGetEventMask,
                                InfoMethod::kGetEventMask2,
                                InfoMethod::kSetEventMask,
                                InfoMethod::kSetEventMask2,
                                InfoMethod::kGetCurrentThreadID,
                                InfoMethod::kGetThreadContext,
                                InfoMethod::kGetThreadAppDomain,
                                InfoMethod::kGetFunctionFromIP,
                                InfoMethod::kGetFunctionFromIP2,
                                InfoMethod::kGetFunctionFromIP3,
                                InfoMethod::kGetFunctionInfo,
                                InfoMethod::kGetFunctionInfo2,
                                InfoMethod::kGetCodeInfo,
                                InfoMethod::kGetCodeInfo2,
                                InfoMethod::kGetCodeInfo3,
                                InfoMethod::kGetCodeInfo4,
                                InfoMethod::kGetModuleInfo,
                                InfoMethod::kGetModuleInfo2,
                                InfoMethod::kGetClassIDInfo,
                                InfoMethod::kGetClassIDInfo2,
                                InfoMethod::kIsArrayClass,
                                InfoMethod::kSetFunctionIDMapper,
                                InfoMethod::kSetFunctionIDMapper2,
                                InfoMethod::kDoStackSnapshot,
                                InfoMethod::kGetRuntimeInformation,
                                InfoMethod::kInitializeCurrentThread,
                                InfoMethod::kQueryInterface,
                                InfoMethod::kAddRef,
                                InfoMethod::kRelease,
                                kEnumNext,
                                kEnumGetCount,
                                kEnumOther,
                                kOtherInfo};

constexpr bool is_synchronous(InfoMethod method) {
  return !kAsynchronous.has(method) && method != InfoMethod::kForceGC;
}

void synchronous(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (!is_synchronous(info.method)) return;
  if (info.inside != kNoLine) {
    if (!kDirectHookCalls.has(info.inside_call)) ruling.kept();
    return;
  }
  if (!is_managed(info.thread, history)) return;
  broken(info, ruling,
         fmt::format("{} is called in no callback, on native thread {}, the managed thread with ThreadID {}.",
                     call_text(info), info.thread, id(history.threads().id_of(info.thread).value_or(0))));
}

// If the trace does not show which threads are managed, the runtime's refusal does.
void refused(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.asked || !is_synchronous(info.method) || info.inside != kNoLine ||
      info.hr != abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE || is_managed(info.thread, history)) {
    return;
  }
  broken(info, history, ruling,
         fmt::format("{} is called in no callback, on a managed thread, and answers {}.", info.name,
                     abi::hresult_text(info.hr)));
}

void in_direct_hook(const OpenInfo& info, const History&, Ruling& ruling) {
  if (info.inside == kNoLine || !kDirectHookCalls.has(info.inside_call)) return;
  if (!is_synchronous(info.method)) return ruling.kept();
  broken(info, ruling, fmt::format("{} is called inside {}.", call_text(info), name_of(info.inside_call)));
}

void direct_hook(const Return& returned, const History&, Ruling& ruling) {
  if (returned.known) ruling.kept();
}

void clobbered(const ModelLine& line, const History& history, Ruling& ruling) {
  const std::string_view hook = trace::text_in(*line.event, "hook");
  const std::uint64_t entry = trace::number_in(*line.event, "line").value_or(kNoLine);
  const InFlight* const call = history.in_flight().find(entry);
  const std::uint64_t function = trace::number_in(*line.event, "function").value_or(0);
  ruling.broken({.what = fmt::format("{} of function {} returned with other values in {}.", hook,
                                     id(function), trace::text_in(*line.event, "registers")),
                 .line = entry,
                 .callback = std::string(hook),
                 .thread = call == nullptr ? line.event->thread : call->thread});
}

void thread_stays(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (info.inside != kNoLine || !history.own_calls().collected(info.thread)) return;
  if (!is_synchronous(info.method)) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} is called on native thread {}, which has forced a collection before.",
                     call_text(info), info.thread));
}

void bounds(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (!is_between(info, history) || info.inside == kNoLine) return ruling.kept();
  broken(info, ruling,
         fmt::format("{} is called inside {}, between GarbageCollectionStarted and "
                     "GarbageCollectionFinished: its answer comes from an outdated table.",
                     call_text(info), name_of(info.inside_call)));
}

bool is_beginning(const History& history) {
  return history.lifecycle().stage() == Lifecycle::Stage::kBeginning;
}

void hooks(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (history.lifecycle().attached()) return;
  if (is_beginning(history)) return ruling.kept();
  broken(info, ruling, fmt::format("{} is called {}, after Initialize.", call_text(info), place_text(info)));
}

constexpr InfoSet kHooks{InfoMethod::kSetEnterLeaveFunctionHooks, InfoMethod::kSetEnterLeaveFunctionHooks2,
                         InfoMethod::kSetEnterLeaveFunctionHooks3,
                         InfoMethod::kSetEnterLeaveFunctionHooks3WithInfo};
constexpr InfoSet kFromStart =
    kHooks | InfoSet{InfoMethod::kSetFunctionIDMapper, InfoMethod::kSetFunctionIDMapper2,
                     InfoMethod::kGetNotifiedExceptionClauseInfo};

void after_attach(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (!history.lifecycle().attached() || !kFromStart.has(info.method)) return;
  broken(info, ruling, fmt::format("{} is called by a profiler that has attached.", call_text(info)));
}

void body_after_attach(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.asked || !history.lifecycle().attached()) return;
  if (info.hr != abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER) return ruling.kept();
  // Another rule covers flags that an attached profiler may not set. The methods themselves are allowed.
  if (kFromStart.has(info.method) || kMaskSetters.has(info.method)) return;
  broken(info, history, ruling,
         fmt::format("{} is called by a profiler that has attached, and answers {}.", info.name,
                     abi::hresult_text(info.hr)));
}

constexpr InfoSet kByToken{InfoMethod::kGetClassFromToken, InfoMethod::kGetClassFromTokenAndTypeArgs,
                           InfoMethod::kGetFunctionFromToken, InfoMethod::kGetFunctionFromTokenAndTypeArgs};

void loads_by_question(const Callback& callback, const History& history, Ruling& ruling) {
  const OpenInfo* const info = history.open_infos().innermost(callback.thread);
  if (info == nullptr || !kByToken.has(info->method)) return;
  broken(*info, ruling,
         fmt::format("{} loads a class: ClassLoadStarted({}) is delivered inside it, in line {}.",
                     call_text(*info), id(callback.object_class), callback.line));
}

void by_token(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.asked) return;
  if (!history.loads().any_class()) return ruling.cannot("the profiler is not notified of class loads");
  ruling.kept();
}

void initialize_thread(const OpenInfo& info, const History& history, Ruling& ruling) {
  const bool held = history.profiler_suspension().active() && !history.profiler_suspension().ending();
  if (!held && history.suspension().state() == Suspension::State::kRunning) return ruling.kept();
  broken(info, ruling,
         fmt::format("InitializeCurrentThread is called while the runtime is suspended, since line {}.",
                     held ? history.profiler_suspension().line() : history.suspension().started_line()));
}

void layout(const OpenInfo& info, const History&, Ruling& ruling) {
  if (info.inside_call == Call::kGarbageCollectionFinished) return ruling.kept();
  if (info.inside_call != Call::kObjectAllocated) return;
  broken(info, ruling,
         fmt::format("{} is called inside ObjectAllocated, where the class may not be completely loaded.",
                     call_text(info)));
}

void detached(const Callback&, const History&, Ruling& ruling) {
  ruling.kept();
}

void in_detach_succeeded(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (history.lifecycle().stage() != Lifecycle::Stage::kGone) return;
  broken(info, ruling,
         fmt::format("{} is called {}, {} ProfilerDetachSucceeded in line {}{}.", call_text(info),
                     place_text(info), info.inside == history.lifecycle().gone_since() ? "by" : "after",
                     history.lifecycle().gone_since(), requester(history.lifecycle())));
}

struct LoadOf {
  Taken taken;
  LoadStep::Kind kind;
  Call started;
};
constexpr LoadOf kLoads[] = {
    {Taken::kClass, LoadStep::Kind::kClass, Call::kClassLoadStarted},
    {Taken::kModule, LoadStep::Kind::kModule, Call::kModuleLoadStarted},
    {Taken::kAssembly, LoadStep::Kind::kAssembly, Call::kAssemblyLoadStarted},
    {Taken::kAppDomain, LoadStep::Kind::kAppDomain, Call::kAppDomainCreationStarted}};

// An Info method or another callback may have returned the id before its load ends, and the profiler may use
// such an id. Therefore only the callback that reports the load is judged.
void id_once_loaded(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (static_cast<std::size_t>(info.method) >= kInfoCount) return;
  const auto* const load = std::ranges::find(kLoads, taken_by(info.method), &LoadOf::taken);
  const std::uint64_t taken = first_argument(info);
  if (load == std::end(kLoads) || taken == 0) return;
  const InFlight* const around = info.inside == kNoLine ? nullptr : history.in_flight().find(info.inside);
  if (around == nullptr || around->call != load->started || around->subject != taken) {
    if (history.loads().life(load->kind, taken) == Loads::Life::kLoaded) ruling.kept();
    return;
  }
  broken(info, ruling,
         fmt::format("{} is called inside {} with the id {} that it reports. The id is valid for such a call "
                     "only from the Finished callback on.",
                     call_text(info), name_of(load->started), id(taken)));
}

constexpr Binding kBindings[] = {
    {.id = "calls/synchronous-inside-callbacks",
     .occasion = "a call of a synchronous Info method",
     .infos = InfoSet::all(),
     .info = refused,
     .opened = synchronous},
    {.id = "calls/force-gc-thread-stays",
     .occasion = "an Info call on a thread that has forced a collection",
     .infos = InfoSet::all(),
     .opened = thread_stays},
    {.id = "calls/bounds-not-between",
     .occasion = "a call of GetGenerationBounds or GetObjectGeneration",
     .infos = {InfoMethod::kGetGenerationBounds, InfoMethod::kGetObjectGeneration},
     .opened = bounds},
    {.id = "calls/hooks-are-asynchronous",
     .occasion = "an Info call inside a hook that compiled code calls",
     .infos = InfoSet::all(),
     .opened = in_direct_hook},
    {.id = "calls/hooks-keep-registers",
     .occasion = "the return of a hook that compiled code calls",
     .returns = kDirectHookCalls,
     .returned = direct_hook,
     .facts = {Fact::kClobbered},
     .model = clobbered},
    {.id = "calls/hooks-from-initialize",
     .occasion = "a call of SetEnterLeaveFunctionHooks by a profiler that was loaded at the start",
     .infos = kHooks,
     .opened = hooks},
    {.id = "calls/not-after-attach",
     .occasion = "an Info call by an attached profiler",
     .infos = InfoSet::all(),
     .info = body_after_attach,
     .opened = after_attach},
    {.id = "calls/ids-once-loaded",
     .occasion = "an Info call with an id whose load was reported",
     .infos = InfoSet::all(),
     .opened = id_once_loaded},
    {.id = "calls/only-loaded-types",
     .occasion = "an Info call that looks up a class or function by its token",
     .calls = {Call::kClassLoadStarted},
     .entry = loads_by_question,
     .infos = kByToken,
     .info = by_token},
    {.id = "calls/initialize-thread-when-running",
     .occasion = "a call of InitializeCurrentThread",
     .infos = {InfoMethod::kInitializeCurrentThread},
     .opened = initialize_thread},
    {.id = "calls/inspect-classes-in-finished",
     .occasion = "a call of GetClassLayout inside GarbageCollectionFinished or ObjectAllocated",
     .infos = {InfoMethod::kGetClassLayout},
     .opened = layout},
    {.id = "calls/none-in-detach-succeeded",
     .occasion = "a profiler that was detached",
     .calls = {Call::kProfilerDetachSucceeded},
     .entry = detached,
     .infos = InfoSet::all(),
     .opened = in_detach_succeeded},
};

}  // namespace

std::span<const Binding> sequence_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
