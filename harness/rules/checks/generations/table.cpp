// Rules about a complete table of GetGenerationBounds, compared with the heap.
#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/rules/decode/decode.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/judge/checker.h"

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

void exact_by_model(const Collection& collection, const AskedBounds& reported, const HeapPicture& model,
                    Ruling& ruling) {
  for (const HeapRange& range : collected(model)) {
    const HeapRange* const answered = at_start(reported.map.ranges(), range.start);
    if (answered == nullptr) continue;  // generations/one-entry-a-range
    if (answered->allocated == range.allocated && answered->generation == range.generation) {
      ruling.kept();
      continue;
    }
    ruling.broken(
        at_line(collection, reported.line,
                fmt::format("The answer is {} bytes of {} for the range at {}, where {} of {} are in use.",
                            answered->allocated, name_of_generation(answered->generation), id(range.start),
                            range.allocated, name_of_generation(range.generation))));
  }
}

// Objects outside of all ranges are frozen, or are dead objects of a generation that was not collected.
void exact_by_report(const Collection& collection, const AskedBounds& reported, Ruling& ruling) {
  const auto ranges = reported.map.ranges();
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
        at_line(collection, reported.line,
                fmt::format("{} is alive beyond the {} bytes in the answer for the range at {}.", id(object),
                            range.allocated, id(range.start)));
    finding.address = object;
    ruling.broken(std::move(finding));
  }
}

// Objects left by the last collection, or announced since. Objects outside of all ranges are not collected.
void exact_by_known(const Collection& collection, const AskedBounds& reported, Ruling& ruling) {
  for (const KnownObject& known : collection.known) {
    const auto ranges = reported.map.ranges();
    const auto above =
        std::upper_bound(ranges.begin(), ranges.end(), known.at,
                         [](std::uint64_t at, const HeapRange& range) { return at < range.start; });
    if (above == ranges.begin()) continue;
    const HeapRange& range = *(above - 1);
    if (known.at >= range.end() || known.at < range.allocated_end()) continue;
    Finding finding = at_line(collection, reported.line,
                              fmt::format("{} is an object before the collection, but it is beyond the {} "
                                          "bytes in the answer for the range at {}.",
                                          id(known.at), range.allocated, id(range.start)));
    finding.address = known.at;
    return ruling.broken(std::move(finding));
  }
}

// The notes of the player on a real CLR name objects but no ranges.
bool lists_ranges(const std::optional<HeapPicture>& picture) {
  return picture && !picture->ranges.empty();
}

void exact_length(const Collection& collection, const History&, Ruling& ruling) {
  const CollectionModel* const model = collection.model ? &*collection.model : nullptr;
  if (collection.asked_before && model != nullptr && lists_ranges(model->before)) {
    exact_by_model(collection, *collection.asked_before, *model->before, ruling);
  }
  if (collection.asked_before && model == nullptr)
    exact_by_known(collection, *collection.asked_before, ruling);
  if (!collection.asked_after) return;
  if (model != nullptr && lists_ranges(model->after)) {
    exact_by_model(collection, *collection.asked_after, *model->after, ruling);
  } else if (collection.alive_reported) {
    exact_by_report(collection, *collection.asked_after, ruling);
  }
}

void compare_entries(const Collection& collection, const AskedBounds& reported, const HeapPicture& model,
                     Ruling& ruling) {
  const Ranges ranges = collected(model);
  bool right = true;
  const auto wrong = [&](std::string what) {
    right = false;
    ruling.broken(at_line(collection, reported.line, std::move(what)));
  };
  for (const HeapRange& range : ranges) {
    if (at_start(reported.map.ranges(), range.start) == nullptr) {
      wrong(fmt::format("{} has no entry.", text_of(range)));
    }
  }
  for (const HeapRange& range : reported.map.ranges()) {
    if (at_start(ranges, range.start) == nullptr) wrong(fmt::format("There is no range {}.", text_of(range)));
  }
  if (right) ruling.kept();
}

// Without a model: a real CLR keeps a range for each generation, even an empty one.
void one_a_generation(const Collection& collection, const AskedBounds& reported, Ruling& ruling) {
  std::uint32_t seen = 0;
  for (const HeapRange& range : reported.map.ranges()) {
    if (range.generation < kFrozen) seen |= 1u << range.generation;
  }
  for (std::uint8_t generation = 0; generation < kFrozen; ++generation) {
    if ((seen >> generation & 1) != 0) continue;
    return ruling.broken(
        at_line(collection, reported.line, fmt::format("{} has no entry.", name_of_generation(generation))));
  }
  ruling.kept();
}

