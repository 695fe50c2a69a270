// The output at the end of a run, and the files for other programs.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/report/json_report.h"
#include "harness/report/text/rules/rule_pages.h"
#include "harness/report/text/verdict_text.h"
#include "harness/rules/evidence/object_story.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/judge/coverage.h"
#include "tests/harness/report/reported.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

report::RunReport printed_table() {
  const std::string trace = ten_objects(kPrintedTable).text();
  report::RunReport run = report_of(trace);
  rules::ObjectStories stories({3});
  read(trace, [&](const trace::Event& event) { stories.take(event); });
  run.stories[3] = stories.of(3);
  run.object_names[3] = "O4";
  return run;
}

}  // namespace

TEST_CASE("verdict: without a trace, a finding names lines of the scenario") {
  report::RunReport run = printed_table();
  run.steps = {
      {.n = 0, .first = 1, .last = 3}, {.n = 9, .first = 7, .last = 7}, {.n = 10, .first = 7, .last = 0}};
  const std::string text = report::verdict_text(run, kStyle);
  INFO(text);
  CHECK(contains(text,
                 "where    /scenarios/ten.yaml:7, collection 1, MovedReferences2 at index 1, thread 0\n"));
  CHECK(contains(text,
                 "history  \"O4\": at 12 in gen 0 before collection 1 (line 1 to 3); moved from 12 to 10"));
  CHECK(contains(text, "(line 7 or later)"));
}

TEST_CASE("verdict: a finding shows rule and place and history and source and replay") {
  const std::string text = report::verdict_text(printed_table(), kStyle);
  const std::size_t begin = text.find("BROKEN moved/half-open-range");
  REQUIRE(begin != std::string::npos);
  CHECK(text.substr(begin, text.find("\n\n", begin) - begin) ==
        R"~(BROKEN moved/half-open-range (by the runtime)
  rule     A moved range is half open: it holds the objects with start <= id < start + length. A
           survivor that starts exactly at the end of a range is reported by another range.
  where    collection 1, line 9 of the trace, MovedReferences2 at index 1, thread 0
  what     object "O4" at 12 (size 1, gen 0) survives and starts at the end of [10, 12) -> 8. It is
           not part of that range, because 10 + 2 = 12 is not below 12, and no other range contains
           it.
  history  "O4" (object 3 of the trace): at 12 in gen 0 before collection 1 (line 5); moved from 12
           to 10 in collection 1 (line 27); from gen 0 to gen 1 in collection 1 (line 27)
  source   ICorProfilerCallback::MovedReferences, Remarks; corprof.idl (documented, GC-MOVE-008)
  cause    The length is one object short because it counts objects, or because the range was meant
           to include its end.
  follow   ranges/every-survivor, ranges/length-in-bytes (broken because of this, it seems; --only
           RULE judges one alone)
  replay   /bin/gcrucible run /scenarios/ten.yaml
  smallest /scenarios/ten.yaml)~");
  CHECK(contains(text, "BROKEN  (exit status 1)\n"));
}

TEST_CASE("verdict: an explained finding has no usual cause") {
  report::RunReport run = printed_table();
  const std::string before = report::verdict_text(run, kStyle);
  CHECK(contains(before, "\n  cause    The length is one object short"));
  for (rules::Verdict& verdict : run.verdicts) {
    for (rules::Finding& finding : verdict.findings) finding.explained = true;
  }
  CHECK_FALSE(contains(report::verdict_text(run, kStyle), "\n  cause "));
}

