// One clause of a rule's statement is broken by hand in a trace. Checks which rules report it.
// docs/effectiveness.md, "Damaged by hand", states what these tables contain.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/rules/judge/coverage.h"
#include "tests/harness/rules/tale.h"
#include "tests/harness/rules/weak/damages.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

std::vector<HandDamage> all_damages() {
  std::vector<HandDamage> all;
  recording_damages(all);
  answer_damages(all);
  report_damages(all);
  stop_damages(all);
  return all;
}

// Advice to the profiler is no part of what the runtime did.
RuleIds of_runtime(RuleIds ids) {
  std::erase_if(
      ids, [](const std::string& id) { return rules::find_rule(id)->breaker != rules::Breaker::kRuntime; });
  return ids;
}

std::string text_of(const std::string& path) {
  std::ifstream file(in_source(path));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Count {
  std::size_t damages = 0;
  std::size_t by_itself = 0;
};

// The tables of docs/effectiveness.md.
std::string page() {
  std::map<std::string, Count> counts;
  std::size_t by_itself = 0;
  const std::vector<HandDamage> all = all_damages();
  for (const HandDamage& damage : all) {
    Count& count = counts[damage.damaged_rule()];
    ++count.damages;
    const bool own = std::ranges::find(damage.breaks, damage.damaged_rule()) != damage.breaks.end();
    count.by_itself += own ? 1 : 0;
    by_itself += own ? 1 : 0;
  }
  std::size_t of_the_runtime = 0;
  std::string unjudged;
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rule.breaker != rules::Breaker::kRuntime) continue;
    ++of_the_runtime;
    if (rules::coverage_of(rule) != rules::Coverage::kChecked) unjudged += fmt::format(" `{}`", rule.id);
  }
  std::string text = "| what | number |\n|---|---|\n";
  text += fmt::format("| rules of the runtime | {} |\n", of_the_runtime);
  text += fmt::format("| rules of which at least one clause is damaged | {} |\n", counts.size());
  text += fmt::format("| damages | {} |\n", all.size());
  text += fmt::format("| damages that the rule itself reports | {} |\n", by_itself);
  text +=
      fmt::format("| damages that other rules report, because each such change violates those too | {} |\n",
                  all.size() - by_itself);
  text += fmt::format("| legal neighbours, of which no rule reports any | {} |\n", legal_changes().size());
  text += fmt::format("\nNo trace can violate{}: the catalogue states why.\n\n", unjudged);
  text += "| rule | damages | of which only other rules report |\n|---|---|---|\n";
  for (const auto& [rule, count] : counts)
    text += fmt::format("| {} | {} | {} |\n", rule, count.damages, count.damages - count.by_itself);
  return text;
}

}  // namespace

TEST_CASE("weak rules: the page states what the tests contain") {
  const std::string text = text_of("/docs/effectiveness.md");
  const std::string begin = "<!-- by hand: begin -->\n", end = "<!-- by hand: end -->";
  const std::size_t from = text.find(begin), to = text.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  if (std::getenv("GCRUCIBLE_UPDATE") != nullptr) {
    std::ofstream(in_source("/docs/effectiveness.md"))
        << text.substr(0, from + begin.size()) << page() << text.substr(to);
    return;
  }
  INFO("GCRUCIBLE_UPDATE=1 test_findings \"weak rules*\" writes it");
  CHECK(text.substr(from + begin.size(), to - from - begin.size()) == page());
}

// From scenarios that override the reports.
TEST_CASE("weak rules: a simulated trace with one fault violates the rule about it") {
  CHECK(verdict(trace_of("collection-inside-unwind-function-enter")) ==
        RuleIds{"bracket/waits-for-exceptions"});
  CHECK(verdict(trace_of("two-collections-in-one-suspension")) == RuleIds{"bracket/resumed-between"});
}

TEST_CASE("weak rules: a trace that is damaged by hand violates no rule of the runtime before") {
  std::set<std::string> traces;
  for (const HandDamage& damage : all_damages()) traces.insert(damage.trace);
  for (const LegalChange& change : legal_changes()) traces.insert(change.trace);
  for (const std::string& trace : traces) {
    INFO(trace);
    CHECK(of_runtime(verdict(trace_of(trace))).empty());
  }
}

TEST_CASE("weak rules: a trace with one fault violates the rule about it") {
  for (const HandDamage& damage : all_damages()) {
    INFO(damage.what << ", in " << damage.trace);
    Lines lines = trace_of(damage.trace);
    damage.change(lines);
    CHECK(of_runtime(verdict(lines)) == damage.breaks);
    CHECK(rules::find_rule(damage.damaged_rule()) != nullptr);
  }
}

TEST_CASE("weak rules: a finding names a call of the line that it names") {
  for (const HandDamage& damage : all_damages()) {
    Lines lines = trace_of(damage.trace);
    damage.change(lines);
    lines = numbered(std::move(lines));
    for (const rules::Verdict& verdict : verdicts_of(lines)) {
      if (verdict.rule->id != damage.damaged_rule()) continue;
      for (const rules::Finding& finding : verdict.findings) {
        INFO(damage.what << ", in " << damage.trace << ", at line " << finding.line);
        REQUIRE(finding.line < lines.size());
        const bool names_it = lines[finding.line].find('"' + finding.callback + '"') != std::string::npos;
        // A model line is no call. The return of a call is a place of its callback.
        CHECK((names_it || finding.callback.empty() ||
               lines[finding.line].find("\"ret\"") != std::string::npos));
      }
    }
  }
}

TEST_CASE("weak rules: a legal neighbour of a damage violates nothing") {
  for (const LegalChange& change : legal_changes()) {
    INFO(change.what << ", in " << change.trace);
    Lines lines = trace_of(change.trace);
    change.change(lines);
    CHECK(of_runtime(verdict(lines)).empty());
  }
}

}  // namespace gcrucible::tests
