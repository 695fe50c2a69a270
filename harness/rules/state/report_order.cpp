#include "harness/rules/state/report_order.h"

namespace gcrucible::rules {

std::uint8_t ReportOrder::part_of(Call call) {
  switch (call) {
    case Call::kObjectsAllocatedByClass:
      return 1;
    case Call::kFinalizeableObjectQueued:
      return 2;
    case Call::kMovedReferences:
    case Call::kMovedReferences2:
    case Call::kSurvivingReferences:
    case Call::kSurvivingReferences2:
      return 3;
    case Call::kRootReferences:
    case Call::kRootReferences2:
      return 4;
    case Call::kConditionalWeakTableElementReferences:
      return 5;
    case Call::kObjectReferences:
      return 6;
    default:
      return 0;
  }
}

void ReportOrder::take(const Callback& callback) {
  if (callback.call == Call::kGarbageCollectionStarted) return steps_.clear();
  const std::uint8_t part = part_of(callback.call);
  if (part == 0) return;
  for (Step& step : steps_) {
    if (step.thread != callback.thread) continue;
    if (part > step.part) step = {callback.thread, part, callback.call, callback.line};
    return;
  }
  steps_.push_back({callback.thread, part, callback.call, callback.line});
}

const ReportOrder::Step* ReportOrder::last(std::uint32_t thread) const {
  for (const Step& step : steps_) {
    if (step.thread == thread) return &step;
  }
  return nullptr;
}

}  // namespace gcrucible::rules
