#include "harness/rules/silent_allocations.h"

#include "harness/rules/rule.h"

namespace gcrucible::rules {

Announcing announcing(std::uint64_t object_class, const History& history) {
  // Whether they may is said once, for the rule that looks for announcements.
  const Rule* const rule = find_rule("allocation/each-object");
  if (rule == nullptr || leeway(*rule, history.header().runtime).empty()) return Announcing::kEach;
  const auto kind = history.types().kind_of(object_class);
  if (!kind) return Announcing::kUnknown;
  return *kind == TypeFacts::Kind::kValue || *kind == TypeFacts::Kind::kDelegate ? Announcing::kSome
                                                                                 : Announcing::kEach;
}

}  // namespace gcrucible::rules
