#include "harness/account/account.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "harness/account/calls.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::account {

Count Lifetimes::all_reclaimed() const {
  Count sum;
  for (const Count& each : reclaimed) sum += each;
  return sum;
}

Lifetimes& Lifetimes::operator+=(const Lifetimes& other) {
  allocated += other.allocated;
  earlier += other.earlier;
  for (std::size_t i = 0; i < reclaimed.size(); ++i) reclaimed[i] += other.reclaimed[i];
  alive += other.alive;
  return *this;
}

Lifetimes Account::total() const {
  Lifetimes sum;
  for (const TypeRow& each : types) sum += each.lifetimes;
  return sum;
}

namespace {

std::vector<Call> calls_of(const std::vector<CallNode>& nodes) {
  std::vector<Call> calls;
  for (const CallNode& each : nodes) calls.push_back({.caller = each.parent, .function = each.function});
  return calls;
}

std::vector<Count> totals_of(const std::vector<CallNode>& nodes, const std::vector<Call>& calls) {
  std::vector<Count> own;
  for (const CallNode& each : nodes) own.push_back(each.lifetimes.allocated);
  return totals_of(calls, own);
}

}  // namespace

std::vector<Count> totals_of(const std::vector<CallNode>& calls) {
  return totals_of(calls, calls_of(calls));
}

std::vector<FunctionRow> functions_of(const Account& account) {
  const std::vector<CallNode>& calls = account.calls;
  const std::vector<Call> order = calls_of(calls);
  const std::vector<Count> totals = totals_of(calls, order);
  const std::vector<bool> outermost = outermost_calls(order);
  std::map<std::uint32_t, FunctionRow> rows;
  for (std::size_t i = 1; i < calls.size(); ++i) {
    FunctionRow& row = rows[calls[i].function];
    row.function = calls[i].function;
    row.exclusive += calls[i].lifetimes;
    if (outermost[i]) row.inclusive += totals[i];
  }
  std::vector<FunctionRow> functions;
  for (auto& [number, row] : rows) {
    if (number < account.functions.size()) row.name = account.functions[number];
    functions.push_back(std::move(row));
  }
  return functions;
}

Account with_shared_code(Account account, const std::vector<std::uint32_t>& code) {
  std::vector<CallNode> calls;
  std::vector<std::uint32_t> places;                                       // of the old nodes in `calls`
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;  // by caller and function
  for (CallNode& each : account.calls) {
    if (places.empty()) {
      places.push_back(0);
      calls.push_back(std::move(each));
      continue;
    }
    each.parent = places[each.parent];
    if (each.function < code.size()) each.function = code[each.function];
    const auto number = static_cast<std::uint32_t>(calls.size());
    const auto [node, is_new] = known.emplace(std::pair(each.parent, each.function), number);
    places.push_back(node->second);
    if (is_new) {
      calls.push_back(std::move(each));
    } else {
      calls[node->second].lifetimes += each.lifetimes;
    }
  }
  account.calls = std::move(calls);
  return account;
}

namespace {

// Rows of [key, objects, bytes], or of [key, generation, objects, bytes], added to a map from keys. `suffix`
// of the keys of the line: "" for types, "_at" for calls.
void take_lifetimes(const trace::Event& event, const std::string& suffix,
                    std::map<std::uint32_t, Lifetimes>& rows) {
  const auto take = [&](const std::string& key, auto&& place_of) {
    const trace::Table table = trace::table_in(event, key + suffix);
    const std::size_t width = table.width;
    if (width < 3) return;
    for (std::uint64_t row = 0; row < table.rows; ++row) {
      const auto cell = [&](std::size_t column) { return table.columns[column].at(row); };
      Count* const place = place_of(rows[static_cast<std::uint32_t>(cell(0))], cell(1));
      if (place != nullptr) *place += {.objects = cell(width - 2), .bytes = cell(width - 1)};
    }
  };
  take("allocated", [](Lifetimes& row, std::uint64_t) { return &row.allocated; });
  take("earlier", [](Lifetimes& row, std::uint64_t) { return &row.earlier; });
  take("alive", [](Lifetimes& row, std::uint64_t) { return &row.alive; });
  take("reclaimed", [](Lifetimes& row, std::uint64_t generation) {
    return generation < kGenerations ? &row.reclaimed[generation] : nullptr;
  });
}

// Empty if there are none, or if a node comes before its parent.
std::vector<CallNode> calls_of(const trace::Event& event) {
  const trace::Table tree = trace::table_in(event, "calls");
  if (tree.width != 2 || tree.rows == 0) return {};
  std::vector<CallNode> calls(1);
  for (std::uint64_t row = 0; row < tree.rows; ++row) {
    const std::uint64_t parent = tree.columns[0].at(row);
    if (parent > row) return {};
    calls.push_back({.parent = static_cast<std::uint32_t>(parent),
                     .function = static_cast<std::uint32_t>(tree.columns[1].at(row)),
                     .lifetimes = {}});
  }
  std::map<std::uint32_t, Lifetimes> rows;
  take_lifetimes(event, "_at", rows);
  for (const auto& [node, lifetimes] : rows) {
    if (node < calls.size()) calls[node].lifetimes = lifetimes;
  }
  return calls;
}

}  // namespace

std::optional<Account> read_account(const trace::Event& event) {
  if (event.kind != trace::EventKind::kModel || event.name != "account") return std::nullopt;
  std::map<std::uint32_t, Lifetimes> rows;
  take_lifetimes(event, "", rows);
  Account account;
  for (const auto& [type, lifetimes] : rows)
    account.types.push_back({.type = type, .name = {}, .lifetimes = lifetimes});
  account.calls = calls_of(event);
  return account;
}

}  // namespace gcrucible::account
