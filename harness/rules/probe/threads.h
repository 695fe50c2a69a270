// What the threads that told a collection may have to do with a wrong answer of the probe.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

// Sentences, each with a space before it; empty where there is nothing to say. `missing` survive the
// collection and are not in the answer, `present` do and are.
// What is missing is what the ranges of one of several threads hold, and all of that.
std::string missing_thread_text(const Collection& collection, std::span<const Fate* const> missing,
                                std::span<const Fate* const> present);
// Code of the profiler ran on one thread while it was inside a callback on another.
std::string overlap_text(const Collection& collection);

}  // namespace gcrucible::rules
