// The Info methods that a query of a scenario can call.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "harness/abi/tables/info_methods.h"

namespace gcrucible::program {

// The arguments that a query names, as bits. Two bits in `needs` stand for an id by its name or as a plain
// number.
inline constexpr std::uint8_t kAskObject = 1;
inline constexpr std::uint8_t kAskType = 2;
inline constexpr std::uint8_t kAskThread = 4;
inline constexpr std::uint8_t kAskHandle = 8;
inline constexpr std::uint8_t kAskNumber = 16;
inline constexpr std::uint8_t kAskText = 32;

struct AskableInfo {
  std::uint16_t slot = 0;
  std::uint8_t needs = 0;  // one of these arguments is required
  std::uint8_t takes = 0;  // these arguments are optional
};

namespace info_table {

struct Query {
  bool is_askable = false;
  std::uint8_t needs = 0;
  std::uint8_t takes = 0;
};
inline constexpr Query unasked;
constexpr Query asked(std::uint8_t needs = 0, std::uint8_t takes = 0) {
  return {true, needs, takes};
}

struct Row {
  std::uint16_t slot;
  Query query;
};
inline constexpr std::array kRows{
#define GCRUCIBLE_ROW(slot, version, method, parameters, query, ...) Row{slot, query},
    GCRUCIBLE_INFO_METHODS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};

}  // namespace info_table

inline constexpr auto kInfoSlotsEnd = static_cast<std::uint16_t>(abi::kInfoMethods.size());

// Sorted by slot. The other methods return nothing about the heap, or need arguments that a scenario cannot
// give.
inline constexpr auto kAskableInfo = [] {
  constexpr auto kAskable = [](const info_table::Row& row) { return row.query.is_askable; };
  std::array<AskableInfo, std::ranges::count_if(info_table::kRows, kAskable)> askable;
  std::size_t next = 0;
  for (const info_table::Row& row : info_table::kRows) {
    if (row.query.is_askable) askable[next++] = {row.slot, row.query.needs, row.query.takes};
  }
  return askable;
}();

inline constexpr std::uint16_t kSuspendRuntimeSlot = 97;

// Null if no query can call the method.
constexpr const AskableInfo* find_askable(std::uint16_t info_slot) {
  const auto* const found = std::ranges::find(kAskableInfo, info_slot, &AskableInfo::slot);
  return found == kAskableInfo.end() ? nullptr : found;
}

constexpr bool is_askable(std::uint16_t info_slot) {
  return find_askable(info_slot) != nullptr;
}

}  // namespace gcrucible::program
