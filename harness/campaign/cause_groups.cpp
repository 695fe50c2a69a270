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

// Which of two findings of one cause is kept: a death, then one that names the mistake.
bool says_more(const Fault& a, const Fault& b) {
  const bool is_death = rules::is_death(a.cause.rule);
  if (is_death != rules::is_death(b.cause.rule)) return is_death;
  return a.trouble.explained && !b.trouble.explained;
}

void take(Fault& whole, Fault&& part) {
  whole.joined.push_back(part.cause);
  std::ranges::move(part.joined, std::back_inserter(whole.joined));
  std::erase_if(whole.also, [&](const Cause& each) {
    return std::ranges::find(whole.joined, each) != whole.joined.end();
  });
}

// Whether `fault` is a special case of what `general` shows.
bool is_part(const Fault& fault, const Fault& general) {
  return !fault.also_rule.empty() && general.cause.rule == fault.also_rule &&
         general.cause.detail == fault.cause.detail;
}

void join_special_cases(std::vector<Fault>& faults) {
  std::vector<Fault> left;
  std::vector<Fault> special;
  for (Fault& fault : faults) {
    const bool is_special =
        std::ranges::any_of(faults, [&](const Fault& other) { return is_part(fault, other); });
    (is_special ? special : left).push_back(fault);
  }
  for (Fault& fault : special) {
    const auto general =
        std::ranges::find_if(left, [&](const Fault& other) { return is_part(fault, other); });
    if (general == left.end()) {
      left.push_back(std::move(fault));
    } else {
      general->times += fault.times;
      take(*general, std::move(fault));
    }
  }
  faults = std::move(left);
}

}  // namespace

void join_causes(std::vector<Fault>& faults) {
  join_special_cases(faults);
  std::vector<Fault> left;
  for (Fault& fault : faults) {
    const auto same = std::ranges::find_if(left, [&](const Fault& other) { return are_one(other, fault); });
    if (same == left.end()) {
      left.push_back(std::move(fault));
    } else if (says_more(fault, *same)) {
      take(fault, std::move(*same));
      *same = std::move(fault);
    } else {
      take(*same, std::move(fault));
    }
  }
  std::ranges::stable_sort(left, {}, &Fault::number);
  faults = std::move(left);
}

void put_named_first(std::vector<Fault>& faults) {
  // Not of std::ranges, which Clang 14 cannot compile with this library.
  std::stable_partition(faults.begin(), faults.end(),
                        [](const Fault& fault) { return fault.trouble.explained; });
}

}  // namespace gcrucible::campaign
