// Roots that may be no reference at all.
#pragma once

#include <string_view>

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

inline constexpr std::string_view kStackWord =
    "stacks are scanned conservatively, so that a root may be a word that names memory without an object";

// With DOTNET_gcConservative each word of a stack that looks like an address is reported as an interior
// pointer that pins. Reported is what stands there behind the collection, which the marking has not seen.
// RootReferences does not say which roots these are.
bool may_be_stack_word(const BatchCall& call, const Root& root, const History& history);

}  // namespace gcrucible::rules
