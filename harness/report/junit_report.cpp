#include <fmt/format.h>

#include "harness/report/json_report.h"
#include "harness/report/test_names.h"
#include "harness/report/text/verdict_text.h"
#include "harness/report/xml_text.h"

namespace gcrucible::report {

std::string first_line_of(const RunReport& run) {
  if (!run.died.empty()) {
    const std::string what = !run.did.empty()              ? std::string(run.did)
                             : run.result == Result::kHung ? "hung"
                                                           : "died";
    return (run.runtime == "coreclr" ? "the player " : "the profiler ") + what + ": " +
           (run.how.empty() ? run.died : run.how) + (run.death.empty() ? "" : ". " + run.death);
  }
  if (run.has_no_verdict()) return run.message.substr(0, run.message.find('\n'));
  if (run.result == Result::kCutOff) return run.cut_off;
  // In the order of the verdict.
  const auto broken = [&](bool names_mistake) {
    for (const rules::Verdict& verdict : run.verdicts) {
      if (run.counts_as_broken(verdict) && rules::names_mistake(verdict) == names_mistake)
        return "broken: " + std::string(verdict.rule->id);
    }
    return std::string();
  };
  if (std::string text = broken(true); !text.empty()) return text;
  if (!run.notes.scribbles.empty()) {
    return "the profiler wrote into the arrays of a callback: " + run.notes.scribbles.front().callback;
  }
  if (!run.notes.intrusions.empty()) return "the profiler wrote into objects";
  if (!run.notes.references.empty()) return "references: " + rules::text_of(run.notes.references.front());
  if (!run.notes.process.empty()) return "process-state: " + run.notes.process.front().detail;
  if (std::string text = broken(false); !text.empty()) return text;
  if (run.result == Result::kUnchecked) return run.unchecked();
  if (!run.expectations_failed.empty()) return run.expectations_failed.front().text;
  return run.notes.audit.empty() ? std::string() : run.notes.audit.front();
}

std::string junit_report(const std::vector<RunReport>& runs, const std::string& folder) {
  const Style style{.color = false, .utf8 = false, .width = 110, .verbose = false};
  const Style in_folder{.folder = folder};
  TestNames names;
  std::size_t failures = 0, errors = 0, skipped = 0;
  double whole = 0;
  std::string cases;
  for (const RunReport& run : runs) {
    const std::string file = shown_path(in_folder, run.subject());
    // Always with the file, because findings of one rule have one title. A name must not change when another
    // file is added.
    const std::string name = names.distinct(
        run.scenario.empty() || run.title.empty() ? file : fmt::format("{} in {}", run.title, file));
    cases += fmt::format("    <testcase classname=\"gcrucible\" name=\"{}\" file=\"{}\" time=\"{:.3f}\">\n",
                         escaped(name), escaped(file), run.seconds);
    whole += run.seconds;
    if (was_stopped(run.result)) {
      ++skipped;
      cases += fmt::format("      <skipped message=\"{}\"/>\n", escaped(first_line_of(run)));
    } else if (!passes(run.result)) {
      const bool failure = run.result == Result::kBroken || run.result == Result::kUnchecked;
      ++(failure ? failures : errors);
      const char* const element = failure ? "failure" : "error";
      cases +=
          fmt::format("      <{} type=\"{}\" message=\"{}\">{}</{}>\n", element, name_of(run.result),
                      escaped(first_line_of(run)), escaped(plain(style, verdict_text(run, style))), element);
    }
    if (run.result == Result::kNotPlayed) {
      ++skipped;
      cases += fmt::format("      <skipped message=\"{}\"/>\n", escaped(run.message));
    } else if (passes(run.result) && run.nothing_checked()) {
      ++skipped;
      cases += fmt::format("      <skipped message=\"{}\"/>\n", escaped(run.unchecked()));
    }
    cases += "    </testcase>\n";
  }
  const bool traces = !runs.empty() && runs.front().scenario.empty();
  return fmt::format(
      "{}{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}  "
      "</testsuite>\n</testsuites>\n",
      kJunitBeginning, traces ? "check" : "run", runs.size(), failures, errors, skipped, whole, cases);
}

}  // namespace gcrucible::report
