#include "harness/account/account.h"

#include <map>

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

std::optional<Account> read_account(const trace::Event& event) {
  if (event.kind != trace::EventKind::kModel || event.name != "account") return std::nullopt;
  std::map<std::uint32_t, Lifetimes> rows;
  // Rows of [type, objects, bytes], or of [type, generation, objects, bytes].
  const auto take = [&](std::string_view key, auto&& place_of) {
    const trace::Table table = trace::table_in(event, key);
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
  Account account;
  for (const auto& [type, lifetimes] : rows)
    account.types.push_back({.type = type, .name = {}, .lifetimes = lifetimes});
  return account;
}

}  // namespace gcrucible::account
