#include "harness/report/text/trace_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace gcrucible::report {
namespace {

bool digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// The header is the first line of the file and has no number.
std::string next_number(std::string_view digits) {
  std::string number(digits);
  for (auto each = number.rbegin(); each != number.rend(); ++each) {
    if (*each != '9') {
      ++*each;
      return number;
    }
    *each = '0';
  }
  return "1" + number;
}

// "7", "7 to 9", "9 or later".
std::string lines_text(const StepLines& steps) {
  if (steps.last == 0) return fmt::format("{} or later", steps.first);
  return steps.first == steps.last ? fmt::format("{}", steps.first)
                                   : fmt::format("{} to {}", steps.first, steps.last);
}

// `run` has steps.
const StepLines& steps_at(const RunReport& run, std::uint64_t n) {
  const auto after = std::ranges::upper_bound(run.steps, n, {}, &StepLines::n);
  return after == run.steps.begin() ? run.steps.front() : *(after - 1);
}

std::string scenario_lines(const RunReport& run, std::uint64_t n) {
  return lines_text(steps_at(run, n));
}

std::string translated(const RunReport& run, std::string_view digits) {
  if (run.steps.empty()) return next_number(digits);
  std::uint64_t n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n);
  return scenario_lines(run, n);
}

}  // namespace

std::uint32_t scenario_line(const RunReport& run, std::uint64_t n) {
  return run.steps.empty() ? 0 : steps_at(run, n).first;
}

std::string trace_line(const RunReport& run, std::uint64_t n, const Style& style) {
  if (!run.steps.empty()) return shown_path(style, run.scenario) + ":" + scenario_lines(run, n);
  if (!run.is_of_file()) return fmt::format("line {} of the trace", n);
  return fmt::format("{}:{} (n {})", shown_path(style, run.trace), n + 1, n);
}

std::string with_file_lines(const RunReport& run, const std::string& text) {
  if (!run.is_of_file() && run.steps.empty()) return text;
  constexpr std::string_view kWord = "line ";
  std::string made;
  std::size_t done = 0;
  for (std::size_t at = text.find(kWord); at != std::string::npos; at = text.find(kWord, at + 1)) {
    const std::size_t first = at + kWord.size();
    std::size_t end = first;
    while (end < text.size() && digit(text[end])) ++end;
    const bool word = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
    if (!word || end == first) continue;
    made +=
        text.substr(done, first - done) + translated(run, std::string_view(text).substr(first, end - first));
    done = end;
    constexpr std::string_view kOfTrace = " of the trace";
    if (!run.steps.empty() && std::string_view(text).substr(end).starts_with(kOfTrace)) {
      made += " of the scenario";
      done += kOfTrace.size();
    }
  }
  return made + text.substr(done);
}

}  // namespace gcrucible::report
