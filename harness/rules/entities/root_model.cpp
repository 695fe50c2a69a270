#include "harness/rules/entities/root_model.h"

#include <algorithm>

#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

bool is_whole(const trace::Event& event) {
  const trace::Value* const whole = trace::find(event, "whole");
  return whole != nullptr && whole->number != 0;
}

}  // namespace

const HandleModel::Handle* HandleModel::find(std::uint64_t id) const {
  const auto found = std::lower_bound(handles.begin(), handles.end(), id,
                                      [](const Handle& each, std::uint64_t at) { return each.id < at; });
  return found == handles.end() || found->id != id ? nullptr : &*found;
}

RootModel decode_roots(const trace::Event& event) {
  RootModel model;
  const auto add = [&](std::string_view key, std::vector<std::uint32_t>& objects) {
    const Rows rows(trace::find(event, key));
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      objects.push_back(static_cast<std::uint32_t>(rows.number(i)));
    }
  };
  add("stack", model.stack);
  add("statics", model.statics);
  const Rows slots(trace::find(event, "stack"));
  for (std::uint64_t i = 0; i < slots.size(); ++i) {
    model.slots.push_back({.pinned = slots.number(i, 1) != 0, .interior = slots.number(i, 2) != 0});
  }
  model.empty = Rows(trace::find(event, "empty")).size();
  model.whole = is_whole(event);
  return model;
}

HandleModel decode_handles(const trace::Event& event) {
  HandleModel model;
  const Rows rows(trace::find(event, "handles"));
  for (std::uint64_t i = 0; i < rows.size(); ++i) {
    model.handles.push_back({.id = rows.number(i, 0),
                             .kind = static_cast<HandleModel::Kind>(rows.number(i, 1)),
                             .object = static_cast<std::uint32_t>(rows.number(i, 2)),
                             .count = rows.number(i, 3)});
  }
  std::stable_sort(model.handles.begin(), model.handles.end(),
                   [](const HandleModel::Handle& a, const HandleModel::Handle& b) { return a.id < b.id; });
  model.whole = is_whole(event);
  return model;
}

}  // namespace gcrucible::rules
