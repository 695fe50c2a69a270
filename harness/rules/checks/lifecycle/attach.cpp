// Rules about profilers that are attached to a running process.
#include <algorithm>
#include <string_view>

#include "harness/abi/event_mask.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

using Stage = Lifecycle::Stage;

void initialize_for_attach(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  const bool at_work = life.stage() == Stage::kBeginning || life.stage() == Stage::kActive;
  if (callback.call == Call::kProfilerAttachComplete) {
    if (life.attached() && life.stage() != Stage::kFailed) return ruling.kept();
    return ruling.broken(finding_at(
        callback, history.collection(),
        life.attached() ? "ProfilerAttachComplete is delivered although InitializeForAttach failed."
                        : "ProfilerAttachComplete is delivered to a profiler without InitializeForAttach."));
  }
  if (callback.call == Call::kProfilerDetachSucceeded) {
    // A profiler may be detached at once. After a collection, the simulated runtime has completed the attach.
    if (history.header().source != "simulated" || !life.attached() || life.completions() != 0 ||
        !life.collection_started() || !life.collection_finished())
      return;
    return ruling.broken({.what = "InitializeForAttach succeeded, but ProfilerAttachComplete was never "
                                  "delivered before the profiler detached.",
                          .line = life.begun(),
                          .callback = "InitializeForAttach"});
  }
  const bool other = callback.call == Call::kInitialize ? life.attached() : !life.attached();
  if (!at_work || !other) return;
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} is delivered to a profiler that already received {} (line {}).", callback.name,
                  life.attached() ? "InitializeForAttach" : "Initialize", life.begun())));
}

void completed(const End& end, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!end.reported || end.died || !life.attached() || life.completions() != 0) return;
  if (life.stage() == Stage::kBeginning || life.stage() == Stage::kFailed) return;
  ruling.broken({.what = "InitializeForAttach succeeded, but ProfilerAttachComplete is never delivered.",
                 .line = life.begun(),
                 .callback = "InitializeForAttach"});
}

void client_data(const Callback& callback, const History& history, Ruling& ruling) {
  if (!callback.data_is_null) {
    // Two hexadecimal digits per byte.
    if (callback.text.size() == 2 * std::size_t{callback.data_bytes}) return ruling.kept();
    return ruling.broken(
        finding_at(callback, history.collection(),
                   fmt::format("{} bytes of client data are reported, but the data are \"{}\".",
                               callback.data_bytes, callback.text)));
  }
  if (callback.data_bytes == 0) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("{} bytes of client data are reported, but the pointer is null.", callback.data_bytes)));
}

void client_data_arrives(const ModelLine& line, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!life.answer_due()) return;
  const std::string_view sent = trace::text_in(*line.event, "data");
  if (sent == life.client_data()) return;
  ruling.broken({.what = fmt::format("The client sent \"{}\", but InitializeForAttach received \"{}\".", sent,
                                     life.client_data()),
                 .line = life.begun(),
                 .callback = "InitializeForAttach"});
}

void active_before_complete(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!life.attached()) return;
  if (callback.call == Call::kProfilerAttachComplete && life.completions() != 0) {
    return ruling.broken(
        finding_at(callback, history.collection(), "ProfilerAttachComplete is delivered a second time."));
  }
  if (life.stage() == Stage::kActive) return ruling.kept();
  if (life.stage() != Stage::kBeginning) return;
  ruling.broken(
      finding_at(callback, history.collection(),
                 fmt::format("{} is delivered while InitializeForAttach (line {}) has not returned.",
                             callback.name, life.begun())));
}

void orphans_end(const Callback& callback, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!life.attached() || !history.monitors_gc()) return;
  const bool later = life.collection_started() || life.collection_finished();
  const Collection& collection = history.collection();
  // The rest of the collection under way at the attach, or a report of a reported collection.
  if (!later || collection.starts != 0 || collection.orphaned) return ruling.kept();
  if (history.may_be_orphans())
    return ruling.cannot("the collection may have started before collections were reported");
  ruling.broken(finding_at(
      callback, collection,
      callback.name + " is delivered without GarbageCollectionStarted, long after the profiler attached."));
}

