// The observations of a run, and the differences between two runs.
#include "harness/campaign/observed.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "harness/campaign/trial.h"
#include "harness/platform/process/environment.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::campaign {
namespace {

using scenario::Observation;
namespace fs = std::filesystem;

// The folder's path, as a profiler gets it.
std::string folder_in(const driver::RunOptions& run) {
  return std::string(*platform::value_of(run.environment, "OUT"));
}

struct Run {
  explicit Run(const std::string& words, const std::string& variable = "OUT={dir}") {
    options.environment = {"FIRST=1", variable};
    options.timeout = std::chrono::seconds(10);
    const auto observation = scenario::read_observation(words);
    REQUIRE(observation);
    CHECK(scenario::text_of(*observation) == words);
    made.emplace(Observatory::make(*observation, options));
    REQUIRE(*made);
  }
  Observed see() const { return (*made)->see(outcome); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(fs::path(folder_in(options)) / name, std::ios::binary) << text;
  }

  driver::RunOptions options;
  driver::Outcome outcome;
  std::optional<Expected<Observatory>> made;
};

std::string lines_that_differ(const std::string& first, const std::string& second) {
  const auto differs = difference(first, second);
  return differs ? std::to_string(differs->line) + ": " + differs->first + " / " + differs->second : "";
}

}  // namespace

TEST_CASE("difference: the first differing line is returned and long ones are cut") {
  CHECK(lines_that_differ("", "").empty());
  CHECK(lines_that_differ("a\nb\n", "a\nb\n").empty());
  CHECK(lines_that_differ("a\nb\nc\n", "a\nbx\nc\n") == "2: 'b' / 'bx'");
  CHECK(lines_that_differ("a\n", "a\nb\n") == "2: nothing more / 'b'");
  CHECK(lines_that_differ("", "x") == "1: nothing more / 'x'");
  CHECK(lines_that_differ("tab\there\n", "tab\tthere\n") == "1: 'tab here' / 'tab there'");
  const std::string far(500, 'x');
  CHECK(lines_that_differ(far + "a", far + "b") ==
        "1: '…" + std::string(40, 'x') + "a' / '…" + std::string(40, 'x') + "b'");
  const auto cut = difference(std::string(5000, 'a'), std::string(5000, 'b'));
  REQUIRE(cut);
  CHECK(cut->first.size() < 200);
}

TEST_CASE("read_observation: invalid words -> the message lists the valid ones") {
  for (const char* const words : {"file:", "command:"}) {
    CHECK(tests::error_in(scenario::read_observation(words)) ==
          "a name or a command must follow the colon, as in file:out.txt or command:./report");
  }
  for (const char* const words : {"", "stdin", "file", "Stdout"}) {
    INFO(words);
    CHECK(tests::error_in(scenario::read_observation(words)) ==
          "write stdout, stderr, calls, file:NAME or command:TEXT");
  }
}

TEST_CASE("Observatory: stdout and stderr are observed and so is a death") {
  Run output("stdout");
  output.outcome.output = "hello\n";
  CHECK(output.see().text == "hello\n");
  output.outcome.died = "SIGSEGV";
  CHECK(output.see().text == "hello\n(the profiler died: SIGSEGV)\n");
  Run errors("stderr");
  errors.outcome.error_output = "oh\n";
  CHECK(errors.see().text == "oh\n");
}

