// Counts the objects of a run: allocated, there before the profiler, and reclaimed by generation at death. It
// counts by type, and by the calls in which they were allocated.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/host/player/call_tree.h"
#include "harness/trace/journal.h"
#include "sim/audit/audit.h"
#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::host {

// Reads the heap's columns, so an allocation without a managed frame costs nothing. Keeps a few numbers for
// each type and each node of the call tree, and the node of each object. Not thread-safe: the caller holds
// the world, or is the only thread.
class HeapAccount {
 public:
  // Both must outlive the account.
  HeapAccount(const sim::Heap& heap, const CallTree& tree) : heap_(&heap), tree_(&tree) {}

  // These objects of one type and length exist before the profiler. Only the first must have been made yet.
  void note_earlier(sim::ObjectIndex first, std::uint64_t count);
  // These objects were allocated at that node of the call tree.
  void note_allocated(sim::ObjectIndex first, std::uint64_t count, std::uint32_t node) {
    put_node(first, count, node);
  }
  // The generation at death is that of the object when the collection began. Call between plan and move: the
  // move gives the survivors new generations, and the dead objects lose their places.
  void note_deaths(const sim::Collection& collection);
  // Call after each collection. What was made must be what was reclaimed and what is alive. That holds in
  // objects and in bytes, for each type and for each node of the call tree. Returns what differs: a fault of
  // the simulator. Visits all objects.
  std::vector<sim::AuditFinding> check() const;
  // Writes the model line `account`.
  void write(trace::Journal& journal) const;

 private:
  struct Count {
    std::uint64_t objects = 0;
    std::uint64_t bytes = 0;
  };
  static constexpr std::size_t kReclaimed = sim::kGenerationCount - 1;  // frozen memory is never collected
  using Reclaimed = std::array<Count, kReclaimed>;
  struct Row {
    Count earlier;
    Reclaimed reclaimed{};
  };
  // What the heap's columns say of all objects of a type or a node.
  struct Whole {
    Count all, alive;
  };
  struct Wholes {
    std::vector<Whole> of_types, of_nodes;
  };
  Wholes count_all() const;

  Row& row_of(sim::ObjectIndex object);
  // The node of an object; kNothing for one that was there before the profiler.
  std::uint32_t node_of(sim::ObjectIndex object) const { return object < nodes_.size() ? nodes_[object] : 0; }
  void put_node(sim::ObjectIndex first, std::uint64_t count, std::uint32_t node);
  void add(Count& count, sim::ObjectIndex object) const;
  // Calls visit(object) for each object that was made.
  void each_object(auto&& visit) const;

  const sim::Heap* heap_;
  const CallTree* tree_;
  std::vector<Row> rows_;             // by type
  std::vector<std::uint32_t> nodes_;  // by object; objects behind the last one belong to the root
  std::vector<Reclaimed> reclaimed_;  // by node
};

}  // namespace gcrucible::host
