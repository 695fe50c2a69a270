#include "harness/cli/options/argument_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "harness/cli/options/campaign_limits.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

// CLI11 gives the option only as part of its message, at the beginning or the end.
const CLI::Option* option_in(const CLI::App& command, std::string_view what) {
  const CLI::Option* found = nullptr;
  std::size_t longest = 0;
  for (const CLI::Option* const option : command.get_options()) {
    const std::string name = option->get_name();
    if (name.size() <= longest || what.find(name) == std::string_view::npos) continue;
    longest = name.size();
    found = option;
  }
  return found;
}

// "FILE" of "--trace FILE"; defaults in brackets are omitted.
std::string value_of(const CLI::Option& option) {
  const std::string& text = option.get_option_text();
  return text.substr(0, text.find(' '));
}

// The values that the option accepts, if its description does not state them.
std::string takes(const std::string& name, const CLI::Option& option) {
  if (name == "--timeout") return "seconds (30, 0.5, or 0 for no limit)";
  if (name == "--findings") return "a number from 0";
  if (name == "--on") return "simulated or coreclr";
  if (name == "--case") return "a number from 0 to 2^64 - 1";
  if (name == "--shrink-time" || name == "--time") return "seconds (600, or 0 for no limit)";
  for (const std::string_view number : {"--cases", "--stop-after"}) {
    if (name == number) return "a number from 1 to 2^64 - 1";
  }
  if (std::string limit = limit_text(name); !limit.empty()) return limit;
  return option.get_description();  // "auto, always or never"
}

// "; did you mean '--seed'?"; empty if no option is near.
std::string meant_option(const std::string& bare, const std::vector<std::string>& known) {
  constexpr std::array<std::string_view, 4> kReports{"json", "junit", "sarif", "html"};
  const auto is_known = [&](const std::string& name) {
    return std::ranges::find(known, name) != known.end();
  };
  if (is_known("report") && std::ranges::find(kReports, bare) != kReports.end())
    return fmt::format("; did you mean '--report {}=FILE'?", bare);
  const std::string near = bare.size() < 2 ? "" : yaml::nearest(bare, known);
  if (near.empty()) return near;
  // "--caes" is as near to --cases as to --case.
  const std::string plural = is_known(near + "s") ? fmt::format(" or '--{}s'", near) : "";
  return fmt::format("; did you mean '--{}'{}?", near, plural);
}

std::string extra_word(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> extra = app.remaining(true);
  const std::string word = extra.empty() ? "" : extra.front();
  const bool names_library = word.ends_with(".so") || word.ends_with(".dll");
  if (names_library && command.get_option_no_throw("--profiler") != nullptr)
    return fmt::format("a profiler's library is named by --profiler: write --profiler {}", word);
  if (!word.starts_with("-")) return fmt::format("unexpected argument '{}'", word);
  std::vector<std::string> known;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back(name);
  }
  std::string typed = word.substr(0, word.find('='));
  const std::string bare = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
  if (bare.empty()) typed = word;
  return fmt::format("there is no option '{}'{}", typed, meant_option(bare, known));
}

std::string listed(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const command : app.get_subcommands({})) names.push_back(command->get_name());
  return fmt::format("{}", fmt::join(names, ", "));
}

// The positional arguments: "SCENARIO", "A B".
std::string positionals_of(const CLI::App& command) {
  std::string words;
  for (const CLI::Option* const option : command.get_options()) {
    if (option->get_positional()) words += " " + option->get_option_text();
  }
  return words;
}

std::string what_is_wrong(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  const std::string what = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return extra_word(app, command);
  // "--forget excludes --findings"
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) return what + "; remove one of them";
  if (&command == &app) {
    return app.remaining().empty() ? "no command is given; there are " + listed(app) : extra_word(app, app);
  }
  const CLI::Option* const option = option_in(command, what);
  if (option == nullptr) return what;
  const std::string name = option->get_name();
  const std::vector<std::string>& given = option->results();
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return fmt::format("{} is missing; write gcrucible {}{}", option->get_option_text(), command.get_name(),
                       positionals_of(command));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    if (given.size() > 1) return fmt::format("{} is given {} times; give it once", name, given.size());
    return fmt::format("{} needs a value, as in {} {}", name, name, value_of(*option));
  }
  if (option->get_expected_max() == 0) return name + " takes no value; remove the value after the option";
  if (given.empty()) return what;
  return fmt::format("{} takes {}, not '{}'", name, takes(name, *option), given.back());
}

std::string complete(const std::string& name, const std::string& problem) {
  return fmt::format("{}: {}\nTry {} --help.\n", name, problem, name);
}

// Null if the word is not exactly the name of an option, or that name with a value.
const CLI::Option* option_named(const CLI::App& command, std::string_view word) {
  if (!word.starts_with("-")) return nullptr;
  return command.get_option_no_throw(std::string(word.substr(0, word.find('='))));
}

}  // namespace

std::string missing_value(const CLI::App& command, const std::vector<std::string>& words) {
  for (std::size_t i = 1; i + 1 < words.size() && words[i] != "--"; ++i) {
    const CLI::Option* const option = option_named(command, words[i]);
    if (option == nullptr || words[i].find('=') != std::string::npos || option->get_items_expected_min() == 0)
      continue;
    const std::string& next = words[i + 1];
    if (option_named(command, next) == nullptr) {
      ++i;  // its value
      continue;
    }
    return complete("gcrucible " + command.get_name(),
                    fmt::format("{} needs a value; {} follows", words[i], next.substr(0, next.find('='))));
  }
  return {};
}

std::string argument_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto used = app.get_subcommands();
  const CLI::App& command = used.empty() ? app : *used.front();
  const std::string name = used.empty() ? "gcrucible" : "gcrucible " + command.get_name();
  return complete(name, what_is_wrong(app, command, error));
}

}  // namespace gcrucible::cli
