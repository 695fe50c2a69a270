#include "harness/campaign/shrink/candidates.h"

#include <limits>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {

std::vector<program::Program> candidates(const program::Program& program, const TypePool& pool,
                                         CandidateKind kind) {
  std::vector<program::Program> found;
  const Shows keep = [&found](const program::Program& tried) {
    found.push_back(tried);
    return false;
  };
  Attempts attempts(program, pool, keep, std::numeric_limits<std::uint32_t>::max());
  attempts.only_list();
  switch (kind) {
    case CandidateKind::kFewerSteps:
      drop_steps(attempts);
      break;
    case CandidateKind::kPlainerSetup:
      simplify_setup(attempts, nullptr);
      break;
    case CandidateKind::kPlainerCollections:
      simplify_collections(attempts);
      break;
    case CandidateKind::kPlainerSteps:
      simplify_steps(attempts);
      simplify_suspensions(attempts);
      simplify_together(attempts);
      replace_steps(attempts);
      break;
  }
  return found;
}

}  // namespace gcrucible::campaign
