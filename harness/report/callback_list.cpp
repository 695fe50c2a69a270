#include "harness/report/callback_list.h"

#include <fmt/format.h>

#include "harness/report/tables.h"

namespace gcrucible::report {
namespace {

using rules::Call;
using rules::Callback;

std::uint64_t rows_of(const Callback& callback) {
  return callback.ranges.size() + callback.roots.size() + callback.elements.size() + callback.classes.size() +
         callback.references.size();
}

std::string_view noun_of(std::string_view method) {
  const Call call = rules::call_of(method);
  if (rules::kRangeCalls.has(call)) return "range";
  if (rules::kRootCalls.has(call)) return "root";
  if (call == Call::kObjectReferences) return "reference";
  if (call == Call::kElements) return "pair";
  if (call == Call::kAllocatedByClass) return "class";
  return {};
}

std::string rows_text(std::string_view method, std::uint64_t rows) {
  const std::string_view noun = noun_of(method);
  if (noun.empty()) return {};
  if (noun == "class") return grouped(rows) + (rows == 1 ? " class" : " classes");
  return counted(rows, noun);
}

std::string started_text(const Callback& callback) {
  std::string text = " generations ";
  for (const std::uint8_t each : callback.generations) text += each != 0 ? '1' : '0';
  return text + fmt::format(" reason {}", callback.reason);
}

std::string row_texts(const Callback& callback) {
  std::string text;
  const bool moved = rules::family_of(callback.call) == rules::Family::kMoved;
  for (const rules::Range& range : callback.ranges) {
    text += " " + address_text(range.from) + (moved ? ">" + address_text(range.to) : "") +
            fmt::format("+{:x}", range.length);
  }
  for (const rules::Root& root : callback.roots) {
    text += " " + address_text(root.object);
    if (callback.call == Call::kRoots2) text += fmt::format("/k{}/f{}", root.kind, root.flags);
  }
  for (const rules::Element& element : callback.elements) {
    text += " " + address_text(element.key) + ">" + address_text(element.value);
  }
  for (const rules::ClassCount& each : callback.classes)
    text += fmt::format(" {:#x}:{}", each.object_class, each.count);
  for (const std::uint64_t reference : callback.references) text += " " + address_text(reference);
  return text;
}

}  // namespace

std::string text_of(const Callback& callback) {
  std::string text = printable(callback.name);
  switch (callback.call) {
    case Call::kStarted:
      return text + started_text(callback);
    case Call::kSuspendStarted:
      return text + fmt::format(" reason {}", callback.reason);
    case Call::kObjectReferences:
    case Call::kObjectAllocated:
      text += fmt::format(" {} class {:#x}", address_text(callback.object), callback.object_class);
      break;
    case Call::kFinalizeableQueued:
      return text + fmt::format(" {} flags {}", address_text(callback.object), callback.flags);
    case Call::kHandleCreated:
      return text + fmt::format(" {:#x} object {}", callback.handle, address_text(callback.object));
    case Call::kHandleDestroyed:
      return text + fmt::format(" {:#x}", callback.handle);
    default:
      break;
  }
  const std::string rows = rows_text(callback.name, rows_of(callback));
  if (!rows.empty()) text += " " + rows + (rows_of(callback) == 0 ? "" : ":" + row_texts(callback));
  return text;
}

void CallbackList::add(const Callback& callback) {
  if (verbose_) {
    lines_.push_back(fmt::format("{:>7} t{}  {}", callback.line, callback.thread, report::text_of(callback)));
  }
  add_name(callback.name, rows_of(callback));
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

// A, B, A, B at the end become a group of two that take turns.
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
  // Both of a pair tell the same rows; half of the sum is what one of them tells.
  std::uint64_t rows = group.rows;
  if (!group.second.empty()) {
    text = "(" + text + ", " + printable(group.second) + ")";
    rows /= 2;
  }
  if (group.count != 1) text += times + grouped(group.count);
  if (group.half) text += " and one " + printable(group.first);
  const std::string told = rows_text(group.first, rows);
  if (!told.empty()) text += " (" + told + ")";
  return text;
}

std::string CallbackList::text(const Style& style, std::size_t indent) const {
  if (empty()) return {};
  std::string text;
  if (verbose_) {
    for (const std::string& line : lines_) text += std::string(indent, ' ') + line + "\n";
    return text;
  }
  // Broken between groups only, so that a count stays with its method.
  const std::size_t room = style.width > indent + 20 ? style.width - indent : 20;
  std::string line;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    const std::string group = text_of(groups_[i], style) + (i + 1 < groups_.size() ? "," : "");
    if (!line.empty() && columns_of(line) + 1 + columns_of(group) > room) {
      text += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + group;
  }
  if (!line.empty()) text += std::string(indent, ' ') + line + "\n";
  return text;
}

}  // namespace gcrucible::report
