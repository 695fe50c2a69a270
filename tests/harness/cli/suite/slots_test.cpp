// What commands print about methods in wrong slots of a profiler's table.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kWrong =
    "the slot of RuntimeThreadResumed (48) seems to hold another method: object_allocated. Compare the table "
    "with `gcrucible explain ICorProfilerCallback4`.";

Called with(std::vector<std::string> words, const std::string& table, const Scratch& scratch,
            const std::string& library = "host_test_hand_written") {
  words.insert(words.end(), {"--profiler", in_build("/" + library + ".so"), "--clsid",
                             "{3B9E1D07-64F2-4C8A-A5D3-71E0C9B8F246}", "--env", "HOST_TEST_TABLE=" + table,
                             "--report", "json=r.json"});
  return call(words, {"COLUMNS=1000"}, scratch.folder());
}

nlohmann::json report_in(const Scratch& scratch) {
  return nlohmann::json::parse(text_of_file(scratch.path("r.json")));
}

}  // namespace

TEST_CASE("run: a method in a wrong slot is named although the run passes") {
  const Scratch scratch;
  const Called whole = with({"run", kTen}, "beside", scratch);
  INFO(whole.out << whole.err);
  CHECK(whole.status == 0);
  CHECK(contains(whole.out, "\n  slots         " + kWrong + "\n"));
  CHECK(report_in(scratch).at("runs")[0].at("wrong_slots") == kWrong);
  const Called brief = with({"run", "-q", kTen}, "beside", scratch);
  CHECK(contains(brief.out, "advice: " + kWrong));
  const Called right = with({"run", kTen}, "right", scratch);
  CHECK_FALSE(contains(right.out, "slots"));
  CHECK(report_in(scratch).at("runs")[0].at("wrong_slots") == "");
}

TEST_CASE("run: a crash names its wrong slot once") {
  const Scratch scratch;
  const Called run = with({"run", "-q", kTen}, "exchanged", scratch);
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  const std::string cause =
      "Likely cause: the slots of ObjectAllocated (50) and MovedReferences2 (87) seem to ";
  CHECK(contains(run.out, cause));
  CHECK_FALSE(contains(run.out, "\n  slots "));
}

TEST_CASE("test: a method in a wrong slot is named before the cases and after them") {
  const Scratch scratch;
  const Called test = with({"test", "--cases", "5", "--forget"}, "beside", scratch);
  INFO(test.out << test.err);
  const std::string line = "\nslots     " + kWrong + "\n";
  const std::size_t first = test.out.find(line);
  REQUIRE(first != std::string::npos);
  CHECK(first < test.out.find("\noracles "));
  CHECK(test.out.find(line, first + 1) != std::string::npos);
  CHECK(report_in(scratch).at("wrong_slots") == kWrong);
  CHECK_FALSE(contains(with({"test", "--cases", "5", "--forget"}, "right", scratch).out, "slots "));
}

TEST_CASE("test: a table whose functions have no names was not compared") {
  const Scratch scratch;
  const Called test = with({"test", "--cases", "5", "--forget"}, "beside", scratch, "host_test_stripped");
  INFO(test.out << test.err);
  CHECK(
      contains(test.out,
               "\nslots     The names of the library's functions are stripped, so its table was not compared "
               "with the slots. Build it without stripping for that.\n"));
  CHECK(report_in(scratch).at("wrong_slots") == "");
}

}  // namespace gcrucible::tests