TEST_CASE("verdict: findings that name a mistake come before the others") {
  report::RunReport run = printed_table();
  std::vector<rules::Verdict*> broken;
  for (rules::Verdict& verdict : run.verdicts) {
    verdict.follows = nullptr;
    if (verdict.standing == rules::Standing::kBroken) broken.push_back(&verdict);
  }
  REQUIRE(broken.size() >= 2);
  const std::string first = "BROKEN " + std::string(broken.front()->rule->id);
  const std::string last = "BROKEN " + std::string(broken.back()->rule->id);
  const std::string before = report::verdict_text(run, kStyle);
  CHECK(before.find(first) < before.find(last));
  broken.back()->findings.front().explained = true;
  const std::string after = report::verdict_text(run, kStyle);
  REQUIRE(after.find(first) != std::string::npos);
  CHECK(after.find(last) < after.find(first));
  CHECK(report::first_line_of(run) == "broken: " + std::string(broken.back()->rule->id));
  run.notes.process.push_back({.what = "folder", .detail = "It changed the current folder.", .line = 0});
  const std::string with_process = report::verdict_text(run, kStyle);
  const std::size_t process = with_process.find("BROKEN BY THE PROFILER");
  CHECK(with_process.find(last) < process);
  CHECK(process < with_process.find(first));
}

TEST_CASE("verdict: a violation that the scenario expects passes") {
  report::RunReport run = printed_table();
  run.result = report::Result::kPass;
  run.expected_breaks = {"moved/half-open-range", "ranges/every-survivor", "ranges/length-in-bytes"};
  CHECK(run.unexpected_breaks() == 0);
  const std::string text = report::verdict_text(run, kStyle);
  CHECK(contains(text, "broken as expected moved/half-open-range"));
  CHECK_FALSE(contains(text, "replay"));
  CHECK(text.ends_with("PASS\n"));
  run.expected_breaks.pop_back();
  CHECK(run.unexpected_breaks() == 1);
}

TEST_CASE("verdict: a violation that is not compared is shown with its reason and passes") {
  report::RunReport run = printed_table();
  run.result = report::Result::kPass;
  run.expected_breaks = {"moved/half-open-range", "ranges/every-survivor"};
  run.breaks_not_compared = {"ranges/length-in-bytes"};
  run.why_breaks_not_compared = "they are written for another runtime";
  CHECK(run.unexpected_breaks() == 0);
  const std::string text = report::verdict_text(run, kStyle);
  CHECK(contains(text, "\nbroken, not compared ranges/length-in-bytes"));
  CHECK(contains(text, "\nbroken rules that were not compared\n  ranges/length-in-bytes: the scenario "));
  CHECK(contains(text, "(2 of the broken as expected, 1 not"));
  CHECK_FALSE(contains(text, "BROKEN"));
  CHECK_FALSE(contains(text, "replay"));
  CHECK(text.ends_with("PASS\n"));
  CHECK(contains(report::summary_text({run, run}, kStyle), "3 broken (2 as meant, 1 not compared)"));
}

TEST_CASE("summary: runs with advice are counted") {
  report::RunReport run = report_of(ten_objects(kRightTable).text());
  CHECK(run.advice().empty());
  report::RunReport leaky = run;
  for (rules::Verdict& verdict : leaky.verdicts) {
    if (verdict.rule->id == "calls/inspect-classes-in-finished") verdict.standing = rules::Standing::kBroken;
  }
  CHECK(leaky.advice_not_taken() == 1);
  CHECK(leaky.unexpected_breaks() == 0);
  CHECK_FALSE(leaky.broken());
  CHECK(leaky.advice() == "advice: calls/inspect-classes-in-finished");
  CHECK(
      contains(report::verdict_text(leaky, kStyle), "\nadvice not taken calls/inspect-classes-in-finished"));
  CHECK(contains(report::summary_text({run, leaky}, kStyle, true), "2 of 2 passed, 1 with advice\n"));
  CHECK(contains(report::summary_text({run, run}, kStyle, true), "2 of 2 passed\n"));
}

