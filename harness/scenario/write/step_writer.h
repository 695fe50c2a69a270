// Writes the steps of a program. A step of the language may state several consecutive steps of the program.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/scenario/write/writing.h"
#include "harness/yaml/draft.h"

namespace gcrucible::scenario {

class StepWriter {
 public:
  // Writes from the step with that number on.
  StepWriter(std::size_t first, Writing& writing);

  // All steps of the thread that is being written (Writing::lane), as a list.
  yaml::Draft all();

  // The rest is for the rows of the steps (steps/step_row.h).
  Writing& writing() { return *writing_; }
  const std::vector<program::Step>& steps() const { return writing_->program.steps; }
  // Number of the next step.
  std::size_t at() const { return at_; }
  void go_to(std::size_t step) { at_ = step; }
  // The next step, if it is of that kind and of the thread that is being written; otherwise null.
  template <typename Kind>
  const Kind* next() const {
    return is_own(at_) ? std::get_if<Kind>(&steps()[at_].action) : nullptr;
  }
  // Takes the next step, which must be of that kind.
  template <typename Kind>
  const Kind& take() {
    return std::get<Kind>(steps()[at_++].action);
  }
  // Numbers of the root and the handle that the next step creates, if it does.
  std::uint32_t next_root() { return roots_++; }
  std::uint32_t next_handle() { return handles_++; }

 private:
  bool is_own(std::size_t step) const {
    return step < steps().size() && steps()[step].lane == writing_->lane;
  }

  Writing* writing_;
  std::size_t at_;
  std::uint32_t roots_ = 0;
  std::uint32_t handles_ = 0;
};

namespace detail {

// Consecutive steps share a key up to about this many characters.
inline constexpr std::size_t kWidth = 90;

template <typename Result, typename Kind>
Kind kind_of(Result (*)(const Kind&, Writing&));

}  // namespace detail

// The usual forms of StepRow::write. Their parameters are functions that take a step and a Writing.

// One step: its value.
template <auto kValue>
std::optional<yaml::Draft> one_step(StepWriter& steps) {
  using Kind = decltype(detail::kind_of(kValue));
  return kValue(steps.take<Kind>(), steps.writing());
}

// Consecutive steps of one kind as a list, or a single one without a list.
template <auto kItem>
std::optional<yaml::Draft> steps_as_list(StepWriter& steps) {
  using Kind = decltype(detail::kind_of(kItem));
  yaml::Draft list = yaml::draft_list();
  std::size_t width = 0;
  while (steps.next<Kind>() != nullptr && width <= detail::kWidth) {
    list.add(kItem(steps.take<Kind>(), steps.writing()));
    width += list.items.back().written.size() + 2;
  }
  if (list.items.size() == 1) return std::move(list.items.front());
  return list;
}

// The same as a map. A key cannot occur twice.
template <auto kKey, auto kValue>
std::optional<yaml::Draft> steps_as_map(StepWriter& steps) {
  using Kind = decltype(detail::kind_of(kValue));
  yaml::Draft map = yaml::draft_map();
  std::size_t width = 0;
  while (const Kind* const step = steps.next<Kind>()) {
    const std::string key = kKey(*step, steps.writing());
    const auto is_it = [&](const yaml::DraftEntry& entry) { return entry.key == key; };
    if (width > detail::kWidth || std::ranges::any_of(map.entries, is_it)) break;
    width += key.size() + 10;
    map.add(key, kValue(steps.take<Kind>(), steps.writing()));
  }
  return map;
}

}  // namespace gcrucible::scenario
