#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

Actor unforced(const Decision& decision) {
  return decision.current.value_or(decision.ready.front());
}

}  // namespace gcrucible::schedule
