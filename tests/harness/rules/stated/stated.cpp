#include "tests/harness/rules/stated/stated.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

namespace {

std::string stated_place(const rules::Finding& finding) {
  std::string text;
  if (finding.line != rules::kNoLine) text += fmt::format(" line {}", finding.line);
  if (!finding.callback.empty()) text += ' ' + finding.callback;
  if (finding.entry != rules::kNoObject) text += fmt::format("[{}]", finding.entry);
  if (finding.thread != 0) text += fmt::format(" thread {}", finding.thread);
  if (finding.collection != 0) text += fmt::format(" collection {}", finding.collection);
  if (finding.object != rules::kNoObject) text += fmt::format(" object {}", finding.object);
  if (finding.address != 0) text += fmt::format(" address {:#x}", finding.address);
  if (finding.more != 0) text += fmt::format(" and {} more up to {}", finding.more, finding.last_line);
  if (finding.explained) text += " explained";
  if (!finding.also_rule.empty()) text += fmt::format(" also {}", finding.also_rule);
  return text;
}

}  // namespace

std::string statement_of(const std::vector<rules::Verdict>& verdicts) {
  std::string text;
  for (const rules::Verdict& verdict : verdicts) {
    for (const rules::Finding& finding : verdict.findings) {
      text += fmt::format("  {}{}{}: {}\n", verdict.rule->id,
                          verdict.follows == nullptr ? "" : fmt::format(" follows {}", verdict.follows->id),
                          stated_place(finding), finding.what);
    }
  }
  return text;
}

void check_stated(const std::string& name, const std::string& text) {
  const std::string path = in_source("/tests/harness/rules/stated/" + name);
  if (std::getenv("GCRUCIBLE_UPDATE") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ifstream file(path);
  const std::string stated{std::istreambuf_iterator<char>(file), {}};
  INFO(path << " is out of date; GCRUCIBLE_UPDATE=1 test_findings \"stated*\" writes it");
  CHECK(stated == text);
}

}  // namespace gcrucible::tests
