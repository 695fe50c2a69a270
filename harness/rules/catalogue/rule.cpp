#include "harness/rules/catalogue/rule.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gcrucible::rules {
namespace {

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t i = 0; i <= to.size(); ++i) row[i] = i;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0u : 1u);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[to.size()];
}

}  // namespace

const Rule* find_rule(std::string_view id) {
  for (const Rule& rule : catalogue()) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

bool matches(std::string_view glob, std::string_view id) {
  std::size_t g = 0, i = 0;
  std::size_t star = std::string_view::npos, resume = 0;
  while (i < id.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == id[i]) && glob[g] != '*') {
      ++g, ++i;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = i;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::vector<std::string> rule_ids() {
  std::vector<std::string> ids;
  for (const Rule& rule : catalogue()) ids.emplace_back(rule.id);
  return ids;
}

std::vector<const Rule*> select(std::string_view glob) {
  std::vector<const Rule*> found;
  for (const Rule& rule : catalogue()) {
    if (matches(glob, rule.id)) found.push_back(&rule);
  }
  return found;
}

std::vector<std::string_view> nearest(std::string_view name, std::size_t most) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const Rule& rule : catalogue()) {
    std::size_t distance = edit_distance(name, rule.id);
    // Users often remember only one half of the name.
    const std::string_view tail = rule.id.substr(rule.id.find('/') + 1);
    distance = std::min(distance, edit_distance(name, tail) + 1);
    ranked.emplace_back(distance, rule.id);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [distance, id] : ranked) {
    if (names.size() < most) names.push_back(id);
  }
  return names;
}

std::string_view excuse(const Rule& rule, std::string_view runtime) {
  for (const RuntimeNote& note : rule.except) {
    if (note.runtime == runtime) return note.why;
  }
  if (rule.only.empty() || std::find(rule.only.begin(), rule.only.end(), runtime) != rule.only.end())
    return {};
  return "it is stated for other runtimes";
}

std::string_view leeway(const Rule& rule, std::string_view runtime) {
  for (const RuntimeNote& note : rule.leeway) {
    if (note.runtime == runtime) return note.why;
  }
  return {};
}

std::string harmless_text(const Rule& rule) {
  std::string text;
  for (const RuntimeNote& note : rule.harmless)
    text += " In " + std::string(note.runtime) + " " + std::string(note.why);
  return text.empty() ? text : text + " --skip " + std::string(rule.id) + " leaves the rule out.";
}

std::optional<std::uint64_t> number_for(const Rule& rule, std::string_view runtime) {
  for (const RuntimeNumber& each : rule.numbers) {
    if (each.runtime == runtime) return each.number;
  }
  return std::nullopt;
}

std::string_view name_of(Evidence evidence) {
  switch (evidence) {
    case Evidence::kDocumented:
      return "documented";
    case Evidence::kObserved:
      return "observed";
    case Evidence::kInferred:
      return "inferred";
  }
  return {};
}

std::string_view name_of(Breaker breaker) {
  return breaker == Breaker::kRuntime ? "runtime" : "profiler";
}

std::string_view name_of(Need need) {
  constexpr std::array<std::string_view, kNeedCount> kNames{
      "ranges",    "references", "roots",       "bounds",          "model",   "masks",
      "suspends",  "Info calls", "allocations", "handles",         "threads", "loads",
      "lifecycle", "interfaces", "environment", "memory faults",   "stacks",  "a schedule",
      "locks",     "time",       "a probe",     "observed output", "imports"};
  return kNames[static_cast<std::size_t>(need)];
}

std::string rows_text(const Rule& rule) {
  std::string text;
  for (const std::string_view row : rule.rows) text += (text.empty() ? "" : ", ") + std::string(row);
  return text;
}

}  // namespace gcrucible::rules
