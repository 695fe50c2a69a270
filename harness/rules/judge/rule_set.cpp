#include "harness/rules/judge/rule_set.h"

#include <algorithm>

namespace gcrucible::rules {
namespace {

bool any_matches(const std::vector<std::string>& globs, std::string_view id) {
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) { return matches(glob, id); });
}

// Adds `place` to the list of each key in `wanted`.
template <typename Key, std::size_t N, typename Wanted>
void enter(std::array<std::vector<RuleSet::Place>, N>& lists, const Wanted& wanted, RuleSet::Place place) {
  for (std::size_t i = 0; i < N; ++i) {
    if (wanted.has(static_cast<Key>(i))) lists[i].push_back(place);
  }
}

}  // namespace

bool Selection::has(std::string_view id) const {
  return (only.empty() || any_matches(only, id)) && !any_matches(skip, id);
}

RuleSet::RuleSet(const Selection& selection) : selection_(selection) {
  for (const Rule& rule : catalogue()) {
    if (!selection.has(rule.id)) continue;
    const Binding* const binding = find_binding(rule.id);
    const auto place = static_cast<Place>(items_.size());
    items_.push_back({.rule = &rule, .binding = binding});
    if (binding == nullptr) continue;
    if (binding->entry != nullptr) enter<Call>(entries_, binding->calls, place);
    if (binding->returned != nullptr) enter<Call>(returns_, binding->returns, place);
    if (binding->opened != nullptr) enter<InfoMethod>(questions_, binding->infos, place);
    if (binding->info != nullptr) enter<InfoMethod>(answers_, binding->infos, place);
    if (binding->model != nullptr) enter<Fact>(facts_, binding->facts, place);
    if (binding->collection != nullptr) collections_.push_back(place);
  }
}

}  // namespace gcrucible::rules
