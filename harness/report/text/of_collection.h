// Which callbacks a story tells with a collection, and which before or behind it.
#pragma once

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/history.h"

namespace gcrucible::report {

// `history` has not taken it yet.
bool belongs_to_collection(const rules::Callback& callback, const rules::History& history);

}  // namespace gcrucible::report