TEST_CASE("verdict: every kind of finding is counted") {
  report::RunReport run = report_of(ten_objects(kRightTable).text());
  run.expectations_compared = 5;
  run.expectations_failed = {{"ten.yaml:3:1: expected a, but b", "    3 | x\n      | ^\n"}};
  run.notes.audit = {"collection 1: object 3 is lost"};
  run.notes.unimplemented = {{"GetCodeInfo", 2}, {"GetILFunctionBody", 1}};
  run.notes.stored = {{"SetILFunctionBody", 1}};
  run.notes.unreadable_body = "SetILFunctionBody received a body";
  run.notes.unreadable_bodies = 3;
  run.notes.references = {{.too_often = false,
                           .interface = "ICorProfilerThreadEnum",
                           .of = "EnumThreads",
                           .line = 57,
                           .count = 3},
                          {.too_often = true, .interface = "IMetaDataImport", .of = "App.dll", .count = 1}};
  run.output = "hello\n\x1b[31mred";
  run.result = report::Result::kBroken;
  const std::string text = report::verdict_text(run, kStyle);
  CHECK(contains(text, "  expectations  4 met, 1 failed\n"));
  CHECK(contains(text, "ten.yaml:3:1: expected a, but b\n    3 | x\n      | ^\n"));
  CHECK(contains(text, "THE SECOND TRAVERSAL FOUND\n  collection 1: object 3 is lost\n"));
  CHECK(contains(
      text, "  not answered  2 of the called methods, which a real runtime answers: GetCodeInfo (2 times),"));
  CHECK(contains(text, "  wrong body    SetILFunctionBody received a body (2 more). .NET crashes when"));
  CHECK(contains(text, "  no code runs  kept without effect: SetILFunctionBody. New bodies do not run"));
  CHECK(contains(text, "3 objects returned by EnumThreads (ICorProfilerThreadEnum) were never released"));
  CHECK(contains(text, "It released the IMetaDataImport of App.dll once more often than it acquired it."));
  CHECK(contains(text, "  │ hello\n  │ \\x1b[31mred\n"));
}

TEST_CASE("verdict: color changes only escapes") {
  report::RunReport run = printed_table();
  run.expectations_failed = {
      {"ten.yaml:3:1: collection 1: expected \"a\" to die, but it lives, at 10", "    3 | x\n      | ^\n"}};
  run.notes.audit = {"collection 1: object 3 is lost"};
  run.died = "SIGSEGV";
  run.native_stack = "lib.so+0x1";
  for (const std::size_t width : {50u, 100u}) {
    report::Style style = kStyle;
    style.verbose = true;
    style.width = width;
    const std::string plain = report::verdict_text(run, style);
    CHECK(contains(plain, "\n  ten.yaml:3:1: collection 1: expected \"a\""));
    CHECK(contains(plain, "\n  moved/frozen-stay: needs frozen memory\n"));
    style.color = true;
    std::string text = report::verdict_text(run, style);
    CHECK(text != plain);
    for (std::size_t at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b')) {
      text.erase(at, text.find('m', at) - at + 1);
    }
    CHECK(text == plain);
  }
}

TEST_CASE("verdict: a crash shows its signal and callback") {
  report::RunReport run = report_of(ten_objects(kRightTable).text());
  run.result = report::Result::kCrashed;
  run.died = "SIGSEGV";
  run.how = "SIGSEGV at address 0x0000000000000010";
  run.death = "It was inside MovedReferences2, the 7th callback of the run, in collection 1.";
  const std::string text = report::verdict_text(run, kStyle);
  CHECK(contains(
      text, "THE PROFILER DIED: SIGSEGV at address 0x0000000000000010\n  It was inside MovedReferences2, "));
  CHECK(contains(text, "CRASHED  (exit status 3)\n"));
}

TEST_CASE("verdict: of a long output the middle is left out, unless all is wanted") {
  report::RunReport run = report_of(ten_objects(kRightTable).text());
  for (int line = 1; line <= 100; ++line) run.error_output += "line " + std::to_string(line) + "\n";
  CHECK(contains(report::verdict_text(run, kStyle), "│ line 25\n"));
  report::Style style = kStyle;
  style.cuts = true;
  const std::string text = report::verdict_text(run, style);
  CHECK(contains(text, "│ line 24\n  │ [64 lines are left out; -v prints them]\n  │ line 89\n"));
  CHECK(contains(text, "│ line 100\n"));
  style.verbose = true;
  const std::string whole = report::verdict_text(run, style);
  CHECK(contains(whole, "│ line 25\n"));
  CHECK_FALSE(contains(whole, "left out"));
}

