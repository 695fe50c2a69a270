#include "harness/rules/entities/call_tree.h"

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {

void CallTree::take(const ModelLine& calls) {
  const trace::Event& event = *calls.event;
  const Rows rows(trace::find(event, "calls"));
  if (rows.size() != 0 && trace::number_in(event, "first") != nodes_.size()) whole_ = false;
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    std::uint64_t caller = rows.number(i, 0);
    if (caller >= nodes_.size()) {
      whole_ = false;
      caller = 0;
    }
    const std::uint64_t function = rows.number(i, 1);
    nodes_.push_back({.caller = visible_[caller], .function = function});
    visible_.push_back(function == 0 ? visible_[caller] : static_cast<std::uint32_t>(nodes_.size() - 1));
    if (function != 0) names_.try_emplace(function, rows.text(i, 2));
  }
  std::uint64_t node = trace::number_in(event, "node").value_or(nodes_.size());
  if (node >= nodes_.size()) {
    whole_ = false;
    node = 0;
  }
  on_thread_[event.thread] = visible_[node];
}

std::string_view CallTree::name_of(std::uint64_t function) const {
  const auto found = names_.find(function);
  return found == names_.end() ? std::string_view() : found->second;
}

std::uint32_t CallTree::node_on(std::uint32_t native_thread) const {
  const auto found = on_thread_.find(native_thread);
  return found == on_thread_.end() ? 0 : found->second;
}

}  // namespace gcrucible::rules
