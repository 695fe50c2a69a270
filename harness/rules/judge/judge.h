// Judges a trace while it is read: receives events, returns verdicts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/rules/decode/callback.h"
#include "harness/rules/judge/end.h"
#include "harness/rules/judge/finding.h"
#include "harness/rules/judge/observer.h"
#include "harness/rules/judge/ruling.h"
#include "harness/rules/judge/selection.h"
#include "harness/trace/event.h"

namespace gcrucible::rules {

class RuleSet;
struct Binding;

// Judges one trace on one thread. Accepts any sequence of events, even a damaged trace, and never fails. A
// rule without enough evidence is not evaluable. Memory grows with the heap, with open calls, handles and
// threads, and with most_findings per rule. Memory does not grow with the length of the trace.
class Judge {
 public:
  explicit Judge(const Selection& selection = {}, Observer* observer = nullptr);
  // `rule_set` must outlive the judge.
  explicit Judge(const RuleSet& rule_set, Observer* observer = nullptr);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  ~Judge();

  void take(const trace::Event& event);
  // Call once after the last event. One verdict per selected rule, in the order of the catalogue.
  std::vector<Verdict> verdicts() &&;

  const History& history() const { return *history_; }

 private:
  struct Bound {
    const Binding* binding = nullptr;
    Ruling ruling;
    bool excused = false;
  };

  Judge(Observer* observer, std::unique_ptr<const RuleSet> own);
  void take_header(const trace::Event& event);
  void take_callback(const trace::Event& event);
  void take_info(const trace::Event& event);
  void take_return(const trace::Event& event);
  void take_answer(const trace::Event& event);
  void take_model(const trace::Event& event);
  void judge(const InfoEvent& info);
  void close_collection(bool unfinished);
  void mark_good_ranges(const Collection& collection);
  void mark_mixed(const Collection& collection);

  std::unique_ptr<const RuleSet> own_rule_set_;
  const RuleSet* rule_set_;
  std::vector<Bound> bound_;  // by place in the rule set
  Observer* observer_;
  std::unique_ptr<History> history_;
  bool mixed_before_ = false;  // Collection::mixed of the last collection
  Callback callback_;
  End end_;
};

}  // namespace gcrucible::rules