TEST_CASE("worse: a crash outranks a hang and a hang outranks a violation") {
  using enum report::Result;
  CHECK(report::worse(kPass, kBadInput) == kBadInput);
  CHECK(report::worse(kBroken, kBadInput) == kBroken);
  CHECK(report::worse(kHung, kBroken) == kHung);
  CHECK(report::worse(kHung, kCrashed) == kCrashed);
  CHECK(report::exit_status(kHung) == 4);
  CHECK(report::exit_status(kCrashed) == 3);
  report::RunReport good = report_of(ten_objects(kRightTable).text());
  const std::string text = report::summary_text({good, printed_table()}, kStyle);
  CHECK(contains(text, "  1 of 2 passed; the worst is 'broken' (exit status 1"));
}

TEST_CASE("summary: it fits the terminal and shows relative paths") {
  report::RunReport good = report_of(ten_objects(kRightTable).text());
  good.scenario = "/work/scenarios/a-scenario-with-a-long-name.yaml";
  report::RunReport broken = printed_table();
  broken.scenario = "/work/scenarios/b.yaml";
  broken.expectations_failed = {{"x"}};
  report::Style wide = kStyle;
  wide.folder = "/work";
  const std::string counts = "1 broken, 1 expectation failed";
  std::string text = report::summary_text({good, broken}, wide);
  CHECK(contains(text, "  pass       scenarios/a-scenario-with-a-long-name.yaml  "));
  CHECK(contains(text, "  broken     scenarios/b.yaml                            "));
  CHECK(contains(text, counts));
  report::Style narrow = wide;
  narrow.width = 60;
  text = report::summary_text({good, broken}, narrow);
  CHECK(contains(text, "  pass       scenarios/a-scenario-with-a-long-name.yaml\n"));
  CHECK(contains(text, "  broken     scenarios/b.yaml\n             "));
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    CHECK(text.find('\n', begin) - begin <= 60);
  }
  // A path that only has the same beginning is not in the folder.
  wide.folder = "/work/scen";
  CHECK(report::shown_path(wide, "/work/scenarios/b.yaml") == "/work/scenarios/b.yaml");
}

TEST_CASE("verdict: a rule that was not judged says what it needs") {
  const std::vector<rules::Verdict> verdicts = judge(ten_objects(kRightTable).text());
  std::size_t seen = 0;
  for (const rules::Verdict& verdict : verdicts) {
    const rules::Binding* const binding = rules::find_binding(verdict.rule->id);
    INFO(verdict.rule->id << ": " << verdict.why);
    CHECK(verdict.checked == (binding != nullptr));
    if (binding == nullptr) {
      CHECK(verdict.standing == rules::Standing::kNotEvaluable);
      const bool of_others = verdict.why.starts_with("no rule for net10: ");
      CHECK((of_others || verdict.why == rules::why_unchecked(*verdict.rule)));
      continue;
    }
    CHECK_FALSE(binding->occasion.empty());
    if (verdict.standing != rules::Standing::kNotEvaluable) continue;
    ++seen;
    CHECK_FALSE(verdict.why.empty());
  }
  CHECK(seen > 5);
  report::RunReport run = report_of(ten_objects(kRightTable).text());
  report::Style verbose = kStyle;
  verbose.verbose = true;
  const std::string text = report::verdict_text(run, verbose);
  CHECK(contains(text, "\n  moved/frozen-stay: needs frozen memory\n"));
  CHECK(text.find("\nPASS") < text.find("\nrules that were not judged"));
  // Rules without a checker are not part of this run's output.
  CHECK_FALSE(contains(text, "threads/little-stack"));
}

