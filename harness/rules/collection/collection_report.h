// The reports of one collection, as the callbacks contain them.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

// A call with ranges or roots; its rows are [first, first + count) of ranges or roots.
struct BatchCall {
  Call call = Call::kOther;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  bool returned = false;
  std::uint64_t return_line = kNoLine;
  std::int32_t hr = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  bool succeeded() const { return returned && hr >= 0; }
};

struct ObjectReport {
  std::uint64_t object = 0;
  std::uint64_t object_class = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
  std::uint64_t first = 0;  // index in CollectionReport::references
  std::uint32_t count = 0;
};

struct ElementReport {
  Element element;
  std::uint64_t line = 0;
  std::uint32_t entry = 0;
};

struct QueuedObject {
  std::uint64_t object = 0;
  std::uint32_t flags = 0;
  std::uint64_t line = 0;
  std::uint32_t thread = 0;
};

// One entry of ObjectsAllocatedByClass and its place.
struct CountReport {
  ClassCount count;
  std::uint64_t line = 0;
  std::uint32_t entry = 0;
};

// Rows are in the order of the trace.
struct CollectionReport {
  // The callbacks with such rows.
  static constexpr CallSet kCalls = kReportCalls | CallSet{Call::kFinalizeableObjectQueued};

  std::vector<BatchCall> range_calls;
  std::vector<Range> ranges;
  std::vector<BatchCall> root_calls;
  std::vector<Root> roots;
  std::vector<ElementReport> elements;
  std::vector<ObjectReport> objects;
  std::vector<std::uint64_t> references;
  std::vector<QueuedObject> queued;
  std::vector<std::uint64_t> class_calls;  // lines of ObjectsAllocatedByClass
  std::vector<CountReport> class_counts;

  // Adds the rows of a callback. Returns the index of its BatchCall; kNoIndex for a callback without
  // ranges and roots.
  std::uint32_t add(const Callback& callback);
};

}  // namespace gcrucible::rules
