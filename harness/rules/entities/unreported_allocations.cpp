#include "harness/rules/entities/unreported_allocations.h"

#include "harness/rules/catalogue/rule.h"

namespace gcrucible::rules {

Announcing announcing(std::uint64_t object_class, const History& history) {
  // The rule for announcements decides whether the runtime may leave them out.
  const Rule* const rule = find_rule("allocation/each-object");
  if (rule == nullptr || !has_leeway(*rule, history.header().runtime)) return Announcing::kEach;
  const Types& types = history.types();
  const auto kind = types.kind_of(object_class);
  // A class that the recorder has never seen has no objects.
  if (!kind && types.says_all_kinds() && !types.met(object_class)) return Announcing::kEach;
  if (!kind) return Announcing::kUnknown;
  return *kind == TypeFacts::Kind::kValue || *kind == TypeFacts::Kind::kDelegate ? Announcing::kSome
                                                                                 : Announcing::kEach;
}

}  // namespace gcrucible::rules
