// Apparent violations with another possible cause are not reported.
#include <algorithm>
#include <string>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

bool breaks(const Tale& tale, const std::string& rule) {
  const auto all = broken(judge(tale.text()));
  return std::find(all.begin(), all.end(), rule) != all.end();
}

// The process ends in ObjectAllocated of a class that no ClassLoadFinished announced.
Tale dying(const std::string& how) {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[8388994,0])";
  tale.model("type", R"("type":1,"name":"ref[]","class":40,"kind":"array","size":24)");
  tale.call("ClassLoadStarted", R"("class":16)").call("ClassLoadFinished", R"("class":16,"status":0)");
  tale.call("ObjectAllocated", R"("object":4096,"class":24)");
  tale.at("ObjectAllocated").returns = false;
  tale.end = R"("end":true,"died":")" + how + R"(","callback":"ObjectAllocated")";
  return tale;
}

constexpr const char* kUnannounced = "life/unannounced-classes";

}  // namespace

TEST_CASE("references/closed-graph: a Callback4 profiler sees no dependent handles") {
  Tale tale = two_collections();
  tale.edit("ObjectReferences", "8,10", "8", 1);
  CHECK(breaks(tale, "references/closed-graph"));
  tale.header += ",\"callback_version\":4";
  CHECK_FALSE(breaks(tale, "references/closed-graph"));
}

// If only gcrucible refuses a call, a profiler that returns this failure is not at fault.
TEST_CASE("returns/plain-results: an E_NOTIMPL that gcrucible caused is no violation") {
  Tale tale;
  tale.header = R"("source":"simulated","runtime":"net10","event_mask":[4,0])";
  tale.call("ModuleLoadFinished", R"("module":64,"status":0)").info("GetCodeInfo2", "[8,0]");
  tale.at("ModuleLoadFinished").hr = -2147467263;  // E_NOTIMPL
  CHECK(breaks(tale, "returns/plain-results"));
  Tale gap = tale;
  Step line{.kind = Step::Kind::kModel, .name = "gap"};
  line.fields = R"("what":"GetCodeInfo2","hr":2147500033,"inside":1)";
  gap.at("ModuleLoadFinished").inside.push_back(line);
  CHECK_FALSE(breaks(gap, "returns/plain-results"));
  // A different failure is the profiler's own.
  gap.at("ModuleLoadFinished").hr = -2147024809;
  CHECK(breaks(gap, "returns/plain-results"));
}

TEST_CASE("life/unannounced-classes: a death with another explanation is no violation") {
  CHECK(breaks(dying("SIGSEGV"), kUnannounced));
  CHECK_FALSE(breaks(dying("exit code 3"), kUnannounced));
  CHECK_FALSE(breaks(dying("exception"), kUnannounced));
  CHECK_FALSE(breaks(dying("SIGABRT"), kUnannounced));

  Tale overflow = dying("SIGSEGV");
  overflow.end += R"(,"fault":"stack")";
  CHECK_FALSE(breaks(overflow, kUnannounced));

  Tale array = dying("SIGSEGV");
  array.edit("ObjectAllocated", "\"class\":24", "\"class\":40");
  CHECK_FALSE(breaks(array, kUnannounced));

  Tale later = dying("SIGSEGV");
  later.insert_before("ObjectAllocated", make_call("ObjectAllocated", R"("object":4000,"class":32)"));
  CHECK_FALSE(breaks(later, kUnannounced));
}

}  // namespace gcrucible::tests
