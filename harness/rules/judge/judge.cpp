#include "harness/rules/judge/judge.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/abi/hresults.h"
#include "harness/rules/decode/decode.h"
#include "harness/rules/decode/rows.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/judge/consequences.h"
#include "harness/rules/judge/coverage.h"
#include "harness/rules/judge/rule_set.h"
#include "harness/rules/state/history.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

// The surrounding callback that a line names by its line number.
void place_inside(const trace::Value* inside, const History& history, InfoEvent& info) {
  if (inside == nullptr || inside->kind != trace::Value::Kind::kNumber) return;
  info.inside = inside->number;
  if (const InFlight* const around = history.in_flight().find(info.inside)) info.inside_call = around->call;
}

std::span<const trace::Value> values_in(const trace::Event& event, std::string_view key) {
  const trace::Value* const value = trace::find(event, key);
  return value != nullptr && value->kind == trace::Value::Kind::kList ? value->list
                                                                      : std::span<const trace::Value>();
}

std::uint64_t null_outs_of(const trace::Event& event) {
  const Rows nulls(trace::find(event, "null"));
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < nulls.size(); ++i) {
    if (nulls.number(i) < 64) bits |= std::uint64_t{1} << nulls.number(i);
  }
  return bits;
}

// From an accepted detach on, the runtime refuses each call before it looks at the arguments.
bool is_refused_by_detach(const InfoEvent& info, const History& history) {
  if (info.hr != abi::CORPROF_E_PROFILER_DETACHING) return false;
  const Lifecycle::Stage stage = history.lifecycle().stage();
  if (stage == Lifecycle::Stage::kDetaching || stage == Lifecycle::Stage::kGone) return true;
  // The detach may be accepted on another thread, where RequestProfilerDetach has not returned yet.
  return std::ranges::any_of(history.open_infos().calls(), [](const OpenInfo& each) {
    return !each.returned && each.method == InfoMethod::kRequestProfilerDetach;
  });
}

// Rules about the detach judge such a refusal, and so do those that the profiler keeps.
bool applies_to_refusal(const Rule& rule) {
  return rule.breaker != Breaker::kRuntime || rule.id.starts_with("detach/");
}

}  // namespace

Judge::Judge(const Selection& selection, Observer* observer)
    : Judge(observer, std::make_unique<const RuleSet>(selection)) {}

Judge::Judge(Observer* observer, std::unique_ptr<const RuleSet> own) : Judge(*own, observer) {
  own_rule_set_ = std::move(own);
}

Judge::Judge(const RuleSet& rule_set, Observer* observer)
    : rule_set_(&rule_set), observer_(observer), history_(std::make_unique<History>()) {
  const Selection& selection = rule_set.selection();
  bound_.reserve(rule_set.items().size());
  for (const RuleSet::Item& item : rule_set.items()) {
    bound_.push_back(
        {.binding = item.binding, .ruling = Ruling(*item.rule, selection.most_findings, selection.reasons)});
  }
}

Judge::~Judge() = default;

void Judge::take(const trace::Event& event) {
  switch (event.kind) {
    case trace::EventKind::kHeader:
      return take_header(event);
    case trace::EventKind::kCallback:
      return take_callback(event);
    case trace::EventKind::kInfo:
      return take_info(event);
    case trace::EventKind::kReturn:
      return take_return(event);
    case trace::EventKind::kModel:
      return take_model(event);
    case trace::EventKind::kProbe:
      history_->take_probe(event);
      return;
    case trace::EventKind::kEnd:
      end_ = decode_end(event);
      return;
  }
}

void Judge::take_header(const trace::Event& event) {
  Header header = decode_header(event);
  if (const std::string& runtime = rule_set_->selection().runtime; !runtime.empty()) header.runtime = runtime;
  const Rule* const provisional = find_rule("bracket/provisional-second-report");
  history_->permit_provisional(provisional != nullptr && excuse(*provisional, header.runtime).empty());
  history_->take(header);
  for (Bound& bound : bound_) {
    const std::string_view why = excuse(bound.ruling.rule(), history_->header().runtime);
    bound.excused = !why.empty();
    if (bound.excused && bound.ruling.wants_reason())
      bound.ruling.cannot(fmt::format("no rule for {}: {}", history_->header().runtime, why));
  }
}

