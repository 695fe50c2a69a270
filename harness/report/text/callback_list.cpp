#include "harness/report/text/callback_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/text/callback_text.h"

namespace gcrucible::report {
namespace {

// Arguments below a call are indented by kDeep columns, or by kFlat if kDeep leaves too little room.
constexpr std::size_t kDeep = 14;
constexpr std::size_t kFlat = 4;

}  // namespace

void CallbackList::add(const rules::Callback& callback) {
  if (verbose_) kept_.push_back(callback);
  add_name(callback.name, rows_of(callback));
}

void CallbackList::add_info_call(std::string_view method) {
  const auto known = info_calls_.find(method);
  if (known != info_calls_.end()) {
    ++known->second;
  } else {
    info_calls_.emplace(method, 1);
  }
}

void CallbackList::add_name(const std::string& name, std::uint64_t rows) {
  if (!groups_.empty() && !groups_.back().second.empty()) {
    Group& last = groups_.back();
    const bool fits = name == (last.half ? last.second : last.first);
    if (fits) {
      if (last.half) ++last.count;
      last.half = !last.half;
      last.rows += rows;
      return;
    }
    if (last.half) {
      last.half = false;
      groups_.push_back({.first = last.first, .second = {}, .count = 1});
    }
  }
  if (!groups_.empty() && groups_.back().second.empty() && groups_.back().first == name) {
    ++groups_.back().count;
    groups_.back().rows += rows;
    return;
  }
  groups_.push_back({.first = name, .second = {}, .count = 1, .rows = rows});
  pair_up();
}

// Replaces A, B, A, B at the end by one group of two alternating calls.
void CallbackList::pair_up() {
  if (groups_.size() < 4) return;
  const auto single = [&](std::size_t back) -> Group& { return groups_[groups_.size() - back]; };
  for (std::size_t back = 1; back <= 4; ++back) {
    if (single(back).count != 1 || !single(back).second.empty()) return;
  }
  if (single(4).first != single(2).first || single(3).first != single(1).first) return;
  Group pair{.first = single(4).first, .second = single(3).first, .count = 2};
  for (std::size_t back = 1; back <= 4; ++back) pair.rows += single(back).rows;
  groups_.resize(groups_.size() - 4);
  groups_.push_back(std::move(pair));
}

std::string CallbackList::text_of(const Group& group, const Style& style) {
  const std::string times = style.utf8 ? " ×" : " x";
  std::string text = printable(group.first);
  // Both calls of a pair report the same rows, so half of the sum belongs to each.
  std::uint64_t rows = group.rows;
  if (!group.second.empty()) {
    text = "(" + text + ", " + printable(group.second) + ")";
    rows /= 2;
  }
  if (group.count != 1) text += times + grouped(group.count);
  if (group.half) text += " and one " + printable(group.first);
  const std::string reported = rows_text(group.first, rows);
  if (!reported.empty()) text += " (" + reported + ")";
  return text;
}

std::string CallbackList::text(const Style& style, std::size_t indent, const Places& places) const {
  if (verbose_) return every_call(style, indent, places);
  std::vector<std::string> pieces;
  for (const Group& group : groups_) pieces.push_back(text_of(group, style));
  return flowed(style, indent, pieces);
}

std::string CallbackList::every_call(const Style& style, std::size_t indent, const Places& places) const {
  const std::size_t room = style.width > indent + 20 ? style.width - indent : 20;
  std::string text;
  for (const rules::Callback& callback : kept_) {
    const CallbackText call = report::text_of(callback, places, style);
    const std::string head = fmt::format("{:>7} t{}  ", callback.line, callback.thread);
    std::string line = call.head + (call.rows.empty() ? "" : ":");
    std::size_t wide = columns_of(head) + columns_of(line);
    std::size_t widest = 0;
    for (const std::string& row : call.rows) {
      wide += columns_of(row) + 2;
      widest = std::max(widest, columns_of(row));
    }
    // Text too long to follow the name is printed below it.
    const bool beneath = wide > room;
    if (!beneath) {
      for (std::size_t i = 0; i < call.rows.size(); ++i) line += (i == 0 ? " " : ", ") + call.rows[i];
    }
    text += field(style, std::string(indent, ' ') + head, indent + columns_of(head), line, Ink::kPlain);
    if (beneath) text += flowed(style, indent + (kDeep + widest < room ? kDeep : kFlat), call.rows);
  }
  if (info_calls_.empty()) return text;
  std::vector<std::string> calls;
  for (const auto& [method, count] : info_calls_)
    calls.push_back(printable(method) + (count == 1 ? "" : (style.utf8 ? " ×" : " x") + grouped(count)));
  return text + field(style, "", indent, "Info calls of the profiler:") + flowed(style, indent + 2, calls);
}

}  // namespace gcrucible::report
