#include "harness/cli/text/name_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <vector>

#include "harness/abi/event_mask.h"
#include "harness/abi/hresults.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/abi/tables/method_info.h"
#include "harness/cli/commands/reference_ids.h"
#include "harness/cli/text/head_columns.h"
#include "harness/cli/text/interface_text.h"
#include "harness/report/text/rules/rule_text.h"
#include "harness/rules/state/mask_gates.h"

namespace gcrucible::cli {
namespace {

constexpr std::string_view kAllocated = "ObjectAllocated";
constexpr std::string_view kMovedObjects = "COR_PRF_HIGH_MONITOR_GC_MOVED_OBJECTS";
constexpr std::string_view kCollections = "COR_PRF_MONITOR_GC";

std::string field(const report::Style& style, std::string_view head, std::string_view body) {
  return body.empty() ? std::string() : report::field(style, "  " + std::string(head), kHeadColumns, body);
}

// ObjectAllocated needs two flags: one enables the feature at startup, the other delivers the callback.
std::string needed_for_allocated() {
  return "COR_PRF_ENABLE_OBJECT_ALLOCATED and COR_PRF_MONITOR_OBJECT_ALLOCATED, or "
         "COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED or COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED for the "
         "objects of those heaps";
}

std::string brought_to_allocated(std::string_view flag) {
  if (flag == "COR_PRF_ENABLE_OBJECT_ALLOCATED") return "with COR_PRF_MONITOR_OBJECT_ALLOCATED";
  if (flag == "COR_PRF_MONITOR_OBJECT_ALLOCATED") return "with COR_PRF_ENABLE_OBJECT_ALLOCATED";
  if (flag == "COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED") return "of large objects";
  if (flag == "COR_PRF_HIGH_MONITOR_PINNEDOBJECT_ALLOCATED")
    return "of pinned objects (masks/pinned-objects-alone-silent)";
  return {};
}

std::vector<std::string> callbacks_of(const abi::MaskFlag& flag) {
  std::vector<std::string> names;
  for (const abi::MethodInfo& method : abi::kCallbackMethods) {
    const rules::MaskGate* const gate = rules::mask_gate(method.name);
    if (gate == nullptr) continue;
    const std::uint32_t word = flag.word == abi::MaskWord::kLow ? gate->low : gate->high;
    if ((flag.value & word) != 0) names.emplace_back(method.name);
  }
  return names;
}

std::string brought_by(const abi::MaskFlag& flag) {
  std::vector<std::string> names = callbacks_of(flag);
  if (const std::string how = brought_to_allocated(flag.name); !how.empty())
    names.push_back(fmt::format("{} {}", kAllocated, how));
  if (names.empty()) return "no callback";
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (flag.name == kMovedObjects)
    text += "; under .NET 10 it enables nothing alone (masks/moved-objects-alone-silent)";
  return text;
}

std::string parts_of(const abi::MaskFlag& set) {
  std::vector<std::string_view> names;
  for (const abi::MaskFlag& flag : abi::kMaskFlags) {
    if (flag.word == set.word && !flag.composite && (flag.value & set.value) == flag.value)
      names.push_back(flag.name);
  }
  return names.empty() ? "no flag" : fmt::format("{}", fmt::join(names, ", "));
}

std::string when_set(const abi::MaskFlag& flag) {
  std::string_view when = flag.immutable() ? "in Initialize only" : "at any time";
  // The only flag that fits neither phrase.
  if (flag.name == kCollections) {
    when =
        "in Initialize, and later unless concurrent collections are on, where it is refused with "
        "CORPROF_E_CONCURRENT_GC_NOT_PROFILABLE (masks/change-any-time)";
  }
  return fmt::format("{}; by a profiler that attached: {}; by one that is notification-only: {}", when,
                     flag.allowed_after_attach() ? "yes" : "no",
                     flag.allowed_for_notification_only() ? "yes" : "no");
}

std::string flag_text(const abi::MaskFlag& flag, const report::Style& style) {
  const bool low = flag.word == abi::MaskWord::kLow;
  std::string text = fmt::format("{} ({:#x} in the {} word of the event mask)\n", flag.name, flag.value,
                                 low ? "low" : "high");
  if (flag.composite) return text + field(style, "made of", parts_of(flag));
  text += field(style, "brings", brought_by(flag)) + field(style, "set", when_set(flag));
  if (!low) text += field(style, "by", "SetEventMask2, of ICorProfilerInfo5; SetEventMask sets no high word");
  return text;
}

// The facts about the word from gcrucible's tables; the first line contains the name.
std::string facts(const std::string& word, const report::Style& style) {
  if (const abi::MaskFlag* const flag = mask_flag_named(word)) return flag_text(*flag, style);
  const auto number = abi::hresult_from_number(word);
  if (const auto value = number ? number : abi::hresult_from_name(word))
    return abi::hresult_text(*value) + "\n";
  if (const abi::MethodInfo* const callback = abi::find_method(abi::kCallbackMethods, word)) {
    std::string needs = "no flag: it is delivered with every event mask";
    if (const rules::MaskGate* const gate = rules::mask_gate(word)) needs = rules::flags_text(*gate);
    if (word == kAllocated) needs = needed_for_allocated();
    if (callback->interface_version == 0) needs.clear();
    return word + "\n" + method_text(word, style) + field(style, "needs", needs);
  }
  return word + "\n" + method_text(word, style);
}

// The name that the rules use.
std::string reported_as(const std::string& word) {
  if (const abi::MaskFlag* const flag = mask_flag_named(word)) return std::string(flag->name);
  const auto number = abi::hresult_from_number(word);
  const bool named = number && !abi::hresult_name(*number).empty();
  return named ? std::string(abi::hresult_name(*number)) : word;
}

// Rules about the callbacks that a flag enables, in catalogue order.
std::vector<const rules::Rule*> rules_of_callbacks(const std::string& word) {
  const abi::MaskFlag* const flag = mask_flag_named(word);
  if (flag == nullptr || flag->composite) return {};
  std::set<const rules::Rule*> found;  // pointers into one table, so pointer order is catalogue order
  for (const std::string& callback : callbacks_of(*flag)) {
    for (const rules::Rule* const rule : rules_that_name(callback)) found.insert(rule);
  }
  return {found.begin(), found.end()};
}

}  // namespace

std::string name_text(const std::string& word, const report::Style& style) {
  if (is_interface(word)) return interface_text(word, style);
  const std::string text = facts(word, style);
  auto rules = rules_that_name(reported_as(word));
  std::string_view how = "these mention it";
  if (rules.empty()) {
    rules = rules_of_callbacks(word);
    how = "none names it; these mention the callbacks that it enables";
  }
  if (rules.empty()) return text + field(style, "rules", "none mentions it");
  // A short list, because a callback may have a dozen rules; `explain ID` prints each in full.
  return text + field(style, "rules", how) + "\n" + report::rule_list(rules, style);
}

}  // namespace gcrucible::cli
