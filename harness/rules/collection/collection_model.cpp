#include "harness/rules/collection/collection_model.h"

#include "harness/rules/decode/decode.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

void CollectionModel::take(const ModelLine& line) {
  const trace::Event& event = *line.event;
  switch (line.fact) {
    case Fact::kHeap:
      (is_after(event) ? after : before) = decode_heap(event);
      break;
    case Fact::kRoots:
      roots = decode_roots(event);
      break;
    case Fact::kHandles:
      handles = decode_handles(event);
      break;
    case Fact::kPlan:
      plan = decode_plan(event);
      break;
    case Fact::kQueued: {
      const std::vector<std::uint32_t> objects = decode_numbers(event, "objects");
      queued.insert(queued.end(), objects.begin(), objects.end());
      break;
    }
    case Fact::kCleared:
      cleared_handles = decode_numbers(event, "handles");
      break;
    case Fact::kSchedule:
      turns_inside_callbacks =
          trace::find(event, "within") != nullptr || trace::text_in(event, "kind") == "free";
      break;
    case Fact::kAudit:
      audit.emplace_back(trace::text_in(event, "says"));
      break;
    default:
      break;
  }
}

}  // namespace gcrucible::rules
