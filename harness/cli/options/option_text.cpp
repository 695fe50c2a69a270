#include "harness/cli/options/option_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/cli/options/option_facts.h"
#include "harness/cli/text/head_columns.h"

namespace gcrucible::cli {
namespace {

// The commands that describe an option in the same words.
struct Meaning {
  std::vector<std::string> commands;
  OptionFacts facts;

  bool is_of(const OptionFacts& other) const {
    return std::tie(facts.names, facts.value, facts.usual, facts.about) ==
           std::tie(other.names, other.value, other.usual, other.about);
  }
};

std::vector<Meaning> meanings_of(const CLI::App& app, std::string_view name) {
  std::vector<Meaning> found;
  const auto take = [&](const CLI::App& command, const std::string& shown) {
    for (OptionFacts& facts : option_facts(command)) {
      if (std::ranges::find(facts.names, name) == facts.names.end()) continue;
      const auto same = std::ranges::find_if(found, [&](const Meaning& each) { return each.is_of(facts); });
      if (same != found.end()) {
        same->commands.push_back(shown);
      } else {
        found.push_back({.commands = {shown}, .facts = std::move(facts)});
      }
    }
  };
  for (const CLI::App* const command : commands_of(app)) take(*command, command->get_name());
  // The program's own help, which each command has too, counts once.
  if (found.empty()) take(app, {});
  return found;
}

std::string meaning_text(const Meaning& meaning, const report::Style& style) {
  const OptionFacts& facts = meaning.facts;
  std::string text;
  const auto add = [&](std::string_view head, const std::string& body) {
    text += report::field(style, "  " + std::string(head), kHeadColumns, body);
  };
  add("write",
      fmt::format("{}{}", fmt::join(facts.names, ", "), facts.value.empty() ? "" : " " + facts.value));
  add("of", fmt::format("gcrucible {}", fmt::join(meaning.commands, ", ")));
  add("means", facts.about);
  if (!facts.usual.empty()) add("default", facts.usual);
  return text;
}

}  // namespace

std::string option_text(const CLI::App& app, std::string_view name, const report::Style& style) {
  std::string text;
  for (const Meaning& each : meanings_of(app, name)) text += meaning_text(each, style);
  return text.empty() ? text : std::string(name) + "\n" + text;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const command : commands_of(app)) {
    for (const OptionFacts& facts : option_facts(*command)) {
      for (const std::string& name : facts.names) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      }
    }
  }
  return names;
}

std::vector<std::string> with_options_explained(const CLI::App& explain,
                                                const std::vector<std::string>& words) {
  std::vector<std::string> own;
  std::vector<std::string> explained;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const CLI::Option* const option =
        word.starts_with("-") ? explain.get_option_no_throw(word.substr(0, word.find('='))) : nullptr;
    const bool has_value = word.find('=') != std::string::npos;
    const bool takes_next = option != nullptr && option->get_items_expected_min() != 0 && !has_value;
    if (i == 0 || (option != nullptr && (!takes_next || i + 1 != words.size()))) {
      own.push_back(word);
      if (i != 0 && takes_next) own.push_back(words[++i]);
    } else if (word != "--") {
      explained.push_back(word);
    }
  }
  if (!explained.empty()) own.emplace_back("--");
  own.insert(own.end(), explained.begin(), explained.end());
  return own;
}

}  // namespace gcrucible::cli
