#include <fmt/format.h>

#include "harness/report/campaign/report.h"
#include "harness/report/json_report.h"
#include "harness/report/test_names.h"
#include "harness/report/xml_text.h"
#include "harness/rules/judge/other_finding.h"

namespace gcrucible::report {

std::string campaign_junit(const CampaignReport& report, const std::string& folder) {
  const Style style{.color = false, .utf8 = false, .width = 110, .verbose = false};
  const Style in_folder{.folder = folder};
  TestNames names;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::string cases;
  for (const CampaignFault& fault : report.faults) {
    ++(rules::is_death(fault.rule) ? errors : failures);
    const char* const element = rules::is_death(fault.rule) ? "error" : "failure";
    const std::string file = shown_path(in_folder, fault.file);
    cases += fmt::format(
        "    <testcase classname=\"gcrucible.test\" name=\"{}\"{}>\n"
        "      <{} type=\"{}\" message=\"{}\">{}</{}>\n"
        "    </testcase>\n",
        escaped(names.distinct(fault.title(), file)),
        file.empty() ? "" : fmt::format(" file=\"{}\"", escaped(file)), element, escaped(fault.rule),
        escaped(fault.what),
        escaped(plain(style, fault_text(fault, style)) + "\n" + fault.scenario + "\n" + fault.native_stack),
        element);
  }
  if (report.refused != 0) {
    ++errors;
    cases += fmt::format(
        "    <testcase classname=\"gcrucible.test\" name=\"every case can be played\">\n      <error "
        "type=\"not-played\" message=\"{}\"/>\n    </testcase>\n",
        escaped(refused_text(report)));
  }
  std::size_t skipped = report.stopped ? 1 : 0;
  for (const CampaignAllowed& each : report.allowed) {
    if (each.times == 0) continue;
    ++skipped;
    cases += fmt::format(
        "    <testcase classname=\"gcrucible.test\" name=\"{}\">\n      <skipped message=\"{}\"/>\n    "
        "</testcase>\n",
        escaped("suppressed: " + each.rule + (each.detail.empty() ? "" : " in " + each.detail)),
        escaped(fmt::format("{}: {}", counted(each.times, "time"), each.reason)));
  }
  const std::string stopped =
      report.stopped
          ? fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>", escaped(stopped_text(report)))
          : "/>";
  cases += fmt::format("    <testcase classname=\"gcrucible.test\" name=\"{}\" time=\"{:.3f}\"{}\n",
                       escaped(fmt::format("{} generated programs, seed {}", report.cases, report.seed)),
                       static_cast<double>(report.milliseconds) / 1000, stopped);
  return fmt::format(
      "{}test\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}  "
      "</testsuite>\n</testsuites>\n",
      kJunitBeginning,
      report.faults.size() + (report.refused != 0 ? 2 : 1) + skipped - (report.stopped ? 1 : 0), failures,
      errors, skipped, static_cast<double>(report.milliseconds) / 1000, cases);
}

}  // namespace gcrucible::report
