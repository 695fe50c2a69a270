// Which rules are judged, and which lines their checkers receive.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/judge/checker.h"
#include "harness/rules/judge/selection.h"

namespace gcrucible::rules {

// Immutable. Created once and shared by any number of judges on any threads. A rule is identified by its
// place, in the order of the catalogue.
class RuleSet {
 public:
  using Place = std::uint32_t;
  struct Item {
    const Rule* rule = nullptr;
    const Binding* binding = nullptr;  // null: no checker
  };

  explicit RuleSet(const Selection& selection);
  RuleSet(const RuleSet&) = delete;
  RuleSet& operator=(const RuleSet&) = delete;

  const Selection& selection() const { return selection_; }
  std::span<const Item> items() const { return items_; }
  std::span<const Place> entries_of(Call call) const { return entries_[static_cast<std::size_t>(call)]; }
  std::span<const Place> returns_of(Call call) const { return returns_[static_cast<std::size_t>(call)]; }
  // For Info calls, at their entry and at their return.
  std::span<const Place> questions_of(InfoMethod method) const {
    return questions_[static_cast<std::size_t>(method)];
  }
  std::span<const Place> answers_of(InfoMethod method) const {
    return answers_[static_cast<std::size_t>(method)];
  }
  std::span<const Place> facts_of(Fact fact) const { return facts_[static_cast<std::size_t>(fact)]; }
  std::span<const Place> of_collections() const { return collections_; }

 private:
  Selection selection_;
  std::vector<Item> items_;
  std::array<std::vector<Place>, kCallCount> entries_;
  std::array<std::vector<Place>, kCallCount> returns_;
  std::array<std::vector<Place>, kInfoCount> questions_;
  std::array<std::vector<Place>, kInfoCount> answers_;
  std::array<std::vector<Place>, kFactCount> facts_;
  std::vector<Place> collections_;
};

}  // namespace gcrucible::rules
