#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "harness/library/result_access.h"
#include "harness/report/text/finding_text.h"
#include "harness/report/text/trace_line.h"
#include "harness/report/text/verdict_text.h"
#include "harness/scenario/write/scenario_writer.h"
#include "harness/verdict/found_as.h"
#include "harness/verdict/judged_run.h"

namespace gcrucible {
namespace {

using driver::Fate;

Finding made(std::string rule, std::string what, std::string callback = {}) {
  Finding finding;
  finding.rule = std::move(rule);
  finding.what = std::move(what);
  finding.callback = std::move(callback);
  return finding;
}

Finding made(const rules::Finding& found, const report::RunReport& report) {
  // Without steps, lines and objects are those of Result::trace().
  const bool reads_scenario = !report.steps.empty();
  Finding finding =
      made(std::string(found.rule->id),
           reads_scenario ? report::texts_of(found, report, {}).what : found.what, found.callback);
  finding.statement = found.rule->statement;
  finding.who = found.rule->breaker == rules::Breaker::kRuntime ? Who::kRuntime : Who::kProfiler;
  finding.line = found.line == rules::kNoLine ? 0 : found.line;
  finding.collection = found.collection;
  if (found.line != rules::kNoLine) finding.scenario_line = report::scenario_line(report, found.line);
  return finding;
}

std::vector<Finding> findings_of(const driver::Outcome& outcome, const report::RunReport& report,
                                 bool strict) {
  std::vector<Finding> findings;
  if (const std::string_view rule = word_of(outcome.fate); !rule.empty())
    findings.push_back(made(std::string(rule), report.how + ". " + report.death, outcome.last_callback));
  for (const rules::Verdict& verdict : report.verdicts) {
    if (verdict.standing != rules::Standing::kBroken || report.is_consequence(verdict) ||
        report.is_expected(verdict.rule->id))
      continue;
    if (verdict.rule->kind == rules::RuleKind::kAdvice && !strict) continue;
    for (const rules::Finding& each : verdict.findings) findings.push_back(made(each, report));
  }
  for (const report::Complaint& each : report.expectations_failed)
    findings.push_back(made("expectation", each.text));
  for (const report::Scribble& each : report.notes.scribbles) {
    findings.push_back(made("array-memory",
                            "the profiler wrote into " + each.array + ", which is the runtime's (" +
                                each.where + ", entry " + std::to_string(each.index) + ")",
                            each.callback));
  }
  for (const report::Intrusion& each : report.notes.intrusions) {
    findings.push_back(made("object-memory", "the profiler wrote into object " + std::to_string(each.object) +
                                                 ": " + each.kind + " at offset " +
                                                 std::to_string(each.offset)));
  }
  for (const rules::ReferenceBalance& each : report.notes.references)
    findings.push_back(made("references", rules::text_of(each)));
  for (const report::ProcessChange& each : report.notes.process)
    findings.push_back(made("process-state", each.detail));
  for (const std::string& each : report.notes.audit) {
    findings.push_back(made("traversal", each));
    findings.back().who = Who::kRuntime;
  }
  return findings;
}

// A scenario that reproduces the result, as far as the scenario language can express the program.
std::string repeating(const scenario::Scenario& scenario, const Reported& reported,
                      const std::vector<rules::Verdict>& verdicts) {
  scenario::ScenarioHead head = scenario::head_of(scenario);
  head.library = reported.library;
  head.clsid = reported.library.empty() ? "" : reported.clsid;
  head.breaks.clear();
  // A violation by the profiler is not expected: the scenario is kept as a regression test, and passes when
  // the profiler is mended.
  for (const rules::Verdict& verdict : verdicts) {
    if (verdict.standing == rules::Standing::kBroken && verdict.rule->breaker == rules::Breaker::kRuntime)
      head.breaks.emplace_back(verdict.rule->id);
  }
  Expected<std::string> written = scenario::write(scenario.program, head);
  if (written) return std::move(*written);
  return scenario.text.empty() ? "# No scenario can express this program: " + written.error() + "\n"
                               : scenario.text;
}

std::string whole_trace(driver::Outcome& outcome) {
  if (outcome.trace_path.empty()) return std::move(outcome.trace_text);
  std::ifstream in(outcome.trace_path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Result judged(driver::Outcome outcome, const scenario::Scenario& scenario, const Reported& reported,
              const Judging& judging) {
  report::RunReport report;
  report.scenario = scenario.file;
  report.title = scenario.title;
  report.found_as = verdict::found_as(scenario.text);
  report.runtime = scenario.program.runtime.name;
  report.seed = scenario.program.seed;
  report.profiler = reported.library;
  report.sha256 = reported.sha256;
  report.clsid = reported.clsid;
  report.trace = "Result::trace()";
  report.replay = "Result::yaml() in a file, and: gcrucible run FILE";
  if (reported.library.empty()) report.replay += " --profiler LIBRARY --clsid CLSID";
  for (const scenario::ExpectedRule& each : scenario.expect.breaks) {
    if (judging.selection.has(each.rule)) report.expected_breaks.push_back(each.rule);
  }
  verdict::read_fate(outcome, report);
  const report::Style style;
  // A run whose memory or trace the profiler has damaged cannot be judged.
  if (!outcome.is_beyond_judging()) {
    const Expected<void> judged =
        !outcome.trace_error.empty()
            ? failure(outcome.trace_error)
            : verdict::judge_trace(
                  outcome, {.selection = judging.selection, .scenario_lines = judging.scenario_lines},
                  scenario, {}, style, [](std::string_view) {}, report);
    if (!judged) throw Error("the run cannot be judged: " + judged.error());
  }
  if (report.result == report::Result::kPass && report.broken()) report.result = report::Result::kBroken;
  if (judging.strict) report.count_advice();
  report.must_check = report.result == report::Result::kPass && report.lacks_its_probe();

  Result::Impl impl;
  impl.findings = findings_of(outcome, report, judging.strict);
  if (report.must_check) impl.unchecked = report.unchecked();
  impl.died = outcome.died;
  impl.text = report::verdict_text(report, style);
  impl.yaml = repeating(scenario, reported, report.verdicts);
  impl.trace = whole_trace(outcome);
  impl.output = std::move(outcome.output);
  impl.error_output = std::move(outcome.error_output);
  impl.collections = report.notes.collections;
  impl.verdicts = std::move(report.verdicts);
  return ResultAccess::make(std::move(impl));
}

}  // namespace gcrucible
