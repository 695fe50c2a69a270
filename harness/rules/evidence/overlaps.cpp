#include "harness/rules/evidence/overlaps.h"

#include <algorithm>

namespace gcrucible::rules {
namespace {

bool same(const trace::Value& a, const trace::Value& b) {
  using Kind = trace::Value::Kind;
  const bool several = a.kind == Kind::kList || a.kind == Kind::kTable;
  if (several != (b.kind == Kind::kList || b.kind == Kind::kTable)) return false;
  if (!several)
    return (a.kind == Kind::kNull) == (b.kind == Kind::kNull) && a.number == b.number && a.text == b.text;
  const Rows left(&a);
  const Rows right(&b);
  constexpr std::size_t kMostColumns = 4;
  if (left.size() != right.size()) return false;
  for (std::uint64_t i = 0; i < left.size(); ++i) {
    for (std::size_t column = 0; column < kMostColumns; ++column) {
      if (left.number(i, column) != right.number(i, column)) return false;
    }
  }
  return true;
}

}  // namespace

bool same_values(std::span<const trace::Value> a, std::span<const trace::Value> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

void Overlaps::take(const InfoEvent& info, const CallsInFlight<OpenInfo>& open, std::uint32_t collections) {
  if (info.asked) return;
  answers_.erase(info.line);
  if (!kSharedAnswers.has(info.method) || !info.succeeded() || open.calls().size() < 2) return;
  const trace::Value* const outs = trace::find(*info.event, "out");
  for (const OpenInfo& other : open.calls()) {
    const bool asks_the_same = !other.returned && other.thread != info.thread &&
                               other.method == info.method && same_values(other.args.values(), info.args);
    if (!asks_the_same) continue;
    answers_[other.line] = {.line = info.line, .collections = collections, .outs = ValueCopies(outs)};
  }
}

const Overlaps::Answer* Overlaps::before(const InfoEvent& info) const {
  const auto found = info.asked ? answers_.end() : answers_.find(info.line);
  return found == answers_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules
