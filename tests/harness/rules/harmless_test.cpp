// Findings that do no harm in .NET 10 state this, and name the option that skips their rule.
#include <string>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

// Calls GetClassFromObject inside that callback.
std::string finding_inside(const std::string& callback) {
  Tale tale = recorded_collections();
  tale.at(callback).inside.push_back(make_info("GetClassFromObject", "[8]", "[5]"));
  const auto verdicts = judge(tale.text(), {.only = {"object-ids/no-inspection-in-reports"}});
  REQUIRE(verdicts.size() == 1);
  REQUIRE(verdicts[0].findings.size() == 1);
  return verdicts[0].findings[0].what;
}

TEST_CASE("findings: a harmless violation says so and names the --skip option", "[rules]") {
  const std::string skip = "--skip object-ids/no-inspection-in-reports";
  CHECK(finding_inside("ObjectReferences").find("In net10 the answer is correct there") != std::string::npos);
  CHECK(finding_inside("ObjectReferences").find(skip) != std::string::npos);
  CHECK(finding_inside("RootReferences2").find(skip) != std::string::npos);
  // Inside reports of moves, the call is harmful in every runtime.
  CHECK(finding_inside("MovedReferences2").find(skip) == std::string::npos);
}

}  // namespace
}  // namespace gcrucible::tests
