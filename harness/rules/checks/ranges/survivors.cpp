// Rules about which objects must be in ranges and which must not.
//
// There are two sources. The model lists all objects before and after. In a recorded trace, a complete
// round of ObjectReferences lists all objects after. The previous round lists those before, as far as
// allocations were reported.
#include <algorithm>
#include <vector>

#include "harness/rules/collection/range_index.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

constexpr std::string_view kNoObjects =
    "the trace lists neither the model's objects nor a complete round of ObjectReferences";

bool any_open_end(const Collection& collection) {
  return std::any_of(collection.reported.begin(), collection.reported.end(),
                     [](const ReportedRange& range) { return range.at_least; });
}

// Reported ranges by their starts. Built when the first survivor is missing.
class Neighbours {
 public:
  enum class Side : std::uint8_t { kOld, kNew };
  Neighbours(const Collection& collection, Side side) : collection_(&collection), side_(side) {}

  // The range with the nearest start below `address`, otherwise the first one above. Null if there is none.
  const ReportedRange* of(std::uint64_t address) {
    if (by_start_.empty()) {
      for (const ReportedRange& range : collection_->reported) by_start_.push_back(&range);
      std::ranges::stable_sort(by_start_, {}, [&](const ReportedRange* range) { return start_of(*range); });
    }
    const auto above =
        std::upper_bound(by_start_.begin(), by_start_.end(), address,
                         [&](std::uint64_t at, const ReportedRange* range) { return at < start_of(*range); });
    if (above != by_start_.begin()) return *(above - 1);
    return above == by_start_.end() ? nullptr : *above;
  }

 private:
  std::uint64_t start_of(const ReportedRange& range) const {
    return side_ == Side::kOld ? range.range.from : range.range.to;
  }

  const Collection* collection_;
  Side side_;
  std::vector<const ReportedRange*> by_start_;
};

// Placed at the call that reports the neighbours of the missing range. If there are no ranges at all, at
// the end of the report.
Finding finding_missing(const Collection& collection, const ReportedRange* neighbour,
                        const std::string& what) {
  if (neighbour != nullptr) {
    return finding_at(*neighbour, collection,
                      fmt::format("{} The nearest reported range is {}.", what, text_of(*neighbour)));
  }
  Finding finding = finding_of(collection, what + " No range is reported at all.");
  if (collection.finished_line != kNoLine) {
    finding.line = collection.finished_line;
    finding.callback = name_of(Call::kGarbageCollectionFinished);
  }
  return finding;
}

void every_survivor_by_model(const Collection& collection, Ruling& ruling) {
  const RangeIndex& reported = collection.by_old_address;
  Neighbours neighbours(collection, Neighbours::Side::kOld);
  for (const Fate& fate : collection.fates) {
    if (!fate.survives || !collection.condemned(fate.generation)) continue;
    if (reported.holding(fate.from) != nullptr) {
      ruling.kept();
      continue;
    }
    const ReportedRange* const touching = reported.ending_at(fate.from);
    ruling.broken(about(
        touching != nullptr
            ? finding_at(*touching, collection,
                         fmt::format("{} survives at {}, but no range contains it: {} ends where it starts.",
                                     text_of(fate), id(fate.to), text_of(*touching)))
            : finding_missing(
                  collection, neighbours.of(fate.from),
                  fmt::format("{} survives at {}, but no range contains it.", text_of(fate), id(fate.to))),
        fate));
  }
}

// Whether an object at that address lies in generation 1 or 2 although the last collection did not leave it
// there. Nothing is allocated in these generations.
bool came_since(const Collection& collection, std::uint64_t before) {
  if (!collection.left_known || !collection.alive_reported) return false;
  const std::uint8_t generation = collection.bounds_before.generation_of(before);
  if (generation != 1 && generation != 2) return false;
  return collection.known_at(before) == nullptr;
}

