// Where a checker puts what it sees; one a rule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "harness/rules/finding.h"

namespace gcrucible::rules {

class Ruling {
 public:
  // More breaks of one rule than `most_findings` are counted, not kept, but for the first in each callback: a
  // trace may have millions.
  Ruling(const Rule& rule, std::size_t most_findings, bool reasons)
      : most_findings_(most_findings), reasons_(reasons) {
    verdict_.rule = &rule;
  }

  const Rule& rule() const { return *verdict_.rule; }
  // The trace gave `times` reasons to look, and the rule held.
  void kept(std::uint64_t times = 1) { verdict_.occasions += times; }
  std::uint64_t occasions() const { return verdict_.occasions; }
  // Whether the text of a further finding would be kept; checkers of big heaps ask before they write one.
  bool wants_findings() const { return verdict_.findings.size() < most_findings_; }
  void broken(Finding finding) {
    ++verdict_.occasions;
    ++verdict_.breaks;
    finding.rule = verdict_.rule;
    if (wants_findings() ||
        std::ranges::find(verdict_.findings, finding.callback, &Finding::callback) == verdict_.findings.end())
      verdict_.findings.push_back(std::move(finding));
  }
  // Why it cannot be judged: what the trace lacks. The first reason is the one that is shown.
  void cannot(std::string_view why) {
    if (wants_reason()) verdict_.why = why;
  }
  // Whether a text would be kept, for those who have to make one first.
  bool wants_reason() const { return reasons_ && verdict_.why.empty(); }

  // There is no checker.
  void unchecked(std::string_view why) {
    verdict_.checked = false;
    cannot(why);
  }

  Verdict verdict() && {
    if (verdict_.breaks != 0) {
      verdict_.standing = Standing::kBroken;
    } else if (verdict_.occasions != 0) {
      verdict_.standing = Standing::kKept;
    }
    return std::move(verdict_);
  }

 private:
  Verdict verdict_;
  std::size_t most_findings_;
  bool reasons_;
};

}  // namespace gcrucible::rules
