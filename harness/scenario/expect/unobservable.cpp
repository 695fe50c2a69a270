// The callbacks that a profiler's event mask, interfaces and return values suppress.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/abi/monitor_flags.h"
#include "harness/abi/tables/callback_rows.h"
#include "harness/abi/tables/methods.h"
#include "harness/rules/state/event_mask.h"
#include "harness/rules/state/mask_gates.h"
#include "harness/scenario/expect/trace_summary.h"

namespace gcrucible::scenario {
namespace {

constexpr std::uint64_t kGc = abi::COR_PRF_MONITOR_GC;

// The interface version that introduced a callback, if a profiler may lack that interface.
std::uint64_t version_of(std::string_view callback) {
  const abi::MethodInfo* const method = abi::find_method(abi::kCallbackMethods, callback);
  return method == nullptr ? 0 : method->interface_version;
}

// The callback whose failure suppresses `callback`: GC-MOVE-020, GC-ROOT and GC-REF-005 of the rules'
// sources.
std::string_view withholder_of(std::string_view callback) {
  if (callback == "MovedReferences") return "MovedReferences2";
  if (callback == "SurvivingReferences") return "SurvivingReferences2";
  if (callback == "RootReferences") return "RootReferences2";
  return callback == "ObjectReferences" ? callback : std::string_view();
}

std::string text_of(rules::EventMask mask) {
  const std::string text = fmt::format("event mask {:#x}", mask.low);
  return mask.high == 0 ? text : text + fmt::format(" and high {:#x}", mask.high);
}

bool keeps_away(rules::EventMask mask, const std::string& callback, const program::RuntimeProfile& runtime) {
  if (callback == "ObjectAllocated") {
    const std::uint32_t own =
        abi::callback_row(abi::CallbackMethod::kObjectAllocated).high;  // each enables it alone
    return !rules::reports_each_allocation(mask) && (mask.high & own) == 0;
  }
  const rules::MaskGate* const gate = rules::mask_gate(callback);
  if (gate == nullptr) return false;
  if (callback == "ObjectsAllocatedByClass" && runtime.allocated_by_class_needs_object_allocated) {
    const std::uint64_t both = gate->low | abi::COR_PRF_MONITOR_OBJECT_ALLOCATED;
    return (mask.low & both) != both;
  }
  std::uint64_t high = gate->high;
  if (callback.starts_with("MovedReferences") && !runtime.moved_objects_flag_alone) high = 0;
  return (mask.low & gate->low) == 0 && (mask.high & high) == 0;
}

}  // namespace

std::string TraceSummary::mask_text() const {
  return text_of(header.mask);
}

std::vector<ObservedMask> TraceSummary::masks(const ObservedCollection* collection) const {
  if (!header.mask_known) return {};
  std::vector<ObservedMask> all{{0, header.mask}};
  all.insert(all.end(), later_masks.begin(), later_masks.end());
  if (collection == nullptr) return all;
  const auto* const next =
      collection + 1 == collections.data() + collections.size() ? nullptr : collection + 1;
  std::vector<ObservedMask> there;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool over = i + 1 < all.size() && all[i + 1].line <= collection->line;
    if (!over && (next == nullptr || all[i].line < next->line)) there.push_back(all[i]);
  }
  return there;
}

std::string TraceSummary::why_unreported(const std::string& callback, const program::RuntimeProfile& runtime,
                                         const ObservedCollection* collection) const {
  const std::uint64_t version = version_of(callback);
  if (header.callback_version && *header.callback_version < version)
    return fmt::format("the profiler has no ICorProfilerCallback{}, and so no {}", version, callback);
  const std::vector<ObservedMask> there = masks(collection);
  const auto kept_away = [&](const ObservedMask& mask) { return keeps_away(mask.mask, callback, runtime); };
  if (there.empty() || !std::ranges::all_of(there, kept_away)) return {};
  return fmt::format("the profiler's {} keeps {} away", text_of(there.front().mask), callback);
}

std::string TraceSummary::why_unreported_later(const std::string& callback,
                                               const program::RuntimeProfile& runtime,
                                               const ObservedCollection* collection) const {
  for (const ObservedMask& mask : masks(collection)) {
    if (!keeps_away(mask.mask, callback, runtime)) continue;
    return mask.line == 0
               ? fmt::format("the profiler's {} kept {} away at first", text_of(mask.mask), callback)
               : fmt::format("the profiler's {}, which it set at line {} of the trace, kept {} away",
                             text_of(mask.mask), mask.line, callback);
  }
  return {};
}

bool TraceSummary::wants_reports() const {
  return !header.mask_known || (header.mask.low & kGc) != 0;
}

const ObservedFailure* TraceSummary::unobservable(const std::string& callback,
                                                  const ObservedCollection* collection) const {
  const std::string_view by = withholder_of(callback);
  if (by.empty()) return nullptr;
  const auto found = std::ranges::find_if(failures, [&](const ObservedFailure& each) {
    return rules::name_of(each.callback) == by &&
           (collection == nullptr || (each.collection && &collections[*each.collection] == collection));
  });
  return found == failures.end() ? nullptr : &*found;
}

}  // namespace gcrucible::scenario
