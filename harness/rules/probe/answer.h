// What a profiler answered when its gcrucible_probe was asked (harness/abi/gcrucible/probe.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "harness/rules/state/heap_model.h"
#include "harness/trace/event.h"

namespace gcrucible::rules {

struct ProbedObject {
  std::uint64_t id = 0;
  std::uint64_t size = 0;                   // 0: not known
  std::uint64_t type = 0;                   // ClassID; 0: not known
  std::uint8_t generation = kNoGeneration;  // likewise
};

struct ProbedTotal {
  std::uint64_t type = 0;                   // 0: all classes together
  std::uint8_t generation = kNoGeneration;  // all together
  std::uint64_t objects = 0;
  std::uint64_t bytes = 0;
};

struct ProbeAnswer {
  std::uint64_t line = 0;  // of the question
  std::uint32_t thread = 0;
  std::uint32_t collection = 0;  // the last one
  bool at_end = false;           // before Shutdown
  bool answered = false;         // and not put off
  bool cut = false;              // there was more of it than a trace takes
  std::uint32_t knows = 0;
  std::vector<ProbedObject> objects = {};  // ascending by id
  std::vector<ProbedTotal> allocated = {};
  std::vector<ProbedTotal> alive = {};
  std::vector<ProbedTotal> reclaimed = {};

  // gcrucible_knows.
  bool knows_allocated() const { return (knows & 5) != 0; }
  bool knows_reported() const { return (knows & 6) != 0; }
  bool knows_all() const { return (knows & 4) != 0; }
  bool knows_totals() const { return (knows & 8) != 0; }
};

// Of the question's line; then what its return says.
ProbeAnswer decode_question(const trace::Event& probe);
void decode_answer(const trace::Event& returned, ProbeAnswer& answer);

}  // namespace gcrucible::rules
