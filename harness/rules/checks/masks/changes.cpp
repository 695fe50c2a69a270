// Rules about setting the event mask and reading it back.
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoArguments = "the trace does not record the requested mask";
constexpr std::string_view kInside = "the profiler sets its mask in Initialize only";

struct Change {
  EventMask before;
  EventMask asked;
  std::uint32_t low() const { return before.low ^ asked.low; }
  std::uint32_t high() const { return before.high ^ asked.high; }
  bool immutable() const {
    return (low() & abi::COR_PRF_MONITOR_IMMUTABLE) != 0 ||
           (high() & abi::COR_PRF_HIGH_MONITOR_IMMUTABLE) != 0;
  }
};

// Empty unless the call changes a known mask after Initialize.
std::optional<Change> change_of(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (info.inside_call == Call::kInitialize || info.inside_call == Call::kInitializeForAttach) {
    ruling.cannot(kInside);
    return std::nullopt;
  }
  if (info.args.empty() || !history.masks().known()) {
    ruling.cannot(kNoArguments);
    return std::nullopt;
  }
  const bool both = info.method == InfoMethod::kSetEventMask2;
  return Change{.before = history.masks().now(),
                .asked = {.low = static_cast<std::uint32_t>(info.arg(0).value_or(0)),
                          .high = both ? static_cast<std::uint32_t>(info.arg(1).value_or(0)) : 0}};
}

std::string mask_text(EventMask mask) {
  return fmt::format("{:#x} (low) and {:#x} (high)", mask.low, mask.high);
}

void immutable(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto change = change_of(info, history, ruling);
  if (!change || !change->immutable()) return;
  if (!info.succeeded()) return ruling.kept();
  ruling.broken(finding_at(
      info, history.collection(),
      fmt::format("The mask goes from {} to {}, which changes immutable flags, but the answer is {}.",
                  mask_text(change->before), mask_text(change->asked), abi::hresult_text(info.hr))));
}

// Refused for other reasons: flags not allowed for an attached or notification-only profiler, or a
// detaching profiler.
bool is_excused(const InfoEvent& info, const Change& change, const History& history) {
  const bool gc = (change.low() & change.asked.low & abi::COR_PRF_MONITOR_GC) != 0;
  const bool concurrent = info.hr == abi::CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE ||
                          info.hr == abi::CORPROF_E_TIMEOUT_WAITING_FOR_CONCURRENT_GC;
  // A real runtime reports its first threads and handles before it can disable concurrent collections.
  const bool early = info.hr == abi::CORPROF_E_RUNTIME_UNINITIALIZED &&
                     history.header().source == "recorded" && history.collections() == 0;
  const bool reserved =
      (change.asked.low & ~std::uint32_t{abi::COR_PRF_ALLOWABLE_NOTIFICATION_PROFILER}) != 0 ||
      (change.asked.high & ~std::uint32_t{abi::COR_PRF_HIGH_ALLOWABLE_NOTIFICATION_PROFILER}) != 0;
  // The trace contains the call of LoadAsNotificationOnly but not its answer.
  const bool notified =
      reserved && info.hr == abi::E_INVALIDARG && history.lifecycle().maybe_notification_only();
  return notified || (gc && (concurrent || early)) ||
         info.hr == abi::CORPROF_E_UNSUPPORTED_FOR_ATTACHING_PROFILER ||
         info.hr == abi::CORPROF_E_PROFILER_DETACHING;
}

void change_any_time(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto change = change_of(info, history, ruling);
  if (!change || change->immutable()) return;
  if (info.succeeded()) return ruling.kept();
  if (is_excused(info, *change, history)) return;
  ruling.broken(finding_at(
      info, history.collection(),
      fmt::format("The mask goes from {} to {}, which changes no immutable flag, but the answer is {}.",
                  mask_text(change->before), mask_text(change->asked), abi::hresult_text(info.hr))));
}

bool has_mask(const History& history, Ruling& ruling) {
  if (!history.masks().set() && history.lifecycle().stage() == Lifecycle::Stage::kBeginning) {
    ruling.cannot("the profiler has not set its mask yet");
    return false;
  }
  if (!history.masks().known()) ruling.cannot("the trace does not record the event mask");
  return history.masks().known();
}

void read_back(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  const auto low = info.out(0);
  if (!has_mask(history, ruling) || !low) return;
  const Masks& masks = history.masks();
  const bool both = info.method == InfoMethod::kGetEventMask2;
  const auto high = both ? info.out(1) : std::nullopt;
  const auto word = [](std::uint64_t number) { return static_cast<std::uint32_t>(number); };
  // The effect of SetEventMask on the high word is covered by masks/one-word-clears-high.
  const auto judged = high && !masks.by_one_word() ? std::optional(word(*high)) : std::nullopt;
  if (masks.may_be_read(info.line, word(*low), judged)) return ruling.kept();
  const bool settled = masks.uncertain() == EventMask{};
  ruling.broken(finding_at(info, history.collection(),
                           fmt::format("The mask is {}{}, but the answer is {:#x}{}.", mask_text(masks.now()),
                                       settled ? "" : " or that of another call at the same time", *low,
                                       high ? fmt::format(" (low) and {:#x} (high)", *high) : "")));
}

void one_word_clears_high(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded() || !history.masks().by_one_word()) return;
  const auto high = info.out(1);
  if (!has_mask(history, ruling) || !high) return;
  const bool settled = history.masks().uncertain() == EventMask{};
  if (!settled) return ruling.cannot("another thread sets the mask at the same time");
  if (*high == 0) return ruling.kept();
  ruling.broken(
      finding_at(info, history.collection(),
                 fmt::format("The mask was last set by SetEventMask, but its high word is {:#x}.", *high)));
}

constexpr Binding kBindings[] = {
    {.id = "masks/immutable",
     .occasion = "a call of SetEventMask that changes an immutable flag after Initialize",
     .infos = kMaskSetters,
     .info = immutable},
    {.id = "masks/change-any-time",
     .occasion = "a call of SetEventMask after Initialize",
     .infos = kMaskSetters,
     .info = change_any_time},
    {.id = "masks/read-back",
     .occasion = "a call of GetEventMask or GetEventMask2",
     .infos = {InfoMethod::kGetEventMask, InfoMethod::kGetEventMask2},
     .info = read_back},
    {.id = "masks/one-word-clears-high",
     .occasion = "a call of GetEventMask2 after SetEventMask",
     .infos = {InfoMethod::kGetEventMask2},
     .info = one_word_clears_high},
};

}  // namespace

std::span<const Binding> mask_change_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
