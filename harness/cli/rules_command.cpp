#include "harness/cli/rules_command.h"

#include <fmt/format.h>

#include "harness/cli/rule_globs.h"
#include "harness/report/rule_text.h"

namespace gcrucible::cli {
namespace {

constexpr int kBadArguments = 2;

int refuse(const char* command, const std::string& problem) {
  complain(fmt::format("gcrucible {}: {}\n", command, problem));
  return kBadArguments;
}

}  // namespace

int rules_command(const std::string& glob, bool markdown, ColorChoice color) {
  if (const std::string problem = unknown_glob(glob); !problem.empty()) return refuse("rules", problem);
  const report::Style style = style_of_output(color);
  const auto rules = rules::select(glob);
  say(markdown ? report::rules_page(rules) : plain(style, report::rule_list(rules, style)));
  return 0;
}

int explain_command(const std::string& rule, ColorChoice color) {
  if (const std::string problem = unknown_glob(rule); !problem.empty()) return refuse("explain", problem);
  const report::Style style = style_of_output(color);
  std::string text;
  for (const rules::Rule* const each : rules::select(rule)) {
    text += (text.empty() ? "" : "\n") + report::rule_text(*each, style);
  }
  say(plain(style, text));
  return 0;
}

}  // namespace gcrucible::cli
