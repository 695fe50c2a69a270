#include "harness/rules/evidence/batch_variants.h"

namespace gcrucible::rules {
namespace {

Call newer_variant(Call call) {
  switch (call) {
    case Call::kMovedReferences:
      return Call::kMovedReferences2;
    case Call::kSurvivingReferences:
      return Call::kSurvivingReferences2;
    case Call::kRootReferences:
      return Call::kRootReferences2;
    default:
      return Call::kOther;
  }
}

}  // namespace

bool follows_newer_variant(const Callback& callback, const Collection& collection) {
  const Call newer = newer_variant(callback.call);
  if (newer == Call::kOther) return false;
  const auto& calls = callback.call == Call::kRootReferences ? collection.root_calls : collection.range_calls;
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (calls[i].line < callback.line && calls[i].thread == callback.thread) return calls[i].call == newer;
  }
  return false;
}

}  // namespace gcrucible::rules
