// What a check of a trace found, rule by rule.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "harness/rules/catalogue/rule.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/state/heap_model.h"

namespace gcrucible::rules {

// One break of one rule, with its place and the values involved.
struct Finding {
  const Rule* rule = nullptr;
  std::string what;              // one or two sentences with all values
  std::uint32_t collection = 0;  // 0: none
  std::uint64_t line = kNoLine;  // of the trace
  std::string callback;          // name of the method at that line
  std::uint32_t thread = 0;
  std::uint32_t entry = kNoObject;   // position in the arrays of the callback; kNoObject: the call as a whole
  std::uint32_t object = kNoObject;  // number of the object in the program, where the model names one
  std::uint64_t address = 0;         // the ObjectID it is about, if any: what its story is looked up by
  bool explained = false;  // `what` says what it may come from, so that the rule's usual cause is none
  // Breaks of the same rule that have the same cause, as far as can be seen, beside this first one, and the
  // line of the last of them.
  std::uint64_t more = 0;
  std::uint64_t last_line = kNoLine;
};

enum class Standing : std::uint8_t { kKept, kBroken, kNotEvaluable };

struct Verdict {
  const Rule* rule = nullptr;
  Standing standing = Standing::kNotEvaluable;
  bool checked = true;                  // whether the rule has a checker; kNotEvaluable where not
  std::uint64_t occasions = 0;          // how often the trace gave reason to look
  std::uint64_t breaks = 0;             // those that are findings of their own; may exceed findings.size()
  std::vector<Finding> findings;        // the first ones, and the first in each callback, in their order
  std::string why;                      // of kNotEvaluable
  std::set<std::uint32_t> collections;  // in which it is broken; 0 for outside of all
  // The broken rule that this one is broken because of, in all likelihood (consequences.h).
  const Rule* follows = nullptr;
};

struct Counts {
  std::size_t kept = 0;
  std::size_t broken = 0;
  std::size_t not_evaluable = 0;
  std::size_t unchecked = 0;  // without a checker, and in none of the three
  std::size_t judged() const { return kept + broken + not_evaluable; }
};
// Of the rules that `breaker` can break.
Counts count(const std::vector<Verdict>& verdicts, Breaker breaker);
// Of all.
Counts count(const std::vector<Verdict>& verdicts);

}  // namespace gcrucible::rules
