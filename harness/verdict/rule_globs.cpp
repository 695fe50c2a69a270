#include "harness/verdict/rule_globs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "harness/rules/catalogue/rule.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::verdict {
namespace {

// For shorter words, one different letter is a third of the word, and half of the catalogue would match.
constexpr std::size_t kShortestTail = 6;
constexpr std::size_t kShortestBeginning = 4;
// The cost of a comparison grows with the length.
constexpr std::size_t kLongestTyped = 64;

std::vector<std::string> families() {
  std::vector<std::string> found;
  for (const rules::Rule& rule : rules::catalogue()) {
    std::string family(rule.id.substr(0, rule.id.find('/')));
    if (std::ranges::find(found, family) == found.end()) found.push_back(std::move(family));
  }
  return found;
}

// The rule of a known family whose name begins most like `glob`; empty if none begins alike.
std::string beginning_like(const std::string& glob, const std::vector<std::string>& ids) {
  const std::size_t slash = glob.find('/');
  if (slash == std::string::npos || glob.size() - slash <= kShortestBeginning) return {};
  std::vector<std::string> begins, whole;
  for (const std::string& id : ids) {
    if (!id.starts_with(glob.substr(0, slash + 1))) continue;
    whole.push_back(id);
    begins.push_back(id.substr(0, glob.size()));
  }
  const std::string near = yaml::nearest(glob, begins);
  return near.empty() ? near
                      : whole[static_cast<std::size_t>(std::ranges::find(begins, near) - begins.begin())];
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return made;
}

// "half open-range*" split into words. Short words are dropped because they resemble too many others.
std::vector<std::string> words_of(std::string_view text) {
  constexpr std::size_t kShortest = 4;
  std::vector<std::string> words(1);
  for (const char c : lower(text)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      words.back() += c;
    } else {
      words.emplace_back();
    }
  }
  std::erase_if(words, [](const std::string& word) { return word.size() < kShortest; });
  return words;
}

// 0 for equal words, 100 for words with nothing in common.
std::size_t unlikeness(const std::string& a, const std::string& b) {
  if (b.starts_with(a)) return 100 * (b.size() - a.size()) / (2 * b.size());
  return 100 * yaml::distance_in_halves(a, b) / (2 * std::max(a.size(), b.size()));
}

// Average over all words: a rule that contains every word ranks above a rule that contains only one.
std::size_t unlikeness(const std::vector<std::string>& words, std::string_view name) {
  const std::vector<std::string> parts = words_of(name);
  std::size_t sum = 0;
  for (const std::string& word : words) {
    std::size_t least = 100;
    for (const std::string& part : parts) least = std::min(least, unlikeness(word, part));
    sum += least;
  }
  return sum / words.size();
}

struct Candidate {
  std::string name;
  std::size_t unlikeness;
};

// The first `most` of the best candidates, in catalogue order if equally good. Candidates that are too far
// are dropped.
std::string best_of(std::vector<Candidate> all, std::size_t most) {
  constexpr std::size_t kTooFar = 40;
  std::erase_if(all, [](const Candidate& each) { return each.unlikeness > kTooFar; });
  std::ranges::stable_sort(all, {}, &Candidate::unlikeness);
  std::string text;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    text += (text.empty() ? "" : ", ") + all[i].name;
  return text;
}

// The rules whose names or statements resemble `glob` most; empty if there are none.
std::string nearest_rules(const std::string& glob) {
  constexpr std::size_t kUnlike = 50;    // above this, only by chance
  constexpr std::size_t kSpokenOf = 20;  // score of a word found in the statement
  constexpr std::size_t kMostRules = 4, kMostFamilies = 2;
  std::vector<std::string> words = words_of(glob.substr(0, kLongestTyped));
  if (words.empty()) return {};
  std::vector<Candidate> rules, near_families;
  for (const rules::Rule& rule : rules::catalogue()) {
    const std::string spoken = lower(rule.statement);
    std::size_t sum = 0;
    for (const std::string& word : words) {
      std::size_t score = unlikeness({word}, rule.id);
      if (score > kUnlike) score = 100;
      sum += spoken.find(word) != std::string::npos ? std::min(score, kSpokenOf) : score;
    }
    rules.push_back({std::string(rule.id), sum / words.size()});
  }
  for (const std::string& family : families())
    near_families.push_back({family + "/*", unlikeness(words, family)});
  const std::string ids = best_of(std::move(rules), kMostRules);
  const std::string globs = best_of(std::move(near_families), kMostFamilies);
  return ids.empty() || globs.empty() ? ids + globs : ids + ", " + globs;
}

}  // namespace

// Users type the whole name, its second half, a word of it, or only the family.
std::string nearest_glob(const std::string& glob) {
  const std::vector<std::string> ids = rules::rule_ids();
  std::vector<std::string> tails;
  for (const std::string& id : ids) tails.push_back(id.substr(id.find('/') + 1));
  if (std::string near = yaml::nearest(glob, ids); !near.empty()) return near;
  if (std::string near = beginning_like(glob, ids); !near.empty()) return near;
  const std::vector<std::string> all = families();
  if (std::ranges::find(all, glob) != all.end()) return glob + "/*";
  if (glob.find_first_of("*?") == std::string::npos && glob.size() > 2) {
    const std::string having = "*" + glob + "*";
    const std::vector<const rules::Rule*> found = rules::select(having);
    if (found.size() == 1) return std::string(found.front()->id);
    if (!found.empty()) return having;
  }
  if (glob.size() >= kShortestTail) {
    if (const std::string near = yaml::nearest(glob, tails); !near.empty()) {
      return ids[static_cast<std::size_t>(std::ranges::find(tails, near) - tails.begin())];
    }
  }
  const std::string near = yaml::nearest(glob.substr(0, glob.find('/')), all);
  return near.empty() ? near : near + "/*";
}

bool resembles_rule(const std::string& glob) {
  return !nearest_glob(glob).empty() || !nearest_rules(glob).empty();
}

Expected<void> check_glob(const std::string& glob) {
  if (!rules::select(glob).empty()) return {};
  if (glob.empty()) return failure("an empty word names no rule; gcrucible rules lists all");
  const std::string meant = nearest_glob(glob);
  if (!meant.empty()) return failure(fmt::format("no rule matches '{}'; did you mean '{}'?", glob, meant));
  const std::string near = nearest_rules(glob);
  if (near.empty())
    return failure(fmt::format("no rule matches '{}', and none is near; gcrucible rules lists all", glob));
  return failure(
      fmt::format("no rule matches '{}'; the nearest are {}; gcrucible rules lists all", glob, near));
}

Expected<void> check_globs(const rules::Selection& selection) {
  for (const auto* const globs : {&selection.only, &selection.skip}) {
    for (const std::string& glob : *globs) {
      if (auto known = check_glob(glob); !known) return known;
    }
  }
  return {};
}

}  // namespace gcrucible::verdict
