// Checks the catalogue, and that it and the checkers name the same rules.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "harness/rules/catalogue/rule.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/judge/coverage.h"
#include "tests/harness/rules/breaks/breaks.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::rules {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// The ids that follow `key` in the files below `folder`, each with the file's path there, without its ending.
std::map<std::string, std::string> files_by_id(const fs::path& folder, std::string_view key,
                                               std::string_view extension) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != extension) continue;
    const std::string text = text_of(entry.path());
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at)) {
      at += key.size();
      const auto is_of_id = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '/'; };
      const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_id);
      fs::path file = entry.path().lexically_relative(folder);
      files[std::string(text.begin() + static_cast<std::ptrdiff_t>(at), end)] =
          file.replace_extension().generic_string();
    }
  }
  return files;
}

}  // namespace

TEST_CASE("catalogue: the check of a rule is in the folder of its catalogue file") {
  const auto catalogued = files_by_id(in_source("/harness/rules/catalogue"), "\n- id: ", ".yaml");
  const auto checked = files_by_id(in_source("/harness/rules/checks"), "{.id = \"", ".cpp");
  // One comparison with the answers of the probe judges rules of several groups.
  const std::string of_probe = text_of(in_source("/harness/rules/checks/probe.cpp"));
  for (const Rule& rule : catalogue()) {
    const auto check = checked.find(std::string(rule.id));
    if (check == checked.end()) {
      INFO(rule.id);
      CHECK((find_binding(rule.id) == nullptr ||
             of_probe.find("\"" + std::string(rule.id) + "\"") != of_probe.npos));
      continue;
    }
    std::string group = catalogued.at(std::string(rule.id));
    std::ranges::replace(group, '-', '_');
    INFO(rule.id << " of catalogue/" << group << ".yaml has its check in checks/" << check->second << ".cpp");
    CHECK((check->second == group || check->second.starts_with(group + "/")));
  }
}

TEST_CASE("catalogue: every runtime rule has a checker or a reason why not") {
  std::size_t bound = 0;
  for (const Rule& rule : catalogue()) {
    INFO(rule.id);
    const Binding* const binding = find_binding(rule.id);
    if (binding != nullptr) {
      ++bound;
      CHECK_FALSE(binding->occasion.empty());
      CHECK((binding->entry != nullptr || binding->collection != nullptr || binding->returned != nullptr ||
             binding->info != nullptr || binding->opened != nullptr || binding->model != nullptr ||
             binding->end != nullptr));
    }
    const bool may_lack = rule.breaker == Breaker::kProfiler || coverage_of(rule) == Coverage::kNotCheckable;
    CHECK((binding != nullptr || may_lack));
  }
  // Together with unique ids: no binding has a rule that the catalogue does not contain.
  CHECK(binding_count() == bound);
}

TEST_CASE("catalogue: at most one runtime rule in ten cannot be checked") {
  const Tally sum = tally(select("*"), Breaker::kRuntime);
  CHECK(sum.all() >= 200);
  CHECK(sum.not_checkable * 10 <= sum.all());
  CHECK(sum.not_checkable != 0);
}

TEST_CASE("catalogue: at most one profiler rule in ten is unchecked and each gives a reason") {
  const Tally sum = tally(select("*"), Breaker::kProfiler);
  CHECK(sum.not_yet == 0);
  CHECK(sum.not_checkable * 10 <= sum.all());
  for (const Rule& rule : catalogue()) {
    if (rule.breaker != Breaker::kProfiler) continue;
    INFO(rule.id);
    CHECK((coverage_of(rule) == Coverage::kChecked) == rule.reason.empty());
  }
}

TEST_CASE("catalogue: every checked profiler rule has a faulty profiler") {
  for (const Rule& rule : catalogue()) {
    if (rule.breaker != Breaker::kProfiler || coverage_of(rule) != Coverage::kChecked) continue;
    INFO(rule.id);
    CHECK_FALSE(rule.fault.empty());
  }
}

// Number of rows per family in the notes: 73 in all.
TEST_CASE("catalogue: every row of the profiler notes belongs to exactly one rule") {
  const std::map<std::string, int> families{{"PR-OID", 16},  {"PR-CALL", 18}, {"PR-BLK", 12}, {"PR-HR", 8},
                                            {"PR-LIFE", 13}, {"PR-HND", 2},   {"PR-SUS", 1},  {"PR-OUT", 3}};
  std::multiset<std::string> expected;
  for (const auto& [family, rows] : families) {
    for (int row = 1; row <= rows; ++row)
      expected.insert(family + (row < 10 ? "-00" : "-0") + std::to_string(row));
  }
  CHECK(expected.size() == 73);
  std::multiset<std::string> restated;
  for (const Rule& rule : catalogue()) {
    for (const std::string_view row : rule.rows) {
      // Rows with this prefix are not in the notes.
      if (rule.breaker == Breaker::kProfiler && !row.starts_with("PR-X-")) restated.emplace(row);
    }
  }
  CHECK(restated == expected);
}

