#include "harness/report/text/death_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace gcrucible::report {

namespace {

// A screen holds the first and the last lines of a backtrace beside the finding.
constexpr std::size_t kMostLines = 40, kFirstLines = 24, kLastLines = 12;

std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

std::string captured(const Style& style, std::string_view head, const std::string& output) {
  if (output.empty()) return {};
  std::string text = "\n" + paint(style, Ink::kBold, head) + "\n";
  const std::string safe = printable(output);
  const std::vector<std::string_view> lines = lines_of(safe);
  const bool whole = !style.cuts || style.verbose || lines.size() <= kMostLines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += "  " + paint(style, Ink::kDim, style.utf8 ? "│ " : "| ");
    if (!whole && i == kFirstLines) {
      const std::size_t left_out = lines.size() - kFirstLines - kLastLines;
      text +=
          paint(style, Ink::kDim, fmt::format("[{} lines are left out; -v prints them]", left_out)) + "\n";
      i += left_out - 1;
      continue;
    }
    text += std::string(lines[i]) + "\n";
  }
  return text;
}

namespace {

std::string upper(std::string_view text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return made;
}

std::string calls_text(const RunReport& run) {
  std::string text;
  for (const CalledInfo& each : run.last_calls)
    text += each.method + " " + each.arguments + ": " + each.result + "\n";
  return text;
}

}  // namespace

std::string last_moments_text(const RunReport& run, const Style& style) {
  Style whole = style;
  whole.cuts = false;
  std::string text;
  if (!run.last_calls.empty()) text += captured(whole, "its last Info calls there", calls_text(run));
  if (!run.native_stack.empty()) text += captured(whole, "native stack", run.native_stack);
  return text;
}

std::string death_place(const RunReport& run, const Style& style) {
  if (run.death_line == 0 || run.scenario.empty()) return {};
  return shown_path(style, run.scenario) + ":" + std::to_string(run.death_line);
}

std::string death_text(const RunReport& run, const Style& style) {
  if (run.died.empty()) return {};
  const std::string_view what = run.runtime == "coreclr" && run.result == Result::kHung
                                    ? "THE PLAYER DID NOT END: "
                                : run.runtime == "coreclr"    ? "THE PLAYER DIED: "
                                : run.own_question            ? "AN INFO CALL OF THE SCENARIO HUNG: "
                                : run.result == Result::kHung ? "THE PROFILER HUNG: "
                                                              : "THE PROFILER DIED: ";
  std::string head(what);
  if (!run.did.empty()) head = "THE PROFILER " + upper(run.did) + ": ";
  const std::string headline = head + printable(run.how.empty() ? run.died : run.how);
  std::string text = "\n" + field(style, "", 0, headline, Ink::kPlain, Ink::kBad);
  if (!run.death.empty()) text += field(style, "", 2, printable(run.death));
  if (const std::string place = death_place(run, style); !place.empty())
    text += paint(style, Ink::kDim, "  where    ") + place + "\n";
  text += last_moments_text(run, style);
  return text + paint(style, Ink::kDim, "  replay   ") + run.replay + "\n";
}

}  // namespace gcrucible::report
