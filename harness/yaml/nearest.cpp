#include "harness/yaml/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "harness/yaml/messages.h"

namespace gcrucible::yaml {
namespace {

// The comparison time grows with the product of the lengths, and longer words are not typing errors.
constexpr std::size_t kLongestWord = 64;
// Above this number of known words a typing error is unlikely, and comparing takes too much time.
constexpr std::size_t kMostCompared = 20000;
// The list of steps and the list of an allocation's keys have this length.
constexpr std::size_t kMostListed = 16;
constexpr std::size_t kShortestBeginning = 3;
// A shorter one abbreviates too many words.
constexpr std::size_t kShortestAbbreviation = 6;

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::size_t replacement(char a, char b) {
  if (a == b) return 0;
  // Words of the language contain hyphens. An underscore in place of a hyphen is a common error.
  const bool both_divide = (a == '-' || a == '_') && (b == '-' || b == '_');
  if (both_divide || lower(a) == lower(b)) return 1;
  // A letter is seldom typed for a digit, which often is a version: "MovedReference2" has lost an s.
  return is_digit(a) == is_digit(b) ? 2 : 3;
}

bool is_capital(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

// "MovedReferences2" has parts at M and R, "GCFinished" at G, C and F, "half-open-range" after each hyphen.
bool begins_part(std::string_view word, std::size_t at) {
  return at == 0 || word[at - 1] == '-' || word[at - 1] == '_' || is_capital(word[at]);
}

// Whether `shorter` leaves out letters of `full` within its parts, as "MovedRefs" of "MovedReferences" and
// "GCFinished" of "GarbageCollectionFinished". Each part must keep its first letter.
bool abbreviates(std::string_view shorter, std::string_view full) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < full.size(); ++i) {
    const bool matches = at < shorter.size() && lower(shorter[at]) == lower(full[i]);
    if (begins_part(full, i) && (!matches || !begins_part(shorter, at))) return false;
    if (matches && (begins_part(full, i) || !begins_part(shorter, at))) ++at;
  }
  return at == shorter.size();
}

}  // namespace

std::size_t distance_in_halves(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = 2 * i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t best = std::min(cost[i - 1][j], cost[i][j - 1]) + 2;
      best = std::min(best, cost[i - 1][j - 1] + replacement(a[i - 1], b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = std::min(best, cost[i - 2][j - 2] + 2);
      cost[i][j] = best;
    }
  }
  return cost[a.size()][b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > kLongestWord || known.size() > kMostCompared) return {};
  std::string best;
  // A third of the letters, rounded up, still counts as a typing error.
  const std::size_t usual_limit = 2 * ((word.size() + 2) / 3);
  std::size_t best_score = std::numeric_limits<std::size_t>::max();
  for (const std::string& each : known) {
    if (each.empty() || each.size() > kLongestWord) continue;
    const std::size_t longer = std::max(each.size(), word.size());
    // In words of one or two letters, only the case may differ.
    const std::size_t limit = longer <= 2 ? 1 : usual_limit;
    if (2 * (longer - std::min(each.size(), word.size())) > limit) continue;
    const std::size_t distance = distance_in_halves(word, each);
    if (distance > limit) continue;
    // Among equally near words, prefer the same first letter and the same length.
    const std::size_t score = 4 * distance + (lower(each.front()) == lower(word.front()) ? 0 : 2) +
                              (each.size() == word.size() ? 0 : 1);
    if (score < best_score) {
      best_score = score;
      best = each;
    }
  }
  if (!best.empty() || word.size() < kShortestBeginning) return best;
  for (const std::string& each : known) {
    if (!each.starts_with(word)) continue;
    if (!best.empty() && best != each) return {};
    best = each;
  }
  if (!best.empty() || word.size() < kShortestAbbreviation) return best;
  // "MovedRefs" means MovedReferences before MovedReferences2.
  for (const std::string& each : known) {
    if (abbreviates(word, each) && (best.empty() || each.size() < best.size())) best = each;
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known, std::string otherwise) {
  const std::string near = nearest(word, known);
  if (!near.empty()) return fmt::format("did you mean {}?", in_quotes(near));
  if (known.empty() || known.size() > kMostListed) return otherwise;
  std::string list;
  for (const std::string& each : known) list += (list.empty() ? "" : ", ") + each;
  return (known.size() == 1 ? "known is " : "known are ") + list;
}

}  // namespace gcrucible::yaml
