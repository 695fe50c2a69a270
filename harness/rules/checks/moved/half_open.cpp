// Rules about single ranges of both families.
#include "harness/rules/collection/range_index.h"
#include "harness/rules/evidence/known_pair.h"
#include "harness/rules/evidence/range_overlaps.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

void new_disjoint(const Collection& collection, const History&, Ruling& ruling) {
  check_disjoint(collection, ruling, collection.by_new_address, "new");
}

// Judged by reported objects. An object exactly at the end of a range does not belong to the range. In
// collected memory, another range must contain the object.
void half_open_by_report(const Collection& collection, Ruling& ruling, Family family) {
  if (!collection.alive_reported) return ruling.cannot(kNoReportedObjects);
  if (collection.bounds_before.empty())
    return ruling.cannot("GetGenerationBounds was not called in GarbageCollectionStarted");
  AddressFinder living(collection.alive);
  for (const ReportedRange& range : collection.reported) {
    if (range.family != family || range.range.length == 0 || range.at_least) continue;
    const std::uint64_t end = range.new_end();
    const std::uint8_t generation = collection.bounds_before.generation_of(end);
    if (living.find(end) == kNoIndex || !collection.condemned(generation)) continue;
    if (collection.by_new_address.holding(end) != nullptr) {
      ruling.kept();
      continue;
    }
    Finding finding = finding_at(
        range, collection,
        fmt::format(
            "Object {} is alive in memory of {}, which was collected, and starts where {} ends. An object "
            "that starts at the end of a range is not part of it, and no other range reports it.",
            id(end), name_of_generation(generation), text_of(range)));
    finding.address = end;
    ruling.broken(std::move(finding));
  }
}

// A survivor exactly at the end of a range of `family` lies outside of the range. Another range must
// contain the survivor.
void half_open(const Collection& collection, const History& history, Ruling& ruling, Family family) {
  if (collection.reported.empty()) return;
  if (!collection.fates_known) return half_open_by_report(collection, ruling, family);
  const RangeIndex& reported = collection.by_old_address;
  const bool reports_swept = !has_leeway(ruling.rule(), history.header().runtime);
  for (const Fate& fate : collection.fates) {
    if (!fate.survives || !collection.condemned(fate.generation)) continue;
    const ReportedRange* const range = reported.ending_at(fate.from);
    if (range == nullptr || range->family != family || range->range.length == 0 || range->at_least) continue;
    if (reported.holding(fate.from) != nullptr) {
      ruling.kept();
      continue;
    }
    if (!reports_swept && fate.to == fate.from) {
      ruling.cannot("a survivor after the range may be swept, which the runtime does not report");
      continue;
    }
    ruling.broken(
        about(finding_at(*range, collection,
                         fmt::format("{} survives and starts at the end of {}. It is not part of that range, "
                                     "because {} + {} = {} is not below {}, and no other range contains it.",
                                     text_of(fate), text_of(*range), id(range->range.from),
                                     range->range.length, id(range->end()), id(range->end()))),
              fate));
  }
}

void moved_half_open(const Collection& collection, const History& history, Ruling& ruling) {
  half_open(collection, history, ruling, Family::kMoved);
}

void surviving_half_open(const Collection& collection, const History& history, Ruling& ruling) {
  half_open(collection, history, ruling, Family::kSurviving);
}

// Judged by class: another object is where the known one was.
void never_moves_by_class(const Collection& collection, Ruling& ruling) {
  if (!collection.alive_reported) return ruling.cannot(kNoReportedObjects);
  each_known_pair(collection, [&](const KnownPair& pair) {
    if (pair.range.family != Family::kSurviving || pair.before.object_class == 0 || pair.class_after == 0)
      return;
    if (pair.before.object_class == pair.class_after) return ruling.kept();
    Finding finding = finding_at(
        pair.range, collection,
        fmt::format(
            "Object {} of class {:#x} should stay according to {}, but an object of class {:#x} is there.",
            id(pair.before.at), pair.before.object_class, text_of(pair.range), pair.class_after));
    finding.address = pair.before.at;
    ruling.broken(std::move(finding));
  });
}

void never_moves(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.reported.empty()) return;
  if (!collection.fates_known) return never_moves_by_class(collection, ruling);
  const RangeIndex& reported = collection.by_old_address;
  for (const Fate& fate : collection.fates) {
    const ReportedRange* const range = fate.survives ? reported.holding(fate.from) : nullptr;
    if (range == nullptr || range->family != Family::kSurviving) continue;
    if (fate.to == fate.from) {
      ruling.kept();
      continue;
    }
    ruling.broken(about(finding_at(*range, collection,
                                   fmt::format("{} moves to {}, although the surviving range {} contains it.",
                                               text_of(fate), id(fate.to), text_of(*range))),
                        fate));
  }
}

constexpr Binding kBindings[] = {
    {.id = "moved/new-disjoint", .occasion = "a reported range", .collection = new_disjoint},
    {.id = "moved/half-open-range",
     .occasion = "a survivor that starts exactly where a moved range ends",
     .collection = moved_half_open},
    {.id = "surviving/half-open-range",
     .occasion = "a survivor that starts exactly where a surviving range ends",
     .collection = surviving_half_open},
    {.id = "surviving/never-moves", .occasion = "a survivor in a surviving range", .collection = never_moves},
};

}  // namespace

std::span<const Binding> range_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