void one_entry_a_range(const Collection& collection, const History& history, Ruling& ruling) {
  const auto& model = collection.model;
  if (!model || !(lists_ranges(model->before) || lists_ranges(model->after))) {
    if (history.header().runtime != "net10" || !has_64_bit_objects(collection, history))
      return ruling.cannot("the trace has no model of the ranges");
    if (collection.asked_before) one_a_generation(collection, *collection.asked_before, ruling);
    if (collection.asked_after) one_a_generation(collection, *collection.asked_after, ruling);
    return;
  }
  if (collection.asked_before && lists_ranges(model->before)) {
    compare_entries(collection, *collection.asked_before, *model->before, ruling);
  }
  if (collection.asked_after && lists_ranges(model->after)) {
    compare_entries(collection, *collection.asked_after, *model->after, ruling);
  }
}

// Objects are allocated there, so the range may grow without a collection.
bool grows(std::uint8_t generation) {
  return generation == 0 || generation == kLarge || generation == kPinnedHeap;
}

// Before the objects of each region of .NET 10 (measured in recordings of all kinds of heaps).
constexpr std::uint64_t kRegionHeader = 0x28;
constexpr std::uint64_t kLeastRegion = 0x40000;

// The size of each region of generations 0 to 2, with its header. Regions of large and pinned objects have a
// multiple of it. 0 for segments, where a range's reserved part ends at the segment's end and changes. Empty
// ranges of several heaps may then have equal reserved parts too, but small ones.
std::uint64_t size_of_regions(std::span<const HeapRange> ranges) {
  constexpr std::size_t kFewest = 2;
  std::map<std::uint64_t, std::size_t> seen;
  for (const HeapRange& range : ranges) {
    const std::uint64_t size = range.reserved + kRegionHeader;
    if (range.generation < kLarge && size >= kLeastRegion && std::has_single_bit(size) &&
        ++seen[size] >= kFewest)
      return size;
  }
  return 0;
}

// The regions of the simulated CLR have no headers.
bool has_regions(std::span<const HeapRange> ranges) {
  constexpr std::size_t kFewest = 3;
  std::map<std::uint64_t, std::size_t> seen;
  return size_of_regions(ranges) != 0 || std::ranges::any_of(ranges, [&](const HeapRange& each) {
           return each.generation < kLarge && each.reserved >= kLeastRegion &&
                  std::has_single_bit(each.reserved) && ++seen[each.reserved] >= kFewest;
         });
}

// Describes what is wrong with a range at the later moment; `now` is null if the range is gone. Empty if
// correct.
std::string change_at_rest(const HeapRange& before, const HeapRange* now, bool regions) {
  if (now == nullptr) return fmt::format("{} no longer has an entry", text_of(before));
  if (now->generation != before.generation)
    return fmt::format("{} is now {}", text_of(before), text_of(*now));
  if (now->allocated < before.allocated || (!grows(before.generation) && now->allocated != before.allocated))
    return fmt::format("{} is now {} bytes long", text_of(before), now->allocated);
  if (regions && now->reserved != before.reserved)
    return fmt::format("{} now has {} bytes reserved instead of {}", text_of(before), now->reserved,
                       before.reserved);
  return {};
}

// From the previous Finished to this Started.
void shift_at_rest(const Collection& collection, Ruling& ruling) {
  const AskedBounds& now = *collection.asked_before;
  const GenerationMap& before = collection.bounds_left;
  const auto wrong = [&](std::string what) {
    ruling.broken(at_line(collection, now.line, what + ", but nothing was collected in between."));
  };
  bool right = true;
  const bool regions = has_regions(before.ranges());
  for (const HeapRange& range : before.ranges()) {
    std::string what = change_at_rest(range, at_start(now.map.ranges(), range.start), regions);
    if (what.empty()) continue;
    right = false;
    wrong(std::move(what));
  }
  for (const HeapRange& range : now.map.ranges()) {
    // Server GC may increase its number of heaps. A new heap gets empty ranges of all generations.
    if (range.allocated == 0 || grows(range.generation)) continue;
    if (at_start(before.ranges(), range.start) != nullptr) continue;
    right = false;
    wrong(fmt::format("{} is new", text_of(range)));
  }
  if (right) ruling.kept();
}

// Generations that are not collected keep their ranges. Promoted objects may extend these, and nothing makes
// them shorter. Empty if correct.
std::string change_uncollected(const HeapRange& before, const HeapRange* now, bool regions) {
  if (now == nullptr) return fmt::format("{} no longer has an entry", text_of(before));
  if (now->generation != before.generation)
    return fmt::format("{} is now {}", text_of(before), text_of(*now));
  if (now->allocated < before.allocated)
    return fmt::format("{} is now {} bytes long instead of {}", text_of(before), now->allocated,
                       before.allocated);
  if (regions && now->reserved != before.reserved)
    return fmt::format("{} now has {} bytes reserved instead of {}", text_of(before), now->reserved,
                       before.reserved);
  return {};
}

