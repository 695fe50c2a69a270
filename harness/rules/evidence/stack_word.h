// Reported roots that may not be references.
#pragma once

#include <string_view>

#include "harness/rules/state/history.h"

namespace gcrucible::rules {

inline constexpr std::string_view kStackWord =
    "stacks are scanned conservatively, so a root may be a word that is not the address of an object";

// With DOTNET_gcConservative each word of a stack that looks like an address is reported as a pinning
// interior pointer. The reported word is the one after the collection, which marking has not seen.
// RootReferences does not show which roots these are.
bool may_be_stack_word(const BatchCall& call, const Root& root, const History& history);

}  // namespace gcrucible::rules
