// What may come in the place of a program that shows something, for those who look for the smallest one by
// themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/campaign/generate/type_pool.h"
#include "harness/program/program.h"

namespace gcrucible::campaign {

// The parts of one round of shrink().
enum class CandidateKind : std::uint8_t { kFewerSteps, kPlainerSetup, kPlainerCollections, kPlainerSteps };
inline constexpr unsigned kCandidateKinds = 4;

// All that shrink() would try next, in its order, while nothing that it tries shows it: valid, each another
// one, and without drawn choices that it has not from `program`. Same arguments, same result.
std::vector<program::Program> candidates(const program::Program& program, const TypePool& pool,
                                         CandidateKind kind);

}  // namespace gcrucible::campaign
