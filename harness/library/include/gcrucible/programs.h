// Heaps drawn at random, and smaller ones in their place: what gcrucible/rapidcheck.h is made of, for any
// library of generators.
#pragma once

#include <gcrucible/export.h>
#include <gcrucible/heap.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gcrucible {

// What drawn programs may have. Each draws some of it.
struct Envelope {
  std::string runtime = "net10";
  // Words such as "weak-handles", which docs/campaigns.md lists. Empty `only` means all.
  std::vector<std::string> only = {};
  std::vector<std::string> skip = {};
};

// Copies are cheap. Any thread.
class GCRUCIBLE_API Programs {
 public:
  // Throws Error for a word that is none.
  explicit Programs(const Envelope& envelope = {});

  // The same for the same arguments, on every machine. `size`: 0 to 100, as RapidCheck counts.
  Heap draw(std::uint64_t seed, int size) const;

  // Programs that are a little smaller or plainer, of one of several kinds; the first kinds take most away.
  static constexpr unsigned kKinds = 4;
  std::vector<Heap> smaller(const Heap& heap, unsigned kind) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace gcrucible