struct Asked {
  EventMask mask;
  bool known = false;
};

Asked asked_of(const InfoEvent& info) {
  if (info.args.empty()) return {};
  const bool both = info.method == InfoMethod::kSetEventMask2;
  return {.mask = {.low = static_cast<std::uint32_t>(info.arg(0).value_or(0)),
                   .high = both ? static_cast<std::uint32_t>(info.arg(1).value_or(0)) : 0},
          .known = true};
}

// The documentation and newer headers differ in some flags.
constexpr abi::EventMask kAllowedByHeader{abi::COR_PRF_ALLOWABLE_AFTER_ATTACH,
                                          abi::COR_PRF_HIGH_ALLOWABLE_AFTER_ATTACH};
constexpr abi::EventMask kAllowedByDocumentation{0x100102BE, 0x76};

bool within(EventMask mask, abi::EventMask set) {
  return (mask.low & ~set.low) == 0 && (mask.high & ~set.high) == 0;
}

void allowed_flags(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!life.attached()) return;
  if (life.stage() != Stage::kBeginning && life.stage() != Stage::kActive) return;
  const Asked asked = asked_of(info);
  if (!asked.known) return ruling.cannot("the trace does not record the requested mask");
  const bool by_header = within(asked.mask, kAllowedByHeader);
  const bool documented = within(asked.mask, kAllowedByDocumentation);
  const bool refused = info.hr == abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER;
  const bool may_be_allowed = by_header || (documented && history.header().runtime != "net10");
  const bool may_be_refused = !by_header || (!documented && history.header().runtime != "net10");
  // Refused for another reason, for example a change of immutable flags.
  const bool otherwise = !info.succeeded() && !refused;
  if (refused ? may_be_refused : (otherwise || may_be_allowed)) return ruling.kept();
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("An attached profiler requests the mask {:#x}, {:#x} and receives {}.",
                                       asked.mask.low, asked.mask.high, abi::hresult_text(info.hr))));
}

void concurrent_gc(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!life.attached() || life.stage() != Stage::kBeginning) return;
  const Asked asked = asked_of(info);
  if ((asked.mask.low & abi::COR_PRF_MONITOR_GC) == 0) return;
  if (!within(asked.mask, kAllowedByHeader) || !within(asked.mask, kAllowedByDocumentation)) return;
  if (info.hr == abi::S_OK || info.hr == abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE ||
      info.hr == abi::CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC) {
    return ruling.kept();
  }
  ruling.broken(finding_at(info, history.collection(),
                           "A profiler that attaches requests COR_PRF_MONITOR_GC and receives " +
                               abi::hresult_text(info.hr) + "."));
}

std::string answer_text(std::uint64_t result) {
  return abi::hresult_text(static_cast<std::int32_t>(static_cast<std::uint32_t>(result)));
}

void result(const ModelLine& line, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  // Refused before the profiler was called.
  if (!life.answer_due()) return;
  const std::uint64_t reported = trace::number_in(*line.event, "result").value_or(0);
  const std::int32_t expected =
      life.began_with() == abi::E_NOTIMPL ? abi::CORPROF_E_PROFILER_NOT_ATTACHABLE : life.began_with();
  const auto answered = static_cast<std::int32_t>(static_cast<std::uint32_t>(reported));
  const bool right = expected < 0 ? answered == expected : answered >= 0;
  if (right) return ruling.kept();
  ruling.broken({.what = fmt::format("InitializeForAttach returned {}, but the client receives {}.",
                                     abi::hresult_text(life.began_with()), answer_text(reported)),
                 .line = life.begun(),
                 .callback = "InitializeForAttach"});
}

void complete_ignored(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.lifecycle().completion_failed()) return;
  if (!collection.model)
    return ruling.cannot("only a trace with a model has collections that are not reported");
  if (!history.monitors_gc(collection)) return ruling.cannot("COR_PRF_MONITOR_GC is not set");
  if (collection.starts != 0) return ruling.kept();
  ruling.broken(finding_of(
      collection, "This collection is not reported after ProfilerAttachComplete returned a failure."));
}

