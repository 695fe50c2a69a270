#include "harness/cli/commands/rules_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>

#include "harness/cli/commands/reference_ids.h"
#include "harness/cli/commands/refusal.h"
#include "harness/cli/files/installation.h"
#include "harness/cli/files/whole_file.h"
#include "harness/cli/text/head_columns.h"
#include "harness/cli/text/key_text.h"
#include "harness/cli/text/name_text.h"
#include "harness/cli/text/other_finding_text.h"
#include "harness/cli/text/word_text.h"
#include "harness/report/text/rules/rule_pages.h"
#include "harness/report/text/rules/rule_text.h"
#include "harness/rules/judge/judge.h"
#include "harness/rules/judge/other_finding.h"
#include "harness/verdict/rule_globs.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

// The spelling of the documents.
std::string in_capitals(std::string word) {
  for (char& c : word) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
  }
  return word;
}

// "profiler" and "runtime" select the rules that this side can violate.
bool is_breaker(std::string_view word) {
  return word == rules::name_of(rules::Breaker::kProfiler) ||
         word == rules::name_of(rules::Breaker::kRuntime);
}

Expected<void> check_words(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (is_breaker(word)) continue;
    if (auto known = verdict::check_glob(word); !known) return known;
  }
  return {};
}

std::vector<const rules::Rule*> selected(const std::vector<std::string>& words) {
  std::vector<const rules::Rule*> result;
  const rules::Selection selection{.only = words};
  for (const rules::Rule& rule : rules::catalogue()) {
    if (selection.has(rule.id) || std::ranges::find(words, rules::name_of(rule.breaker)) != words.end())
      result.push_back(&rule);
  }
  return result;
}

// What `explain` knows and `word` probably means: a word of the output, a finding that no rule makes, or a
// name in code. Empty if nothing is near, or a rule is.
std::string nearest_explained(const std::string& word) {
  std::vector<std::string> known;
  for (const Word& each : words()) known.emplace_back(each.word);
  for (const rules::OtherFinding& each : rules::kOtherFindings) known.emplace_back(each.word);
  const auto same = [&](const std::string& each) { return is_same_name(each, word); };
  if (const auto found = std::ranges::find_if(known, same); found != known.end()) return *found;
  // Names in code begin with a capital letter; ids of rules never do.
  const bool is_name = std::isupper(static_cast<unsigned char>(word.front())) != 0;
  if (const std::string name = nearest_name_in_code(word); !name.empty() && (is_name || same(name)))
    return name;
  return verdict::nearest_glob(word).empty() ? yaml::nearest(word, known) : std::string();
}

// "--timeout" for "--timout" or "timout"; empty if no option is near.
std::string nearest_option(std::string_view word, const std::vector<std::string>& options) {
  constexpr std::string_view kDashes = "--";
  std::vector<std::string> bare;
  for (const std::string& each : options) {
    if (each.starts_with(kDashes)) bare.push_back(each.substr(kDashes.size()));
  }
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  const std::string near = yaml::nearest(word, bare);
  return near.empty() ? near : std::string(kDashes) + near;
}

Expected<void> no_option(const std::string& word, const std::vector<std::string>& options) {
  const std::string near = nearest_option(word, options);
  return failure(fmt::format(
      "no command has the option '{}'; {}", word,
      near.empty() ? "gcrucible COMMAND --help lists those of a command" : "did you mean '" + near + "'?"));
}

// Fails for a word that is no rule.
Expected<void> check_rule(const std::string& word, const std::vector<std::string>& options) {
  const Expected<void> known = verdict::check_glob(word);
  if (known || word.empty()) return known;
  std::string meant = nearest_explained(word);
  if (meant.empty() && verdict::nearest_glob(word).empty()) meant = nearest_option(word, options);
  if (meant.empty() && !verdict::resembles_rule(word)) {
    return failure(fmt::format(
        "'{}' is unknown: no rule, callback, Info method, HRESULT, flag, option or word of the output has "
        "that name; gcrucible rules lists the rules",
        word));
  }
  if (meant.empty()) return known;
  return failure(fmt::format("'{}' is unknown; did you mean '{}'?", word, meant));
}

