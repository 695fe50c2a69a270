#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "harness/report/campaign/report.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/judge/coverage.h"

namespace gcrucible::report {
namespace {

std::string features_lines(const CampaignReport& report, const Style& style) {
  std::vector<std::string> used;
  std::vector<std::string> unused;
  for (const auto& [word, cases] : report.features) {
    if (cases == 0) {
      unused.push_back(word);
    } else {
      used.push_back(fmt::format("{} {}", word, grouped(cases)));
    }
  }
  std::string text = "Features, by cases\n" + flowed(style, 2, used);
  if (!unused.empty()) text += "Features that no case used\n" + flowed(style, 2, unused);
  return text;
}

// For terminals too narrow for a table: one line for each callback, with the situations in which it came.
std::string calls_list(const CampaignReport& report, const Style& style) {
  std::string text = "Callbacks, by situation\n";
  for (const auto& [name, counts] : report.calls) {
    std::vector<std::string> pieces;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != 0) pieces.push_back(fmt::format("{} {}", report.contexts[i], grouped(counts[i])));
    }
    text += "  " + name + "\n" + flowed(style, 4, pieces);
  }
  return text;
}

std::string calls_table(const CampaignReport& report, const Style& style) {
  constexpr std::string_view kTitle = "Callbacks, by situation";
  std::size_t longest = kTitle.size() - 2;
  for (const auto& [name, counts] : report.calls) longest = std::max(longest, columns_of(name));
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < report.contexts.size(); ++i) {
    std::size_t width = columns_of(report.contexts[i]);
    for (const auto& [name, counts] : report.calls) width = std::max(width, grouped(counts[i]).size());
    widths.push_back(width + 2);
  }
  std::size_t whole = longest + 2;
  for (const std::size_t width : widths) whole += width;
  if (whole > style.width) return calls_list(report, style);
  std::string text = padded(kTitle, longest + 2);
  for (std::size_t i = 0; i < widths.size(); ++i) text += right_aligned(report.contexts[i], widths[i]);
  text += '\n';
  for (const auto& [name, counts] : report.calls) {
    text += "  " + padded(name, longest);
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += right_aligned(counts[i] == 0 ? "." : grouped(counts[i]), widths[i]);
    text += '\n';
  }
  return text;
}

std::string rules_line(const CampaignReport& report, const Style& style) {
  std::array<std::size_t, 2> judged{};
  std::array<std::size_t, 2> all{};
  for (const rules::Rule& rule : rules::catalogue()) {
    if (rules::coverage_of(rule) != rules::Coverage::kChecked) continue;
    const std::size_t side = rule.breaker == rules::Breaker::kProfiler ? 1 : 0;
    ++all[side];
    if (report.rules.contains(std::string(rule.id))) ++judged[side];
  }
  return field(style, "", 0,
               fmt::format("Rules that had an occasion: {} of {} for the runtime, {} of {} for a profiler{}",
                           judged[0], all[0], judged[1], all[1], style.verbose ? "" : " (-v: more)"));
}

}  // namespace

std::string unsteady_text(const CampaignReport& report) {
  if (report.unsteady == 0) return {};
  return fmt::format(
      "In {} the observed output differed between two identical runs, so nothing was compared ({}). Observe "
      "it with a command that omits values that change by themselves.",
      counted(report.unsteady, "case"), printable(report.unsteadiness));
}

namespace {

bool was_delivered(const CampaignReport& report, const std::string& callback) {
  const auto found = report.calls.find(callback);
  return found != report.calls.end() &&
         std::ranges::any_of(found->second, [](std::uint64_t calls) { return calls != 0; });
}

// The most frequent ones first.
std::string failures_text(const std::map<std::string, std::uint64_t>& failures) {
  if (failures.empty()) return {};
  constexpr std::size_t kNamed = 3;
  std::vector<std::pair<std::string, std::uint64_t>> sorted(failures.begin(), failures.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& each) { return each.second; });
  std::uint64_t all = 0, others = 0;
  std::string named;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& [what, times] = sorted[i];
    all += times;
    if (i >= kNamed) {
      others += times;
    } else {
      named += fmt::format("{}{}{}", i == 0 ? "" : ", ", what,
                           times == 1 ? "" : fmt::format(" ({} times)", grouped(times)));
    }
  }
  if (others != 0) named += fmt::format(" and {}", counted(others, "other"));
  return fmt::format("{} returned a failure HRESULT: {}.\n", counted(all, "callback"), printable(named));
}

}  // namespace

