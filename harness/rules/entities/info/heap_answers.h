// Info answers about the heap that later answers are compared with.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

#include "harness/rules/collection/heap_model.h"
#include "harness/rules/decode/info_event.h"
#include "harness/rules/decode/model_line.h"

namespace gcrucible::rules {

// Memory grows with the number of frozen objects.
class HeapAnswers {
 public:
  void take(const ModelLine& allocated);
  void take(const InfoEvent& info);

  // The last GetGenerationBounds answer with a number of ranges; kNoLine before the first one.
  struct Bounds {
    std::uint64_t line = kNoLine;
    std::uint64_t inside = kNoLine;
    std::uint64_t count = 0;
  };
  const Bounds& bounds() const { return bounds_; }
  // The last complete answer of GetNonGCHeapBounds.
  struct NonGcHeap {
    std::uint64_t line = kNoLine;
    std::uint64_t inside = kNoLine;
    std::vector<HeapRange> ranges;
  };
  const NonGcHeap& non_gc_heap() const { return non_gc_heap_; }
  // The object lies in frozen memory, where objects never die.
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
  std::map<std::uint64_t, Row> frozen_rows_;  // adjacent objects, by address of the first
  std::unordered_set<std::uint64_t> frozen_;
  bool aged_ = false;
};

}  // namespace gcrucible::rules
