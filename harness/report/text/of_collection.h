// Decides which callbacks are printed with a collection, and which before or after it.
#pragma once

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/history.h"

namespace gcrucible::report {

// Call before `history` takes the callback.
bool belongs_to_collection(const rules::Callback& callback, const rules::History& history);

}  // namespace gcrucible::report
