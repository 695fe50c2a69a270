#include "harness/rules/probe/guesses.h"

#include <algorithm>
#include <vector>

#include "harness/rules/probe/truncated_ids.h"

namespace gcrucible::rules {
namespace {

// A profiler that reads the references after ObjectReferences has returned finds them overwritten. Such a
// profiler knows only the roots.
constexpr std::string_view kRootsAlone =
    "references are not followed, or are read only after ObjectReferences has returned and its array is no "
    "longer valid";

std::vector<std::uint64_t> ascending(std::vector<std::uint64_t> ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

bool are_roots_alone(const Collection& collection, const AnswerParts& parts) {
  if (parts.missing.empty() || parts.present.empty()) return false;
  std::vector<std::uint64_t> reported;
  for (const Root& root : collection.roots) reported.push_back(root.object);
  const std::vector<std::uint64_t> roots = ascending(std::move(reported));
  const std::vector<std::uint64_t> references = ascending(collection.references);
  const auto is_root = [&](const Fate* fate) {
    const auto first = std::ranges::lower_bound(roots, fate->to);
    return first != roots.end() && *first - fate->to < fate->size;
  };
  return std::ranges::all_of(parts.present, is_root) && std::ranges::none_of(parts.missing, is_root) &&
         std::ranges::all_of(parts.missing, [&](const Fate* fate) {
           return std::ranges::binary_search(references, fate->to);
         });
}

}  // namespace

std::optional<Guess> guess_of(const Collection& collection, const AnswerParts& parts) {
  if (are_halves(parts.missing, parts.present, parts.wrong)) return Guess{.what = kHalved, .halved = true};
  if (!parts.wrong.empty()) return std::nullopt;
  if (takes_halves_for_one(parts.believed, parts.missing, parts.answer)) return Guess{.what = kHalves};
  if (are_roots_alone(collection, parts)) return Guess{.what = kRootsAlone};
  return std::nullopt;
}

}  // namespace gcrucible::rules
