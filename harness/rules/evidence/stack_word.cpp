#include "harness/rules/evidence/stack_word.h"

#include "harness/abi/enums.h"
#include "harness/rules/evidence/runtime_settings.h"

namespace gcrucible::rules {

bool may_be_stack_word(const BatchCall& call, const Root& root, const History& history) {
  if (!scans_conservatively(history.header())) return false;
  constexpr std::uint32_t kFlags = abi::COR_PRF_GC_ROOT_PINNING | abi::COR_PRF_GC_ROOT_INTERIOR;
  return call.call == Call::kRootReferences ||
         (root.kind == abi::COR_PRF_GC_ROOT_STACK && root.flags == kFlags);
}

}  // namespace gcrucible::rules
