#include "harness/verdict/scenario_lines.h"

#include <algorithm>
#include <iterator>
#include <variant>

#include "harness/program/numbers.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::verdict {

ScenarioLines::ScenarioLines(const program::Program& program) {
  std::uint64_t object = 0;
  for (const program::Step& step : program.steps) {
    const std::uint64_t made = program::made_by(step.action, program::Noun::kObject);
    if (made != 0) allocations_[object] = step.line;
    if (std::holds_alternative<program::ShutDown>(step.action)) shutdown_ = step.line;
    object += made;
  }
}

void ScenarioLines::mark(std::uint64_t n, std::uint32_t line, bool collects) {
  if (line == 0) return;
  if (!marks_.empty() && marks_.back().line == line && marks_.back().collects == collects) {
    if (collects) marks_.back().end = n;
    return;
  }
  marks_.push_back({.n = n, .end = n, .line = line, .collects = collects});
}

void ScenarioLines::take_model(const trace::Event& event) {
  if (event.name == "allocated") {
    const auto object = trace::number_in(event, "object");
    const auto after = allocations_.upper_bound(object.value_or(0));
    if (object && after != allocations_.begin()) mark(event.n, std::prev(after)->second, false);
    return;
  }
  const auto number = trace::number_in(event, "collection");
  if (!number) return;
  if (event.name == "collection")
    collections_[*number] = static_cast<std::uint32_t>(trace::number_in(event, "line").value_or(0));
  const auto line = collections_.find(*number);
  if (line != collections_.end()) mark(event.n, line->second, true);
}

void ScenarioLines::take(const trace::Event& event) {
  if (event.kind == trace::EventKind::kModel) return take_model(event);
  if (event.kind == trace::EventKind::kCallback && event.name == "Shutdown")
    return mark(event.n, shutdown_, false);
  const bool collecting = !marks_.empty() && marks_.back().collects;
  if (event.kind == trace::EventKind::kCallback && event.name == "GarbageCollectionFinished" && collecting) {
    marks_.back().end = event.n;
    finished_ = event.n;
  } else if (event.kind == trace::EventKind::kReturn && finished_ != 0 && event.link == finished_ &&
             collecting) {
    marks_.back().end = event.n;
  } else if (event.kind == trace::EventKind::kProbe && event.name == "collection") {
    // After the collection, and before the next step.
    const auto line = collections_.find(trace::number_in(event, "collection").value_or(0));
    if (line != collections_.end()) mark(event.n, line->second, true);
  }
}

std::vector<report::StepLines> ScenarioLines::finish() && {
  std::vector<report::StepLines> lines;
  if (marks_.empty()) return lines;
  lines.push_back({.n = 0, .first = 1, .last = marks_.front().line});
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    const Mark& each = marks_[i];
    lines.push_back({.n = each.n, .first = each.line, .last = each.line});
    const std::uint32_t next = i + 1 < marks_.size() ? marks_[i + 1].line : 0;
    lines.push_back({.n = each.end + 1,
                     .first = next == 0 ? each.line : std::min(each.line, next),
                     .last = next == 0 ? 0 : std::max(each.line, next)});
  }
  return lines;
}

}  // namespace gcrucible::verdict
