// What stands behind a Heap.
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

// A heap that is built is kept as the lines of a scenario: layouts, defaults and what may not be are the
// language's to know, and are known in one place.
struct Heap::Impl {
  enum class Kind : std::uint8_t { kBuilt, kRead, kDrawn };
  struct Look {
    std::size_t behind = 0;  // so many steps that were added
    std::function<void(const Moment&)> call;
  };

  Kind kind = Kind::kBuilt;
  std::vector<Look> looks;

  // Of kBuilt; values in YAML.
  std::string title = "A heap of a test";
  std::string runtime;
  std::optional<std::uint64_t> seed;
  std::string settings;
  std::vector<std::string> setup;
  std::vector<std::string> threads;
  std::vector<std::string> types;
  std::vector<std::string> steps;
  std::uint32_t names = 0;  // made so far

  // Of kRead.
  std::string text;
  std::string file;

  // Of kDrawn.
  std::shared_ptr<const program::Program> program;

  std::string made_name(const char* stem) { return stem + std::to_string(++names); }
  void must_be_built() const;
};

// A heap as a run takes it.
struct ReadHeap {
  scenario::Scenario scenario;
  // For each look the number of the program's step before which it comes.
  std::vector<std::size_t> looks_at;
};

class HeapAccess {
 public:
  static const Heap::Impl& of(const Heap& heap) { return *heap.impl_; }
  static Heap drawn(program::Program program);
  // Throws Error with its mistakes.
  static ReadHeap read(const Heap& heap);
};

}  // namespace gcrucible
