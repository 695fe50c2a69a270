// Random heaps, and smaller variants of a heap. gcrucible/rapidcheck.h uses this interface; it works for any
// library of generators.
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/heap.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gcrucible {

// The features that random programs may use. Each program uses some of them.
struct Envelope {
  std::string runtime = "net10";
  // Names such as "weak-handles"; docs/reference/generated-programs.md lists them. Empty `only`: all
  // features.
  std::vector<std::string> only = {};
  std::vector<std::string> skip = {};
};

// Copies are cheap. Any thread may use it.
class GCRUCIBLE_API Programs {
 public:
  // Throws Error for an unknown name.
  explicit Programs(const Envelope& envelope = {});

  // Deterministic: the same arguments give the same heap on every machine. `size`: 0 to 100, as in
  // RapidCheck.
  Heap draw(std::uint64_t seed, int size) const;

  // Variants of `heap` that are slightly smaller or simpler. `kind` selects one of kKinds kinds; lower kinds
  // remove more.
  static constexpr unsigned kKinds = 4;
  std::vector<Heap> smaller(const Heap& heap, unsigned kind) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace gcrucible
