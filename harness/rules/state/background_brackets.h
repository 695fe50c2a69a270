// Brackets under COR_PRF_HIGH_BASIC_GC alone, where background collections go on and young ones come inside
// them.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// Follows .NET 10: a background collection that begins with a young one in its first pause finishes twice,
// once for that one and once for itself (real-clr/background.txt; dotnet/runtime collect.cpp). So a first
// Finished in the pause of a Started with all generations gives credit for another. So does that of one of
// generation 1, in that pause alone: the runtime may go on with a full one (provisional mode).
class BackgroundBrackets {
 public:
  void take(const Callback& callback);
  // Collections are told only from now on, or no more: what is open cannot be known.
  void lose_track();

  // Collections that have started and not finished.
  std::size_t open() const { return open_.size(); }
  // The innermost of them.
  struct Started {
    bool of_all = false;
    bool of_one = false;     // generations 0 and 1
    bool same_pause = true;  // the runtime has not begun to resume since
    std::uint64_t line = 0;
  };
  const Started* innermost() const { return open_.empty() ? nullptr : &open_.back(); }
  // Finisheds that may come without a Started of their own.
  std::uint32_t credit() const { return credit_ + (provisional_ ? 1 : 0); }
  // One of them may come at once, in the pause of the collection that has just finished.
  bool provisional() const { return provisional_; }
  // More of them, of collections that may have started before they were told.
  std::uint32_t missed() const { return missed_; }

 private:
  std::vector<Started> open_;
  std::uint32_t credit_ = 0;
  bool provisional_ = false;
  std::uint32_t missed_ = 0;
};

}  // namespace gcrucible::rules
