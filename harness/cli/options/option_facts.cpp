#include "harness/cli/options/option_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace gcrucible::cli {
namespace {

// Finds what `one_of` and CLI::IsMember write.
std::vector<std::string> words_in(const std::string& type_name) {
  const std::size_t begin = type_name.find('{');
  const std::size_t end = type_name.find('}', begin == std::string::npos ? 0 : begin);
  std::vector<std::string> words;
  if (begin == std::string::npos || end == std::string::npos) return words;
  std::string word;
  for (std::size_t at = begin + 1; at <= end; ++at) {
    if (at != end && type_name[at] != ',') {
      word += type_name[at];
      continue;
    }
    if (!word.empty()) words.push_back(word);
    word.clear();
  }
  return words;
}

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  facts.about = option.get_description();
  facts.repeats = option.get_items_expected_max() > 1 ||
                  option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  // "S (30)": the value's name and its default.
  const std::string& text = option.get_option_text();
  const std::size_t usual = text.find(" (");
  facts.value = text.substr(0, usual);
  if (usual != std::string::npos) facts.usual = text.substr(usual + 2, text.size() - usual - 3);
  if (option.get_positional()) {
    facts.names = {option.get_single_name()};
    if (facts.value.empty()) facts.value = facts.names.front();
    return facts;
  }
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  // The value of an option such as --debugger is optional and follows "=", so the next word is no value.
  if (option.get_items_expected_min() == 0) facts.value.clear();
  if (!facts.value.empty()) facts.values = words_in(option.get_type_name());
  return facts;
}

std::vector<OptionFacts> facts_where(const CLI::App& command, bool positional) {
  std::vector<OptionFacts> all;
  for (const CLI::Option* const option : command.get_options()) {
    if (option->get_group().empty() || option->get_positional() != positional) continue;
    all.push_back(facts_of(*option));
  }
  return all;
}

}  // namespace

std::vector<OptionFacts> option_facts(const CLI::App& command) {
  return facts_where(command, false);
}

std::vector<OptionFacts> argument_facts(const CLI::App& command) {
  return facts_where(command, true);
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::string one_of(const std::vector<std::string>& words) {
  return fmt::format("{{{}}}", fmt::join(words, ","));
}

}  // namespace gcrucible::cli