// "object-ids/cache-follows" for "cache-follows", if no other family has a rule of that name.
std::string with_family(const std::string& word) {
  const bool is_name = rules::select(word).empty() && word.find_first_of("/*?") == std::string::npos;
  const auto found = is_name ? rules::select("*/" + word) : std::vector<const rules::Rule*>();
  return found.size() == 1 ? std::string(found.front()->id) : word;
}

int write_pages(const std::string& folder, const std::vector<const rules::Rule*>& rules) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return refuse("rules", fmt::format("{}: {}", folder, failed.message()));
  for (const report::RulePage& page : report::rule_pages(rules)) {
    const std::string path = (std::filesystem::path(folder) / page.file).string();
    if (const auto written = write_whole_file(path, page.text); !written)
      return refuse("rules", written.error());
  }
  return 0;
}

// What is known of a word that is neither a rule nor a number of the documentation; otherwise empty.
std::string text_of(const std::string& word, const ExplainedOptions& options, const report::Style& style) {
  if (word.starts_with("-")) return options.text_of(word, style);
  std::string text = other_finding_text(word, style);
  if (text.empty()) text = word_text(word, style);
  if (!text.empty() || is_question(word) || is_row(word)) return text;
  if (is_name_in_code(word)) return name_text(word, style);
  if (!rules::select(word).empty()) return {};
  text = key_text(word, style);
  if (text.empty() && !rules::select(with_family(word)).empty()) return {};
  const std::string option = options.text_of("--" + word, style);
  if (!option.empty()) text += (text.empty() ? "" : "\n") + option;
  return text;
}

}  // namespace

int rules_command(const std::vector<std::string>& globs, const std::string& markdown, ColorChoice color) {
  if (const auto known = check_words(globs); !known) return refuse("rules", known.error());
  const report::Style style = style_of_output(color);
  const auto rules = selected(globs);
  if (!markdown.empty()) return write_pages(markdown, rules);
  say(plain(style, report::rule_list(rules, style)));
  return 0;
}

int explain_command(const std::vector<std::string>& words, const ExplainedOptions& options,
                    ColorChoice color) {
  // Print each item once; rules in catalogue order.
  std::set<const rules::Rule*> asked;  // pointers into one table, so pointer order is catalogue order
  std::set<const Question*> open;
  std::string text;
  const report::Style style = style_of_output(color);
  const report::Installation here = installation();
  for (const std::string& word : words) {
    Expected<void> known;
    std::vector<const rules::Rule*> found;
    if (const std::string means = text_of(word, options, style); !means.empty()) {
      text += (text.empty() ? "" : "\n") + means;
    } else if (word.starts_with("-")) {
      known = no_option(word, options.names);
    } else if (is_question(word)) {
      known = check_question(word);
    } else if (is_row(word)) {
      known = check_row(word);
      found = rules_of_row(word);
    } else {
      const std::string rule = with_family(word);
      known = check_rule(rule, options.names);
      found = rules::select(rule);
    }
    if (const std::string meant = in_capitals(word); !known && meant != word) {
      const bool exists = is_question(meant) ? check_question(meant).has_value()
                                             : is_row(meant) && check_row(meant).has_value();
      if (exists) known.error() += "; did you mean " + meant + "?";
    }
    if (!known) return refuse("explain", known.error());
    asked.insert(found.begin(), found.end());
    if (const Question* const question = find_question(word); question != nullptr) open.insert(question);
  }
  for (const Question* const each : open) {
    text +=
        (text.empty() ? "" : "\n") + std::string(each->id) + "\n" +
        report::field(style, "  open", kHeadColumns, fmt::format("The sources disagree {}.", each->what)) +
        report::field(style, "  here", kHeadColumns, each->answer);
  }
  for (const rules::Rule* const each : asked) {
    text += (text.empty() ? "" : "\n") + report::rule_text(*each, style, here);
  }
  say(plain(style, text));
  return 0;
}

}  // namespace gcrucible::cli
