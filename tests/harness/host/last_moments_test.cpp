// The known facts about a profiler's last moments, and about the state in which it leaves the process.
#include <string>

#include "harness/driver/trace/outcome_trace.h"
#include "harness/trace/event_fields.h"
#include "tests/harness/host/one_collection.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

driver::Outcome run(const std::string& misfit) {
  return run_one_collection("misfit", "{0D0E1F20-3142-5364-7586-97A8B9CADBEC}", "HOST_TEST_MISFIT=" + misfit);
}

// The lines of the trace with this model fact.
std::string model_lines(const driver::Outcome& outcome, std::string_view fact) {
  std::string text;
  trace::Reader reader = driver::reader_of(outcome);
  trace::Line line;
  while (reader.next(line) == trace::Reader::Step::kLine) {
    const trace::Event& event = line.event();
    if (event.kind == trace::EventKind::kModel && event.name == fact)
      text += std::string(trace::text_in(event, "what")) + ";";
  }
  CHECK(reader.error() == nullptr);
  return text;
}

TEST_CASE("crash: in an Info method -> method and callback and argument are named") {
  const driver::Outcome outcome = run("wrong-riid");
  REQUIRE(outcome.fate == driver::Fate::kCrashed);
  CHECK(outcome.inside_method == "GetModuleMetaData");
  CHECK(outcome.arguments == "riid is 0x8");
  CHECK(driver::place_of(outcome).starts_with(
      "It was inside GetModuleMetaData, called in GarbageCollectionFinished, the "));
  CHECK(driver::place_of(outcome).find("; riid is 0x8.") != std::string::npos);
}

TEST_CASE("crash: in a metadata method -> the method is named") {
  const driver::Outcome outcome = run("wrong-buffer");
  REQUIRE(outcome.fate == driver::Fate::kCrashed);
  CHECK(outcome.inside_method == "GetScopeProps");
  CHECK(outcome.arguments == "szName is 0x10");
  REQUIRE(outcome.last_calls.size() == 2);
  CHECK(outcome.last_calls.back().method == "GetModuleMetaData");
  CHECK(outcome.last_calls.back().result.starts_with("S_OK"));
}

TEST_CASE("crash: the last Info calls of the callback are listed with results") {
  const driver::Outcome outcome = run("unchecked");
  REQUIRE(outcome.fate == driver::Fate::kCrashed);
  CHECK(outcome.inside_method.empty());
  REQUIRE(outcome.last_calls.size() == 1);
  CHECK(outcome.last_calls.front().method == "GetClassIDInfo2");
  CHECK(outcome.last_calls.front().arguments.starts_with("[0x3039"));
  CHECK(outcome.last_calls.front().result.find("E_INVALIDARG") != std::string::npos);
  CHECK(driver::calls_of(outcome).starts_with("Its last Info calls there were GetClassIDInfo2 [0x3039"));
}

TEST_CASE("crash: before the header, the trace and the text know what QueryInterface answers") {
  const driver::Outcome outcome = run("short-table");
  REQUIRE(outcome.fate == driver::Fate::kCrashed);
  CHECK(driver::place_of(outcome).find("Likely cause: its QueryInterface returns S_OK for every IID. So "
                                       "LoadAsNotificationOnly of ICorProfilerCallback11 was called") !=
        std::string::npos);
  trace::Reader reader = driver::reader_of(outcome);
  trace::Line line;
  REQUIRE(reader.next(line) == trace::Reader::Step::kLine);
  CHECK(line.event().kind == trace::EventKind::kHeader);
  CHECK(trace::number_in(line.event(), "callback_version") == 11u);
  CHECK(trace::find(line.event(), "unknown_interface") != nullptr);
}

TEST_CASE("host: a profiler that writes into the trace or control block is found") {
  for (const char* const way : {"writes-trace", "writes-control"}) {
    INFO(way);
    const driver::Outcome outcome = run(way);
    CHECK(outcome.fate == driver::Fate::kWroteMemory);
    CHECK(outcome.is_beyond_judging() == (std::string_view(way) == "writes-trace"));
    CHECK(driver::word_of(outcome.fate) == "written-memory");
    CHECK(driver::how_of(outcome).starts_with("it wrote into "));
  }
}

#if defined(__x86_64__)
TEST_CASE("host: a callback that leaves the direction flag set is reported") {
  const driver::Outcome outcome = run("backwards");
  REQUIRE(outcome.fate == driver::Fate::kFinished);
  CHECK(model_lines(outcome, "altered") == "direction flag;");
}
#endif

TEST_CASE("host: an unchanged process is not reported as altered") {
  const driver::Outcome outcome = run("");
  REQUIRE(outcome.fate == driver::Fate::kFinished);
  CHECK(model_lines(outcome, "altered").empty());
}

}  // namespace
}  // namespace gcrucible::tests
