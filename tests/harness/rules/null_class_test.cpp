// An object that is reported with class 0 in the last collection, where nothing later shows its class.
// Earlier lines decide, or the behaviour of .NET 10, or nothing.
#include <string>
#include <vector>

#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

const std::string kRule = "references/class-of-unloading";

// Of all mentions of an object, the last one included.
std::vector<Step*> mentions(Tale& tale, const std::string& name, const std::string& object) {
  std::vector<Step*> found;
  for (Step& step : tale.steps) {
    if (step.name == name && step.fields.starts_with("\"object\":" + object + ",")) found.push_back(&step);
  }
  REQUIRE_FALSE(found.empty());
  return found;
}

void set_class(Step& step, const std::string& number) {
  const std::size_t at = step.fields.find("\"class\":5");
  REQUIRE(at != std::string::npos);
  step.fields.replace(at, 9, "\"class\":" + number);
}

// Two collections, where `object` alone has class 6; the last one reports it with class 0.
Tale last_without_class(const std::string& object) {
  Tale tale = recorded_collections();
  for (Step* const each : mentions(tale, "ObjectAllocated", object)) set_class(*each, "6");
  const std::vector<Step*> reports = mentions(tale, "ObjectReferences", object);
  for (Step* const each : reports) set_class(*each, each == reports.back() ? "0" : "6");
  return tale;
}

// What would show its class: nothing is left but the last report.
void forget(Tale& tale, const std::string& object) {
  const Step last = *mentions(tale, "ObjectReferences", object).back();
  std::erase_if(tale.steps, [&](const Step& step) {
    const bool named = step.name == "ObjectAllocated" || step.name == "ObjectReferences";
    return named && step.fields.starts_with("\"object\":" + object + ",") && step.fields != last.fields;
  });
}

bool breaks(const Tale& tale) {
  return !broken(judge(tale.text(), {.only = {kRule}})).empty();
}

void put_runtime(Tale& tale, const std::string& name) {
  tale.header.replace(tale.header.find("net10"), 5, name);
}

}  // namespace

TEST_CASE("the collection before decides about an object without a class in .NET 10", "[rules]") {
  // It is in the large object heap, which the last collection does not collect.
  const auto verdicts = judge(last_without_class("1000").text(), {.only = {kRule}});
  REQUIRE(verdicts.size() == 1);
  REQUIRE(verdicts[0].findings.size() == 1);
  CHECK(verdicts[0].findings[0].address == 1000);
  CHECK(verdicts[0].findings[0].what.find("it was reported with class 0x6") != std::string::npos);
}

TEST_CASE("so does ObjectAllocated", "[rules]") {
  CHECK(breaks(last_without_class("100")));
}

TEST_CASE("a survivor of the last collection has a class in .NET 10, whatever came before", "[rules]") {
  Tale tale = last_without_class("100");
  forget(tale, "100");
  CHECK(breaks(tale));
}

TEST_CASE("where nothing came before, and the object was not collected, nobody knows", "[rules]") {
  Tale tale = last_without_class("1000");
  forget(tale, "1000");
  const auto verdicts = judge(tale.text(), {.only = {kRule}});
  CHECK(broken(verdicts).empty());
}

TEST_CASE("a legal history of another runtime gives the same reports, so that they are undecidable",
          "[rules]") {
  // The class is unloaded while the object lives, as with an application domain.
  Tale unloading = last_without_class("1000");
  put_runtime(unloading, "documented");
  // COR_PRF_MONITOR_CLASS_LOADS is set, too.
  unloading.header.replace(unloading.header.find("8454592"), 7, "8454594");
  unloading.insert_after("ObjectAllocated", make_call("ClassUnloadStarted", R"("class":6)"), 16);
  unloading.insert_before("Shutdown", make_call("ClassUnloadFinished", R"("class":6,"status":0)"));
  const auto legal = judge(unloading.text(), {.only = {kRule}});
  REQUIRE(legal.size() == 1);
  CHECK(legal[0].standing == rules::Standing::kKept);
  // The same history for a profiler that is not notified of unloads.
  Tale unseen = last_without_class("1000");
  put_runtime(unseen, "documented");
  CHECK_FALSE(breaks(unseen));
}

}  // namespace gcrucible::tests
