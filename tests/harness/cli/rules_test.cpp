// `gcrucible rules`.
#include <string>

#include "harness/rules/catalogue/rule.h"
#include "tests/harness/cli/command.h"

namespace gcrucible::tests {

TEST_CASE("rules: profiler and runtime select by who can violate a rule") {
  const Called profiler = call({"rules", "profiler"}), runtime = call({"rules", "runtime"});
  INFO(profiler.out << profiler.err << runtime.err);
  for (const rules::Rule& rule : rules::catalogue()) {
    const bool profilers = rule.breaker == rules::Breaker::kProfiler;
    const std::string line = "\n" + std::string(rule.id) + " ";
    CHECK(contains("\n" + profiler.out, line) == profilers);
    CHECK(contains("\n" + runtime.out, line) != profilers);
  }
  CHECK(call({"rules", "profiler", "runtime"}).out == call({"rules"}).out);
  CHECK(contains(call({"rules", "profiler", "moved/*"}).out, "moved/half-open-range "));
}

}  // namespace gcrucible::tests
