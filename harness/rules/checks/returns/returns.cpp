// Rules about the results of callbacks, and about the interface passed to Initialize.
#include "harness/abi/hresults.h"
#include "harness/rules/evidence/call_place.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// Callbacks whose result the runtime uses, according to the documentation.
constexpr CallSet kLookedAt{Call::kInitialize, Call::kInitializeForAttach, Call::kLoadAsNotificationOnly};
// Any failure of these stops further calls, and other rules judge that.
constexpr CallSet kStopping{Call::kMovedReferences2, Call::kSurvivingReferences2, Call::kObjectReferences};

// Whether the profiler returns an error that only gcrucible gave it. This is not the profiler's fault.
bool passes_gap_on(const Return& returned, const History& history, Ruling& ruling) {
  const OwnCalls::Gap* const gap = history.own_calls().gap(returned.entry);
  if (gap == nullptr || gap->hr != returned.hr) return false;
  ruling.cannot(fmt::format("{} passes on {} of {}, which gcrucible does not answer but the runtime does",
                            name_of(returned.call), abi::hresult_text(returned.hr), gap->what));
  return true;
}

void plain(const Return& returned, const History& history, Ruling& ruling) {
  if (!returned.known) return;
  if (returned.hr == abi::S_OK || returned.hr == abi::E_FAIL) return ruling.kept();
  const bool may_stop = kStopping.has(returned.call);
  if (may_stop && !returned.succeeded()) return ruling.kept();
  if (passes_gap_on(returned, history, ruling)) return;
  ruling.broken(finding_at(returned, history.collection(),
                           fmt::format("{} returns {}, which is neither S_OK nor {}.", name_of(returned.call),
                                       abi::hresult_text(returned.hr), may_stop ? "a failure" : "E_FAIL")));
}

bool is_refused_everything(const History& history) {
  return history.own_calls().masks_set() == 0 && history.own_calls().masks_refused() != 0;
}

void begun(const Return& returned, const History& history, Ruling& ruling) {
  if (!returned.known) return;
  if (!returned.succeeded() || history.own_calls().masks_set() != 0) return ruling.kept();
  if (!is_refused_everything(history)) return;
  ruling.broken(finding_at(
      returned, history.collection(),
      fmt::format(
          "{} returns {} although the runtime refused its event mask: the profiler stays loaded without one.",
          name_of(returned.call), abi::hresult_text(returned.hr))));
}

void never_set(const End& end, const History& history, Ruling& ruling) {
  const Lifecycle& life = history.lifecycle();
  if (!end.reported || end.died || end.refused || life.attached() || life.begun() == kNoLine) return;
  if (life.stage() != Lifecycle::Stage::kActive || history.own_calls().masks_set() != 0) return;
  if (is_refused_everything(history) || !history.masks().known() || history.masks().now() != EventMask{})
    return;
  // The profiler may have given up the features that need the mask.
  if (const OwnCalls::Gap* const gap = history.own_calls().gap(life.begun()))
    return ruling.cannot(
        fmt::format("gcrucible does not answer {}, which the profiler calls in Initialize", gap->what));
  ruling.broken({.what = "Initialize returned S_OK, but no event mask was set until the end of the run.",
                 .line = life.begun(),
                 .callback = std::string(name_of(Call::kInitialize))});
}

void ignored(const Return& returned, const History& history, Ruling& ruling) {
  if (!returned.known) return;
  if (returned.succeeded()) return ruling.kept();
  if (passes_gap_on(returned, history, ruling)) return;
  ruling.broken(finding_at(returned, history.collection(),
                           fmt::format("{} returns {}, which has no effect.", name_of(returned.call),
                                       abi::hresult_text(returned.hr))));
}

void asked_for(const OpenInfo& info, const History& history, Ruling& ruling) {
  if (static_cast<std::size_t>(info.method) >= abi::kInfoMethods.size()) return;
  const std::uint32_t version = abi::kInfoMethods[static_cast<std::size_t>(info.method)].interface_version;
  if (version == 0 || history.lifecycle().begun() == kNoLine) return;
  const std::uint32_t asked = history.own_calls().info_version();
  if (version <= asked) return ruling.kept();
  if (asked == 0 && history.header().source != "simulated") {
    return ruling.cannot("the trace records no QueryInterface");
  }
  broken(info, ruling,
         fmt::format("{} is a method of ICorProfilerInfo{}, but QueryInterface {}.", call_text(info),
                     version == 1 ? std::string() : std::to_string(version),
                     asked == 0 ? std::string("was not called for any version of it")
                                : fmt::format("returned no version above {}", asked)));
}

std::string interface_name(std::uint32_t version) {
  if (version == 0) return "IUnknown";
  return version == 1 ? "ICorProfilerCallback" : fmt::format("ICorProfilerCallback{}", version);
}

void handed_out(const End&, const History& history, Ruling& ruling) {
  const Header& header = history.header();
  if (header.source != "simulated" || !header.interfaces || !header.callback_version)
    return ruling.cannot("the trace does not record the other answers of QueryInterface");
  const auto complain = [&](std::string what) {
    ruling.broken(
        {.what = std::move(what), .line = history.lifecycle().begun(), .callback = "QueryInterface"});
  };
  const std::vector<std::uint32_t>& answered = *header.interfaces;
  bool whole = true;
  for (std::uint32_t version = 0; version <= *header.callback_version; ++version) {
    if (std::ranges::find(answered, version) != answered.end()) continue;
    whole = false;
    complain(fmt::format("QueryInterface returns {} but refuses {}, which is a base of it.",
                         interface_name(*header.callback_version), interface_name(version)));
  }
  if (header.unknown_interface) {
    complain(
        "QueryInterface returns a pointer for an unknown IID. The IIDs of later runtimes are unknown too.");
  } else if (header.two_identities) {
    complain(fmt::format(
        "QueryInterface of {} and of ICorProfilerCallback2 returns two different IUnknown pointers.",
        interface_name(*header.callback_version)));
  } else if (whole) {
    ruling.kept();
  }
}

constexpr Binding kBindings[] = {
    {.id = "returns/plain-results",
     .occasion = "a callback that has returned",
     .returns = CallSet::all().without(kLookedAt),
     .returned = plain},
    {.id = "returns/initialize-failure",
     .occasion = "an Initialize that failed, or that set an event mask",
     .returns = {Call::kInitialize},
     .returned = begun,
     .end = never_set},
    {.id = "returns/attach-failure",
     .occasion = "an InitializeForAttach that failed, or that set an event mask",
     .returns = {Call::kInitializeForAttach},
     .returned = begun},
    {.id = "returns/ignored-at-the-ends",
     .occasion = "a ProfilerAttachComplete or ProfilerDetachSucceeded",
     .returns = {Call::kProfilerAttachComplete, Call::kProfilerDetachSucceeded},
     .returned = ignored},
    {.id = "returns/asks-for-info",
     .occasion = "an Info call after Initialize",
     .infos = InfoSet::all(),
     .opened = asked_for},
    {.id = "returns/query-interface",
     .occasion = "a profiler that was queried for more interfaces than the runtime queries",
     .end = handed_out},
};

}  // namespace

std::span<const Binding> own_return_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