TEST_CASE("verdict: profiler rules are counted apart from runtime rules") {
  report::RunReport run = report_of(ten_objects(kRightTable).text());
  const std::string_view id = "calls/no-trigger-where-forbidden";
  std::erase_if(run.verdicts, [&](const rules::Verdict& verdict) {
    return verdict.rule->breaker == rules::Breaker::kProfiler && verdict.rule->id != id;
  });
  for (rules::Verdict& verdict : run.verdicts) {
    if (verdict.rule->id != id) continue;
    verdict.checked = true;
    verdict.standing = rules::Standing::kKept;
  }
  report::Style wide = kStyle;
  wide.width = 200;
  const std::string text = report::verdict_text(run, wide);
  CHECK(contains(text, "  rules         of the runtime "));
  CHECK(contains(text, "; of the profiler 1 kept, 0 broken, 0 not judged"));
  // A summary leaves the list out and states that.
  CHECK(
      contains(report::summary_text({run, run}, wide), "\n  rules of the runtime and of the profiler are "));
  const auto json = nlohmann::json::parse(report::json_report({run}));
  CHECK(json.at("runs").at(0).at("profiler_counts").at("kept") == 1);
}

TEST_CASE("JSON: every run has every rule, and every finding of those that are broken") {
  const auto json = nlohmann::json::parse(report::json_report({printed_table()}));
  const auto& run = json.at("runs").at(0);
  CHECK(run.at("exit_status") == 1);
  CHECK(run.at("counts").at("broken") == 1);
  std::size_t rules = run.at("rules").size() + run.at("kept").size();
  for (const auto& each : run.at("not_judged")) rules += each.at("rules").size();
  CHECK(rules == rules::catalogue().size() - 1);  // see reported.h
  CHECK(json.at("rules").at("moved/half-open-range").contains("statement"));
  for (const auto& rule : run.at("rules")) {
    if (rule.at("id") == "ranges/every-survivor") CHECK(rule.at("follows") == "moved/half-open-range");
    if (rule.at("id") != "moved/half-open-range") continue;
    CHECK(rule.at("follows").is_null());
    CHECK(rule.at("standing") == "broken");
    CHECK(rule.at("findings").at(0).at("address") == "0xc");
    CHECK(rule.at("findings").at(0).at("entry") == 1);
    CHECK(rule.at("findings").at(0).at("history").size() == 3);
  }
}

TEST_CASE("JSON: any bytes of a profiler's output stay valid JSON") {
  report::RunReport run = printed_table();
  run.output = "\xff\xfe";
  CHECK(nlohmann::json::parse(report::json_report({run})).is_object());
}

TEST_CASE("JUnit: a violation is a failure and a crash an error and the XML stays valid") {
  report::RunReport crashed = report_of(ten_objects(kRightTable).text());
  crashed.result = report::Result::kCrashed;
  crashed.died = "SIGSEGV";
  crashed.output = "a < b & \x01 \xff";
  const std::string xml = report::junit_report({printed_table(), crashed});
  CHECK(contains(xml, "tests=\"2\" failures=\"1\" errors=\"1\""));
  CHECK(contains(xml, "name=\"Ten &lt;objects&gt; in /scenarios/ten.yaml\""));
  CHECK(contains(xml, "message=\"broken: moved/half-open-range\""));
  CHECK(contains(xml, "a &lt; b &amp; \\x01 \\xff"));
  CHECK(contains(xml, "name=\"Ten &lt;objects&gt; in /scenarios/ten.yaml #2\""));
}

TEST_CASE("JUnit: the name of a test case does not change when another file is added") {
  const report::RunReport run = printed_table();
  report::RunReport other = run;
  other.scenario = "/scenarios/another.yaml";
  const std::string name = "name=\"Ten &lt;objects&gt; in /scenarios/ten.yaml\"";
  CHECK(contains(report::junit_report({run}), name));
  CHECK(contains(report::junit_report({other, run}), name));
}

TEST_CASE("docs/rules: the pages are up to date with the catalogue") {
  INFO("write them with: gcrucible rules --markdown docs/rules");
  std::set<std::string> names;
  for (const report::RulePage& page : report::rule_pages(rules::select("*"))) {
    INFO(page.file);
    CHECK(names.insert(page.file).second);
    std::ifstream in(in_source("/docs/rules/" + page.file), std::ios::binary);
    CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == page.text);
  }
  std::set<std::string> there;
  for (const auto& entry : std::filesystem::directory_iterator(in_source("/docs/rules")))
    there.insert(entry.path().filename().string());
  CHECK(there == names);
}

}  // namespace gcrucible::tests
