// A profiler's answer to a call of gcrucible_probe (harness/abi/gcrucible/probe.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/rules/collection/heap_model.h"
#include "harness/rules/probe/estimates/sampling.h"
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

// Numbers in thousandths.
struct ProbedEstimate {
  std::uint8_t of = 0;                      // as in EstimateKey
  std::uint64_t id = 0;                     // ClassID or FunctionID; 0: sum over all classes
  std::uint8_t generation = kNoGeneration;  // kNoGeneration: sum over all
  std::array<std::uint64_t, kMeasures> totals{};
};

struct ProbedBounds {
  std::uint8_t of = 0;
  std::uint64_t id = 0;
  std::uint8_t generation = kNoGeneration;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
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
  std::optional<Sampling> sampling = {};  // the profiler estimates
  std::vector<ProbedEstimate> estimates = {};
  std::array<std::vector<ProbedBounds>, kMeasures> bounds = {};

  // Bits of gcrucible_knows.
  bool knows_allocated() const { return (knows & 5) != 0; }
  bool knows_reported() const { return (knows & 6) != 0; }
  bool knows_all() const { return (knows & 4) != 0; }
  // Both values are about estimates if there are any.
  bool knows_totals() const { return (knows & 8) != 0 && !sampling; }
  bool knows_functions() const { return (knows & 16) != 0 && !sampling; }
  bool estimates_totals() const { return (knows & 8) != 0 && sampling; }
  bool estimates_functions() const { return (knows & 16) != 0 && sampling; }
};

// The first decodes the query's line, the second adds the data of its return.
ProbeAnswer decode_question(const trace::Event& probe);
void decode_answer(const trace::Event& returned, ProbeAnswer& answer);

}  // namespace gcrucible::rules
