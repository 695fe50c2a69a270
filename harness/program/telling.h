// How a collection is told to the profiler: legal choices, and edits that make the report illegal on purpose.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/program/overrides.h"
#include "harness/program/runtime_profile.h"
#include "harness/program/schedule.h"
#include "harness/program/specs.h"
#include "harness/program/steps/suspending.h"

namespace gcrucible::program {

enum class Family : std::uint8_t { kMoved, kSurviving };

struct ToldRange {
  Family family = Family::kMoved;
  std::uint64_t from = 0;
  std::uint64_t to = 0;  // equal to `from` for surviving ranges
  std::uint64_t length = 0;

  friend bool operator==(const ToldRange&, const ToldRange&) = default;
};

// One deliberate departure from what the runtime would say. `index` counts ranges of the honest report in
// order.
struct ReportEdit {
  enum class Kind : std::uint8_t {
    kReplaceRanges,  // all ranges of the collection by `ranges`
    kDropRange,      // leave range `index` out
    kRepeatRange,    // tell range `index` twice
    kChangeRange,    // range `index` becomes ranges[0]
    kOtherFamily,    // range `index` is told through the other family
    kBothFamilies,   // range `index` is told through both
    kLegacyFirst,    // the legacy call before the exact one
    kLegacyOnly,     // no exact call although ICorProfilerCallback4 is there
    kLegacyDespiteFailure,
    kExactLegacyLength,  // the legacy call truncates lengths to 32 bits instead of saying 0xFFFFFFFF
    kOmitStarted,
    kOmitFinished,
    kStartedTwice,
    kFinishedTwice,
    kRangesBeforeStarted,
    kRangesAfterFinished,
    kWrongGenerations,  // generationCollected is `generations`
    kWrongReason,
    kReferencesAfterError,  // ObjectReferences goes on after the profiler returned an error
  };
  Kind kind = Kind::kReplaceRanges;
  std::uint32_t index = 0;
  std::vector<ToldRange> ranges;
  std::vector<bool> generations;

  friend bool operator==(const ReportEdit&, const ReportEdit&) = default;
};

// How the entries of one part of the report are spread over its calls, which add up (GC-BRK-016).
struct Spread {
  std::vector<std::uint32_t> splits;  // sizes of the first calls; the limit afterwards. 0 is an empty call
  std::uint64_t shuffle = 0;          // not 0: entries in an order drawn from this key

  friend bool operator==(const Spread&, const Spread&) = default;
};

// Every free choice is a field here, drawn once when the program is made, so that removing one step of a
// program does not reshuffle the others.
struct Telling {
  std::uint32_t batch_limit = 0;  // 0: the runtime's
  std::vector<std::uint32_t>
      splits;  // sizes of the first batches of ranges; the limit afterwards. 0 is an empty call
  std::uint64_t shuffle = 0;      // not 0: ranges and batches in an order drawn from this key
  std::vector<ReportPart> order;  // empty: the runtime's; otherwise all parts, each once
  std::vector<ReportEdit> edits;
  Spread roots;
  Spread dependent_handles;
  Spread allocated_by_class;
  std::uint64_t queued_shuffle = 0;      // not 0: FinalizeableObjectQueued in an order drawn from this key
  std::uint64_t references_shuffle = 0;  // not 0: ObjectReferences in an order drawn from this key
  // Not 0: for each batch of roots, which of RootReferences2 and RootReferences comes first is drawn from
  // this key; only where the one does not depend on the other.
  std::uint64_t root_pairs = 0;
  // Not 0: calls of all parts are mixed, drawn from this key. 0: one part after the other. Nothing: not drawn
  // yet, which is the same as 0.
  std::optional<std::uint64_t> interleave;
  // Not 0: the key of all that is open beside this, each choice by a purpose of its own (calls/liberties.h).
  // 0 or nothing: none is taken; nothing is still to be drawn.
  std::optional<std::uint64_t> liberties;
  // Those of the liberties are not taken that only divide or order what is told. No scenario says so: it is
  // for the telling that others are compared with (plain_telling.h).
  bool in_whole = false;
  // Of the heaps of server GC: which of their threads goes on where several tell at once. Round robin if not
  // told; nothing is still to be drawn.
  std::optional<Schedule> schedule;
  std::uint16_t started_by = 0;  // the heap whose thread tells GarbageCollectionStarted
  Suspending suspension;         // the collection's own; nothing where it has none
  // Departures beside `edits`.
  CallOverrides overrides;
  std::vector<EntryEdit> entries;

  friend bool operator==(const Telling&, const Telling&) = default;
};

}  // namespace gcrucible::program
