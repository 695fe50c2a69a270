// Values that a scenario gives in place of the runtime's: single calls, entries of a report, answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/program/code/structure.h"
#include "harness/program/runtime_profile.h"
#include "harness/program/specs.h"

namespace gcrucible::program {

// A value that replaces the correct one. Names are resolved when the value is delivered.
struct Said {
  enum class Kind : std::uint8_t {
    kNumber,    // null and false are 0
    kChange,    // the correct value plus `number`, modulo 2^64
    kObject,    // ObjectID of object `number`
    kType,      // ClassID
    kHandle,    // GCHandleID
    kThread,    // ThreadID
    kFunction,  // FunctionID
    kModule,    // ModuleID of the assembly called `text`
    kAssembly,
    kDomain,  // AppDomainID: 0 the shared one, 1 the program's
    kText,
    // In answers only:
    kSame,  // the correct value
    kNull,
    kFlag,
  };
  Kind kind = Kind::kNumber;
  std::uint64_t number = 0;
  std::string text;

  friend bool operator==(const Said&, const Said&) = default;
};
GCRUCIBLE_FIELDS(Said, kind, number, text)

// An argument of a callback, or a column of an entry, by its place in the row of callback_shapes.h.
struct SaidArgument {
  std::uint8_t index = 0;
  std::vector<Said> values;  // one value, or the rows of an array, one after the other

  friend bool operator==(const SaidArgument&, const SaidArgument&) = default;
};
GCRUCIBLE_FIELDS(SaidArgument, index, values)

// A call of a callback, counted from 0 in the collection or in the run. kNothing: every call.
struct CallPlace {
  std::uint16_t slot = 0;
  std::uint32_t which = 0;

  friend bool operator==(const CallPlace&, const CallPlace&) = default;
};
GCRUCIBLE_FIELDS(CallPlace, slot, which)

// Changes one call at the point where it leaves the simulated CLR.
struct CallEdit {
  enum class Kind : std::uint8_t {
    kOmit,
    kTwice,
    kBefore,  // it comes before `place`
    kAfter,   // it comes after `place`; if that is kNothing: after the next call
    kWith,    // with other arguments
    kOn,      // on another thread
    kHold,    // its return is written only after the call `place`
    kClaim,   // its arrays claim to have `count` entries
  };
  Kind kind = Kind::kOmit;
  CallPlace call;
  CallPlace place;
  std::vector<SaidArgument> arguments;
  std::uint32_t thread = kNothing;  // kNothing: a thread without a managed thread
  std::uint32_t count = 0;

  friend bool operator==(const CallEdit&, const CallEdit&) = default;
};
GCRUCIBLE_FIELDS(CallEdit, kind, call, place, arguments, thread, count)

// A callback without a cause.
struct SaidCall {
  std::uint16_t slot = 0;
  std::vector<SaidArgument> arguments;
  bool elsewhere = false;  // it comes on `thread`, not on the current thread
  std::uint32_t thread = kNothing;
  CallPlace place;  // not for steps
  bool before = false;

  friend bool operator==(const SaidCall&, const SaidCall&) = default;
};
GCRUCIBLE_FIELDS(SaidCall, slot, arguments, elsewhere, thread, place, before)

// Changes the entries of one part of a report before they are split into calls. `entry` counts correct
// entries.
struct EntryEdit {
  enum class Kind : std::uint8_t { kDrop, kRepeat, kAdd, kChange, kOldAddresses, kNewAddresses };
  enum class Variant : std::uint8_t { kBoth, kExact, kOlder };
  Kind kind = Kind::kDrop;
  ReportPart part = ReportPart::kRoots;
  Variant variant = Variant::kBoth;     // roots: RootReferences2, RootReferences
  std::uint32_t entry = kNothing;       // kNothing: all, where addresses change
  std::vector<SaidArgument> arguments;  // kAdd, kChange: by column

  friend bool operator==(const EntryEdit&, const EntryEdit&) = default;
};
GCRUCIBLE_FIELDS(EntryEdit, kind, part, variant, entry, arguments)

// An out parameter: a value, or rows of them.
struct SaidOut {
  bool is_table = false;
  Said value;
  std::vector<std::vector<Said>> rows;

  friend bool operator==(const SaidOut&, const SaidOut&) = default;
};
GCRUCIBLE_FIELDS(SaidOut, is_table, value, rows)

// The answer that the trace states for a query of the harness.
struct SaidAnswer {
  std::optional<std::int32_t> hr;
  std::vector<SaidOut> out;  // missing values stay unchanged
  std::optional<std::vector<Said>> visited;

  friend bool operator==(const SaidAnswer&, const SaidAnswer&) = default;
};
GCRUCIBLE_FIELDS(SaidAnswer, hr, out, visited)

// An Info call of the profiler that fails. failing_info.h lists the methods. Only calls of the method that
// would succeed are counted, from 0.
struct InfoFailure {
  std::uint16_t slot = 0;
  std::uint32_t which = kNothing;  // kNothing: every call
  std::int32_t answer = 0;

  friend bool operator==(const InfoFailure&, const InfoFailure&) = default;
};
GCRUCIBLE_FIELDS(InfoFailure, slot, which, answer)

// Overrides of one collection, or of the run.
struct CallOverrides {
  std::vector<CallEdit> calls;
  std::vector<SaidCall> said;
  bool empty() const { return calls.empty() && said.empty(); }

  friend bool operator==(const CallOverrides&, const CallOverrides&) = default;
};
GCRUCIBLE_FIELDS(CallOverrides, calls, said)

}  // namespace gcrucible::program
