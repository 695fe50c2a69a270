// The objects before the first step, and the steps.
#include <algorithm>
#include <string_view>
#include <utility>

#include "harness/scenario/steps/step_row.h"
#include "harness/scenario/write/step_writer.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using program::kNothing;
using yaml::Draft;

Draft step_of(std::string_view key, Draft value) {
  Draft step = yaml::draft_map();
  step.block = true;  // `- collect: 0`, without braces
  step.add(key, std::move(value));
  return step;
}

template <typename Action>
const Action* action_at(const Writing& writing, std::size_t step) {
  const auto& steps = writing.program.steps;
  return step < steps.size() && steps[step].lane == kNothing ? std::get_if<Action>(&steps[step].action)
                                                             : nullptr;
}

// Writes allocations without ObjectAllocated, then the references of their objects.
std::size_t write_objects(Draft& list, Writing& writing) {
  std::vector<const WrittenNames::Group*> groups;
  std::size_t at = 0;
  for (;; ++at) {
    const auto* const allocate = action_at<program::Allocate>(writing, at);
    if (allocate != nullptr && !allocate->announced) {
      list.add(write_allocation(*allocate, at, false, writing));
      groups.push_back(&writing.names.made_by(at));
      continue;
    }
    const auto* const load = action_at<program::LoadAssembly>(writing, at);
    if (load == nullptr || load->announced) break;
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    at = write_references(*groups[i], at, list.items[i], writing);
  return at;
}

bool is_short(const Draft& list) {
  return std::ranges::all_of(list.items, [](const Draft& item) { return item.kind == Draft::Kind::kScalar; });
}

}  // namespace

StepWriter::StepWriter(std::size_t first, Writing& writing) : writing_(&writing), at_(first) {
  for (std::size_t i = 0; i < first; ++i) {
    if (std::holds_alternative<program::AddRoot>(steps()[i].action)) ++roots_;
    if (std::holds_alternative<program::CreateHandle>(steps()[i].action)) ++handles_;
  }
}

Draft StepWriter::all() {
  Draft list = yaml::draft_list();
  list.block = true;
  while (is_own(at_)) {
    const StepRow& row = row_of(steps()[at_].action);
    if (auto value = row.write(*this)) list.add(step_of(row.word, std::move(*value)));
  }
  return list;
}

std::size_t write_beginning(Draft& root, Writing& writing) {
  const std::size_t end = writing.program.steps.size();
  Draft objects = yaml::draft_list();
  objects.block = true;
  std::size_t at = write_objects(objects, writing);
  // A scenario needs at least one step.
  if (at == end) return 0;
  if (!objects.empty()) root.add("objects", std::move(objects));
  if (at == 0 || action_at<program::Store>(writing, at) != nullptr) return at;

  const auto section = [&]<typename Action>(std::string_view key, const Action*, const auto& write) {
    Draft list = yaml::draft_list();
    std::size_t next = at;
    std::uint32_t number = 0;
    while (const Action* const action = action_at<Action>(writing, next++))
      list.add(write(*action, number++, writing));
    list.block = !is_short(list);
    if (list.empty() || at + list.items.size() == end) return false;
    at += list.items.size();
    root.add(key, std::move(list));
    return true;
  };
  const program::AddRoot* const roots = nullptr;
  const program::CreateHandle* const handles = nullptr;
  const bool has_roots = action_at<program::AddRoot>(writing, at) != nullptr;
  if (section("roots", roots, write_root) || !has_roots) section("handles", handles, write_handle);
  return at;
}

Draft write_steps(std::size_t first, Writing& writing) {
  return StepWriter(first, writing).all();
}

}  // namespace gcrucible::scenario
