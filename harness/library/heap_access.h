// Implementation of Heap.
#pragma once

#include <gcrucible/heap.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/program.h"
#include "harness/scenario/scenario.h"

namespace gcrucible {

// A built heap is kept as lines of a scenario. The scenario reader alone then knows layouts, defaults and
// mistakes.
struct Heap::Impl {
  enum class Kind : std::uint8_t { kBuilt, kRead, kDrawn };
  struct Look {
    std::size_t behind = 0;  // number of steps added before it
    std::function<void(const Moment&)> call;
  };

  Kind kind = Kind::kBuilt;
  std::vector<Look> looks;

  // For kBuilt; values in YAML.
  std::string title = "A heap of a test";
  std::string runtime;
  std::optional<std::uint64_t> seed;
  std::string settings;
  std::vector<std::string> setup;
  std::vector<std::string> threads;
  std::vector<std::string> types;
  std::vector<std::string> steps;
  std::uint32_t names = 0;  // names generated so far

  // For kRead.
  std::string text;
  std::string file;

  // For kDrawn.
  std::shared_ptr<const program::Program> program;

  std::string made_name(const char* stem) { return stem + std::to_string(++names); }
  void must_be_built() const;
};

// A heap in the form that a run needs.
struct ReadHeap {
  scenario::Scenario scenario;
  // For each look: the index of the program step before which it is called.
  std::vector<std::size_t> looks_at;
};

class HeapAccess {
 public:
  static const Heap::Impl& of(const Heap& heap) { return *heap.impl_; }
  static Heap drawn(program::Program program);
  // Throws Error with the mistakes of the heap.
  static ReadHeap read(const Heap& heap);
};

}  // namespace gcrucible