TEST_CASE("Observatory: a file is read from the run folder and removed at the end") {
  std::string folder;
  {
    Run run("file:out.txt", "OUT={dir}");
    folder = folder_in(run.options);
    CHECK(fs::is_directory(folder));
    CHECK(run.see().missing.find("--env MY_OUTPUT={dir}/out.txt") != std::string::npos);
    CHECK(run.see().text);
    run.write("out.txt", "a\nb\n");
    CHECK(run.see().text == "a\nb\n");
    (*run.made)->clear();
    CHECK_FALSE(run.see().missing.empty());
  }
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("Observatory: each dir placeholder in a variable is replaced") {
  Run run("stdout", "OUT={dir}:{dir}/b");
  const std::string value = folder_in(run.options);
  const std::string folder = value.substr(0, value.find(':'));
  CHECK(value == folder + ":" + folder + "/b");
  CHECK(run.options.environment[0] == "FIRST=1");
}

TEST_CASE("Observatory: a command sees the run folder and must succeed in time") {
  Run run("command:sort out.txt; echo $FIRST");
  run.write("out.txt", "b\na\n");
  CHECK(run.see().text == "a\nb\n1\n");
  CHECK(Run("command:echo no >&2; exit 3").see().text.error() ==
        "the command 'echo no >&2; exit 3' ended with exit code 3: no");
  Run slow("command:sleep 60");
  slow.options.timeout = std::chrono::milliseconds(50);
  const Expected<Observatory> made =
      Observatory::make(*scenario::read_observation("command:sleep 60"), slow.options);
  CHECK(made->see({}).text.error() == "the command 'sleep 60' did not end within 50 ms");
}

TEST_CASE("Observatory: equal Info calls are observed once for each collection") {
  Run run("calls");
  const auto trace = [](const std::string& lines) {
    return "{\"gcrucible_trace\":1,\"source\":\"simulated\",\"runtime\":\"net10\",\"event_mask\":[0,0]}\n" +
           lines;
  };
  const std::string one = R"({"n":1,"t":0,"info":"GetObjectSize","args":[64]})"
                          "\n"
                          R"({"n":2,"t":0,"ret":1,"hr":0,"out":[24]})"
                          "\n"
                          R"({"n":3,"t":0,"call":"GarbageCollectionStarted","generations":[true],"reason":1})"
                          "\n"
                          R"({"n":4,"t":0,"info":"GetObjectSize","inside":3,"args":[64]})"
                          "\n"
                          R"({"n":5,"t":0,"ret":4,"hr":-2147467259,"out":[0]})"
                          "\n"
                          R"({"n":6,"t":0,"info":"GetObjectSize","inside":3,"args":[64]})"
                          "\n"
                          R"({"n":7,"t":0,"ret":6,"hr":-2147467259,"out":[0]})"
                          "\n"
                          R"({"end":true,"lines":9})"
                          "\n";
  run.outcome.trace_text = trace(one);
  CHECK(run.see().text);
  CHECK(run.see().text ==
        "after collection 0: GetObjectSize [64]: S_OK [24]\n"
        "inside collection 1: GetObjectSize [64]: E_FAIL (0x80004005) [0]\n");
  run.outcome.trace_text = trace(std::regex_replace(one, std::regex(R"(\[64\])"), "[93458488426536]"));
  CHECK(run.see().text->find("inside collection 1: GetObjectSize [0x550000010028]: E_FAIL") !=
        std::string::npos);
}

TEST_CASE("difference_text: calls are compared as sets and other output by lines") {
  const Observation calls{.kind = Observation::Kind::kCalls, .text = {}};
  CHECK(difference_text(calls, "a\nb\nd\n", "b\nc\nd\n", {}) ==
        "made only with this report: 'a'; made only with a plain report of the same program: 'c'");
  CHECK(
      difference_text(calls, "a\nb\nc\n", "b\n", {}) ==
      "made only with this report: 'a' and 1 more; made only with a plain report of the same program: none");
  const Observation output{.kind = Observation::Kind::kOutput, .text = {}};
  CHECK(difference_text(output, "a\nb\n", "a\nc\n", {}) ==
        "line 2 is 'b', and 'c' with a plain report of the same program");
}

TEST_CASE("difference_text: calls have the objects of their time") {
  driver::Outcome outcome;
  const auto allocated = [](int n, int object, int at) {
    return fmt::format(
        R"({{"n":{},"t":0,"model":"allocated","object":{},"count":1,"type":0,"at":{},"size":24,)"
        R"("generation":0,"announced":true}})",
        n, object, at);
  };
  const auto heap = [](int n, const std::string& when, int at) {
    return fmt::format(R"({{"n":{},"t":0,"model":"heap","collection":1,"when":"{}","ranges":[],)"
                       R"("objects":[[1,{},24,0,0]],"whole":true}})",
                       n, when, at);
  };
  outcome.trace_text =
      fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n",
                  R"({"gcrucible_trace":1,"source":"simulated","runtime":"net10","event_mask":[0,0]})",
                  allocated(1, 0, 20480), allocated(2, 1, 20504),
                  R"({"n":3,"t":0,"call":"HandleCreated","handle":1808,"object":20504})",
                  R"({"n":4,"t":0,"model":"collection","collection":1,"line":7})", heap(5, "before", 20504),
                  R"({"n":6,"t":0,"call":"GarbageCollectionStarted","generations":[true],"reason":1})",
                  heap(7, "after", 20480), R"({"n":8,"t":0,"call":"GarbageCollectionFinished"})",
                  R"({"end":true,"lines":10})");
  const Observation calls{.kind = Observation::Kind::kCalls, .text = {}};
  const auto only = [&](const std::string& line) {
    const std::string text = difference_text(calls, line + "\n", "", outcome);
    return text.substr(0, text.find(';'));
  };
  CHECK(only("after collection 0: GetObjectSize [0x5000]: S_OK [24]") ==
        "made only with this report: 'after collection 0: GetObjectSize [0x5000 (object 0)]: S_OK [24]'");
  // Between the two brackets, both old and new ids may be meant.
  CHECK(only("inside collection 1: GetObjectSize [0x5000]: S_OK [24]") ==
        "made only with this report: 'inside collection 1: GetObjectSize [0x5000 (object 0, then object 1)]: "
        "S_OK [24]'");
  CHECK(only("inside collection 1: GetObjectSize [0x5018]: S_OK [24]") ==
        "made only with this report: 'inside collection 1: GetObjectSize [0x5018 (object 1)]: S_OK [24]'");
  CHECK(only("after collection 1: GetObjectSize [0x5000]: S_OK [24]") ==
        "made only with this report: 'after collection 1: GetObjectSize [0x5000 (object 1)]: S_OK [24]'");
  CHECK(only("after collection 1: GetObjectSize [0x5018,0x5001]: S_OK [24]") ==
        "made only with this report: 'after collection 1: GetObjectSize [0x5018,0x5001]: S_OK [24]'");
  CHECK(only("after collection 1: DestroyHandle [0x710]: S_OK []") ==
        "made only with this report: 'after collection 1: DestroyHandle [0x710 (handle of object 1)]: S_OK "
        "[]'");
  const auto place = [&](const std::string& written, const std::string& plain) {
    const DifferencePlace found = difference_place(calls, written, plain, outcome);
    return fmt::format("{}: {}", found.line, found.text);
  };
  CHECK(place("after collection 0: A\n", "") == "0: after collection 0");
  CHECK(place("", "inside collection 1: A\n") == "7: inside collection 1");
  CHECK(place("after collection 1: A\n", "after collection 1: B\n") == "7: after collection 1");
  const Observation file{.kind = Observation::Kind::kFile, .text = "x"};
  CHECK(difference_place(file, "a\nb\n", "a\nc\n", outcome).text == "line 2 of file:x");
}

TEST_CASE("repeats: one schedule that is not exact -> another play may be another history") {
  const auto outcome_of = [](const std::vector<bool>& exact) {
    driver::Outcome outcome;
    outcome.trace_text = R"({"gcrucible_trace":1,"source":"simulated","runtime":"net10","event_mask":[0,0]})"
                         "\n";
    for (std::size_t i = 0; i < exact.size(); ++i) {
      outcome.trace_text += fmt::format(
          R"({{"n":{},"t":0,"model":"schedule","line":3,"together":1,"kind":"random","decisions":4,)"
          R"("switches":[],"deterministic":{}}})"
          "\n",
          i + 1, exact[i]);
    }
    outcome.trace_text += fmt::format("{{\"end\":true,\"lines\":{}}}\n", exact.size() + 2);
    return outcome;
  };
  CHECK(repeats(outcome_of({})));
  CHECK(repeats(outcome_of({true, true})));
  CHECK_FALSE(repeats(outcome_of({true, false})));
}

}  // namespace gcrucible::campaign
