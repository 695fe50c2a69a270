// The random choices of a runtime with liberties: in a collection's report beyond order and batches, and in
// suspensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/program/random.h"
#include "harness/program/reporting.h"

namespace gcrucible::calls {

// A plain value. docs/reference/runtime-choices.md lists the purposes. Each purpose has its own key, derived
// from the Reporting's key. One choice therefore does not change the others.
class Liberties {
 public:
  explicit Liberties(std::optional<std::uint64_t> key) : key_(key.value_or(0)) {}
  explicit Liberties(const program::Reporting& reporting)
      : key_(reporting.liberties.value_or(0)), in_whole_(reporting.in_whole) {}

  // True for half of all keys. False if there are no liberties.
  bool takes(std::string_view purpose) const {
    return key_ != 0 && !(in_whole_ && is_of_reporting_alone(purpose)) && (key(purpose) & 1) != 0;
  }
  std::uint64_t key(std::string_view purpose) const { return program::choice_key(key_, 0, purpose); }

 private:
  // The other purposes cause events: handles, stack slots, stops of threads.
  static constexpr bool is_of_reporting_alone(std::string_view purpose) {
    constexpr std::array kPurposes{std::string_view("blocks/cut"), std::string_view("blocks/join"),
                                   std::string_view("roots/batches"),
                                   std::string_view("allocated-by-class/divide")};
    return std::ranges::find(kPurposes, purpose) != kPurposes.end();
  }

  std::uint64_t key_;
  bool in_whole_ = false;
};

}  // namespace gcrucible::calls
