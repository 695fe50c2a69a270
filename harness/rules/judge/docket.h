// Which rules are judged, and which of their checkers want to see what.
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

/ Of one rule;
the first few tell the story.std::size_t most_findings = 16;
// Whether a verdict says why it cannot be given. Nobody who judges thousands of traces reads that.
bool reasons = true;
bool has(std::string_view id) const;
};

// Made once for any number of judges, on any threads; changes never. Rules are named by their place in it,
// which is the order of the catalogue.
class Docket {
 public:
  using Place = std::uint32_t;
  struct Item {
    const Rule* rule = nullptr;
    const Binding* binding = nullptr;  // null: there is no checker
  };

  explicit Docket(const Selection& selection);
  Docket(const Docket&) = delete;
  Docket& operator=(const Docket&) = delete;

  const Selection& selection() const { return selection_; }
  std::span<const Item> items() const { return items_; }
  std::span<const Place> entries_of(Call call) const { return entries_[static_cast<std::size_t>(call)]; }
  std::span<const Place> returns_of(Call call) const { return returns_[static_cast<std::size_t>(call)]; }
  // Of Info calls, as they are made and as they return.
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