void shift_in_collection(const Collection& collection, Ruling& ruling) {
  const AskedBounds& after = *collection.asked_after;
  bool right = true;
  const bool regions = has_regions(collection.asked_before->map.ranges());
  for (const HeapRange& range : collection.asked_before->map.ranges()) {
    if (collection.condemned(range.generation)) continue;
    const std::string what = change_uncollected(range, at_start(after.map.ranges(), range.start), regions);
    if (what.empty()) continue;
    right = false;
    ruling.broken(at_line(collection, after.line,
                          fmt::format("{}, but the collection does not collect {}.", what,
                                      name_of_generation(range.generation))));
  }
  if (right) ruling.kept();
}

void shift_when_collected(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection))
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so collections may continue in the background");
  if (history.heap_answers().aged())
    return ruling.cannot("the scenario puts objects into generation 1 or 2 between collections");
  if (!collection.asked_before || collection.starts == 0) return;
  if (!collection.bounds_left.empty()) shift_at_rest(collection, ruling);
  if (collection.asked_after && collection.finishes == 1 && !collection.provisional)
    shift_in_collection(collection, ruling);
}

std::string of_another_size(std::span<const HeapRange> ranges) {
  const std::uint64_t size = size_of_regions(ranges);
  if (size == 0) return {};
  for (const HeapRange& range : ranges) {
    const std::uint64_t reserved = range.reserved + kRegionHeader;
    if ((range.generation < kLarge) != (reserved == size) || reserved % size != 0) {
      return fmt::format(
          "The range at {} is of generation {} and has {} bytes reserved; each of generations 0 to 2, and no "
          "other, has {} bytes, and the others have multiples of {:#x}, less {}.",
          id(range.start), range.generation, range.reserved, size - kRegionHeader, size, kRegionHeader);
    }
    if (range.start % size == kRegionHeader) continue;
    return fmt::format("A range begins at {}, but each begins {} bytes after a multiple of {:#x}.",
                       id(range.start), kRegionHeader, size);
  }
  return {};
}

// If objects are not reported, generations/one-entry-a-range is not judged. A small buffer holds only a
// part.
std::string without_entry(const InfoEvent& info, const Rows& rows) {
  if (info.out(0) != rows.size() || rows.size() < kFrozen) return {};
  std::uint32_t seen = 0;
  for (std::uint64_t i = 0; i < rows.size(); ++i) seen |= 1u << (rows.number(i, 0) & 7);
  for (std::uint8_t generation = 0; generation < kFrozen; ++generation) {
    if ((seen >> generation & 1) == 0) return fmt::format("{} has no entry.", name_of_generation(generation));
  }
  return {};
}

// COR_PRF_GC_GENERATION names each generation.
void known_generation(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  const Rows rows = info.out_rows(info.method == InfoMethod::kGetGenerationBounds ? 1 : 0);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    if (rows.number(i, 0) > kPinnedHeap) {
      return broken(
          info, history, ruling,
          fmt::format("The range at {} is of generation {}.", id(rows.number(i, 1)), rows.number(i, 0)));
    }
  }
  const bool table = info.method == InfoMethod::kGetGenerationBounds && info.outs.size() > 1;
  if (is_real_net10(history.header())) {
    const Ranges decoded = table ? decode_bounds(info.outs[1]) : Ranges();
    if (std::string what = of_another_size(decoded); !what.empty())
      return broken(info, history, ruling, std::move(what));
    const bool of_all = info.method == InfoMethod::kGetGenerationBounds && history.basic_gc_only();
    std::string missing = of_all ? without_entry(info, rows) : std::string();
    if (!missing.empty()) return broken(info, history, ruling, std::move(missing));
  }
  if (rows.size() != 0) ruling.kept();
}

constexpr std::string_view kAsked =
    "a call of GetGenerationBounds inside GarbageCollectionStarted or GarbageCollectionFinished";

constexpr Binding kBindings[] = {
    {.id = "generations/exact-length", .occasion = kAsked, .collection = exact_length},
    {.id = "generations/shift-when-collected",
     .occasion = "a call of GetGenerationBounds inside two brackets in succession",
     .collection = shift_when_collected},
    {.id = "generations/known-generation",
     .occasion = "a call of GetGenerationBounds or GetObjectGeneration",
     .infos = {InfoMethod::kGetGenerationBounds, InfoMethod::kGetObjectGeneration},
     .info = known_generation},
    {.id = "generations/one-entry-a-range", .occasion = kAsked, .collection = one_entry_a_range},
};

}  // namespace

std::span<const Binding> table_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
