// How a collection is reported to the profiler: legal choices, and edits that make the report illegal on
// purpose.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/program/code/structure.h"
#include "harness/program/overrides.h"
#include "harness/program/runtime_profile.h"
#include "harness/program/schedule.h"
#include "harness/program/specs.h"
#include "harness/program/steps/suspending.h"

namespace gcrucible::program {

enum class Family : std::uint8_t { kMoved, kSurviving };

struct ReportedRange {
  Family family = Family::kMoved;
  std::uint64_t from = 0;
  std::uint64_t to = 0;  // equal to `from` for surviving ranges
  std::uint64_t length = 0;

  friend bool operator==(const ReportedRange&, const ReportedRange&) = default;
};
GCRUCIBLE_FIELDS(ReportedRange, family, from, to, length)

// One deliberate departure from the runtime's report. `index` counts ranges of the correct report in order.
struct ReportEdit {
  enum class Kind : std::uint8_t {
    kReplaceRanges,  // replace all ranges of the collection by `ranges`
    kDropRange,      // omit range `index`
    kRepeatRange,    // report range `index` twice
    kChangeRange,    // range `index` becomes ranges[0]
    kOtherFamily,    // report range `index` through the other family
    kBothFamilies,   // report range `index` through both families
    kLegacyFirst,    // the legacy call before the exact one
    kLegacyOnly,     // no exact call although ICorProfilerCallback4 is supported
    kLegacyDespiteFailure,
    kExactLegacyLength,  // the legacy call truncates lengths to 32 bits instead of passing 0xFFFFFFFF
    kOmitStarted,
    kOmitFinished,
    kStartedTwice,
    kFinishedTwice,
    kRangesBeforeStarted,
    kRangesAfterFinished,
    kWrongGenerations,  // generationCollected is `generations`
    kWrongReason,
    kReferencesAfterError,  // ObjectReferences continues after the profiler returned an error
  };
  Kind kind = Kind::kReplaceRanges;
  std::uint32_t index = 0;
  std::vector<ReportedRange> ranges;
  std::vector<bool> generations;

  friend bool operator==(const ReportEdit&, const ReportEdit&) = default;
};
GCRUCIBLE_FIELDS(ReportEdit, kind, index, ranges, generations)

// How the entries of one part of the report are split into calls. The calls add up (GC-BRK-016).
struct Spread {
  std::vector<std::uint32_t> splits;  // sizes of the first calls, then the limit; 0 is an empty call
  std::uint64_t shuffle = 0;          // not 0: entries in a random order with this key

  friend bool operator==(const Spread&, const Spread&) = default;
};
GCRUCIBLE_FIELDS(Spread, splits, shuffle)

// Every free choice is a field, set once when the program is made. Removing a step does not change the
// choices of other steps.
struct Reporting {
  std::uint32_t batch_limit = 0;  // 0: the runtime's
  std::vector<std::uint32_t>
      splits;  // sizes of the first batches of ranges; the limit afterwards. 0 is an empty call
  std::uint64_t shuffle = 0;      // not 0: ranges and batches in a random order with this key
  std::vector<ReportPart> order;  // empty: the runtime's order; otherwise all parts, each once
  std::vector<ReportEdit> edits;
  Spread roots;
  Spread dependent_handles;
  Spread allocated_by_class;
  std::uint64_t queued_shuffle = 0;      // not 0: FinalizeableObjectQueued in a random order with this key
  std::uint64_t references_shuffle = 0;  // not 0: ObjectReferences in a random order with this key
  // Not 0: the key of a random choice for each batch of roots. The choice is whether RootReferences2 or
  // RootReferences comes first. It applies only if neither call depends on the other.
  std::uint64_t root_pairs = 0;
  // Not 0: calls of all parts are mixed in a random order with this key. 0: one part after the other. No
  // value: the choice is still open, and means 0.
  std::optional<std::uint64_t> interleave;
  // Not 0: the key of all other free choices, each with its own purpose (calls/liberties.h). 0: no liberties.
  // No value: the choice is still open, and means none.
  std::optional<std::uint64_t> liberties;
  // Liberties that only split or order the report are not taken. No scenario can set this. It is for the
  // reference form that others are compared with (plain_reporting.h).
  bool in_whole = false;
  // Server GC: which heap's thread continues when several report at the same time. No value: the choice is
  // still open, and means round robin.
  std::optional<Schedule> schedule;
  std::uint16_t started_by = 0;  // the heap whose thread delivers GarbageCollectionStarted
  Suspending suspension;         // the collection's own; unused if it has none
  // Departures in addition to `edits`.
  CallOverrides overrides;
  std::vector<EntryEdit> entries;

  friend bool operator==(const Reporting&, const Reporting&) = default;
};
GCRUCIBLE_FIELDS(Reporting, batch_limit, splits, shuffle, order, edits, roots, dependent_handles,
                 allocated_by_class, queued_shuffle, references_shuffle, root_pairs, interleave, liberties,
                 in_whole, schedule, started_by, suspension, overrides, entries)

}  // namespace gcrucible::program
