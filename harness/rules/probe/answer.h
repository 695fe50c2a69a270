// A profiler's answer to a call of gcrucible_probe (harness/abi/gcrucible/probe.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/rules/collection/heap_model.h"
#include "harness/trace/event.h"

namespace gcrucible::rules {

struct ProbedObject {
  std::uint64_t id = 0;
  std::uint64_t size = 0;                   // 0: unknown
  std::uint64_t type = 0;                   // ClassID; 0: unknown
  std::uint8_t generation = kNoGeneration;  // kNoGeneration: unknown
};

struct ProbedTotal {
  std::uint64_t type = 0;                   // 0: sum over all classes
  std::uint8_t generation = kNoGeneration;  // kNoGeneration: sum over all
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0;
};

struct ProbedFunction {
  std::uint64_t function = 0;  // FunctionID
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0;
};

struct ProbeAnswer {
  std::uint64_t line = 0;  // of the query
  std::uint32_t thread = 0;
  std::uint32_t collection = 0;  // the last one
  bool at_end = false;           // before Shutdown
  bool answered = false;         // and not postponed
  bool cut = false;              // the answer was larger than a trace permits
  std::uint32_t knows = 0;
  std::vector<ProbedObject> objects = {};  // ascending by id
  std::vector<ProbedTotal> allocated = {};
  std::vector<ProbedTotal> alive = {};
  std::vector<ProbedTotal> reclaimed = {};
  std::vector<ProbedFunction> exclusive = {};
  std::vector<ProbedFunction> inclusive = {};

  // Bits of gcrucible_knows.
  bool knows_allocated() const { return (knows & 5) != 0; }
  bool knows_reported() const { return (knows & 6) != 0; }
  bool knows_all() const { return (knows & 4) != 0; }
  bool knows_totals() const { return (knows & 8) != 0; }
  bool knows_functions() const { return (knows & 16) != 0; }
};

// The first decodes the query's line, the second adds the data of its return.
ProbeAnswer decode_question(const trace::Event& probe);
void decode_answer(const trace::Event& returned, ProbeAnswer& answer);

}  // namespace gcrucible::rules
