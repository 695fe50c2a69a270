// Rules about a whole table of GetGenerationBounds, compared with the heap that it describes.
#include <algorithm>
#include <optional>
#include <vector>

#include "harness/rules/checker.h"

namespace gcrucible::rules {
namespace {

using Ranges = std::vector<HeapRange>;

Finding at_line(const Collection& collection, std::uint64_t line, std::string what) {
  return {.what = std::move(what),
          .collection = collection.number,
          .line = line,
          .callback = std::string(abi::name_of(InfoMethod::kGetGenerationBounds))};
}

// The ranges of collected generations, ascending by start.
Ranges collected(const HeapPicture& picture) {
  Ranges ranges;
  for (const HeapRange& range : picture.ranges) {
    if (range.generation != kFrozen) ranges.push_back(range);
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const HeapRange& a, const HeapRange& b) { return a.start < b.start; });
  return ranges;
}

const HeapRange* at_start(std::span<const HeapRange> ranges, std::uint64_t start) {
  const auto found =
      std::lower_bound(ranges.begin(), ranges.end(), start,
                       [](const HeapRange& range, std::uint64_t at) { return range.start < at; });
  return found == ranges.end() || found->start != start ? nullptr : &*found;
}

void exact_by_model(const Collection& collection, const AskedBounds& told, const HeapPicture& model,
                    Ruling& ruling) {
  for (const HeapRange& range : collected(model)) {
    const HeapRange* const answered = at_start(told.map.ranges(), range.start);
    if (answered == nullptr) continue;  // generations/one-entry-a-range
    if (answered->allocated == range.allocated && answered->generation == range.generation) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        at_line(collection, told.line,
                fmt::format("{} bytes of {} are answered for the range at {}, where {} of {} are in use.",
                            answered->allocated, name_of_generation(answered->generation), id(range.start),
                            range.allocated, name_of_generation(range.generation))));
  }
}

// Objects outside of all ranges are frozen ones, or the dead of a generation that was not collected.
void exact_by_report(const Collection& collection, const AskedBounds& told, Ruling& ruling) {
  const auto ranges = told.map.ranges();
  std::size_t next = 0;
  for (const std::uint64_t object : collection.alive) {
    while (next < ranges.size() && ranges[next].start <= object) ++next;
    if (next == 0) continue;
    const HeapRange& range = ranges[next - 1];
    if (object >= range.end()) continue;
    if (object < range.allocated_end()) {
      ruling.kept();
      continue;
    }
    if (!ruling.wants_findings()) return;
    Finding finding =
        at_line(collection, told.line,
                fmt::format("{} lives behind the {} bytes that are answered for the range at {}.", id(object),
                            range.allocated, id(range.start)));
    finding.address = object;
    ruling.broken(std::move(finding));
  }
}

// A player's notes in a real CLR name its objects, and no ranges.
bool lists_ranges(const std::optional<HeapPicture>& picture) {
  return picture && !picture->ranges.empty();
}

void exact_length(const Collection& collection, const History&, Ruling& ruling) {
  const CollectionModel* const model = collection.model ? &*collection.model : nullptr;
  if (collection.asked_before && model != nullptr && lists_ranges(model->before)) {
    exact_by_model(collection, *collection.asked_before, *model->before, ruling);
  }
  if (!collection.asked_after) return;
  if (model != nullptr && lists_ranges(model->after)) {
    exact_by_model(collection, *collection.asked_after, *model->after, ruling);
  } else if (collection.alive_reported) {
    exact_by_report(collection, *collection.asked_after, ruling);
  }
}

void compare_entries(const Collection& collection, const AskedBounds& told, const HeapPicture& model,
                     Ruling& ruling) {
  const Ranges ranges = collected(model);
  bool right = true;
  const auto wrong = [&](std::string what) {
    right = false;
    ruling.broken(at_line(collection, told.line, std::move(what)));
  };
  for (const HeapRange& range : ranges) {
    if (at_start(told.map.ranges(), range.start) == nullptr) {
      wrong(fmt::format("{} has no entry.", text_of(range)));
    }
  }
  for (const HeapRange& range : told.map.ranges()) {
    if (at_start(ranges, range.start) == nullptr) wrong(fmt::format("There is no range {}.", text_of(range)));
  }
  if (right) ruling.kept();
}

void one_entry_a_range(const Collection& collection, const History&, Ruling& ruling) {
  const auto& model = collection.model;
  if (!model || !(lists_ranges(model->before) || lists_ranges(model->after))) {
    return ruling.cannot("the trace has no model of the ranges");
  }
  if (collection.asked_before && lists_ranges(model->before)) {
    compare_entries(collection, *collection.asked_before, *model->before, ruling);
  }
  if (collection.asked_after && lists_ranges(model->after)) {
    compare_entries(collection, *collection.asked_after, *model->after, ruling);
  }
}

constexpr std::string_view kAsked = "a call of GetGenerationBounds inside Started or Finished";

constexpr Binding kBindings[] = {
    {.id = "generations/exact-length", .occasion = kAsked, .collection = exact_length},
    {.id = "generations/one-entry-a-range", .occasion = kAsked, .collection = one_entry_a_range},
};

}  // namespace

std::span<const Binding> table_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
