// `gcrucible check` as it is called.
#include <nlohmann/json.hpp>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kTraces = in_source("/fixtures/traces/");

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// The first line of the trace that contains a call of `method`, without its line feed.
std::string line_of(const std::string& trace, const std::string& method) {
  const std::size_t at = trace.find("\"call\":\"" + method + "\"");
  REQUIRE(at != std::string::npos);
  const std::size_t begin = trace.rfind('\n', at) + 1;
  return trace.substr(begin, trace.find('\n', at) - begin);
}

}  // namespace

TEST_CASE("check: recorded traces of a real CLR pass") {
  const Called all = call({"check", kTraces});
  INFO(all.out << all.err);
  CHECK(all.status == 0);
  CHECK(contains(all.out, " passed"));
  const Called one = call({"check", kTraces + "churn.jsonl"});
  CHECK(one.status == 0);
  CHECK(contains(one.out, "runtime   net10, with profiler gcrucible_recorder"));
  CHECK(contains(one.out, "0 broken"));
  CHECK(contains(one.out, "PASS"));
}

TEST_CASE("check: a violation names line and callback and values") {
  const Scratch scratch;
  const std::string whole = text_of_file(kTraces + "compact.jsonl");
  const std::string started = line_of(whole, "GarbageCollectionStarted");
  const std::string path =
      scratch.write("hurt.jsonl", replaced(whole, started, replaced(started, "true", "false")));
  const Called check = call({"check", path});
  INFO(check.out << check.err);
  CHECK(check.status == 1);
  CHECK(contains(check.out, "BROKEN bracket/downward-closed (by the runtime)"));
  const std::string number = started.substr(5, started.find(',') - 5);
  const std::string line = std::to_string(std::stoul(number) + 1);
  CHECK(contains(call({"check", path}, {"COLUMNS=250"}).out,
                 "collection 1, " + path + ":" + line + " (n " + number + "), GarbageCollectionStarted"));
  CHECK(contains(check.out, "check " + path));
  CHECK_FALSE(contains(check.out, "expectations"));
  CHECK(contains(in_one_line(check.out), "docs/deviations.md lists the known"));
  CHECK_FALSE(contains(call({"check", kTraces + "compact.jsonl"}).out, "deviations.md"));
  SECTION("--only limits the rules") {
    CHECK(call({"check", "--only", "roots/*", path}).status == 0);
    CHECK(call({"check", "--only", "bracket/*", path}).status == 1);
  }
  SECTION("--findings limits the printed violations") {
    CHECK(contains(call({"check", "-v", "--findings", "1", "--only", "ranges/only-condemned", path}).out,
                   " more"));
  }
  SECTION("JSON report") {
    const Called made = call({"check", "-q", "--report", "json=" + scratch.path("r.json"), path});
    CHECK(made.status == 1);
    const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
    CHECK(json["runs"][0]["trace"] == path);
    CHECK(json["runs"][0]["result"] == "broken");
    bool found = false;
    for (const auto& rule : json["runs"][0]["rules"]) {
      if (rule["id"] != "bracket/downward-closed") continue;
      found = rule["findings"].at(0)["line"] == std::stoul(number);
    }
    CHECK(found);
  }
  SECTION("several traces -> the worst status decides") {
    const Called several = call({"check", "-q", kTraces + "compact.jsonl", path});
    CHECK(several.status == 1);
    CHECK(contains(several.out, "1 of 2 passed"));
  }
}

TEST_CASE("check: a simulated trace shows the history of objects") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  CHECK(call({"run", "-q", "--trace", trace, kScenarios + "ten-objects-printed-table.yaml"}).status == 0);
  const Called all = call({"check", "--only", "ranges/every-survivor", trace});
  INFO(all.out);
  CHECK(all.status == 1);
  CHECK(contains(all.out, "history"));
  CHECK_FALSE(contains(all.out, " more"));
}

TEST_CASE("check: a truncated trace is judged up to its last whole line") {
  const Scratch scratch;
  const std::string whole = text_of_file(kTraces + "compact.jsonl");
  const std::string path = scratch.write("cut.jsonl", whole.substr(0, whole.size() / 2));
  const Called check = call({"check", path});
  INFO(check.out << check.err);
  CHECK(check.status == 2);
  CHECK(contains(check.out, "cut off"));
  CHECK(contains(check.out, " kept, 0 broken"));
  const Called partial = call({"check", "--partial", path});
  CHECK(partial.status == 0);
  CHECK(contains(partial.out, "cut off"));
}

