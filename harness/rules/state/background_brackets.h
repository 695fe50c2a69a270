// Tracks collection brackets (Started to Finished) under COR_PRF_HIGH_BASIC_GC alone. Background
// collections run then, and young collections occur inside them.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// Follows .NET 10. A background collection may begin with a young collection in its first pause. The
// runtime then raises Finished twice: once for the young collection, once for the background one
// (dotnet/runtime collect.cpp). A first Finished in the pause of a Started with
// all generations therefore gives credit for another Finished. A Finished of a generation 1 collection also
// gives credit, only in that pause. The runtime may continue with a full collection there (provisional
// mode).
class BackgroundBrackets {
 public:
  void take(const Callback& callback);
  // Collections are reported only from now on, or no longer. The number of open brackets is unknown.
  void lose_track();

  // The number of collections that have started and not finished.
  std::size_t open() const { return open_.size(); }
  // The innermost open collection.
  struct Started {
    bool of_all = false;
    bool of_one = false;     // of generations 0 and 1
    bool same_pause = true;  // RuntimeResumeStarted has not come since
    std::uint64_t line = 0;
  };
  const Started* innermost() const { return open_.empty() ? nullptr : &open_.back(); }
  // How many Finished callbacks may come without a Started of their own.
  std::uint32_t credit() const { return credit_ + (provisional_ ? 1 : 0); }
  // One such Finished may come immediately, in the pause of the collection that has just finished.
  bool provisional() const { return provisional_; }
  // Further such Finished callbacks, of collections that may have started before the profiler was notified.
  std::uint32_t missed() const { return missed_; }

 private:
  std::vector<Started> open_;
  std::uint32_t credit_ = 0;
  bool provisional_ = false;
  std::uint32_t missed_ = 0;
};

}  // namespace gcrucible::rules
