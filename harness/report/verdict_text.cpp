#include "harness/report/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/finding_text.h"

namespace gcrucible::report {
namespace {

std::string line(const Style& style, std::string_view head, std::string_view body, Ink ink = Ink::kPlain) {
  return padded("  " + std::string(head), 16) + paint(style, ink, body) + "\n";
}

std::string captured(const Style& style, std::string_view head, const std::string& output) {
  if (output.empty()) return {};
  std::string text = "\n" + paint(style, Ink::kBold, head) + "\n";
  std::string safe = printable(output);
  if (safe.back() == '\n') safe.pop_back();
  std::size_t begin = 0;
  while (begin <= safe.size()) {
    const std::size_t end = std::min(safe.find('\n', begin), safe.size());
    text += "  " + paint(style, Ink::kDim, style.utf8 ? "│ " : "| ") + safe.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

std::string death_text(const RunReport& run, const Style& style) {
  if (run.died.empty()) return {};
  std::string text = "\n" +
                     paint(style, Ink::kBad,
                           (run.result == Result::kHung ? "THE PROFILER HUNG: " : "THE PROFILER DIED: ") +
                               printable(run.died)) +
                     "\n";
  if (!run.death.empty()) text += "  " + printable(run.death) + "\n";
  if (!run.native_stack.empty()) text += captured(style, "native stack", run.native_stack);
  return text + "  replay    " + run.replay + "\n";
}

std::string rules_line(const RunReport& run, const Style& style) {
  const rules::Counts counts = rules::count(run.verdicts);
  const std::size_t meant = counts.broken - run.unexpected_breaks();
  std::string text =
      fmt::format("{} kept, {} broken, {} not evaluable", counts.kept, counts.broken, counts.not_evaluable);
  if (meant != 0) text += fmt::format(" ({} of the broken as the scenario means it)", meant);
  return line(style, "rules", text, run.unexpected_breaks() != 0 ? Ink::kBad : Ink::kPlain);
}

std::string expectations_line(const RunReport& run, const Style& style) {
  if (!run.died.empty())
    return line(style, "expectations", "not compared, because the profiler did not live to see them");
  const std::size_t failed = run.expectations_failed.size();
  const std::size_t met = run.expectations_compared > failed ? run.expectations_compared - failed : 0;
  std::string text = run.expectations_compared + failed == 0 ? "the scenario states none"
                                                             : fmt::format("{} met, {} failed", met, failed);
  if (!run.expectations_skipped.empty())
    text += fmt::format(", {} not comparable", run.expectations_skipped.size());
  return line(style, "expectations", text, failed != 0 ? Ink::kBad : Ink::kPlain);
}

std::string list(const Style& style, std::string_view head, const std::vector<std::string>& items, Ink ink) {
  if (items.empty()) return {};
  std::string text = "\n" + paint(style, ink, head) + "\n";
  for (const std::string& item : items) text += "  " + printable(item) + "\n";
  return text;
}

std::string not_evaluable(const RunReport& run, const Style& style) {
  if (!style.verbose) return {};
  std::vector<std::string> items;
  for (const rules::Verdict& verdict : run.verdicts) {
    if (verdict.standing == rules::Standing::kNotEvaluable) {
      items.push_back(std::string(verdict.rule->id) + ": " + verdict.why);
    }
  }
  return list(style, "rules that could not be judged", items, Ink::kDim);
}

std::string profiler_lines(const RunReport& run, const Style& style) {
  std::string text;
  for (const auto& [method, calls] : run.notes.unimplemented) {
    text += (text.empty() ? "" : ", ") + method + (calls == 1 ? "" : fmt::format(" ({} times)", calls));
  }
  if (!text.empty()) {
    text = line(style, "E_NOTIMPL",
                fmt::format("{} of the Info methods that the profiler called: {}",
                            run.notes.unimplemented.size(), text),
                Ink::kWarning);
  }
  if (run.notes.leaked > 0) {
    text +=
        line(style, "references",
             fmt::format("{} AddRef more than Release on the Info object", run.notes.leaked), Ink::kWarning);
  }
  return text;
}

}  // namespace

std::string verdict_text(const RunReport& run, const Style& style) {
  if (run.result == Result::kBadInput) {
    return captured(style, "the profiler printed", run.output) +
           captured(style, "the profiler printed to stderr", run.error_output) + run.message +
           (run.message.ends_with('\n') ? "" : "\n");
  }
  std::string text;
  // What the scenario means to break first, so that real findings stand next to the verdict.
  for (const bool expected : {true, false}) {
    for (const rules::Verdict& verdict : run.verdicts) {
      if (verdict.standing != rules::Standing::kBroken || run.is_expected(verdict.rule->id) != expected)
        continue;
      text += findings_text(verdict, run, style);
    }
  }
  text += list(style, "EXPECTATIONS FAILED", run.expectations_failed, Ink::kBad);
  text += list(style, "expectations that this profiler cannot show", run.expectations_skipped, Ink::kDim);
  text += list(style, "THE SECOND TRAVERSAL FOUND", run.notes.audit, Ink::kBad);
  text += not_evaluable(run, style);
  text += captured(style, "the profiler printed", run.output);
  text += captured(style, "the profiler printed to stderr", run.error_output);
  text += death_text(run, style);
  text += "\n" + paint(style, Ink::kBold, "verdict") + "\n";
  text += rules_line(run, style) + expectations_line(run, style);
  text += line(style, "traversal",
               run.notes.audit.empty() ? "agrees" : counted(run.notes.audit.size(), "finding"),
               run.notes.audit.empty() ? Ink::kPlain : Ink::kBad);
  text += profiler_lines(run, style);
  const bool pass = run.result == Result::kPass;
  if (!run.trace.empty()) {
    text += line(style, "trace", run.trace);
  } else if (!pass) {
    text += line(style, "trace", "not kept; --trace FILE keeps it");
  }
  std::string last = pass ? "PASS" : std::string(name_of(run.result));
  std::transform(last.begin(), last.end(), last.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  text += paint(style, pass ? Ink::kGood : Ink::kBad, last);
  if (!pass) text += fmt::format("  (exit status {})", exit_status(run.result));
  return text + "\n";
}

std::string summary_text(const std::vector<RunReport>& runs, const Style& style) {
  std::size_t widest = 0;
  Result worst = Result::kPass;
  std::size_t passed = 0;
  for (const RunReport& run : runs) {
    widest = std::max(widest, columns_of(run.scenario));
    worst = worse(worst, run.result);
    if (run.result == Result::kPass) ++passed;
  }
  std::string text = "\n" + paint(style, Ink::kBold, "summary") + "\n";
  for (const RunReport& run : runs) {
    const bool pass = run.result == Result::kPass;
    text += "  " + paint(style, pass ? Ink::kGood : Ink::kBad, padded(name_of(run.result), 9)) + "  " +
            padded(run.scenario, widest);
    const rules::Counts counts = rules::count(run.verdicts);
    if (run.result != Result::kBadInput) {
      text += fmt::format("  {} kept, {} broken, {} expectations failed", counts.kept, counts.broken,
                          run.expectations_failed.size());
    }
    text += "\n";
  }
  text += fmt::format("  {} of {} passed", passed, runs.size());
  if (worst != Result::kPass) {
    text += fmt::format(
        "; the worst is '{}' (exit status {}; a crash counts before a hang, before a broken rule, before "
        "bad input)",
        name_of(worst), exit_status(worst));
  }
  return text + "\n";
}

}  // namespace gcrucible::report