void every_survivor_by_references(const Collection& collection, Ruling& ruling) {
  const RangeIndex& reported = collection.by_new_address;
  Neighbours neighbours(collection, Neighbours::Side::kNew);
  for (std::size_t i = 0; i < collection.alive.size(); ++i) {
    const std::uint64_t address = collection.alive[i];
    if (reported.holding(address) != nullptr) {
      ruling.kept();
      continue;
    }
    const std::uint8_t before = collection.bounds_before.generation_of(address);
    const bool in_heap =
        before != kNoGeneration || collection.bounds_after.generation_of(address) != kNoGeneration;
    // Memory of generations that were not collected, and of the non-GC heap, which no table of bounds
    // lists.
    const bool uncollected = before != kNoGeneration && !collection.condemned(before) &&
                             collection.bounds_before.holding(address) != nullptr;
    if (!in_heap || (uncollected && !came_since(collection, address))) continue;
    const std::uint32_t report = collection.reports[i];
    Finding finding = finding_missing(
        collection, neighbours.of(address),
        fmt::format("Object {} is in the heap after the collection ({}), but no range reports it.",
                    id(address),
                    report == kNoIndex
                        ? std::string("ObjectReferences names it")
                        : fmt::format("ObjectReferences of line {}", collection.objects[report].line)));
    finding.address = address;
    ruling.broken(std::move(finding));
  }
}

void every_survivor(const Collection& collection, const History& history, Ruling& ruling) {
  if (!history.monitors_gc(collection))
    return ruling.cannot("COR_PRF_MONITOR_GC is not set, so survivors need not be reported");
  if (any_open_end(collection))
    return ruling.cannot("ranges of 0xFFFFFFFF and more were reported without exact lengths");
  if (collection.fates_known) return every_survivor_by_model(collection, ruling);
  if (!collection.alive_reported) return ruling.cannot(kNoObjects);
  if (collection.bounds_before.empty() || collection.bounds_after.empty() || collection.starts == 0) {
    return ruling.cannot(
        "GetGenerationBounds was not called in GarbageCollectionStarted and GarbageCollectionFinished");
  }
  every_survivor_by_references(collection, ruling);
}

void no_dead_start(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  const RangeIndex& reported = collection.by_old_address;
  if (collection.fates_known) {
    for (const Fate& fate : collection.fates) {
      const ReportedRange* const range = reported.holding(fate.from);
      if (range == nullptr) continue;
      if (fate.survives) {
        ruling.kept();
        continue;
      }
      ruling.broken(about(finding_at(*range, collection,
                                     fmt::format("{} died in this collection, but {} contains it.",
                                                 text_of(fate), text_of(*range))),
                          fate));
    }
    return;
  }
  if (!collection.alive_reported) return ruling.cannot(kNoObjects);
  if (collection.known.empty()) return ruling.cannot("no object is known from before a collection");
  for (const KnownObject& known : collection.known) {
    const std::uint64_t address = known.at;
    const ReportedRange* const range = reported.holding(address);
    if (range == nullptr) continue;
    const std::uint64_t image = range->range.to + (address - range->range.from);
    if (collection.is_alive(image)) {
      ruling.kept();
      continue;
    }
    Finding finding = finding_at(*range, collection,
                                 fmt::format("{} contains object {}, which should then be at {}, but "
                                             "ObjectReferences reports no object there.",
                                             text_of(*range), id(address), id(image)));
    finding.address = address;
    ruling.broken(std::move(finding));
  }
}

// The objects of a range existed before the collection.
void objects_from_nowhere(const Collection& collection, Ruling& ruling) {
  if (!collection.left_known || !collection.alive_reported || collection.bounds_before.empty()) return;
  const RangeIndex& reported = collection.by_new_address;
  for (const std::uint64_t address : collection.alive) {
    const ReportedRange* const range = reported.holding(address);
    if (range == nullptr || range->at_least) continue;
    const std::uint64_t from = range->range.from + (address - range->range.to);
    if (!came_since(collection, from)) continue;
    Finding finding =
        finding_at(*range, collection,
                   fmt::format("{} moves an object to {} that was at {} before, but the last collection left "
                               "no object there, in {}.",
                               text_of(*range), id(address), id(from),
                               name_of_generation(collection.bounds_before.generation_of(from))));
    finding.address = address;
    ruling.broken(std::move(finding));
  }
}

