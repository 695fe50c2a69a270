// Profilers whose tables of methods are written by hand.
#include <string>

#include "tests/harness/host/one_collection.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

driver::Outcome run(const std::string& table) {
  return run_one_collection("hand_written", "{3B9E1D07-64F2-4C8A-A5D3-71E0C9B8F246}",
                            "HOST_TEST_TABLE=" + table);
}

bool says(const std::string& text, std::string_view part) {
  INFO(text);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

const std::string kRemedy = "Compare the table with `gcrucible explain ICorProfilerCallback4`.";

TEST_CASE("slots: a right table written by hand has no wrong slot") {
  const driver::Outcome outcome = run("right");
  CHECK(outcome.fate == driver::Fate::kFinished);
  CHECK(outcome.slots.functions.size() == 89);
  CHECK(driver::wrong_slots_text(outcome.slots).empty());
}

TEST_CASE("slots: a crash in the right slot does not mention the table") {
  const driver::Outcome outcome = run("crash");
  REQUIRE(outcome.fate == driver::Fate::kCrashed);
  CHECK(outcome.slots.named[87]);
  CHECK(driver::place_of(outcome).ends_with(", in collection 1."));
  CHECK_FALSE(driver::names_mistake(outcome));
}

TEST_CASE("slots: exchanged slots are the likely cause of a crash there") {
  const driver::Outcome outcome = run("exchanged");
  REQUIRE_FALSE(outcome.died.empty());
  CHECK(outcome.last_callback == "ObjectAllocated");
  says(driver::place_of(outcome),
       "Likely cause: the slots of ObjectAllocated (50) and MovedReferences2 (87) seem to hold other "
       "methods: ");
  says(driver::place_of(outcome), "moved_references2 and ");
  says(driver::place_of(outcome), "object_allocated. " + kRemedy);
  CHECK(driver::names_mistake(outcome));
}

TEST_CASE("slots: a method in another slot is named without a crash") {
  const driver::Outcome outcome = run("beside");
  CHECK(outcome.fate == driver::Fate::kFinished);
  const std::string text = driver::wrong_slots_text(outcome.slots);
  says(text, "the slot of RuntimeThreadResumed (48) seems to hold another method: ");
  says(text, "object_allocated. " + kRemedy);
}

TEST_CASE("slots: a table with one slot too few is described as shifted") {
  const driver::Outcome outcome = run("too few");
  says(driver::wrong_slots_text(outcome.slots),
       "from the slot of MovedReferences (49) on, 3 slots seem to hold the method of the next slot, so a "
       "slot before them is missing. " +
           kRemedy);
}

TEST_CASE("slots: a slot without a function is the cause of a crash there") {
  const driver::Outcome null = run("null");
  REQUIRE(null.fate == driver::Fate::kCrashed);
  says(driver::place_of(null), " Cause: the slot of ObjectAllocated (50) holds null. " + kRemedy);
  CHECK(driver::names_mistake(null));
  const driver::Outcome other = run("no function");
  REQUIRE(other.fate == driver::Fate::kCrashed);
  says(driver::place_of(other), " Cause: the slot of ObjectAllocated (50) holds 0x");
  says(driver::place_of(other), ", which is no function. " + kRemedy);
}

}  // namespace
}  // namespace gcrucible::tests
