// The catalogue, and whether it and the checkers name the same rules.
#include <algorithm>
#include <set>

#include "harness/rules/checker.h"
#include "harness/rules/rule.h"
#include "tests/support/catch.h"

namespace gcrucible::rules {

TEST_CASE("every rule has a checker and every checker a rule") {
  for (const Rule& rule : catalogue()) {
    INFO(rule.id);
    const Binding* const binding = find_binding(rule.id);
    REQUIRE(binding != nullptr);
    CHECK((binding->entry != nullptr || binding->collection != nullptr));
  }
  // Together with unique ids: nothing is bound that the catalogue does not know.
  CHECK(binding_count() == catalogue().size());
}

TEST_CASE("rows of the catalogue are complete and their ids usable as selectors") {
  std::set<std::string_view> ids;
  for (const Rule& rule : catalogue()) {
    INFO(rule.id);
    CHECK(ids.insert(rule.id).second);
    CHECK(rule.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-/") == std::string_view::npos);
    CHECK(std::count(rule.id.begin(), rule.id.end(), '/') == 1);
    CHECK(rule.statement.back() == '.');
    CHECK(rule.cause.back() == '.');
    CHECK((rule.row.starts_with("GC-") || rule.row.starts_with("PR-")));
  }
  CHECK(ids.size() >= 25);
}

TEST_CASE("globs select families and single rules") {
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

TEST_CASE("a name that is no rule's is answered with the nearest ones") {
  CHECK(nearest("moved/half-open", 1) == std::vector<std::string_view>{"moved/half-open-range"});
  CHECK(nearest("finished-last", 1) == std::vector<std::string_view>{"bracket/finished-last"});
  CHECK(nearest("", 3).size() == 3);
}

TEST_CASE("runtimes excuse rules by data") {
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
}

}  // namespace gcrucible::rules
