// Answers after a collection during which the profiler attached.
#include <algorithm>

#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/compare.h"

namespace gcrucible::rules {

// The profiler may have ignored the rest of the report, as it should. It cannot claim to know all objects.
void compare_orphans(const Collection& collection, const ProbeAnswer& answer, ProbeVerdict& verdict) {
  constexpr std::string_view kWhy =
      "The profiler was attached in the middle of this collection and should have ignored the rest of its "
      "callbacks.";
  for (const ProbedObject& row : answer.objects) {
    if (object_at(collection, row.id) != nullptr || verdict.is_full()) continue;
    verdict.faults.push_back(
        {.rule = ProbeRule::kIgnoreOrphans,
         .what = fmt::format("The probe has an object at {}, where there is none. {}", id(row.id), kWhy),
         .address = row.id});
  }
  if (answer.knows_all()) {
    std::vector<std::uint64_t> rows;  // ascending, like the answer
    for (const ProbedObject& row : answer.objects) rows.push_back(row.id);
    for (const HeapObject& object : collection.model->after->objects) {
      if (object.generation == kFrozen || std::ranges::binary_search(rows, object.at) || verdict.is_full())
        continue;
      verdict.faults.push_back(
          {.rule = ProbeRule::kIgnoreOrphans,
           .what = fmt::format(
               "The probe claims to know all live objects, but it does not have object {} at {}. {}",
               object.object, id(object.at), kWhy),
           .object = object.object,
           .address = object.at});
    }
  }
  if (verdict.faults.empty()) ++verdict.kept[static_cast<std::size_t>(ProbeRule::kIgnoreOrphans)];
}

}  // namespace gcrucible::rules