std::string answers_text(const CampaignReport& report) {
  std::string text;
  if (report.probe.misread != 0) {
    text += fmt::format(
        "The probe returned E_INVALIDARG for {} of {}, or changed more of them than `knows`. It may read "
        "them by another layout than gcrucible/probe.h has, so its answers mean nothing.\n",
        grouped(report.probe.misread), counted(report.probe.asked, "question"));
  } else if (report.probe.is_mute()) {
    text += fmt::format(
        "The probe never answered, so nothing was compared with its tables: it returns a value other than 0 "
        "({}).\n",
        counted(report.probe.asked, "question"));
  } else if (report.probe.unanswered != 0) {
    text += fmt::format("The probe gave no answer to {} of {} questions.\n", grouped(report.probe.unanswered),
                        grouped(report.probe.asked));
  }
  if (report.probe.asked != 0 && !report.probe.is_mute() && !was_delivered(report, "ObjectAllocated")) {
    text +=
        "ObjectAllocated was never delivered, so a table that is built from it was empty. Does the event "
        "mask have COR_PRF_ENABLE_OBJECT_ALLOCATED and COR_PRF_MONITOR_OBJECT_ALLOCATED?\n";
  }
  return text + failures_text(report.failures);
}

std::string refused_text(const CampaignReport& report) {
  if (report.refused == 0) return {};
  return fmt::format("{} could not be played and gave no result: {}", counted(report.refused, "case"),
                     report.refusal);
}

std::string campaign_line(const CampaignReport& report) {
  const double rate = report.rate();
  const auto before =
      static_cast<std::size_t>(std::ranges::count_if(report.faults, &CampaignFault::from_before));
  return fmt::format(
      "{}{}, {} a second, {}{}", counted(report.cases, "case"),
      report.shards.size() == 1 && report.shards[0] != "1/1" ? " of part " + report.shards[0] : "",
      rate < 10 ? fmt::format("{:.1f}", rate) : grouped(static_cast<std::size_t>(rate)),
      counted(report.faults.size(), "finding"),
      before == 0                      ? std::string()
      : before == report.faults.size() ? std::string(" from before")
                                       : fmt::format(", {} of them from before", grouped(before)));
}

std::string stopped_text(const CampaignReport& report) {
  const auto unshrunk = std::ranges::count_if(report.faults, &CampaignFault::unshrunk);
  std::string text =
      report.cases < report.planned
          ? fmt::format("Stopped after {} of {} cases", grouped(report.cases), grouped(report.planned))
      : report.planned == 0 ? "Stopped after " + counted(report.cases, "case")
                            : "Stopped after the last case";
  if (report.limited) text += fmt::format(" at the limit of findings (--stop-after {})", report.stop_after);
  if (unshrunk != 0)
    text += fmt::format(", before {} {} fully shrunk", counted(static_cast<std::size_t>(unshrunk), "finding"),
                        unshrunk == 1 ? "was" : "were each");
  return text + "." + (report.standing.empty() ? "" : " " + report.standing);
}

std::string coverage_text(const CampaignReport& report, const Style& style) {
  if (!style.verbose) return rules_line(report, style);
  return features_lines(report, style) + "\n" + calls_table(report, style) + "\n" + rules_line(report, style);
}

std::string faults_list(const CampaignReport& report, const Style& style) {
  std::size_t widest = 0;
  for (const CampaignFault& each : report.faults) widest = std::max(widest, columns_of(each.title()));
  std::string text;
  for (const CampaignFault& each : report.faults) {
    const std::string place = !each.file.empty()                      ? shown_path(style, each.file)
                              : each.from_before || each.before_cases ? std::string()
                                                                      : fmt::format("case {}", each.number);
    // Never wrapped, because users copy the file. It has a line of its own if both are too wide.
    const bool fits = 2 + widest + 2 + columns_of(place) <= style.width;
    text += "  " + paint(style, Ink::kBad, fits ? padded(each.title(), widest) : each.title()) +
            (place.empty() ? "" : (fits ? "  " : "\n    ") + place) + "\n";
  }
  return text;
}

