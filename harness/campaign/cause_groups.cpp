#include "harness/campaign/cause_groups.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/rules/judge/other_finding.h"

namespace gcrucible::campaign {
namespace {

bool is_small(const Fault& fault) {
  return !fault.flaky && fault.plays == 1 && !fault.unshrunk && !fault.cut && fault.trials != 0;
}

bool shows(const Fault& fault, const Cause& cause) {
  return std::ranges::find(fault.also, cause) != fault.also.end();
}

bool are_one(const Fault& a, const Fault& b) {
  return is_small(a) && is_small(b) && shows(a, b.cause) && shows(b, a.cause);
}

void take(Fault& whole, Fault&& part) {
  whole.joined.push_back(part.cause);
  std::ranges::move(part.joined, std::back_inserter(whole.joined));
  std::erase_if(whole.also, [&](const Cause& each) {
    return std::ranges::find(whole.joined, each) != whole.joined.end();
  });
}

}  // namespace

void join_causes(std::vector<Fault>& faults) {
  std::vector<Fault> left;
  for (Fault& fault : faults) {
    const auto same = std::ranges::find_if(left, [&](const Fault& other) { return are_one(other, fault); });
    if (same == left.end()) {
      left.push_back(std::move(fault));
    } else if (rules::is_death(fault.cause.rule) && !rules::is_death(same->cause.rule)) {
      take(fault, std::move(*same));
      *same = std::move(fault);
    } else {
      take(*same, std::move(fault));
    }
  }
  std::ranges::stable_sort(left, {}, &Fault::number);
  faults = std::move(left);
}

}  // namespace gcrucible::campaign
