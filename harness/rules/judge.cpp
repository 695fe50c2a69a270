#include "harness/rules/judge.h"

#include <algorithm>
#include <utility>

#include "harness/rules/decode.h"
#include "harness/rules/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

// More Info calls than threads can have open at once: only a damaged trace leaves so many without a return.
constexpr std::size_t kMostOpenInfoCalls = 4096;

bool any_matches(const std::vector<std::string>& globs, std::string_view id) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) { return matches(glob, id); });
}

std::vector<HeapRange> decode_bounds(const trace::Value& table) {
  std::vector<HeapRange> ranges;
  const Rows rows(&table);
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t generation = rows.number(i, 0);
    ranges.push_back(
        {.range = static_cast<std::uint32_t>(i),
         .generation = generation < kFrozen ? static_cast<std::uint8_t>(generation) : kNoGeneration,
         .start = rows.number(i, 1),
         .allocated = rows.number(i, 2),
         .reserved = rows.number(i, 3)});
  }
  return ranges;
}

}  // namespace

bool Selection::has(std::string_view id) const {
  return (only.empty() || any_matches(only, id)) && !any_matches(skip, id);
}

Judge::Judge(const Selection& selection, Observer* observer) : observer_(observer) {
  for (const Rule& rule : catalogue()) {
    if (!selection.has(rule.id)) continue;
    bound_.push_back({.rule = &rule, .binding = find_binding(rule.id), .ruling = Ruling(rule)});
  }
  for (Bound& bound : bound_) {
    if (bound.binding == nullptr || bound.binding->entry == nullptr) continue;
    for (std::size_t call = 0; call < kCallCount; ++call) {
      if (bound.binding->calls.has(static_cast<Call>(call))) by_call_[call].push_back(&bound);
    }
  }
}

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
    case trace::EventKind::kEnd:
      whole_ = trace::find(event, "died") == nullptr;
      return;
  }
}

void Judge::take_header(const trace::Event& event) {
  history_.take(decode_header(event));
  for (Bound& bound : bound_) {
    const std::string_view why = excuse(*bound.rule, history_.header().runtime);
    bound.excused = !why.empty();
    bound.ruling.cannot(why);
  }
}

void Judge::take_callback(const trace::Event& event) {
  decode_callback(event, callback_);
  if (history_.ends_collection(callback_)) close_collection(false);
  if (observer_ != nullptr) observer_->entered(callback_, history_);
  for (Bound* bound : by_call_[static_cast<std::size_t>(callback_.call)]) {
    if (!bound->excused) bound->binding->entry(callback_, history_, bound->ruling);
  }
  history_.take(callback_);
}

void Judge::take_info(const trace::Event& event) {
  const bool sets_mask = event.name == "SetEventMask" || event.name == "SetEventMask2";
  if (!sets_mask && event.name != "GetGenerationBounds") return;
  if (infos_.size() >= kMostOpenInfoCalls) return;
  infos_[event.n] = {.method = std::string(event.name), .inside = event.link};
  if (sets_mask) {
    const Rows args(trace::find(event, "args"));
    history_.mask_asked(
        {.low = static_cast<std::uint32_t>(args.number(0)),
         .high = event.name == "SetEventMask2" ? static_cast<std::uint32_t>(args.number(1)) : 0});
  }
}

void Judge::take_return(const trace::Event& event) {
  const auto info = infos_.find(event.link);
  if (info == infos_.end()) return history_.take(decode_return(event));
  const PendingInfo call = std::move(info->second);
  infos_.erase(info);
  if (call.method != "GetGenerationBounds") return history_.mask_answered(event.hr >= 0);
  const trace::Value* const out = trace::find(event, "out");
  if (event.hr < 0 || out == nullptr || out->kind != trace::Value::Kind::kList || out->list.size() < 2)
    return;
  const std::vector<HeapRange> ranges = decode_bounds(out->list[1]);
  // Asked with a buffer too small, it answers part of the table, which would be worse than none.
  if (!ranges.empty() && ranges.size() >= out->list[0].number) history_.bounds(call.inside, ranges);
}

void Judge::take_model(const trace::Event& event) {
  if (event.name == "collection") {
    if (history_.has_collection()) close_collection(false);
    history_.begin(decode_collection(event), event.n);
  } else if (event.name == "heap") {
    auto& model = history_.model(event.n);
    (is_after(event) ? model.after : model.before) = decode_heap(event);
  } else if (event.name == "plan") {
    history_.model(event.n).plan = decode_plan(event);
  } else if (event.name == "cleared") {
    history_.model(event.n).cleared_handles = decode_numbers(event, "handles");
  } else if (event.name == "audit") {
    history_.model(event.n).audit.emplace_back(trace::text_in(event, "says"));
  }
}

void Judge::close_collection(bool unfinished) {
  const Collection collection = history_.close_collection();
  if (observer_ != nullptr) observer_->closed(collection);
  if (unfinished) return;
  for (Bound& bound : bound_) {
    if (bound.excused || bound.binding == nullptr || bound.binding->collection == nullptr) continue;
    bound.binding->collection(collection, history_, bound.ruling);
  }
}

std::vector<Verdict> Judge::verdicts() && {
  // The report of a collection that the process did not live to finish is no report to judge as a whole.
  const bool unfinished = !whole_ && history_.collection().finishes == 0;
  if (history_.has_collection()) close_collection(unfinished);
  std::vector<Verdict> verdicts;
  for (Bound& bound : bound_) {
    if (bound.binding == nullptr) bound.ruling.cannot("no checker is bound to it");
    verdicts.push_back(std::move(bound.ruling).verdict());
  }
  return verdicts;
}

Counts count(const std::vector<Verdict>& verdicts) {
  Counts counts;
  for (const Verdict& verdict : verdicts) {
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
  return counts;
}

}  // namespace gcrucible::rules
