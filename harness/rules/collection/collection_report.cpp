#include "harness/rules/collection/collection_report.h"

namespace gcrucible::rules {
namespace {

// Appends the rows of a callback, and the call that they belong to.
template <typename Row>
std::uint32_t add_batch(const Callback& callback, const std::vector<Row>& added, std::vector<Row>& rows,
                        std::vector<BatchCall>& calls) {
  calls.push_back({.call = callback.call,
                   .line = callback.line,
                   .thread = callback.thread,
                   .first = static_cast<std::uint32_t>(rows.size()),
                   .count = static_cast<std::uint32_t>(added.size())});
  rows.insert(rows.end(), added.begin(), added.end());
  return static_cast<std::uint32_t>(calls.size() - 1);
}

}  // namespace

std::uint32_t CollectionReport::add(const Callback& callback) {
  if (kRangeCalls.has(callback.call)) return add_batch(callback, callback.ranges, ranges, range_calls);
  if (kRootCalls.has(callback.call)) return add_batch(callback, callback.roots, roots, root_calls);
  if (callback.call == Call::kObjectReferences) {
    objects.push_back({.object = callback.object,
                       .object_class = callback.object_class,
                       .line = callback.line,
                       .thread = callback.thread,
                       .first = references.size(),
                       .count = static_cast<std::uint32_t>(callback.references.size())});
    references.insert(references.end(), callback.references.begin(), callback.references.end());
  } else if (callback.call == Call::kConditionalWeakTableElementReferences) {
    for (std::uint32_t i = 0; i < callback.elements.size(); ++i) {
      elements.push_back({.element = callback.elements[i], .line = callback.line, .entry = i});
    }
  } else if (callback.call == Call::kFinalizeableObjectQueued) {
    queued.push_back({.object = callback.object,
                      .flags = callback.flags,
                      .line = callback.line,
                      .thread = callback.thread});
  } else if (callback.call == Call::kObjectsAllocatedByClass) {
    class_calls.push_back(callback.line);
    for (std::uint32_t i = 0; i < callback.classes.size(); ++i) {
      class_counts.push_back({.count = callback.classes[i], .line = callback.line, .entry = i});
    }
  }
  return kNoIndex;
}

}  // namespace gcrucible::rules
