#include "harness/account/profiler_report.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace gcrucible::account {
namespace {

// Takes the words of a line from its front.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  // "2 objects 48 bytes "
  std::optional<Count> count() {
    const auto objects = number();
    if (!objects || !take(" objects ")) return std::nullopt;
    const auto bytes = number();
    if (!bytes || !take(" bytes ")) return std::nullopt;
    return Count{.objects = *objects, .bytes = *bytes};
  }
  std::string rest() const { return std::string(rest_); }

 private:
  std::string_view rest_;
};

struct Rows {
  std::map<std::string, Lifetimes> types;
  std::map<std::string, FunctionRow> functions;
  // Reclaimed in no known generation, by type and by function.
  std::map<std::string, Count> elsewhere;
  std::map<std::string, Count> functions_elsewhere;
  std::uint64_t interval = 0;
  bool whole = false;  // the last line is there
};

// The rest of a line of objects that were reclaimed, by name. `lifetimes` finds the row of a name.
template <typename LifetimesOf>
bool take_reclaimed(Words& words, std::map<std::string, Count>& elsewhere, LifetimesOf lifetimes) {
  const auto count = words.count();
  if (!count || !words.take("generation ")) return false;
  const bool unknown = words.take("-");
  const auto generation = words.number();
  if (!generation || !words.take(" ")) return false;
  if (unknown || *generation >= kGenerations) {
    elsewhere[words.rest()] += *count;
  } else {
    lifetimes(words.rest()).reclaimed[*generation] += *count;
  }
  return true;
}

// Whether the line can be read.
bool take(std::string_view line, Rows& rows) {
  Words words(line);
  if (words.take("allocated ")) {
    const auto count = words.count();
    if (count) rows.types[words.rest()].allocated += *count;
    return count.has_value();
  }
  if (words.take("reclaimed ")) {
    return take_reclaimed(words, rows.elsewhere,
                          [&](const std::string& name) -> Lifetimes& { return rows.types[name]; });
  }
  if (words.take("function-reclaimed ")) {
    return take_reclaimed(words, rows.functions_elsewhere, [&](const std::string& name) -> Lifetimes& {
      return rows.functions[name].exclusive;
    });
  }
  if (words.take("sampled ")) {
    const auto interval = words.number() && words.take(" objects, one per ") ? words.number() : std::nullopt;
    rows.interval = interval.value_or(0);
    return interval && words.take(" bytes");
  }
  if (words.take("function ")) {
    const auto exclusive = words.count();
    if (!exclusive || !words.take("exclusive, ")) return false;
    const auto inclusive = words.count();
    if (!inclusive || !words.take("inclusive ")) return false;
    FunctionRow& row = rows.functions[words.rest()];
    row.exclusive.allocated += *exclusive;
    row.inclusive += *inclusive;
    return true;
  }
  rows.whole = line == "end";
  return true;
}

}  // namespace

Expected<ProfilerReport> read_profiler_report(std::string_view text) {
  Rows rows;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (rows.whole || !take(line, rows)) return failure("cannot read the line '" + std::string(line) + "'");
  }
  if (!rows.whole) return failure("the end is missing");
  ProfilerReport report;
  report.interval = rows.interval;
  for (auto& [name, lifetimes] : rows.types) {
    lifetimes.alive = without(lifetimes.allocated, lifetimes.all_reclaimed() + rows.elsewhere[name]);
    report.types.push_back(
        {.type = static_cast<std::uint32_t>(report.types.size()), .name = name, .lifetimes = lifetimes});
  }
  for (auto& [name, row] : rows.functions) {
    row.function = static_cast<std::uint32_t>(report.functions.size());
    row.name = name;
    Lifetimes& own = row.exclusive;
    own.alive = without(own.allocated, own.all_reclaimed() + rows.functions_elsewhere[name]);
    report.functions.push_back(std::move(row));
  }
  return report;
}

}  // namespace gcrucible::account