TEST_CASE("check: an incomplete trace -> one message that names --partial") {
  const Scratch scratch;
  const std::string whole = text_of_file(kTraces + "compact.jsonl");
  const std::string cut = scratch.write("cut.jsonl", whole.substr(0, whole.rfind("{\"end\"")));
  const std::string end = whole.substr(whole.rfind("{\"end\""));
  const std::string died =
      scratch.write("died.jsonl", replaced(whole, end, replaced(end, "}", ",\"died\":\"SIGKILL\"}")));
  for (const auto& [path, why] :
       {std::pair(cut, "there is no end line"),
        std::pair(died, "the recorded program died: SIGKILL; the trace is whole")}) {
    const Called check = call({"check", path}, {"COLUMNS=200"});
    INFO(check.out << check.err);
    CHECK(check.status == 2);
    CHECK(contains(check.out, why));
    CHECK(contains(check.out, "CUT OFF\n"));
    CHECK(contains(check.out, "(exit status 2; --partial judges it as if it ended there)"));
    CHECK_FALSE(contains(check.out, "BAD INPUT"));
    CHECK(call({"check", "-q", path}).out.starts_with("cut off"));
    const Called partial = call({"check", "--partial", path}, {"COLUMNS=200"});
    CHECK(partial.status == 0);
    CHECK(contains(partial.out, why));
    CHECK(partial.out.ends_with("\nNOTHING BROKEN SO FAR\n"));
    CHECK_FALSE(contains(partial.out, "PASS"));
    CHECK(call({"check", "-q", "--partial", path}).out.empty());
    // Together with a trace that passes, and in files.
    const std::string json = scratch.path("report.json"), junit = scratch.path("report.xml");
    const Called two = call({"check", "--partial", path, kTraces + "compact.jsonl", "--report",
                             "json=" + json + ",junit=" + junit},
                            {"COLUMNS=200"});
    CHECK(two.status == 0);
    CHECK(contains(two.out, "\n  partial    "));
    CHECK(contains(two.out, "\n  1 of 2 passed, 1 not whole and not broken so far\n"));
    CHECK_FALSE(contains(two.out, "the worst is"));
    CHECK(contains(text_of_file(json), "\"result\": \"partial\""));
    CHECK(contains(text_of_file(json), "\"exit_status\": 0"));
    CHECK(contains(text_of_file(junit), "failures=\"0\" errors=\"0\""));
  }
  // A violation counts in an incomplete trace too.
  const std::string wrong = replaced(text_of_file(cut), "\"call\":\"GarbageCollectionFinished\"",
                                     "\"call\":\"RuntimeResumeFinished\"");
  CHECK(call({"check", "-q", "--partial", scratch.write("wrong.jsonl", wrong)}).status == 1);
}

TEST_CASE("check: the JUnit report names the trace and the command") {
  const Scratch scratch;
  const std::string trace = kTraces + "compact.jsonl", xml = scratch.path("r.xml");
  CHECK(call({"check", "-q", trace, "--report", "junit=" + xml}).status == 0);
  const std::string text = text_of_file(xml);
  INFO(text);
  CHECK(contains(text, "<testsuite name=\"gcrucible check\" tests=\"1\""));
  CHECK(contains(text, "name=\"" + trace + "\" file=\"" + trace + "\""));
}

TEST_CASE("check: an invalid trace or option is refused with the reason") {
  const Scratch scratch;
  const std::string whole = text_of_file(kTraces + "compact.jsonl");
  const auto complaint_of = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"check"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Called check = call(words);
    INFO(check.out << check.err);
    CHECK(check.status == 2);
    CHECK(check.err.starts_with("gcrucible check: "));
    return check.err;
  };
  CHECK(contains(complaint_of({scratch.path("none")}), "cannot be read: No such file"));
  CHECK(contains(complaint_of({scratch.write("a", "hello\n")}), "is no gcrucible trace"));
  CHECK(contains(complaint_of({scratch.write("e", "")}), "is empty"));
  CHECK(contains(complaint_of({scratch.write("n", replaced(whole, "_trace\":1", "_trace\":9"))}),
                 "use a newer gcrucible"));
  CHECK(contains(complaint_of({scratch.write("m", whole + whole)}), "after the end line"));
  CHECK(contains(
      complaint_of({scratch.write("l", replaced(whole, line_of(whole, "HandleCreated") + "\n", ""))}),
      "lines were lost"));
  CHECK(contains(complaint_of({scratch.folder() + "/"}), "holds no trace"));
  CHECK(contains(complaint_of({"--runtime", "net11", kTraces}), "did you mean \"net10\"?"));
  CHECK(contains(complaint_of({"--only", "rots/*", kTraces}), "rots/*"));
  CHECK(contains(complaint_of({"--report", "xml=a", kTraces}), "json=FILE"));
}

}  // namespace gcrucible::tests
