// A batch comes by a newer method, and again by the older one of the same name.
#pragma once

#include "harness/rules/decode/callback.h"
#include "harness/rules/state/collection.h"

namespace gcrucible::rules {

// Whether `callback` is the older one and its thread told `collection` the newer one last: .NET decides once
// for both whether they come.
bool follows_newer_variant(const Callback& callback, const Collection& collection);

}  // namespace gcrucible::rules
