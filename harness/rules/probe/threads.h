// How the threads that reported a collection may explain a wrong probe answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/rules/collection/collection.h"

namespace gcrucible::rules {

// Sentences with a leading space; empty if nothing applies. `missing`: survivors that are not in the
// answer; `present`: survivors that are.
// The missing objects are exactly those in the ranges of one of several threads.
std::string missing_thread_text(const Collection& collection, std::span<const Fate* const> missing,
                                std::span<const Fate* const> present);
// Profiler code ran on one thread while it was inside a callback on another.
std::string overlap_text(const Collection& collection);

}  // namespace gcrucible::rules
