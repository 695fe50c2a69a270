// Findings point at the faulty call, or at the call that should have reported more.
#include <fmt/format.h>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

rules::Finding only_finding(const Tale& tale, const std::string& id) {
  for (const rules::Verdict& verdict : judge(tale.text())) {
    if (verdict.rule->id == id && !verdict.findings.empty()) return verdict.findings.front();
  }
  FAIL(id << " is not broken");
  return {};
}

}  // namespace

TEST_CASE("places: a survivor in no range is reported at the call with its neighbours") {
  for (Tale tale : {two_collections(), recorded_collections()}) {
    for (const char* const call : {"MovedReferences2", "MovedReferences"}) tale.edit(call, "[10,8,3],", "");
    const rules::Finding finding = only_finding(tale, "ranges/every-survivor");
    INFO(finding.what);
    CHECK(finding.callback == "MovedReferences2");
    CHECK(finding.entry == 0);
    CHECK(finding.what.find("The nearest reported range is") != std::string::npos);
  }
}

TEST_CASE("places: no survivors reported -> the finding is at GarbageCollectionFinished") {
  Tale tale = ten_objects("[]");
  const rules::Finding finding = only_finding(tale, "ranges/every-survivor");
  INFO(finding.what);
  CHECK(finding.callback == "GarbageCollectionFinished");
  CHECK(finding.what.find("No range is reported at all.") != std::string::npos);
}

TEST_CASE("places: two calls disagree on a length -> the one the survivors contradict fails") {
  for (const Tale& good : {two_collections(), recorded_collections()}) {
    Tale shortened = good;
    shortened.edit("MovedReferences2", "[10,8,3]", "[10,8,2]");
    const rules::Finding exact = only_finding(shortened, "ranges/legacy-saturates");
    INFO(exact.what);
    CHECK(exact.callback == "MovedReferences2");
    Tale wrong = good;
    wrong.edit("MovedReferences", "[10,8,3]", "[10,8,2]");
    CHECK(only_finding(wrong, "ranges/legacy-saturates").callback == "MovedReferences");
  }
}

TEST_CASE("places: a call that never returned is placed in the collection of its entry") {
  for (const std::size_t which : {0, 1}) {
    Tale tale = two_collections();
    const char* const call = which == 0 ? "MovedReferences2" : "GarbageCollectionStarted";
    const std::size_t last = which == 0 ? tale.index(call) : tale.index(call, 1);
    tale.steps.resize(last + 1);
    tale.steps.back().returns = false;
    tale.end = fmt::format(R"("end":true,"died":"SIGSEGV","callback":"{}","fault":"stack")", call);
    const rules::Finding finding = only_finding(tale, "blocking/little-stack");
    INFO(finding.what);
    CHECK(finding.collection == which + 1);
    CHECK(finding.callback == call);
  }
}

}  // namespace gcrucible::tests
