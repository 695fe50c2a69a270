#include <fmt/format.h>

#include "harness/report/campaign/report.h"
#include "harness/report/xml_text.h"

namespace gcrucible::report {
namespace {

constexpr std::string_view kHead = R"(<meta name="viewport" content="width=device-width">
<title>gcrucible test</title>
<style>
:root { color-scheme: light dark; --line: #8884; --bad: #c0392b; --good: #1e8449; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
code, pre, td.n { font-family: ui-monospace, monospace; font-size: 0.86rem; }
pre { border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; padding: 0.7rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: 0.15rem 0.7rem; text-align: left; }
td.n, th.n { text-align: right; } .bad { color: var(--bad); } .good { color: var(--good); }
article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; }
article { margin: 1rem 0; padding: 0.2rem 1rem 0.8rem; }
.wide { overflow-x: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
)";

std::string pair_of(std::string_view name, std::string_view value) {
  return value.empty() ? std::string() : fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, escaped(value));
}

std::string facts(const CampaignReport& report) {
  std::string shards;
  for (const std::string& shard : report.shards) shards += (shards.empty() ? "" : ", ") + shard;
  return "<dl>\n" + pair_of("profiler", report.profiler) + pair_of("SHA-256", report.sha256) +
         pair_of("CLSID", report.clsid) + pair_of("runtime", report.runtime) +
         pair_of("seed", std::to_string(report.seed)) + pair_of("parts", shards) +
         pair_of("options", report.options) + pair_of("gcrucible", report.version) + "</dl>\n";
}

std::string fault_section(const CampaignFault& fault) {
  std::string text = fmt::format("<article>\n<h3 class=\"bad\">{}</h3>\n", escaped(fault.title()));
  if (!fault.statement.empty()) text += fmt::format("<p><em>{}</em></p>\n", escaped(fault.statement));
  if (!fault.what.empty()) text += fmt::format("<p>{}</p>\n", escaped(fault.what));
  if (const std::string cause = cause_text(fault); !cause.empty())
    text += fmt::format("<p>{}</p>\n", escaped(cause));
  if (fault.before_cases) {
    text += "<p>In the trial attach before the first case.</p>\n";
  } else if (fault.over_cases) {
    text += fmt::format("<p>In the sums over {}.</p>\n", counted(fault.times, "case"));
  } else if (fault.from_before) {
    text += "<p>From before: the scenario of an earlier campaign still shows it.</p>\n";
  } else {
    text += fmt::format("<p>First in case {}, {}; features of that case: {}.</p>\n", fault.number,
                        counted(fault.times, "time"), escaped(fault.features));
  }
  const auto listed = [](const std::vector<std::string>& titles) {
    std::string others;
    for (const std::string& each : titles) others += (others.empty() ? "" : ", ") + escaped(each);
    return others;
  };
  if (!fault.joined.empty()) text += "<p>It also breaks " + listed(fault.joined) + ".</p>\n";
  if (!fault.also.empty())
    text += "<p>The same program also shows " + listed(fault.also) + ", perhaps for the same cause.</p>\n";
  if (!fault.scenario.empty())
    text += fmt::format("<p>The {}scenario{}:</p>\n<pre>{}</pre>\n", fault.from_before ? "" : "smallest ",
                        fault.file.empty() ? "" : " (<code>" + escaped(fault.file) + "</code>)",
                        escaped(fault.scenario));
  if (!fault.replay.empty()) text += fmt::format("<p>Again:</p>\n<pre>{}</pre>\n", escaped(fault.replay));
  if (!fault.native_stack.empty())
    text += fmt::format("<p>Native stack:</p>\n<pre>{}</pre>\n", escaped(fault.native_stack));
  return text + "</article>\n";
}

std::string calls_table(const CampaignReport& report) {
  std::string text = "<div class=\"wide\"><table>\n<tr><th>callback</th>";
  for (const std::string& context : report.contexts)
    text += fmt::format("<th class=\"n\">{}</th>", escaped(context));
  text += "</tr>\n";
  for (const auto& [name, counts] : report.calls) {
    text += fmt::format("<tr><td><code>{}</code></td>", escaped(name));
    for (const std::uint64_t count : counts)
      text += fmt::format("<td class=\"n\">{}</td>", count == 0 ? "·" : grouped(count));
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

std::string counts_table(std::string_view first, std::string_view second,
                         const std::map<std::string, std::uint64_t>& rows) {
  std::string text = fmt::format("<table>\n<tr><th>{}</th><th class=\"n\">{}</th></tr>\n", first, second);
  for (const auto& [name, count] : rows)
    text += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td></tr>\n", escaped(name), grouped(count));
  return text + "</table>\n";
}

}  // namespace

std::string campaign_html(const CampaignReport& report) {
  std::string text(kCampaignPageBeginning);
  text += kHead;
  text += fmt::format("<h1>gcrucible test: <span class=\"{}\">{}</span></h1>\n",
                      report.faults.empty() && report.refused == 0 ? "good" : "bad",
                      escaped(campaign_line(report)));
  text += facts(report);
  if (report.stopped) text += "<p>" + escaped(stopped_text(report)) + "</p>\n";
  if (report.refused != 0) text += "<p class=\"bad\">" + escaped(refused_text(report)) + "</p>\n";
  if (report.unsteady != 0) text += "<p>" + escaped(unsteady_text(report)) + "</p>\n";
  if (!report.faults.empty()) text += "<h2>Findings</h2>\n";
  for (const CampaignFault& fault : report.faults) text += fault_section(fault);
  if (!report.allowed.empty()) {
    text +=
        "<h2>Suppressed</h2>\n<table>\n<tr><th>rule</th><th>in</th><th "
        "class=\"n\">times</th><th>reason</th></tr>\n";
    for (const CampaignAllowed& each : report.allowed)
      text += fmt::format("<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
                          escaped(each.rule), escaped(each.detail), each.times, escaped(each.reason));
    text += "</table>\n";
  }
  text += "<h2>What was tried</h2>\n<h3>Callbacks, by situation</h3>\n" + calls_table(report);
  text += "<h3>Features, by cases</h3>\n" + counts_table("feature", "cases", report.features);
  std::map<std::string, std::uint64_t> occasions;
  for (const auto& [id, rule] : report.rules) occasions[id] = rule.occasions;
  text += "<h3>Rules, by occasions to be broken</h3>\n" + counts_table("rule", "occasions", occasions);
  return text + "</body>\n</html>\n";
}

}  // namespace gcrucible::report
