#include "harness/report/text/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "harness/report/text/advice_text.h"
#include "harness/report/text/attach_text.h"
#include "harness/report/text/death_text.h"
#include "harness/report/text/finding_text.h"
#include "harness/report/text/interfaces_text.h"

namespace gcrucible::report {
namespace {

std::string line(const Style& style, std::string_view head, std::string_view body, Ink ink = Ink::kPlain) {
  return field(style, "  " + std::string(head), 16, body, Ink::kPlain, ink);
}

std::string standings_text(const rules::Counts& counts) {
  return fmt::format("{} kept, {} broken, {} not judged", counts.kept, counts.broken, counts.not_evaluable);
}

std::string rules_line(const RunReport& run, const Style& style) {
  const rules::Counts runtime = run.counts(rules::Breaker::kRuntime);
  const rules::Counts profiler = run.counts(rules::Breaker::kProfiler);
  const std::size_t aside = run.breaks_not_compared.size();
  const std::size_t meant =
      runtime.broken + profiler.broken - run.unexpected_breaks() - run.advice_not_taken() - aside;
  std::string text = "of the runtime " + standings_text(runtime);
  if (profiler.judged() != 0) text += "; of the profiler " + standings_text(profiler);
  std::string note;
  if (meant != 0) note = fmt::format("{} of the broken as expected", meant);
  if (aside != 0) {
    note += fmt::format("{}{} {}not compared", note.empty() ? "" : ", ", aside,
                        meant == 0 ? "of the broken " : "");
  }
  if (runtime.not_evaluable + profiler.not_evaluable != 0 && !style.verbose) {
    note += note.empty() ? "-v shows why" : "; -v shows why others are not judged";
  }
  if (!note.empty()) text += " (" + note + ")";
  return line(style, "rules", text, run.unexpected_breaks() != 0 ? Ink::kBad : Ink::kPlain);
}

std::string expectations_line(const RunReport& run, const Style& style) {
  if (run.scenario.empty()) return {};
  if (!run.died.empty() && !run.lived_to_see_all)
    return line(style, "expectations",
                run.own_question ? "not compared, because the run did not end normally"
                                 : fmt::format("not compared, because the {} died or hung first",
                                               run.runtime == "coreclr" ? "player" : "profiler"));
  if (!run.not_compared.empty() && run.expectations_stated != 0 && run.expectations_compared == 0) {
    return line(style, "expectations",
                fmt::format("not compared {} ({} stated)", run.not_compared, run.expectations_stated));
  }
  const std::size_t failed = run.expectations_failed.size();
  const std::size_t met = run.expectations_compared > failed ? run.expectations_compared - failed : 0;
  const std::size_t skipped = run.expectations_not_compared;
  std::string text = run.expectations_compared + failed + skipped == 0
                         ? "the scenario states none"
                         : fmt::format("{} met, {} failed", met, failed);
  if (skipped != 0) text += fmt::format(", {} not compared", skipped);
  if (skipped != 0 && !run.not_compared.empty()) text += " " + run.not_compared;
  return line(style, "expectations", text, failed != 0 ? Ink::kBad : Ink::kPlain);
}

// Further lines are indented a little more.
std::string hanging(const Style& style, std::string_view item) {
  constexpr std::size_t kIndent = 4;
  std::string text = field(style, "", kIndent, printable(item), Ink::kPlain);
  return text.substr(0, kIndent / 2) + text.substr(kIndent);
}

std::string list(const Style& style, std::string_view head, const std::vector<std::string>& items, Ink ink) {
  if (items.empty()) return {};
  std::string text = "\n" + paint(style, ink, head) + "\n";
  for (const std::string& item : items) text += hanging(style, item);
  return text;
}

std::string failed(const RunReport& run, const Style& style) {
  if (run.expectations_failed.empty()) return {};
  std::string text = "\n" + paint(style, Ink::kBad, "EXPECTATIONS FAILED") + "\n";
  for (const Complaint& each : run.expectations_failed) {
    text += hanging(style, each.text) + paint(style, Ink::kDim, each.excerpt);
  }
  return text;
}

std::vector<std::string> breaks_not_compared(const RunReport& run) {
  if (run.breaks_not_compared.empty()) return {};
  return {
      fmt::format("{}: the scenario changes what is reported, so violations other than those in its `breaks` "
                  "are not compared: {}",
                  fmt::join(run.breaks_not_compared, ", "), run.why_breaks_not_compared)};
}

std::string not_evaluable(const RunReport& run, const Style& style) {
  if (!style.verbose) return {};
  std::vector<std::string> items;
  for (const rules::Verdict& verdict : run.verdicts) {
    if (verdict.standing == rules::Standing::kNotEvaluable && verdict.checked) {
      items.push_back(std::string(verdict.rule->id) + ": " + verdict.why);
    }
  }
  return list(style, "rules that were not judged: the run lacks the evidence", items, Ink::kDim);
}

// "GetCodeInfo (2 times), GetILToNativeMapping".
std::string calls_text(const std::vector<std::pair<std::string, std::uint64_t>>& counted) {
  std::string text;
  for (const auto& [method, calls] : counted)
    text += (text.empty() ? "" : ", ") + method + (calls == 1 ? "" : fmt::format(" ({} times)", calls));
  return text;
}

std::string profiler_lines(const RunReport& run, const Style& style) {
  std::string text;
  if (!run.notes.scribbles.empty()) text += line(style, "arrays", "the profiler wrote into them", Ink::kBad);
  if (!run.notes.intrusions.empty())
    text += line(style, "objects", "the profiler wrote into them", Ink::kBad);
  if (!run.notes.references.empty())
    text += line(style, "references", "the profiler did not release its references correctly", Ink::kBad);
  if (!run.notes.process.empty()) text += line(style, "process", "the profiler changed its state", Ink::kBad);
  const std::string before = std::exchange(text, {});
  if (!run.notes.unimplemented.empty()) {
    text = line(style, "not answered",
                fmt::format("{} of the called methods, which a real runtime answers: {}. The consequences "
                            "are not held against the profiler",
                            run.notes.unimplemented.size(), calls_text(run.notes.unimplemented)),
                Ink::kWarning);
    for (const auto& [what, times] : run.notes.passed_on) {
      text += line(
          style, "",
          what + ", passed on" + (times == 1 ? "" : fmt::format(" {} times", times)) + ": breaks no rule",
          Ink::kWarning);
    }
  }
  if (!run.notes.stored.empty()) {
    text += line(style, "no code runs",
                 fmt::format("kept without effect: {}. New bodies do not run", calls_text(run.notes.stored)),
                 Ink::kWarning);
  }
  if (run.notes.unreadable_bodies != 0) {
    const std::uint64_t more = run.notes.unreadable_bodies - 1;
    text += line(style, "wrong body",
                 fmt::format("{}{}. .NET crashes when it compiles the method", run.notes.unreadable_body,
                             more == 0 ? "" : fmt::format(" ({} more)", more)),
                 Ink::kWarning);
  }
  if (!run.notes.uncertain.empty()) {
    const std::size_t more = run.notes.uncertain.size() - 1;
    text += line(style, "schedule",
                 fmt::format("the turns of {}{} may differ in another run: they depend on a thread of the "
                             "profiler, a lock that gcrucible does not see, or a long-running callback",
                             run.notes.uncertain.front(), more == 0 ? "" : fmt::format(" and {} more", more)),
                 Ink::kWarning);
  }
  return before + text;
}

std::string interfaces_line(const RunReport& run, const Style& style) {
  const CallbackInterfaces& interfaces = run.notes.interfaces;
  const std::string text = interfaces_text(interfaces, run.runtime_callbacks);
  if (text.empty() || run.is_own_recorder) return {};
  if (!style.verbose && !interfaces_matter(interfaces, run.runtime_callbacks)) return {};
  return line(style, "interface", text, are_incomplete(interfaces) ? Ink::kWarning : Ink::kPlain);
}

std::string traversal_text(const RunReport& run) {
  if (run.notes.collections == 0) return "no collection to check";
  return std::string("the second traversal of the heap agrees") +
         (run.died.empty() ? "" : ", up to the end of the run");
}

// Everything before the verdict: findings, skipped expectations, and what the profiler printed.
std::string details_text(const RunReport& run, const Style& style) {
  const auto findings = [&](const auto& wanted) {
    std::string all;
    for (const rules::Verdict& verdict : run.verdicts) {
      if (verdict.standing == rules::Standing::kBroken && !run.is_consequence(verdict) && wanted(verdict))
        all += findings_text(verdict, run, style);
    }
    return all;
  };
  const auto is_excused = [&](const rules::Verdict& verdict) {
    return run.is_expected(verdict.rule->id) || run.is_not_compared(verdict.rule->id);
  };
  // Expected violations first, so that real findings are next to the verdict. What wrote into arrays or data
  // that are not its own explains any other finding. A reader who knows the mistake needs no other finding.
  std::string text = findings(is_excused);
  text += scribbles_text(run, style) + intrusions_text(run, style);
  text += findings([&](const auto& verdict) { return !is_excused(verdict) && names_mistake(verdict); });
  text += references_text(run, style) + process_text(run, style);
  text += findings([&](const auto& verdict) { return !is_excused(verdict) && !names_mistake(verdict); });
  text += slow_callbacks_text(run, style);
  text += failed(run, style);
  text += list(style, "expectations that were not compared", run.expectations_skipped, Ink::kDim);
  text += list(style, "broken rules that were not compared", breaks_not_compared(run), Ink::kDim);
  text += list(style, "THE SECOND TRAVERSAL FOUND", run.notes.audit, Ink::kBad);
  text += captured(style, "the profiler printed", run.output);
  text += captured(style, "the profiler printed to stderr", run.error_output);
  text += death_text(run, style);
  return text;
}

// PASS, or what failed.
std::string result_line(const RunReport& run, const Style& style) {
  const bool pass = passes(run.result);
  // An incomplete trace cannot pass, because the missing part is unknown.
  std::string last = run.result == Result::kPartial ? "nothing broken so far"
                     : pass                         ? "PASS"
                                                    : std::string(name_of(run.result));
  std::transform(last.begin(), last.end(), last.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  // If nothing was checked, the verdict states this.
  if (run.nothing_checked() && (pass || run.result == Result::kUnchecked)) {
    // `check` has no such option.
    const char* const strict = run.scenario.empty() ? ""
                               : !pass              ? ", because of --strict"
                               : run.must_check     ? "; --allow-unchecked makes that a pass"
                                                    : ", 1 with --strict";
    const int status = pass && run.must_check ? exit_status(Result::kBadInput) : exit_status(run.result);
    const std::string why = run.unchecked() + fmt::format(" (exit status {}{})", status, strict);
    return paint(style, Ink::kBad,
                 run.misses_its_finding() ? "ITS FINDING WAS NOT CHECKED" : "NOTHING WAS CHECKED") +
           "\n" + field(style, "", 2, why);
  }
  if (run.result == Result::kUnchecked) {
    return paint(style, Ink::kBad, "NO EXPECTATION WAS COMPARED") +
           fmt::format("  (exit status {}, because of --strict)\n", exit_status(run.result));
  }
  // The word "broken" next to "0 broken" needs an explanation.
  if (run.result == Result::kBroken && !run.broken())
    last += ": advice was not taken, and --strict counts it";
  if (run.result == Result::kBroken && run.unexpected_breaks() == 0 && !run.expectations_failed.empty())
    last += ": " + counted(run.expectations_failed.size(), "expectation") + " failed";
  const std::string text = paint(style, pass ? Ink::kGood : Ink::kBad, last);
  if (run.result == Result::kCutOff) {
    return text + "\n" +
           field(style, "", 2,
                 fmt::format("The trace is not whole, so the missing part was not judged (exit status {}; "
                             "--partial judges it as if it ended there).",
                             exit_status(run.result)));
  }
  if (!pass) return text + fmt::format("  (exit status {})\n", exit_status(run.result));
  const std::string unchecked = run.unchecked();
  if (unchecked.empty() && !run.unknown_runtime.empty())
    return text + paint(style, Ink::kWarning, ", but by the rules of every runtime only") + "\n";
  if (unchecked.empty()) return text + "\n";
  return text + paint(style, Ink::kWarning, ", but " + unchecked) + "\n";
}

}  // namespace

std::string verdict_text(const RunReport& run, const Style& style) {
  if (run.has_no_verdict()) {
    return captured(style, "the profiler printed", run.output) +
           captured(style, "the profiler printed to stderr", run.error_output) + run.message +
           (run.message.ends_with('\n') ? "" : "\n");
  }
  std::string text = details_text(run, style);
  text += "\n" + paint(style, Ink::kBold, "verdict") + "\n";
  text += rules_line(run, style) + expectations_line(run, style);
  if (run.traversed)
    text += line(style, "traversal",
                 run.notes.audit.empty() ? traversal_text(run) : counted(run.notes.audit.size(), "finding"),
                 run.notes.audit.empty() ? Ink::kPlain : Ink::kBad);
  text += interfaces_line(run, style);
  if (!run.slots.empty() && run.death.find(run.slots) == std::string::npos)
    text += line(style, "slots", printable(run.slots), Ink::kWarning);
  for (const std::string& each : attach_texts(run, style)) text += line(style, "attach", each, Ink::kWarning);
  if (!run.notes.kept_library.empty()) {
    text +=
        line(style, "library",
             "stays loaded after its detach, so static objects keep their values: " + run.notes.kept_library,
             Ink::kWarning);
  }
  text += profiler_lines(run, style);
  if (!run.unknown_runtime.empty()) text += line(style, "runtime", run.unknown_runtime, Ink::kWarning);
  if (!run.real_runtime.empty()) text += line(style, "runtime", run.real_runtime, Ink::kWarning);
  if (!run.cut_off.empty()) text += line(style, "cut off", run.cut_off, Ink::kWarning);
  if (!run.trace.empty()) {
    text += line(style, "trace", shown_path(style, run.trace));
  } else if (!passes(run.result)) {
    text += line(style, "trace", "not kept; --trace FILE keeps it");
  }
  return text + result_line(run, style) + not_evaluable(run, style);
}

namespace {

std::string counts_text(const RunReport& run) {
  if (run.result == Result::kNotPlayed) return run.message.substr(0, run.message.find('\n'));
  if (run.has_no_verdict()) return {};
  if (passes(run.result) && !run.unchecked().empty()) return run.unchecked();
  const rules::Counts counts = run.counts();
  std::string text = fmt::format("{} kept, {} broken", counts.kept, counts.broken);
  const std::size_t aside = run.breaks_not_compared.size();
  const std::size_t meant = counts.broken - run.unexpected_breaks() - run.advice_not_taken() - aside;
  if (aside != 0) {
    text += fmt::format(" ({} as meant, {} not compared)", meant, aside);
  } else if (meant != 0) {
    text += meant == counts.broken ? " as meant" : fmt::format(" ({} as meant)", meant);
  }
  if (!run.notes.scribbles.empty()) text += ", callback arrays overwritten";
  if (!run.notes.intrusions.empty()) text += ", objects overwritten";
  if (!run.notes.references.empty()) text += ", references owed";
  if (!run.notes.process.empty()) text += ", process changed";
  if (const std::size_t failed = run.expectations_failed.size(); failed != 0) {
    text += ", " + counted(failed, "expectation") + " failed";
  }
  return text;
}

// ", 2 with advice": about scenarios that did not fail.
std::string remarks_text(const std::vector<RunReport>& runs) {
  const std::pair<const char*, bool (*)(const RunReport&)> rows[] = {
      {"with advice", [](const RunReport& run) { return !run.advice().empty(); }},
      {"without any check",
       [](const RunReport& run) { return run.shown_result() == Result::kPass && !run.unchecked().empty(); }},
      {"without a compared expectation",
       [](const RunReport& run) { return !run.nothing_compared().empty(); }}};
  std::string text;
  for (const auto& [words, is_meant] : rows) {
    if (const auto count = std::ranges::count_if(runs, is_meant); count != 0)
      text += fmt::format(", {} {}", count, words);
  }
  return text;
}

}  // namespace

std::string summary_text(const std::vector<RunReport>& runs, const Style& style, bool quiet) {
  constexpr std::size_t kIndent = 13;
  std::size_t widest_path = 0, widest_counts = 0;
  Result worst = Result::kPass;
  std::size_t passed = 0, partial = 0, not_played = 0, not_run = 0, unchecked = 0;
  const RunReport* stopped = nullptr;
  bool counted_rules = false;
  for (const RunReport& run : runs) {
    widest_path = std::max(widest_path, columns_of(shown_path(style, run.subject())));
    widest_counts = std::max(widest_counts, columns_of(counts_text(run)));
    worst = worse(worst, run.result);
    if (run.shown_result() == Result::kPass) ++passed;
    if (run.result == Result::kPass && run.shown_result() == Result::kUnchecked) ++unchecked;
    if (was_stopped(run.result) && !run.stopped_by.empty()) stopped = &run;
    if (run.result == Result::kNotRun) ++not_run;
    if (run.result == Result::kPartial) ++partial;
    if (run.result == Result::kNotPlayed) ++not_played;
  }
  // If both do not fit next to each other, counts go to a second line, and only for failed runs.
  const bool wide = kIndent + widest_path + 2 + widest_counts <= style.width;
  std::string text = "\n" + paint(style, Ink::kBold, "summary") + "\n";
  for (const RunReport& run : runs) {
    const bool pass = passes(run.result);
    if ((quiet && pass) || run.result == Result::kNotRun) continue;
    const std::string path = shown_path(style, run.subject()), counts = counts_text(run);
    text += "  " +
            paint(style, run.shown_result() == Result::kUnchecked || !pass ? Ink::kBad : Ink::kGood,
                  padded(run.label(), 9)) +
            "  " + (wide && !counts.empty() ? padded(path, widest_path) + "  " + counts : path) + "\n";
    if (!wide && (!pass || run.result == Result::kNotPlayed || !run.unchecked().empty()) && !counts.empty())
      text += field(style, "", kIndent, counts);
    counted_rules = counted_rules || !run.has_no_verdict();
  }
  // The verdict of a single run counts the two sides separately.
  if (counted_rules)
    text += field(style, "", 2, "rules of the runtime and of the profiler are counted together here");
  std::string last = fmt::format("{} of {} passed", passed, runs.size());
  if (not_played != 0) last += fmt::format(", {} not played: this profiler cannot", not_played);
  if (unchecked != 0) last += fmt::format(", {} unchecked", unchecked);
  if (partial != 0) last += fmt::format(", {} not whole and not broken so far", partial);
  last += remarks_text(runs);
  if (not_run != 0) last += fmt::format(", {} not run", not_run);
  if (stopped != nullptr) {
    last += "; stopped by " + stopped->stopped_by;
  } else if (not_run != 0) {
    last += std::ranges::any_of(runs, &RunReport::no_profiler) ? " (no profiler)" : " (--fail-fast)";
  }
  if (was_stopped(worst)) {
    last += fmt::format(" (exit status {})", stopped->stopped_status);
  } else if (!passes(worst)) {
    last += fmt::format(
        "; the worst is '{}' (exit status {}; a crash counts before a hang, before a broken rule, before "
        "nothing checked with --strict, before bad input)",
        name_of(worst), exit_status(worst));
  }
  return text + field(style, "", 2, last);
}

}  // namespace gcrucible::report
