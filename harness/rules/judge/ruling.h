// Collects the results of one rule's checker.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/rules/judge/finding.h"

namespace gcrucible::rules {

class Ruling {
 public:
  // Beyond `most_findings`, violations are counted but not kept, except the first in each callback. A trace
  // may contain millions.
  Ruling(const Rule& rule, std::size_t most_findings, bool reasons)
      : most_findings_(most_findings), reasons_(reasons) {
    verdict_.rule = &rule;
  }

  const Rule& rule() const { return *verdict_.rule; }
  // The trace had evidence for the rule `times` times, and the rule held.
  void kept(std::uint64_t times = 1) { verdict_.occasions += times; }
  std::uint64_t occasions() const { return verdict_.occasions; }
  // Whether the text of a further finding would be kept. Checkers of large heaps call this before they
  // build one.
  bool wants_findings() const { return seen_ < most_findings_; }
  void broken(Finding finding) {
    ++verdict_.occasions;
    ++seen_;
    verdict_.collections.insert(finding.collection);
    if (verdict_.subjects.size() < kMostSubjects)
      verdict_.subjects.push_back({.collection = finding.collection,
                                   .line = finding.line,
                                   .address = finding.address,
                                   .thread = finding.thread,
                                   .of_collection = finding.is_of_collection()});
    const bool keeps =
        verdict_.findings.size() < most_findings_ ||
        std::ranges::find(verdict_.findings, finding.callback, &Finding::callback) == verdict_.findings.end();
    if (joins(finding, keeps)) return;
    ++verdict_.breaks;
    finding.rule = verdict_.rule;
    if (keeps) verdict_.findings.push_back(std::move(finding));
  }
  // Why the rule cannot be judged: what the trace lacks. Only the first reason is shown.
  void cannot(std::string_view why) {
    if (wants_reason()) verdict_.why = why;
  }
  // Whether a reason would be kept. Call before building an expensive text.
  bool wants_reason() const { return reasons_ && verdict_.why.empty(); }

  // The rule has no checker.
  void unchecked(std::string_view why) {
    verdict_.checked = false;
    cannot(why);
  }

  // Calls `visit` for the subjects of the collection that is judged last.
  template <typename Visit>
  void each_subject_of(std::uint32_t collection, Visit visit) {
    std::vector<Subject>& subjects = verdict_.subjects;
    for (auto subject = subjects.rbegin(); subject != subjects.rend(); ++subject) {
      if (subject->collection != collection) return;
      visit(*subject);
    }
  }

  // Calls `visit` for the subjects of that collection and of later ones.
  template <typename Visit>
  void each_subject_since(std::uint32_t collection, Visit visit) {
    std::vector<Subject>& subjects = verdict_.subjects;
    for (auto subject = subjects.rbegin(); subject != subjects.rend(); ++subject) {
      if (subject->collection != 0 && subject->collection < collection) return;
      visit(*subject);
    }
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
  // Violations with one cause are one finding. For the runtime: in one collection, or on successive lines.
  // For the profiler: in one callback of one collection.
  bool joins(const Finding& finding, bool keeps) {
    constexpr std::uint64_t kLineAfterLine = 8;
    const bool by_runtime = rule().breaker == Breaker::kRuntime;
    const bool goes_on = by_runtime && last_line_ != kNoLine && finding.line != kNoLine &&
                         finding.line >= last_line_ && finding.line - last_line_ <= kLineAfterLine;
    last_line_ = finding.line;
    const std::pair key(finding.collection, by_runtime ? std::string() : finding.callback);
    const bool has_group = !by_runtime || finding.collection != 0;
    const auto known = has_group ? groups_.find(key) : groups_.end();
    if (known != groups_.end()) last_group_ = known->second;
    if (known == groups_.end() && !goes_on) {
      last_group_ = keeps ? verdict_.findings.size() : kNotKept;
      groups_[key] = last_group_;
      return false;
    }
    groups_[key] = last_group_;
    if (last_group_ == kNotKept) return true;
    ++verdict_.findings[last_group_].more;
    verdict_.findings[last_group_].last_line = finding.line;
    return true;
  }

  Verdict verdict_;
  static constexpr std::size_t kNotKept = ~std::size_t{0};
  // Indices in `findings`, by collection and callback.
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> groups_;
  std::size_t last_group_ = 0;
  std::uint64_t last_line_ = kNoLine;  // of the last violation
  std::size_t seen_ = 0;               // violations seen
  std::size_t most_findings_;
  bool reasons_;
};

}  // namespace gcrucible::rules