void Judge::take_callback(const trace::Event& event) {
  decode_callback(event, callback_);
  history_->meet(callback_);
  if (history_->ends_collection(callback_)) close_collection(false);
  if (history_->begins_provisional(callback_)) {
    close_collection(false);
    history_->go_on(callback_.line);
  }
  if (observer_ != nullptr) observer_->entered(callback_, *history_);
  for (const RuleSet::Place place : rule_set_->entries_of(callback_.call)) {
    Bound& bound = bound_[place];
    if (!bound.excused) bound.binding->entry(callback_, *history_, bound.ruling);
  }
  history_->take(callback_);
}

void Judge::take_info(const trace::Event& event) {
  OpenInfo info{.line = event.n,
                .method = info_method_of(event.name),
                .name = {},
                .thread = event.thread,
                .inside = event.link,
                .args = ValueCopies(trace::find(event, "args")),
                .null_outs = null_outs_of(event),
                .collection = history_->collection().empty() ? 0 : history_->collection().number};
  if (static_cast<std::size_t>(info.method) >= abi::kInfoMethods.size()) info.name = event.name;
  if (const InFlight* const around = history_->in_flight().find(info.inside)) info.inside_call = around->call;
  for (const RuleSet::Place place : rule_set_->questions_of(info.method)) {
    Bound& bound = bound_[place];
    if (!bound.excused) bound.binding->opened(info, *history_, bound.ruling);
  }
  history_->open(std::move(info));
}

void Judge::judge(const InfoEvent& info) {
  if (observer_ != nullptr) observer_->answered(info, *history_);
  const bool refused = is_refused_by_detach(info, *history_);
  for (const RuleSet::Place place : rule_set_->answers_of(info.method)) {
    Bound& bound = bound_[place];
    if (refused && !applies_to_refusal(bound.ruling.rule())) continue;
    if (!bound.excused) bound.binding->info(info, *history_, bound.ruling);
  }
  history_->take(info);
}

void Judge::take_return(const trace::Event& event) {
  if (history_->take_probe(event)) return;
  if (const OpenInfo* const call = history_->open_infos().find(event.link)) {
    InfoEvent info{.method = call->method,
                   .name = call->name,
                   .thread = call->thread,
                   .inside = call->inside,
                   .inside_call = call->inside_call,
                   .line = call->line,
                   .return_line = event.n,
                   .asked = std::nullopt,
                   .args = call->args.values(),
                   .outs = values_in(event, "out"),
                   .null_outs = call->null_outs | null_outs_of(event),
                   .hr = event.hr,
                   .event = &event};
    if (info.name.empty()) info.name = abi::name_of(call->method);
    // The scenario injected this failure, so it is not judged.
    if (trace::find(event, "injected") != nullptr) return history_->take(info);
    return judge(info);
  }
  const Return returned = history_->matched(decode_return(event));
  for (const RuleSet::Place place : rule_set_->returns_of(returned.call)) {
    Bound& bound = bound_[place];
    if (!bound.excused) bound.binding->returned(returned, *history_, bound.ruling);
  }
  history_->take(returned);
}

void Judge::take_answer(const trace::Event& event) {
  InfoEvent info{.method = info_method_of(trace::text_in(event, "method")),
                 .name = trace::text_in(event, "method"),
                 .thread = event.thread,
                 .line = event.n,
                 .return_line = event.n,
                 .asked = trace::number_in(event, "ask").value_or(0),
                 .args = values_in(event, "args"),
                 .outs = values_in(event, "out"),
                 .null_outs = null_outs_of(event),
                 .hr = static_cast<std::int32_t>(trace::number_in(event, "hr").value_or(0)),
                 .event = &event};
  place_inside(trace::find(event, "inside"), *history_, info);
  judge(info);
}

void Judge::take_model(const trace::Event& event) {
  const ModelLine line{.fact = fact_of(event.name), .event = &event};
  const bool opens = line.fact == Fact::kCollection || line.fact == Fact::kBackground;
  const bool goes_on = history_->begins_provisional(line);
  if (opens && history_->has_collection()) close_collection(false);
  if (goes_on) history_->go_on(event.n);
  if (line.fact == Fact::kAnswer) take_answer(event);
  // Without a profiler no events are reported, and no rule applies.
  const bool minded = history_->lifecycle().present() || line.fact == Fact::kAttach;
  for (const RuleSet::Place place : rule_set_->facts_of(line.fact)) {
    Bound& bound = bound_[place];
    if (minded && !bound.excused) bound.binding->model(line, *history_, bound.ruling);
  }
  history_->take(line);
}

