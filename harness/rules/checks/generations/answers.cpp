// Rules about the answers of GetGenerationBounds and GetObjectGeneration.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/info_signatures.h"
#include "harness/rules/evidence/observed_object.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Ranges = std::vector<HeapRange>;

// The second out parameter of GetGenerationBounds, the first of GetObjectGeneration.
Ranges ranges_in(const InfoEvent& info) {
  const std::size_t place = info.method == InfoMethod::kGetGenerationBounds ? 1 : 0;
  const Rows rows = info.out_rows(place);
  Ranges ranges;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    ranges.push_back(
        {.generation = static_cast<std::uint8_t>(std::min<std::uint64_t>(rows.number(i, 0), 0xFF)),
         .start = rows.number(i, 1),
         .allocated = rows.number(i, 2),
         .reserved = rows.number(i, 3)});
  }
  return ranges;
}

void small_buffer(const InfoEvent& info, const History& history, Ruling& ruling) {
  const auto capacity = info.arg(0);
  const HeapAnswers::Bounds& last = history.heap_answers().bounds();
  const Moment moment = moment_of(info, history);
  // Elsewhere another thread may open a range between two calls. With background collections, several
  // collections are under way.
  const bool in_bracket = info.inside_call == Call::kGarbageCollectionStarted ||
                          info.inside_call == Call::kGarbageCollectionFinished;
  const bool at_rest = in_bracket && history.suspension().state() == Suspension::State::kSuspended;
  const bool again = (moment == Moment::kStarted || moment == Moment::kFinished || at_rest) &&
                     last.inside == info.inside && last.line != kNoLine;
  if (!capacity || info.null_outs != 0 || may_lack_buffer(info)) return;
  if (!info.succeeded()) {
    if (!again) return;
    return broken(info, history, ruling,
                  fmt::format("The answer is {} for a buffer of {} ranges, but in line {} the count was {}.",
                              abi::hresult_text(info.hr), *capacity, last.line, last.count));
  }
  const auto count = info.out(0);
  if (!count) return;
  const std::uint64_t written = info.out_rows(1).size();
  if (written != std::min(*capacity, *count)) {
    return broken(info, history, ruling,
                  fmt::format("The call writes {} of {} into a buffer for {}.", counted(written, "range"),
                              *count, *capacity));
  }
  if (again && last.count != *count) {
    return broken(info, history, ruling,
                  fmt::format("The answer is {}, but in line {} there were {}.", counted(*count, "range"),
                              last.line, last.count));
  }
  ruling.kept();
}

void answers_in_callbacks(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Moment moment = moment_of(info, history);
  // The table is created after Initialize. For a flag set later, the next collection creates the table.
  const bool early = info.inside_call == Call::kInitialize ||
                     info.inside_call == Call::kLoadAsNotificationOnly ||
                     info.inside_call == Call::kInitializeForAttach;
  if (moment == Moment::kMoving || early || info.null_outs != 0 || may_lack_buffer(info)) return;
  if (info.inside == kNoLine && info.inside_call == Call::kOther) return;
  const bool in_bracket = moment != Moment::kRest;
  // There is also no table yet for a profiler that attached during the collection.
  if (in_bracket && history.collection().orphaned) return;
  if (!in_bracket && (!history.masks().known() || !reports_collections(history.masks().required()))) return;
  if (!in_bracket && history.collections() == 0 && !history.reported_from_start(abi::COR_PRF_MONITOR_GC))
    return;
  if (info.method == InfoMethod::kGetObjectGeneration) {
    const std::uint64_t object = info.arg(0).value_or(0);
    if (info.hr == abi::CORPROF_E_NOT_GC_OBJECT || !observed_object(info, history, object)) return;
  }
  if (info.hr == abi::S_OK) return ruling.kept();
  broken(info, history, ruling,
         fmt::format("The answer is {} {}.", abi::hresult_text(info.hr),
                     in_bracket ? "inside GarbageCollectionStarted or GarbageCollectionFinished"
                                : "while no collection is under way"));
}

