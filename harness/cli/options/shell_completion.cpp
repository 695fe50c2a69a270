#include "harness/cli/options/shell_completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/options/option_facts.h"

namespace gcrucible::cli {
namespace {

std::string spaced(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// `text` with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char each : text) {
    if (special.find(each) != std::string_view::npos) out += '\\';
    out += each;
  }
  return out;
}

// As one word in single quotes, for bash and zsh.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char each : text) out += each == '\'' ? std::string("'\\''") : std::string(1, each);
  return out + "'";
}

// What a list of completions has room for: the description without its details.
std::string brief(const std::string& about) {
  return about.substr(0, std::min(about.find_first_of(";:\n"), about.find(" (")));
}

std::string bash_case(const CLI::App& command) {
  std::vector<std::string> names;
  std::string with_words;
  std::vector<std::string> with_any_value;
  for (const OptionFacts& option : option_facts(command)) {
    std::ranges::copy(option.names, std::back_inserter(names));
    if (option.value.empty()) continue;
    if (option.values.empty()) {
      std::ranges::copy(option.names, std::back_inserter(with_any_value));
    } else {
      with_words += fmt::format("        {}) values={} ;;\n", fmt::join(option.names, " | "),
                                in_quotes(spaced(option.values)));
    }
  }
  std::string text = fmt::format("    {})\n      options={}\n", command.get_name(), in_quotes(spaced(names)));
  if (!with_any_value.empty())
    with_words += fmt::format("        {}) options='' ;;\n", fmt::join(with_any_value, " | "));
  if (!with_words.empty()) text += "      case $previous in\n" + with_words + "      esac\n";
  return text + "      ;;\n";
}

// One argument of zsh's _arguments.
std::string zsh_option(const OptionFacts& option) {
  const std::string about = escaped(brief(option.about), "[]:\\");
  std::string text;
  for (const std::string& name : option.names) {
    std::string spec = option.repeats ? "*" : "(" + spaced(option.names) + ")";
    spec += name + "[" + about + "]";
    if (!option.value.empty()) {
      spec += ":" + escaped(option.value, ":\\") + ":";
      spec += option.values.empty() ? "_files" : "(" + spaced(option.values) + ")";
    }
    text += " \\\n        " + in_quotes(spec);
  }
  return text;
}

std::string zsh_case(const CLI::App& command) {
  std::string text = "    " + command.get_name() + ")\n      _arguments";
  for (const OptionFacts& option : option_facts(command)) text += zsh_option(option);
  for (const OptionFacts& argument : argument_facts(command)) {
    const std::string name = escaped(argument.value, ":\\");
    text += " \\\n        " + in_quotes((argument.repeats ? "*:" : ":") + name + ":_files");
  }
  return text + "\n      ;;\n";
}

std::string fish_option(const std::string& when, const OptionFacts& option) {
  std::string text = "complete -c gcrucible -n " + in_quotes(when);
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.values.empty()) {
    text += " -x -a " + in_quotes(spaced(option.values));
  } else if (!option.value.empty()) {
    text += " -r";
  }
  // fish knows \' and \\ in single quotes.
  return text + " -d '" + escaped(brief(option.about), "'\\") + "'\n";
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  std::string names;
  std::string cases;
  for (const CLI::App* const command : commands_of(app)) {
    names += command->get_name() + " ";
    cases += bash_case(*command);
  }
  for (const OptionFacts& option : option_facts(app)) names += spaced(option.names) + " ";
  return fmt::format(
      R"(# bash completion for gcrucible, made from its options. Where no word is known, files are completed.
_gcrucible() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local options='' values='' word
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W {} -- "$current")
    return
  fi
  # The words after -- are another program's.
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD - 1}}"; do
    [[ $word != -- ]] || return 0
  done
  # bash divides --color=auto into three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ -n $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  fi
}}
complete -o default -F _gcrucible gcrucible
)",
      in_quotes(names), cases);
}

std::string zsh_completion(const CLI::App& app) {
  std::string commands;
  std::string cases;
  for (const CLI::App* const command : commands_of(app)) {
    const std::string about = escaped(brief(command->get_description()), ":\\");
    commands += "      " + in_quotes(command->get_name() + ":" + about) + "\n";
    cases += zsh_case(*command);
  }
  std::string options;
  for (const OptionFacts& option : option_facts(app)) options += zsh_option(option);
  return fmt::format(R"(#compdef gcrucible
# zsh completion for gcrucible, made from its options.
_gcrucible() {{
  if ((CURRENT == 2)); then
    local -a commands=(
{}    )
    _describe command commands
    _arguments{}
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{}  esac
}}
_gcrucible "$@"
)",
                     commands, options, cases);
}

std::string fish_completion(const CLI::App& app) {
  std::string text = "# fish completion for gcrucible, made from its options.\n";
  for (const OptionFacts& option : option_facts(app)) text += fish_option("__fish_use_subcommand", option);
  for (const CLI::App* const command : commands_of(app)) {
    text += fmt::format("complete -c gcrucible -n __fish_use_subcommand -f -a {} -d '{}'\n",
                        command->get_name(), escaped(brief(command->get_description()), "'\\"));
    const std::string when = "__fish_seen_subcommand_from " + command->get_name();
    for (const OptionFacts& option : option_facts(*command)) text += fish_option(when, option);
  }
  return text;
}

}  // namespace gcrucible::cli
