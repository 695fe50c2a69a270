#include "harness/rules/evidence/call_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/rules/entities/info/taken_ids.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr CallSet kHandingOut = kReportCalls | CallSet{Call::kGarbageCollectionStarted,
                                                       Call::kGarbageCollectionFinished,
                                                       Call::kFinalizeableObjectQueued,
                                                       Call::kObjectAllocated,
                                                       Call::kHandleCreated,
                                                       Call::kHandleDestroyed,
                                                       Call::kExceptionThrown,
                                                       Call::kExceptionCatcherEnter};

}  // namespace

bool is_between(const OpenInfo& info, const History& history) {
  if (const InFlight* const around = history.in_flight().find(info.inside);
      around != nullptr &&
      (around->call == Call::kGarbageCollectionStarted || around->call == Call::kGarbageCollectionFinished)) {
    return false;
  }
  return is_between(history);
}

bool is_between(const History& history) {
  if (!history.inside_bracket() || !history.monitors_gc()) return false;
  // Not compared by line, because at the end of a trace the collection is closed.
  return std::ranges::none_of(history.in_flight().calls(), [](const InFlight& call) {
    return call.call == Call::kGarbageCollectionStarted && !call.returned;
  });
}

bool is_managed(std::uint32_t thread, const History& history) {
  return history.threads().id_of(thread).has_value() && !history.own_calls().collects(thread);
}

bool is_refused(const InfoEvent& info, const History& history) {
  switch (info.hr) {
    case abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE:
    case abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER:
    case abi::CORPROF_E_NOT_MANAGED_THREAD:
      return true;
    case abi::E_NOTIMPL:
      return history.header().runtime != "net10";
    default:
      return false;
  }
}

bool is_untimely(const InfoEvent& info) {
  return info.hr == abi::CORPROF_E_UNSUPPORTED_CALL_SEQUENCE || info.hr == abi::CORPROF_E_DATAINCOMPLETE;
}

std::uint64_t first_argument(const OpenInfo& info) {
  const auto args = info.args.values();
  return args.empty() ? 0 : args[0].number;
}

bool has_ids(const OpenInfo& info, const History& history) {
  // The runtime is suspended during EnumerateGCHeapObjects.
  const OpenInfo* const around = history.open_infos().innermost(info.thread);
  if (around != nullptr && around->method == InfoMethod::kEnumerateGCHeapObjects) return true;
  // While the runtime is suspended for a collection, objects move only between the brackets.
  return (info.inside != kNoLine && kHandingOut.has(info.inside_call)) ||
         (kSuspensionCalls.has(info.inside_call)) || history.profiler_suspension().active() ||
         history.own_calls().was_handed(info.thread, info.inside);
}

std::string call_text(const OpenInfo& info) {
  const std::string_view name = info.name.empty() ? abi::name_of(info.method) : std::string_view(info.name);
  return taken_by(info.method) == Taken::kNothing ? std::string(name)
                                                  : fmt::format("{}({})", name, id(first_argument(info)));
}

std::string place_text(const OpenInfo& info) {
  if (info.inside == kNoLine) return "in no callback";
  const std::string_view around = name_of(info.inside_call);
  return around.empty() ? "inside a callback" : fmt::format("inside {}", around);
}

const InFlight* died_in(const End& end, const History& history) {
  if (!end.died) return nullptr;
  const InFlight* last = nullptr;
  for (const InFlight& call : history.in_flight().calls()) {
    if (!call.returned && call.call != Call::kOther && name_of(call.call) == end.callback) last = &call;
  }
  return last;
}

bool is_stale_fault(const End& end) {
  return end.fault == "moved" || end.fault == "died" || end.fault == "ahead" || end.fault == "vacated";
}

std::string fault_text(const End& end) {
  const std::string object = end.object ? fmt::format("object {}", *end.object) : std::string("an object");
  if (end.fault == "moved") {
    return fmt::format("it used memory that {} left when collection {} moved it", object, end.lost_in);
  }
  if (end.fault == "died") {
    return fmt::format("it used memory of {}, which died in collection {}", object, end.lost_in);
  }
  if (end.fault == "ahead") {
    return fmt::format("it used memory to which collection {} was about to move {}", end.lost_in, object);
  }
  return "it used memory that the heap had released";
}

std::string_view requester(const Lifecycle& life) {
  return life.detach_asked() ? "; the scenario requested that detach, and not the profiler" : "";
}

Finding finding_at(const InFlight& call, std::string what) {
  return {.what = std::move(what),
          .collection = call.collection,
          .line = call.line,
          .callback = std::string(name_of(call.call)),
          .thread = call.thread};
}

}  // namespace gcrucible::rules
