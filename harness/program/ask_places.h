// The callbacks inside which a scenario can query Info during a collection.
#pragma once

#include <cstdint>

#include "harness/abi/tables/callback_rows.h"

namespace gcrucible::program {

constexpr bool waits_for_allocation(std::uint16_t callback_slot) {
  return callback_slot == static_cast<std::uint16_t>(abi::CallbackMethod::kObjectAllocated);
}

// A query inside any other callback would never be made.
constexpr bool comes_in_collections(std::uint16_t callback_slot) {
  return callback_slot < abi::kCallbackRows.size() && abi::kCallbackRows[callback_slot].in_collections;
}

}  // namespace gcrucible::program
