// A small heap at literal addresses, whose collection a test falsifies before the audit sees it.
#pragma once

#include <initializer_list>
#include <string>

#include "sim/literal_memory.h"
#include "tests/sim/world.h"

namespace gcrucible::sim {

// Objects of generation 0, side by side from 0x1000 on:
// - 0 is rooted. A handle holds it.
// - 1 dies. A weak handle refers to it.
// - 2 is pinned, and 3 is rooted.
// - 4 has a finalizer and 5 a critical one. Both become due.
// - 6 has a finalizer and is rooted.
//
// Objects 7 and 8 are of generation 1, from 0x3000 on; only 7 is rooted. Number 9 is reserved.
struct AuditedHeap {
  AuditedHeap();
  // Collects, then falsifies the result. Returns the audit's findings.
  std::string collect(const CollectionRequest& request, void (*falsify)(AuditedHeap&));

  LiteralMemory memory;
  World world;
  Heap& heap;
  Collection collection;
};

// A collection's false result, and what the audit must say about it.
struct FalseResult {
  const char* name;
  void (*falsify)(AuditedHeap&);
  const char* findings;
};

void check_findings(const CollectionRequest& request, std::initializer_list<FalseResult> results);

}  // namespace gcrucible::sim
