// What Info methods have answered about the heap so far, as far as later answers are compared with it.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "harness/rules/decode/info_event.h"
#include "harness/rules/decode/model_line.h"
#include "harness/rules/state/heap_model.h"

namespace gcrucible::rules {

// Memory grows with the frozen objects of a run.
class HeapAnswers {
 public:
  void take(const ModelLine& allocated);
  void take(const InfoEvent& info);

  // The last answer of GetGenerationBounds that told a number of ranges; kNoLine before the first one.
  struct Bounds {
    std::uint64_t line = kNoLine;
    std::uint64_t inside = kNoLine;
    std::uint64_t count = 0;
  };
  const Bounds& bounds() const { return bounds_; }
  // The last whole answer of GetNonGCHeapBounds.
  struct NonGcHeap {
    std::uint64_t line = kNoLine;
    std::uint64_t inside = kNoLine;
    std::vector<HeapRange> ranges;
  };
  const NonGcHeap& non_gc_heap() const { return non_gc_heap_; }
  // Known to lie in frozen memory, from which nothing ever goes away.
  bool frozen(std::uint64_t object) const;
  // The scenario has put objects into generation 1 or 2, where no program allocates.
  bool aged() const { return aged_; }

 private:
  struct Row {
    std::uint64_t size = 0;
    std::uint64_t end = 0;
  };
  Bounds bounds_;
  NonGcHeap non_gc_heap_;
  std::map<std::uint64_t, Row> frozen_rows_;  // objects side by side, by where the first is
  std::unordered_set<std::uint64_t> frozen_;
  bool aged_ = false;
};

}  // namespace gcrucible::rules
