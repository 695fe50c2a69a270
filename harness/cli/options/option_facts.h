// What man pages and shell completions show of the command line, read from CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gcrucible::cli {

struct OptionFacts {
  std::vector<std::string> names;   // "-q", "--quiet"; of a positional, its name alone
  std::string value;                // "FILE"; empty for a flag
  std::string usual;                // the default, if the command line has one
  std::vector<std::string> values;  // all words that it accepts; empty: any
  std::string about;
  bool repeats = false;  // may be given more than once
};

// The options of `command` in the order of --help.
std::vector<OptionFacts> option_facts(const CLI::App& command);
std::vector<OptionFacts> argument_facts(const CLI::App& command);
// The commands that --help lists.
std::vector<const CLI::App*> commands_of(const CLI::App& app);
// "{auto,always,never}": the type name, or a validator's description, of an option that accepts these words
// only.
std::string one_of(const std::vector<std::string>& words);

}  // namespace gcrucible::cli
