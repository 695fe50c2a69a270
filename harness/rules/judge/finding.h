// The findings of a trace, rule by rule.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/catalogue/rule.h"
#include "harness/rules/collection/heap_model.h"
#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// One violation of one rule, with its place and values.
struct Finding {
  const Rule* rule = nullptr;
  std::string what;              // one or two sentences with all values
  std::uint32_t collection = 0;  // 0: none
  std::uint64_t line = kNoLine;  // of the trace
  std::string callback;          // name of the method at that line
  std::uint32_t thread = 0;
  std::uint32_t entry = kNoObject;   // index in the arrays of the callback; kNoObject: the whole call
  std::uint32_t object = kNoObject;  // number of the object in the program, if the model has one
  std::uint64_t address = 0;         // the ObjectID concerned, if any; used to look up the object's story
  bool explained = false;            // `what` names a likely cause, so the rule's usual cause is not shown
  // The mistakes that `what` lists, each of which gives the same values. Constant texts. Empty if the list
  // may lack some, so that it is no evidence against them.
  std::vector<std::string_view> causes = {};
  std::string_view also_rule = {};  // id of a more general rule that explains the same values; may be empty
  // Further violations of the same rule that seem to have the same cause, and the line of the last one.
  std::uint64_t more = 0;
  std::uint64_t last_line = kNoLine;
  // Of the collection as a whole. The line is that of GarbageCollectionStarted, unless a checker sets
  // another.
  bool of_collection = false;
  bool is_of_collection() const {
    return of_collection && (callback.empty() || callback == "GarbageCollectionStarted");
  }
};

// The subject of a violation. Violations with one cause share parts of it.
struct Subject {
  std::uint32_t collection = 0;
  std::uint64_t line = kNoLine;
  std::uint64_t address = 0;
  std::uint32_t thread = 0;
  bool of_collection = false;
  bool in_good_range = false;     // a reported range holds the address, and no rule finds fault with its call
  bool in_mixed_reports = false;  // Collection::mixed, or that of the collection before
};

enum class Standing : std::uint8_t { kKept, kBroken, kNotEvaluable };

constexpr std::size_t kMostSubjects = 1024;

struct Verdict {
  const Rule* rule = nullptr;
  Standing standing = Standing::kNotEvaluable;
  bool checked = true;                  // whether the rule has a checker; if not, kNotEvaluable
  std::uint64_t occasions = 0;          // how often the trace had evidence for the rule
  std::uint64_t breaks = 0;             // separate findings; may exceed findings.size()
  std::vector<Finding> findings;        // the first ones, and the first in each callback, in order
  std::string why;                      // for kNotEvaluable: the reason
  std::vector<Subject> subjects = {};   // of the first violations, at most kMostSubjects
  std::set<std::uint32_t> collections;  // in which the rule is violated; 0 for outside of all
  // The violated rule that most likely caused this violation (consequences.h).
  const Rule* follows = nullptr;
};

// Whether a finding names the mistake itself. Otherwise only the usual cause of the rule is known.
inline bool names_mistake(const Verdict& verdict) {
  return verdict.rule->kind != RuleKind::kAdvice &&
         std::ranges::any_of(verdict.findings, [](const Finding& each) { return each.explained; });
}

struct Counts {
  std::size_t kept = 0;
  std::size_t broken = 0;
  std::size_t not_evaluable = 0;
  std::size_t unchecked = 0;  // without a checker, and not in the other three
  std::size_t judged() const { return kept + broken + not_evaluable; }
};
// Only rules that `breaker` can violate.
Counts count(const std::vector<Verdict>& verdicts, Breaker breaker);
// All rules.
Counts count(const std::vector<Verdict>& verdicts);

}  // namespace gcrucible::rules
