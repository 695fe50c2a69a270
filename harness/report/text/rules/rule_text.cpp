#include "harness/report/text/rules/rule_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "harness/report/rule_tally.h"
#include "harness/report/text/rules/rule_parts.h"
#include "harness/rules/judge/coverage.h"

namespace gcrucible::report {
namespace {

constexpr std::string_view kTrackerClsid = "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}";

// Quoted as one word for a shell.
std::string word(const std::string& text) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("/._-+").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(text, plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string in_folder(const std::string& folder, const std::string& name) {
  return word(folder.empty() ? name : folder + "/" + name);
}

std::string under_profiler(const Installation& here, std::string_view name) {
  return fmt::format("--profiler {} --clsid '{}'",
                     in_folder(here.libraries, fmt::format("libgcrucible_{}.so", name)), kTrackerClsid);
}

// `under` is empty for the recorder, which needs no options.
std::string play_command(std::string_view scenario, std::string_view under, const Installation& here) {
  std::string text =
      fmt::format("{} run {}", word(here.program), in_folder(here.sources, scenario_path(scenario)));
  if (!under.empty()) text += " " + under_profiler(here, under == "lifetime" ? here.tracker : under);
  return text;
}

std::string fault_command(const rules::Rule& rule, const Installation& here) {
  return fmt::format("{} test {} --env GCRUCIBLE_FAULT={} --only {} --stop-after 1 --forget{}{}",
                     word(here.program), under_profiler(here, "faulty"), rule.fault, rule.id,
                     rule.fault_options.empty() ? "" : " ", rule.fault_options);
}

std::string field(const Style& style, std::string_view head, std::string_view body) {
  return report::field(style, "  " + std::string(head), 13, body);
}

// Never wrapped.
std::string command(const Style& style, std::string_view head, std::string_view body) {
  return paint(style, Ink::kDim, padded("  " + std::string(head), 13)) + std::string(body) + "\n";
}

std::string code(const Style& style, std::string_view head, std::string_view lines) {
  if (lines.empty()) return {};
  std::string text = paint(style, Ink::kDim, "  " + std::string(head)) + "\n";
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    text += "    " + std::string(lines.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return text;
}

// Whether code of callbacks shows no lock; a reader could believe that the code is thread-safe.
bool leaves_locks_out(std::string_view code) {
  return code.find(" override") != std::string_view::npos && code.find("lock(") == std::string_view::npos &&
         code.find("locked(") == std::string_view::npos;
}

}  // namespace

std::string rule_list(const std::vector<const rules::Rule*>& rules, const Style& style) {
  constexpr std::size_t kStanding = 15;  // width of "not checkable" and two columns
  std::size_t widest = 0;
  for (const rules::Rule* const rule : rules) widest = std::max(widest, rule->id.size());
  const std::size_t indent = widest + 2 + kStanding;
  std::string text;
  for (const rules::Rule* const rule : rules) {
    const rules::Coverage coverage = rules::coverage_of(*rule);
    bool first = true;
    for (const std::string& line :
         wrapped(rule->statement, style.width > indent + 20 ? style.width - indent : 20)) {
      text += first ? paint(style, Ink::kBold, padded(rule->id, widest + 2)) +
                          paint(style, Ink::kDim, padded(rules::name_of(coverage), kStanding))
                    : std::string(indent, ' ');
      text += line + "\n";
      first = false;
    }
  }
  for (const rules::Breaker breaker : {rules::Breaker::kRuntime, rules::Breaker::kProfiler}) {
    if (const std::string sum = tally_text(rules, breaker); !sum.empty()) text += sum + "\n";
  }
  text += ids_with(rules, "broken by no scenario", &rules::Rule::unbroken, style);
  text += ids_with(rules, "kept by no scenario", &rules::Rule::unkept, style);
  return text + paint(style, Ink::kDim, "gcrucible explain RULE describes one rule in detail") + "\n";
}

std::string rule_text(const rules::Rule& rule, const Style& style, const Installation& here) {
  std::string text = paint(style, Ink::kBold, rule.id) + "\n";
  text += field(style, "rule", rule.statement);
  text += field(style, "source",
                fmt::format("{} ({} in the reference notes)", rule.source, rules::rows_text(rule)));
  text += field(style, "evidence", rules::name_of(rule.evidence));
  text += field(style, "versions", rule.versions);
  text += field(style, "breaker", breaker_text(rule));
  if (const std::string kind = kind_text(rule); !kind.empty()) text += field(style, "kind", kind);
  text += field(style, "checker", coverage_text(rule));
  text += field(style, "needs", needs_text(rule));
  text += field(style, "cause", rule.cause);
  for (const std::string& note : runtime_notes(rule)) text += field(style, "runtimes", note);
  if (!rule.smallest.empty()) {
    text += field(style, "smallest", scenario_path(rule.smallest)) +
            command(style, "play", play_command(rule.smallest, rule.under, here));
  }
  if (const std::string why = no_scenario(rule); !why.empty())
    text += field(style, "smallest", "none: " + why);
  if (!rule.unrecorded.empty())
    text += field(style, "recordings", fmt::format("not judged: {}", rule.unrecorded));
  if (!rule.broken_in.empty()) {
    text += field(style, "broken in", scenario_path(rule.broken_in)) +
            command(style, "play", play_command(rule.broken_in, {}, here));
  } else if (!rule.unbroken.empty()) {
    text += field(style, "broken in", fmt::format("no scenario: {}", rule.unbroken));
  }
  if (!rule.fault.empty()) text += command(style, "broken by", fault_command(rule, here));
  text += code(style, "wrong", rule.wrong) + code(style, "right", rule.right);
  if (leaves_locks_out(rule.right)) {
    text += field(style, "locks",
                  "omitted here for brevity; data shared by callbacks on several threads needs a lock "
                  "(blocking/thread-safe)");
  }
  return text;
}

}  // namespace gcrucible::report