void object_start(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (!collection.fates_known && !collection.alive_reported) return ruling.cannot(kNoObjects);
  objects_from_nowhere(collection, ruling);
  for (const ReportedRange& range : collection.reported) {
    if (collection.fates_known ? collection.fate_from(range.range.from) != nullptr
                               : collection.is_alive(range.range.to)) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_at(
        range, collection,
        fmt::format("No object {} {}, where {} starts.",
                    collection.fates_known ? "is at" : "is, after the collection, at",
                    id(collection.fates_known ? range.range.from : range.range.to), text_of(range))));
  }
}

// The number of survivors in [from, end), and the end of the last one.
struct Block {
  std::uint64_t count = 0;
  std::uint64_t end = 0;
};
Block block_from(const Collection& collection, const Plug& plug) {
  Block block{.end = plug.from};
  auto fate = std::lower_bound(collection.fates.begin(), collection.fates.end(), plug.from,
                               [](const Fate& each, std::uint64_t at) { return each.from < at; });
  for (; fate != collection.fates.end() && fate->from - plug.from < plug.length; ++fate) {
    ++block.count;
    block.end = std::max(block.end, fate->end());
  }
  return block;
}

// Without sizes: whole units of alignment, and room for the references of the range's last object.
void length_by_references(const Collection& collection, Ruling& ruling) {
  for (const ReportedRange& range : collection.reported) {
    if (range.at_least) continue;
    const auto above = std::lower_bound(collection.alive.begin(), collection.alive.end(), range.new_end());
    if (above == collection.alive.begin() || *(above - 1) < range.range.to) continue;
    const std::uint32_t report =
        collection.reports[static_cast<std::size_t>(above - collection.alive.begin() - 1)];
    const std::uint64_t last = *(above - 1);
    const std::uint64_t least = report == kNoIndex ? kLeastObject : least_size(collection.objects[report]);
    const bool whole = range.range.length % kWord == 0;
    if (whole && range.new_end() - last >= least) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_at(
        range, collection,
        whole ? fmt::format("{} ends {} bytes after the start of object {}, which needs at least {}.",
                            text_of(range), range.new_end() - last, id(last), least)
              : fmt::format("{} has length {}, which is impossible for objects aligned to 8 bytes.",
                            text_of(range), range.range.length)));
  }
}

void length_in_bytes(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (has_64_bit_objects(collection, history)) return length_by_references(collection, ruling);
  if (!collection.fates_known || !collection.model->plan || collection.model->plan->plugs.empty()) {
    return ruling.cannot("the trace has no model of the collection");
  }
  const RangeIndex& reported = collection.by_old_address;
  for (const Plug& plug : collection.model->plan->plugs) {
    const ReportedRange* const range = reported.holding(plug.from);
    if (range == nullptr || range->range.from != plug.from || range->at_least) continue;
    const Block block = block_from(collection, plug);
    // The next range may report the rest.
    if (range->end() >= block.end || reported.holding(range->end()) != nullptr) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_at(
        *range, collection,
        fmt::format("{} has length {}; the block of {} objects that starts there is {} units long and ends "
                    "at {}.{}",
                    text_of(*range), range->range.length, block.count, block.end - plug.from, id(block.end),
                    range->range.length == block.count ? " The length is the number of objects." : "")));
  }
}

constexpr Binding kBindings[] = {
    {.id = "ranges/every-survivor",
     .occasion = "a survivor in a collected generation",
     .collection = every_survivor},
    {.id = "ranges/no-dead-start",
     .occasion = "a reported range with an object in it",
     .collection = no_dead_start},
    {.id = "ranges/object-start", .occasion = "a reported range", .collection = object_start},
    {.id = "ranges/length-in-bytes",
     .occasion = "a reported range that starts a block of survivors",
     .collection = length_in_bytes},
};

}  // namespace

std::span<const Binding> survivor_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