namespace {

constexpr std::string_view kAttachedInside = "the profiler was attached in the middle of the collection";
constexpr std::string_view kCut =
    "COR_PRF_MONITOR_GC was set or cleared, or a detach accepted, while the collection was reported";

}  // namespace

void Judge::close_collection(bool unfinished) {
  const Collection collection = history_->close_collection();
  if (observer_ != nullptr) observer_->closed(collection);
  if (unfinished) return;
  const bool in_part = collection.orphaned || collection.cut;
  for (const RuleSet::Place place : rule_set_->of_collections()) {
    Bound& bound = bound_[place];
    if (bound.excused) continue;
    if (in_part && !bound.binding->in_part) {
      bound.ruling.cannot(collection.orphaned ? kAttachedInside : kCut);
      continue;
    }
    bound.binding->collection(collection, *history_, bound.ruling);
  }
  mark_good_ranges(collection);
  mark_mixed(collection);
}

// For find_consequences(): a wrong frame has no consequences for collections whose reports are their own.
void Judge::mark_mixed(const Collection& collection) {
  const bool before = std::exchange(mixed_before_, collection.mixed);
  if (!before && !collection.mixed) return;
  // The one before may lack reports that came in this one.
  const std::uint32_t first = collection.number - (collection.mixed && collection.number != 0 ? 1 : 0);
  for (Bound& bound : bound_) {
    bound.ruling.each_subject_since(first, [](Subject& subject) { subject.in_mixed_reports = true; });
  }
}

// For find_consequences(): a wrong range has no consequences for objects in other ranges.
void Judge::mark_good_ranges(const Collection& collection) {
  std::set<std::uint64_t> wrong_calls;
  for (Bound& bound : bound_) {
    if (!is_about_ranges(bound.ruling.rule())) continue;
    bound.ruling.each_subject_of(collection.number,
                                 [&](const Subject& subject) { wrong_calls.insert(subject.line); });
  }
  if (wrong_calls.empty()) return;
  for (Bound& bound : bound_) {
    if (is_about_ranges(bound.ruling.rule())) continue;
    bound.ruling.each_subject_of(collection.number, [&](Subject& subject) {
      const ReportedRange* const range =
          subject.address == 0 ? nullptr : collection.by_new_address.holding(subject.address);
      subject.in_good_range = range != nullptr && !wrong_calls.contains(range->line);
    });
  }
}

std::vector<Verdict> Judge::verdicts() && {
  // If the process died before the collection finished, its report is not judged as a whole.
  const bool unfinished = (!end_.reported || end_.died) && history_->collection().finishes == 0;
  if (history_->has_collection()) close_collection(unfinished);
  std::vector<Verdict> verdicts;
  verdicts.reserve(bound_.size());
  for (Bound& bound : bound_) {
    const bool checked = bound.binding != nullptr;
    if (checked && !bound.excused && bound.binding->end != nullptr) {
      bound.binding->end(end_, *history_, bound.ruling);
    }
    // Shown only if there was no occasion. The first reason is kept.
    if (!checked) {
      bound.ruling.unchecked(bound.ruling.wants_reason() ? why_unchecked(bound.ruling.rule())
                                                         : std::string_view());
    } else if (bound.ruling.wants_reason()) {
      bound.ruling.cannot(fmt::format("needs {}", bound.binding->occasion));
    }
    verdicts.push_back(std::move(bound.ruling).verdict());
  }
  find_consequences(verdicts);
  return verdicts;
}

namespace {

void add(const Verdict& verdict, Counts& counts) {
  if (!verdict.checked) {
    ++counts.unchecked;
    return;
  }
  switch (verdict.standing) {
    case Standing::kKept:
      ++counts.kept;
      break;
    case Standing::kBroken:
      ++counts.broken;
      break;
    case Standing::kNotEvaluable:
      ++counts.not_evaluable;
      break;
  }
}

}  // namespace

Counts count(const std::vector<Verdict>& verdicts, Breaker breaker) {
  Counts counts;
  for (const Verdict& verdict : verdicts) {
    if (verdict.rule->breaker == breaker) add(verdict, counts);
  }
  return counts;
}

Counts count(const std::vector<Verdict>& verdicts) {
  Counts counts;
  for (const Verdict& verdict : verdicts) add(verdict, counts);
  return counts;
}

}  // namespace gcrucible::rules
