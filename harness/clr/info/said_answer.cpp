#include "harness/clr/info/said_answer.h"

namespace gcrucible::clr {

SaidAnswer::SaidAnswer(const program::SaidAnswer& said, abi::InfoMethod method, const SaidValues& values)
    : said_(&said), method_(method) {
  for (const program::SaidOut& each : said.out) {
    if (!each.is_table) {
      out_.push_back(value(each.value, values));
      continue;
    }
    std::vector<trace::Value> rows;
    for (const std::vector<program::Said>& cells : each.rows) {
      std::vector<trace::Value> row;
      for (const program::Said& cell : cells) row.push_back(value(cell, values));
      // Tables of one column are written without brackets around each row.
      if (row.size() == 1) {
        rows.push_back(row.front());
      } else {
        rows.push_back(trace::list(lists_.emplace_back(std::move(row))));
      }
    }
    out_.push_back(trace::list(lists_.emplace_back(std::move(rows))));
  }
  if (!said.visited) return;
  for (const program::Said& each : *said.visited) visited_.push_back(value(each, values));
}

std::vector<trace::Value> SaidAnswer::out(std::span<const trace::Value> honest) const {
  std::vector<trace::Value> result(honest.begin(), honest.end());
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (i == result.size()) result.push_back(trace::null());
    const program::SaidOut& said = said_->out[i];
    if (said.is_table || said.value.kind != program::Said::Kind::kSame) result[i] = out_[i];
  }
  return result;
}

trace::Value SaidAnswer::value(const program::Said& said, const SaidValues& values) const {
  using Kind = program::Said::Kind;
  switch (said.kind) {
    case Kind::kNull:
    case Kind::kSame:
      return trace::null();
    case Kind::kFlag:
      return trace::boolean(said.number != 0);
    case Kind::kText:
      return trace::text(said.text);
    case Kind::kNumber:
    case Kind::kChange:
      return trace::number(said.number);
    default:
      return trace::id(values.at(said, 0));
  }
}

}  // namespace gcrucible::clr
