// Faults that can be planted in the collector. They show that the audit, the rules and the expectations
// detect them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gcrucible::sim {

enum class Fault : std::uint8_t {
  kNone,
  kLostObject,             // marking forgets one reachable object
  kKeptObject,             // marking keeps one unreachable object of a condemned generation
  kWrongOffset,            // one plug lands one alignment unit off
  kLongPlug,               // one plug claims a neighbour that is dead
  kShortPlug,              // one plug loses its last object
  kForgottenWeakHandle,    // a weak handle to a dead object is not cleared
  kMovedPinned,            // a pinned object is moved
  kWrongGeneration,        // survivors stay in the generation they were in
  kForgottenFinalizer,     // an unreachable finalizable object is not queued
  kStaleReference,         // a reference field in memory keeps the old address
  kWrongCondemned,         // one generation younger is condemned than requested
  kSweepsInsteadOfMoving,  // a compacting generation is swept
  kMovesInsteadOfSweeping  // a sweeping generation is compacted
};

struct FaultName {
  Fault fault;
  std::string_view name;
};

// The names that `--plant` accepts.
inline constexpr std::array kFaultNames{
    FaultName{Fault::kNone, "none"},
    FaultName{Fault::kLostObject, "lost-object"},
    FaultName{Fault::kKeptObject, "kept-object"},
    FaultName{Fault::kWrongOffset, "wrong-offset"},
    FaultName{Fault::kLongPlug, "long-plug"},
    FaultName{Fault::kShortPlug, "short-plug"},
    FaultName{Fault::kForgottenWeakHandle, "forgotten-weak-handle"},
    FaultName{Fault::kMovedPinned, "moved-pinned"},
    FaultName{Fault::kWrongGeneration, "wrong-generation"},
    FaultName{Fault::kForgottenFinalizer, "forgotten-finalizer"},
    FaultName{Fault::kStaleReference, "stale-reference"},
    FaultName{Fault::kWrongCondemned, "wrong-condemned"},
    FaultName{Fault::kSweepsInsteadOfMoving, "sweeps-instead-of-moving"},
    FaultName{Fault::kMovesInsteadOfSweeping, "moves-instead-of-sweeping"},
};

}  // namespace gcrucible::sim
