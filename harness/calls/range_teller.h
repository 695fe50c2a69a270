// Tells moved and surviving ranges: batches, their order, and each batch first exact, then legacy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/abi/types.h"
#include "harness/clr/clr.h"
#include "harness/program/telling.h"

namespace gcrucible::calls {

// For one collection. On the thread of the collection, between Started and Finished.
class RangeTeller {
 public:
  RangeTeller(clr::Clr& clr, const program::Telling& telling);

  // A walk starts with an empty batch: the runtime keeps one context a walk and heap (coreclr.md 2.3).
  void begin_walk();
  void add(program::Family family, abi::ObjectID from, abi::ObjectID to, std::uint64_t length);
  void end_walk();
  // After the last walk: tells what a shuffle or an edit made wait until all ranges were known.
  void finish();

 private:
  struct Range {
    program::Family family;
    abi::ObjectID from;
    abi::ObjectID to;
    std::uint64_t length;
  };

  // Whether all ranges must be known before the first is told.
  bool waits() const { return telling_->shuffle != 0 || edits_ranges_; }
  void put(const Range& range);
  void flush();
  void tell(program::Family family);
  bool tell_exact(program::Family family);
  void tell_legacy(program::Family family);
  std::size_t batch_size() const;
  void edit();

  clr::Clr* clr_;
  const program::Telling* telling_;
  std::size_t limit_;
  std::size_t batches_ = 0;  // started so far, for Telling::splits
  std::vector<Range> waiting_;
  // The batch under way, as the parallel arrays that callbacks take.
  std::optional<program::Family> family_;
  std::vector<abi::ObjectID> from_;
  std::vector<abi::ObjectID> to_;
  std::vector<abi::SIZE_T> length_;
  std::vector<abi::ULONG> legacy_length_;
  bool edits_ranges_ = false;
  // Edits that change how batches are told.
  bool legacy_first_ = false;
  bool legacy_only_ = false;
  bool legacy_despite_failure_ = false;
  bool exact_legacy_length_ = false;
};

}  // namespace gcrucible::calls
