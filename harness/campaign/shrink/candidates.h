// Smaller candidates for a program, for callers with their own search for the smallest program.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

// The parts of one round of shrink().
enum class CandidateKind : std::uint8_t { kFewerSteps, kPlainerSetup, kPlainerCollections, kPlainerSteps };
inline constexpr unsigned kCandidateKinds = 4;

// All programs that shrink() would try next, in its order, if every trial failed. All are valid and distinct,
// and contain no random choices that `program` lacks. Deterministic.
std::vector<program::Program> candidates(const program::Program& program, const TypePool& pool,
                                         CandidateKind kind);

}  // namespace gcrucible::campaign
