// Splits and joins blocks of survivors into ranges, if the runtime may do so freely.
#pragma once

#include <optional>
#include <vector>

#include "harness/calls/liberties.h"
#include "harness/program/random.h"
#include "harness/program/reporting.h"
#include "sim/collecting/collection.h"
#include "sim/heap.h"

namespace gcrucible::calls {

// For the ranges of one collection, before any object has moved. A contiguous block may be reported as
// several ranges, each of whole objects. Two adjacent blocks with the same offset may be reported as one
// range. Without liberties, each plug is one range.
class BlockShaper {
 public:
  BlockShaper(const sim::Heap& heap, const Liberties& liberties)
      : heap_(&heap),
        cuts_(liberties.takes("blocks/cut")),
        joins_(liberties.takes("blocks/join")),
        random_(liberties.key("blocks")) {}

  // Calls use(family, from, to, length) for all plugs of one range of the heap.
  template <typename Use>
  void shape(const sim::Collection& collection, const sim::RangePlan& plan, Use&& use) {
    const sim::Range& range = heap_->ranges()[plan.range];
    const auto family = plan.compacts ? program::Family::kMoved : program::Family::kSurviving;
    if (cuts_ || joins_) return reshape(collection, plan, range, family, use);
    for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
      const sim::Plug& plug = collection.plugs[plan.first_plug + i];
      use(family, plug.from, plug.to, sim::plug_length(*heap_, range, plug));
    }
  }

 private:
  template <typename Use>
  void reshape(const sim::Collection& collection, const sim::RangePlan& plan, const sim::Range& range,
               program::Family family, Use& use) {
    std::optional<program::ReportedRange> last;
    const auto report = [&] {
      if (last) use(family, last->from, last->to, last->length);
    };
    for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
      const sim::Plug& plug = collection.plugs[plan.first_plug + i];
      // Objects held back by pinning have another generation afterwards than adjacent objects. A block has
      // only one generation.
      const sim::Plug* const before = i == 0 ? nullptr : &plug - 1;
      const bool apart = plan.held != plan.after && before != nullptr && before->pinned != plug.pinned;
      for (const program::ReportedRange& piece : pieces(range, plug, family)) {
        const bool touches =
            last && last->from + last->length == piece.from && last->to - last->from == piece.to - piece.from;
        if (joins_ && touches && !apart && piece.from == plug.from) {
          last->length += piece.length;
          continue;
        }
        report();
        last = piece;
      }
    }
    report();
  }

  std::vector<program::ReportedRange> pieces(const sim::Range& range, const sim::Plug& plug,
                                             program::Family family) {
    const std::uint64_t length = sim::plug_length(*heap_, range, plug);
    std::vector<program::ReportedRange> pieces{{family, plug.from, plug.to, length}};
    if (!cuts_) return pieces;
    constexpr std::uint64_t kOneIn = 4;
    for (std::uint32_t i = 1; i < plug.count; ++i) {
      if (random_.below(kOneIn) != 0) continue;
      const sim::Address at = heap_->objects().address[range.objects[plug.first + i]];
      program::ReportedRange& before = pieces.back();
      const std::uint64_t offset = at - before.from;
      const program::ReportedRange rest{family, at, before.to + offset, before.length - offset};
      before.length = offset;
      pieces.push_back(rest);
    }
    return pieces;
  }

  const sim::Heap* heap_;
  bool cuts_;
  bool joins_;
  program::Random random_;
};

}  // namespace gcrucible::calls
