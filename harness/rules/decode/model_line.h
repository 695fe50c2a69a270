// The kinds of model lines. docs/model-lines.md lists their keys.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::rules {

enum class Fact : std::uint8_t {
  kOther,
  kType,
  kClass,
  kNames,
  kAllocated,
  kCalls,
  kCollection,
  kHeap,
  kPlan,
  kQueued,
  kCleared,
  kAudit,
  kAsks,
  kAnswer,  // checkers also receive these as InfoEvents
  kStale,
  kUnimplemented,
  kRoots,
  kHandles,
  kFunctions,
  kUnloading,
  kAttach,
  kDetach,
  kBackground,
  kManaged,
  kSchedule,
  kGap,
  kClobbered,
};
inline constexpr std::size_t kFactCount = 27;

// kOther for a name that is not in the table.
Fact fact_of(std::string_view name);

class FactSet {
 public:
  constexpr FactSet() = default;
  constexpr FactSet(std::initializer_list<Fact> facts) {
    for (const Fact fact : facts) bits_ |= std::uint32_t{1} << static_cast<unsigned>(fact);
  }
  constexpr bool has(Fact fact) const { return ((bits_ >> static_cast<unsigned>(fact)) & 1) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct ModelLine {
  Fact fact = Fact::kOther;
  const trace::Event* event = nullptr;  // never null; valid only during the check
};

}  // namespace gcrucible::rules