std::string allowed_text(const CampaignReport& report, const Style& style) {
  if (report.allowed.empty()) return {};
  std::string text = "Suppressed\n";
  for (const CampaignAllowed& each : report.allowed) {
    text += field(
        style, "  " + each.rule + (each.detail.empty() ? "" : " in " + each.detail) + "  ", 4,
        fmt::format("{}: {}",
                    each.times == 0 ? "never needed here; is it still valid?" : counted(each.times, "time"),
                    printable(each.reason)),
        Ink::kPlain);
  }
  return text;
}

std::string cause_text(const CampaignFault& fault) {
  std::vector<std::string> common;
  std::ranges::copy_if(fault.mistakes, std::back_inserter(common), [&](const std::string& mistake) {
    return std::ranges::find(fault.common, mistake) != fault.common.end();
  });
  if (!fault.cause.empty() || common.empty() || common.size() == fault.mistakes.size()) return fault.cause;
  const bool is_one = common.size() == 1;
  return fmt::format("Of these mistakes, only {} {}: {}.", is_one ? "one" : "some",
                     fault.listing == 1
                         ? fmt::format("explain{} the case before shrinking", is_one ? "s" : "")
                         : fmt::format("explain{} all {} cases{}", is_one ? "s" : "", fault.listing,
                                       fault.listing < fault.times ? " that show a mistake" : ""),
                     fmt::join(common, "; or "));
}

std::string fault_text(const CampaignFault& fault, const Style& style) {
  const auto add = [&](std::string_view head, std::string_view body) {
    return body.empty() ? std::string() : field(style, padded("  " + std::string(head), 11), 11, body);
  };
  std::string text = field(style, fault.title(), 2, "", Ink::kBad);
  text += add("rule", fault.statement) + add("where", fault.where) + add("what", printable(fault.what)) +
          add("history", fault.history) + add("cause", cause_text(fault));
  if (!fault.origin.empty()) {
    text += add("found", fmt::format("{}, {}", fault.origin, counted(fault.times, "time")));
  } else if (fault.before_cases) {
    text += add("found", "in the trial attach before the first case");
  } else if (fault.over_cases) {
    text += add("found", fmt::format("in the sums over {}", counted(fault.times, "case")));
  } else if (fault.from_before) {
    text += add("found", "from before: the scenario of an earlier campaign still shows it");
  } else {
    text +=
        add("found", fmt::format("first in case {}, {}, the smallest of {} programs{}{}{}{}", fault.number,
                                 counted(fault.times, "time"), fault.trials + 1,
                                 fault.cut ? "; not shrunk further, because the time was up" : "",
                                 fault.unshrunk ? "; stopped before it was fully shrunk" : "",
                                 fault.flaky ? "; flaky: the same program did not show it a second time" : "",
                                 fault.at_times ? "; it does not show in every run" : ""));
  }
  // Features belong to a generated case; a remembered scenario has none.
  const bool of_case = fault.origin.empty() && !fault.before_cases && !fault.over_cases && !fault.from_before;
  if (of_case && !fault.features.empty() && style.verbose)
    text += add("", fmt::format("features of that case: {}", fault.features));
  const auto listed = [](const std::vector<std::string>& titles) {
    std::string others;
    for (const std::string& each : titles) others += (others.empty() ? "" : ", ") + each;
    return others;
  };
  if (!fault.joined.empty()) text += add("", "It also breaks " + listed(fault.joined) + ".");
  if (!fault.also.empty()) {
    text += add("", "The same program also shows " + listed(fault.also) + ", perhaps for the same cause.");
  }
  // Never wrapped, because users copy the two.
  const auto one_line = [&](std::string_view head, const std::string& body) {
    return body.empty() ? body : paint(style, Ink::kDim, padded(head, 11)) + body + "\n";
  };
  return text + one_line("  scenario", fault.file.empty() ? "" : shown_path(style, fault.file)) +
         one_line("  replay", fault.replay);
}

}  // namespace gcrucible::report