void length_inside_reserved(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  for (const HeapRange& range : ranges_in(info)) {
    if (range.allocated <= range.reserved) {
      ruling.kept();
    } else {
      broken(info, history, ruling,
             fmt::format("The range at {} has length {}, but only {} bytes are reserved.", id(range.start),
                         range.allocated, range.reserved));
    }
  }
}

// For a 64-bit process, recognized by the addresses of its heap.
bool is_wide(const Ranges& ranges) {
  constexpr std::uint64_t kNarrow = std::uint64_t{1} << 32;
  return std::ranges::any_of(ranges, [](const HeapRange& each) { return each.start >= kNarrow; });
}

// Objects begin and end on whole words, and so do their ranges. No range begins at null or is empty.
std::string misshapen(const Ranges& ranges, const History& history) {
  constexpr std::uint64_t kWord = 8;
  if (history.header().source != "recorded" || !is_wide(ranges)) return {};
  for (const HeapRange& range : ranges) {
    if (range.start == 0 || range.reserved == 0) return text_of(range) + " is not a memory range.";
    if (range.start % kWord != 0 || range.allocated % kWord != 0 || range.reserved % kWord != 0)
      return text_of(range) + " does not begin and end on whole words.";
  }
  return {};
}

void disjoint(const InfoEvent& info, const History& history, Ruling& ruling) {
  if (!info.succeeded()) return;
  Ranges ranges = ranges_in(info);
  if (ranges.empty()) return;
  if (std::string what = misshapen(ranges, history); !what.empty())
    return broken(info, history, ruling, std::move(what));
  std::stable_sort(ranges.begin(), ranges.end(),
                   [](const HeapRange& a, const HeapRange& b) { return a.start < b.start; });
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i - 1].end() <= ranges[i].start) continue;
    return broken(info, history, ruling,
                  fmt::format("{} overlaps {}.", text_of(ranges[i]), text_of(ranges[i - 1])));
  }
  ruling.kept();
}

void before_promotion(const InfoEvent& info, const History& history, Ruling& ruling) {
  constexpr std::uint64_t kDummy = 24;
  const Moment moment = moment_of(info, history);
  // A Finished shows that there was a collection, even if its Started is missing.
  const bool before = (history.collections() == 0 && history.collection().finishes == 0) ||
                      (moment == Moment::kStarted && history.collections() == 1);
  if (!before || !info.succeeded()) return;
  if (!history.brackets_from_start()) return ruling.cannot("collections were not reported from the start");
  if (history.heap_answers().aged()) {
    return ruling.cannot("the scenario puts objects into generation 1 or 2 at its start");
  }
  const Ranges ranges = ranges_in(info);
  for (const HeapRange& range : ranges) {
    if ((range.generation != 1 && range.generation != 2) || range.allocated <= kDummy) continue;
    return broken(info, history, ruling,
                  fmt::format("{} bytes are in generation {}, at {}.", range.allocated, range.generation,
                              id(range.start)));
  }
  if (!ranges.empty()) ruling.kept();
}

void object_in_its_range(const InfoEvent& info, const History& history, Ruling& ruling) {
  const std::uint64_t object = info.arg(0).value_or(0);
  const Ranges ranges = ranges_in(info);
  if (!info.succeeded() || ranges.size() != 1) return;
  const HeapRange& range = ranges.front();
  if (object < range.start || object >= range.end()) {
    return broken(info, history, ruling, fmt::format("{} does not contain {}.", text_of(range), id(object)));
  }
  const Moment moment = moment_of(info, history);
  const Collection& collection = history.collection();
  const GenerationMap* const map = moment == Moment::kStarted    ? &collection.bounds_before
                                   : moment == Moment::kFinished ? &collection.bounds_after
                                                                 : nullptr;
  if (map != nullptr && !map->empty() && map->generation_of(object) != range.generation) {
    return broken(
        info, history, ruling,
        fmt::format("The answer is {} for {}, but GetGenerationBounds in the same callback answers {}.",
                    name_of_generation(range.generation), id(object),
                    name_of_generation(map->generation_of(object))));
  }
  if (const auto& asked = moment == Moment::kStarted ? collection.asked_before : collection.asked_after;
      map != nullptr && asked) {
    const auto listed = asked->map.ranges();
    const bool found = std::ranges::any_of(listed, [&](const HeapRange& each) {
      return each.start == range.start && each.allocated == range.allocated &&
             each.reserved == range.reserved && each.generation == range.generation;
    });
    if (!found) {
      return broken(
          info, history, ruling,
          fmt::format("The answer is {}, which the answer of GetGenerationBounds in line {} does not "
                      "list.",
                      text_of(range), asked->line));
    }
  }
  ruling.kept();
}