TEST_CASE("catalogue: rules that are not in the notes have numbers of their own") {
  std::set<std::string_view> numbers;
  for (const Rule& rule : catalogue()) {
    for (const std::string_view row : rule.rows) {
      INFO(rule.id << ": " << row);
      if (row.starts_with("PR-X-")) CHECK(numbers.insert(row).second);
    }
  }
}

TEST_CASE("catalogue: every rule is complete and its id works as a selector") {
  std::set<std::string_view> ids;
  for (const Rule& rule : catalogue()) {
    INFO(rule.id);
    CHECK(ids.insert(rule.id).second);
    CHECK(rule.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-/") == std::string_view::npos);
    CHECK(std::count(rule.id.begin(), rule.id.end(), '/') == 1);
    CHECK(rule.statement.back() == '.');
    CHECK(rule.cause.back() == '.');
    CHECK_FALSE(rule.section.empty());
    CHECK_FALSE(rule.rows.empty());
    for (const std::string_view row : rule.rows) {
      CHECK((row.starts_with("GC-") || row.starts_with("PR-")));
    }
    if (rule.smallest.empty()) continue;
    INFO(rule.smallest);
    CHECK(std::filesystem::exists(in_source("/fixtures/scenarios/") + std::string(rule.smallest) + ".yaml"));
  }
}

TEST_CASE("catalogue: a rule lists its rows of the notes and the part that is judged") {
  const Rule* const suspended = find_rule("bracket/suspended");
  REQUIRE(suspended != nullptr);
  CHECK(rows_text(*suspended) == "GC-SUS-006, GC-SUS-007");
  CHECK(suspended->kind == RuleKind::kDemand);
  const Rule* const mixed = find_rule("ranges/both-families-when-mixed");
  REQUIRE(mixed != nullptr);
  CHECK(mixed->kind == RuleKind::kPermission);
  CHECK(mixed->judged == Judged::kLimit);
  const Rule* const stack = find_rule("threads/little-stack");
  REQUIRE(stack != nullptr);
  CHECK(coverage_of(*stack) == Coverage::kNotCheckable);
  CHECK(why_unchecked(*stack) == stack->reason);
  const Rule* const noted = find_rule("object-ids/no-inspection-in-reports");
  REQUIRE(noted != nullptr);
  CHECK(noted->wrong.find("GetObjectSize") != std::string_view::npos);
  CHECK(noted->right.find("told_.push_back") != std::string_view::npos);
}

TEST_CASE("select: a glob selects a family or a single rule") {
  CHECK(select("moved/half-open-range").size() == 1);
  CHECK(select("moved/*").size() == select("moved*").size());
  CHECK(select("*").size() == catalogue().size());
  CHECK(select("*/half-open-range").size() == 2);
  CHECK(select("moved/half-open-rang?").size() == 1);
  CHECK(select("moved").empty());
  CHECK(matches("*a*a*b", "aaaaaaaaaaab"));
  CHECK_FALSE(matches("*a*a*b", "aaaaaaaaaaac"));
  CHECK(matches("", ""));
  CHECK_FALSE(matches("?", ""));
}

TEST_CASE("nearest: an unknown rule name gives the nearest rule names") {
  CHECK(nearest("moved/half-open", 1) == std::vector<std::string_view>{"moved/half-open-range"});
  CHECK(nearest("finished-last", 1) == std::vector<std::string_view>{"bracket/finished-last"});
  CHECK(nearest("", 3).size() == 3);
}

TEST_CASE("excuse: each runtime's data decides which rules it is excused from") {
  const Rule* const bound = find_rule("bracket/basic-gc-bound");
  REQUIRE(bound != nullptr);
  CHECK(excuse(*bound, "net10").find("background") != std::string_view::npos);
  CHECK(excuse(*bound, "documented").empty());
  const Rule* const limit = find_rule("ranges/batch-limit");
  REQUIRE(limit != nullptr);
  CHECK(excuse(*limit, "net10").empty());
  CHECK_FALSE(excuse(*limit, "documented").empty());
  CHECK(number_for(*limit, "net10") == 512u);
  CHECK_FALSE(number_for(*limit, "documented").has_value());
  const Rule* const mode = find_rule("ranges/family-of-mode");
  REQUIRE(mode != nullptr);
  // Also judged for net10, but less strictly.
  CHECK(excuse(*mode, "net10").empty());
  CHECK(leeway(*mode, "net10").find("batch") != std::string_view::npos);
  CHECK(leeway(*mode, "documented").empty());
}

}  // namespace gcrucible::rules
