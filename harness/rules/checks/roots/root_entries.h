// Entries of RootReferences and RootReferences2, for the rules about them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {

inline constexpr std::uint32_t kAllRootFlags = abi::COR_PRF_GC_ROOT_PINNING | abi::COR_PRF_GC_ROOT_WEAKREF |
                                               abi::COR_PRF_GC_ROOT_INTERIOR |
                                               abi::COR_PRF_GC_ROOT_REFCOUNTED;

// check(call, entry, root) for each root in these calls.
template <typename Check>
void each_root(const Collection& collection, CallSet calls, Check check) {
  for (const BatchCall& call : collection.root_calls) {
    if (!calls.has(call.call)) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) check(call, i, collection.roots[call.first + i]);
  }
}

// Only RootReferences2 has kinds, flags and ids.
template <typename Check>
void each_exact_root(const Collection& collection, Check check) {
  each_root(collection, {Call::kRootReferences2}, std::move(check));
}

inline Finding finding_at_root(const Collection& collection, const BatchCall& call, std::uint32_t entry,
                               const Root& root, std::string what) {
  return at_address(at_entry(finding_at(call, collection, std::move(what)), entry), root.object);
}

}  // namespace gcrucible::rules