void not_gc_object(const InfoEvent& info, const History& history, Ruling& ruling) {
  const std::uint64_t object = info.arg(0).value_or(0);
  if (!history.heap_answers().frozen(object) || info.null_outs != 0) return;
  if (info.hr != abi::CORPROF_E_NOT_GC_OBJECT) {
    return broken(info, history, ruling,
                  fmt::format("{} is frozen, but the answer is {}.", id(object), abi::hresult_text(info.hr)));
  }
  const Rows row = info.out_rows(0);
  const bool none = row.number(0, 0) == std::numeric_limits<std::int32_t>::max() && row.number(0, 1) == 0 &&
                    row.number(0, 2) == 0 && row.number(0, 3) == 0;
  if (row.size() == 1 && !none) {
    return broken(info, history, ruling,
                  fmt::format("{} is frozen, but the answer is generation {}, [{}, +{}).", id(object),
                              row.number(0, 0), id(row.number(0, 1)), row.number(0, 2)));
  }
  ruling.kept();
}

void needs_flag(const InfoEvent& info, const History& history, Ruling& ruling) {
  const Masks& masks = history.masks();
  if (!masks.known()) return ruling.cannot("the trace does not record the event mask");
  // The table remains when the flag is cleared.
  if (reports_collections(masks.ever())) return;
  if (!info.succeeded()) return ruling.kept();
  broken(info, history, ruling, "The call succeeds although neither flag is set.");
}

constexpr InfoSet kBoth{InfoMethod::kGetGenerationBounds, InfoMethod::kGetObjectGeneration};
constexpr std::string_view kBounds = "a call of GetGenerationBounds";

constexpr Binding kBindings[] = {
    {.id = "generations/small-buffer",
     .occasion = kBounds,
     .infos = {InfoMethod::kGetGenerationBounds},
     .info = small_buffer},
    {.id = "generations/answers-in-callbacks",
     .occasion = "an Info call about generations inside a callback",
     .infos = kBoth,
     .info = answers_in_callbacks},
    {.id = "generations/length-inside-reserved",
     .occasion = kBounds,
     .infos = kBoth,
     .info = length_inside_reserved},
    {.id = "generations/disjoint",
     .occasion = kBounds,
     .infos = {InfoMethod::kGetGenerationBounds},
     .info = disjoint},
    {.id = "generations/before-promotion",
     .occasion = "a call of GetGenerationBounds before the first collection is over",
     .infos = {InfoMethod::kGetGenerationBounds},
     .info = before_promotion},
    {.id = "generations/object-in-its-range",
     .occasion = "a call of GetObjectGeneration",
     .infos = {InfoMethod::kGetObjectGeneration},
     .info = object_in_its_range},
    {.id = "generations/not-gc-object",
     .occasion = "a call of GetObjectGeneration for a frozen object",
     .infos = {InfoMethod::kGetObjectGeneration},
     .info = not_gc_object},
    {.id = "generations/needs-flag",
     .occasion = "a call of GetGenerationBounds without a flag for collections",
     .infos = {InfoMethod::kGetGenerationBounds},
     .info = needs_flag},
};

}  // namespace

std::span<const Binding> generation_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
