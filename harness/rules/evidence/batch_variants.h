// Batches are delivered by a newer method, and again by the older method of the same name.
#pragma once

#include "harness/rules/collection/collection.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// Whether `callback` is the older one, and the newer one was the last report of its thread in `collection`.
// .NET decides once for both whether they are delivered.
bool follows_newer_variant(const Callback& callback, const Collection& collection);

}  // namespace gcrucible::rules
