// Counts the objects of a run: allocated, there before the profiler, and reclaimed by generation at death.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/trace/journal.h"
#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::host {

// Reads the heap's columns, so an allocation costs nothing. Keeps a few numbers for each type. Not
// thread-safe: the caller holds the world, or is the only thread.
class HeapAccount {
 public:
  // `heap` must outlive the account.
  explicit HeapAccount(const sim::Heap& heap) : heap_(&heap) {}

  // These objects of one type and length exist before the profiler. Only the first must have been made yet.
  void note_earlier(sim::ObjectIndex first, std::uint64_t count);
  // The generation at death is that of the object when the collection began. Call between plan and move: the
  // move gives the survivors new generations, and the dead objects lose their places.
  void note_deaths(const sim::Collection& collection);
  // Writes the model line `account`.
  void write(trace::Journal& journal) const;

 private:
  struct Count {
    std::uint64_t objects = 0;
    std::uint64_t bytes = 0;
  };
  static constexpr std::size_t kReclaimed = sim::kGenerationCount - 1;  // frozen memory is never collected
  struct Row {
    Count earlier;
    std::array<Count, kReclaimed> reclaimed{};
  };

  Row& row_of(sim::ObjectIndex object);
  void add(Count& count, sim::ObjectIndex object) const;

  const sim::Heap* heap_;
  std::vector<Row> rows_;  // by type
};

}  // namespace gcrucible::host