using Met = Enumerations::Kind;

// The attached profiler encounters a thread or module. A finding results if the profiler could not know of
// it.
template <typename Where>
void met(Met kind, std::uint64_t thing, const Where& where, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (thing == 0 || !life.attached() || life.completions() == 0 || life.stage() != Stage::kActive) return;
  const bool thread = kind == Met::kThread;
  if (history.enumerations().known(kind, thing)) return ruling.kept();
  const std::uint32_t flag = thread ? abi::COR_PRF_MONITOR_THREADS : abi::COR_PRF_MONITOR_MODULE_LOADS;
  if (!history.enumerations().listed(kind) || (history.masks().required().low & flag) == 0) {
    return ruling.cannot("needs an enumeration after ProfilerAttachComplete, under a mask with its events");
  }
  ruling.broken(
      finding_at(where, history.collection(),
                 fmt::format("{} {:#x} was neither announced nor in what {} listed.",
                             thread ? "Thread" : "Module", thing, thread ? "EnumThreads" : "EnumModules")));
}

void met_in_callback(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.call == Call::kModuleUnloadStarted || callback.call == Call::kModuleAttachedToAssembly)
    return met(Met::kModule, callback.module, callback, history, ruling);
  met(Met::kThread, callback.thread_id, callback, history, ruling);
}

void met_in_answer(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  const Met kind = info.method == InfoMethod::kGetCurrentThreadID ? Met::kThread : Met::kModule;
  met(kind, info.out(0).value_or(0), info, history, ruling);
}

constexpr std::string_view kAttach = "a call of InitializeForAttach";
constexpr Binding kBindings[] = {
    {.id = "attach/initialize-for-attach",
     .occasion = "a call of ProfilerAttachComplete",
     .calls = {Call::kInitialize, Call::kInitializeForAttach, Call::kProfilerAttachComplete,
               Call::kProfilerDetachSucceeded},
     .entry = initialize_for_attach,
     .end = completed},
    {.id = "attach/client-data",
     .occasion = kAttach,
     .calls = {Call::kInitializeForAttach},
     .entry = client_data,
     .facts = {Fact::kAttach},
     .model = client_data_arrives},
    {.id = "attach/active-before-complete",
     .occasion = "a callback after an attach",
     .calls = kAnyCall,
     .entry = active_before_complete},
    {.id = "attach/orphans-end",
     .occasion = "a report of a collection after an attach",
     .calls = kReportCalls | CallSet{Call::kGarbageCollectionFinished},
     .entry = orphans_end},
    {.id = "attach/concurrent-gc",
     .occasion = "a request for COR_PRF_MONITOR_GC inside InitializeForAttach",
     .infos = kMaskSetters,
     .info = concurrent_gc},
    {.id = "attach/allowed-flags",
     .occasion = "a mask that an attached profiler sets",
     .infos = kMaskSetters,
     .info = allowed_flags},
    {.id = "attach/result",
     .occasion = "a model line with the attaching client's result",
     .facts = {Fact::kAttach},
     .model = result},
    {.id = "attach/nothing-between",
     .occasion = "a thread or module that an attached profiler meets after an enumeration",
     .calls = {Call::kThreadDestroyed, Call::kThreadAssignedToOSThread, Call::kRuntimeThreadSuspended,
               Call::kRuntimeThreadResumed, Call::kModuleUnloadStarted, Call::kModuleAttachedToAssembly},
     .entry = met_in_callback,
     .infos = {InfoMethod::kGetCurrentThreadID, InfoMethod::kGetClassIDInfo, InfoMethod::kGetClassIDInfo2},
     .info = met_in_answer},
    {.id = "attach/complete-ignored",
     .occasion = "a failing ProfilerAttachComplete",
     .collection = complete_ignored},
};

}  // namespace

std::span<const Binding> attach_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
