#include "harness/driver/outcome.h"

#include <string>

#include "harness/protocol/interface_answers.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"

namespace gcrucible::driver {
namespace {

using tests::contains;

Outcome crash_in(const std::string& callback) {
  Outcome outcome;
  outcome.fate = Fate::kCrashed;
  outcome.died = "SIGSEGV";
  outcome.signal = 11;
  outcome.stage = protocol::Stage::kRunning;
  outcome.last_callback = callback;
  outcome.inside_callback = true;
  outcome.callback_number = 3;
  outcome.callbacks = 3;
  outcome.collection = 2;
  outcome.collecting = true;
  return outcome;
}

}  // namespace

TEST_CASE("place_of: QueryInterface that answers every IID is the likely cause of a death") {
  Outcome outcome = crash_in("MovedReferences2");
  CHECK_FALSE(contains(place_of(outcome), "QueryInterface"));
  outcome.answers_any_iid = true;
  CHECK(place_of(outcome) ==
        "It was inside MovedReferences2, the 3rd callback of the run, in collection 2. Likely cause: its "
        "QueryInterface returns S_OK for every IID. So MovedReferences2 of ICorProfilerCallback4 was called, "
        "which its table may not have. Return E_NOINTERFACE for unknown IIDs: see returns/query-interface.");
  outcome.fate = Fate::kHung;
  CHECK(contains(place_of(outcome), "Likely cause: its QueryInterface"));
}

TEST_CASE("place_of: in a callback of every profiler the answers are a possible cause only") {
  Outcome outcome = crash_in("MovedReferences");
  outcome.answers_any_iid = true;
  CHECK(contains(place_of(outcome), "Possible cause: its QueryInterface returns S_OK for every IID."));
  outcome.fate = Fate::kHung;
  CHECK_FALSE(contains(place_of(outcome), "QueryInterface"));
  outcome.fate = Fate::kWroteMemory;
  CHECK_FALSE(contains(place_of(outcome), "QueryInterface"));
}

TEST_CASE("place_of: a table without names is a question for authors of tables only") {
  Outcome outcome = crash_in("MovedReferences2");
  outcome.slots.functions.assign(89, 1);
  outcome.slots.named.assign(89, false);
  CHECK(place_of(outcome).ends_with("in collection 2."));
  outcome.slots.by_hand = true;
  CHECK(place_of(outcome).ends_with(
      "in collection 2. If its table of methods is written by hand, a method may be in a wrong slot. Compare "
      "the table with `gcrucible explain ICorProfilerCallback4`."));
  CHECK_FALSE(names_mistake(outcome));
  outcome.slots.named[87] = true;
  CHECK(place_of(outcome).ends_with("in collection 2."));
  outcome.slots.functions.resize(80);
  CHECK(contains(place_of(outcome),
                 "Cause: the table of methods ends before the slot of MovedReferences2 (87)"));
}

TEST_CASE("place_of: a crash at the number of entries hints at the parameters") {
  Outcome outcome = crash_in("MovedReferences2");
  outcome.message = "SIGSEGV at address 0x0000000000000003";
  outcome.passed_lengths = {{"ranges", 3}};
  CHECK(place_of(outcome).ends_with(
      "in collection 2. That address is the number of ranges that it was passed. Its slot may hold another "
      "method, or its parameters may differ: compare both with `gcrucible explain MovedReferences2`."));
  outcome.slots.functions.assign(89, 1);
  outcome.slots.named.assign(89, true);
  CHECK(place_of(outcome).ends_with(
      "Its parameters may differ: compare them with `gcrucible explain MovedReferences2`."));
  CHECK_FALSE(names_mistake(outcome));
  outcome.passed_lengths = {{"ranges", 4}};
  CHECK(place_of(outcome).ends_with("in collection 2."));
  // Perhaps a member of a structure.
  outcome.message = "SIGSEGV at address 0x0000000000000004";
  CHECK(place_of(outcome).ends_with("in collection 2."));
}

TEST_CASE("place_of: a crash near null in a callback without entries names its null arrays") {
  constexpr const char* kNull = " The callback passed 0 entries, so its arrays are null.";
  Outcome outcome = crash_in("MovedReferences2");
  outcome.message = "SIGSEGV at address 0x0000000000000008";
  outcome.passed_lengths = {{"ranges", 0}};
  CHECK(contains(place_of(outcome), kNull));
  outcome.passed_lengths = {{"ranges", 1}};
  CHECK_FALSE(contains(place_of(outcome), kNull));
  outcome.passed_lengths = {{"ranges", 0}};
  outcome.message = "SIGSEGV at address 0x0000000000002000";
  CHECK_FALSE(contains(place_of(outcome), kNull));
}

TEST_CASE("how_without_address: keeps the explanation of a crash only") {
  Outcome outcome = crash_in("MovedReferences2");
  outcome.died = "SIGSEGV";
  outcome.message = "SIGSEGV at address 0x00007f283d681000, directly behind the end of x";
  CHECK(how_without_address(outcome) == "SIGSEGV, directly behind the end of x");
  outcome.message = "SIGSEGV at address 0x0000550004010028, memory of object 12, which died";
  CHECK(how_without_address(outcome) == "SIGSEGV, memory of an object, which died");
  outcome.message = "SIGSEGV at address 0x00007f283d681000 (stack overflow)";
  CHECK(how_without_address(outcome) == "SIGSEGV (stack overflow)");
  for (const char* const other : {"SIGSEGV at address 0x00007f283d681000", "SIGSEGV", ""}) {
    outcome.message = other;
    CHECK(how_without_address(outcome) == "SIGSEGV");
  }
}

TEST_CASE("place_of: another wrong slot is a possible cause") {
  Outcome outcome = crash_in("MovedReferences2");
  outcome.slots.functions.assign(89, 1);
  outcome.slots.named.assign(89, false);
  outcome.slots.wrong = {{.slot = 50, .belongs = 49, .function = "moved_references"}};
  CHECK(
      contains(place_of(outcome), " Possible cause: the slot of ObjectAllocated (50) seems to hold another"));
  CHECK_FALSE(names_mistake(outcome));
  outcome.slots.wrong.front().slot = 87;
  CHECK(
      contains(place_of(outcome), " Likely cause: the slot of MovedReferences2 (87) seems to hold another"));
  CHECK(names_mistake(outcome));
  outcome.counts_lost = true;
  CHECK_FALSE(contains(place_of(outcome), "slot"));
}

TEST_CASE("place_of: numbers that the profiler has overwritten are left out") {
  Outcome outcome = crash_in("MovedReferences2");
  outcome.counts_lost = true;
  outcome.callbacks = outcome.callback_number = outcome.collection = 0;
  CHECK(place_of(outcome) == "It was inside MovedReferences2.");
  outcome.inside_method = "GetObjectSize";
  CHECK(place_of(outcome) == "It was inside GetObjectSize, called in MovedReferences2.");
  outcome.inside_callback = false;
  CHECK(place_of(outcome) ==
        "It was inside GetObjectSize, called in no callback. The last callback was MovedReferences2.");
  outcome.last_callback.clear();
  CHECK(place_of(outcome) == "Where it was is not known, because it had written into memory of gcrucible.");
  outcome.fate = Fate::kWroteMemory;
  CHECK(place_of(outcome) == "When it did so is not known: it was found at the end of the run.");
}

TEST_CASE("interfaces_of: restores what a host reports and refuses other numbers") {
  protocol::LoadedInterfaces loaded{.callback_version = 9, .answers = {}};
  loaded.answers.versions = {0, 1, 2, 3, 9};
  loaded.answers.unknown = true;
  const auto restored = protocol::interfaces_of(protocol::bits_of(loaded));
  REQUIRE(restored);
  CHECK(restored->callback_version == 9);
  CHECK(restored->answers.versions == loaded.answers.versions);
  CHECK(restored->answers.unknown);
  CHECK(restored->answers.one_identity);
  loaded.answers = {.versions = {0}, .unknown = false, .one_identity = false};
  const auto other = protocol::interfaces_of(protocol::bits_of(loaded));
  REQUIRE(other);
  CHECK_FALSE(other->answers.unknown);
  CHECK_FALSE(other->answers.one_identity);
  CHECK_FALSE(protocol::interfaces_of(0));
  CHECK_FALSE(protocol::interfaces_of(0x23232323 & ~(1u << 24)));
  CHECK_FALSE(protocol::interfaces_of(0x01FF0000));
}

}  // namespace gcrucible::driver
