// The arguments of callbacks as traces write them, for whatever says a callback's arguments as data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/program/runtime_profile.h"

namespace gcrucible::program {

enum class ArgumentType : std::uint8_t {
  kObject,
  kClass,
  kHandle,
  kThread,
  kFunction,
  kModule,
  kAssembly,
  kDomain,
  kNumber,
  kFlag,
  kStatus,  // an HRESULT
  kRootKind,
  kRootFlags,
  kRootId,  // a handle or a function
  kText,
};

struct ArgumentShape {
  std::string_view key;
  std::uint8_t width = 0;  // of an array: values in a row; 0: a single value
  std::array<ArgumentType, 4> types{};

  constexpr bool is_array() const { return width != 0; }
  constexpr ArgumentType type(std::size_t column) const { return types[column % types.size()]; }
};

struct CallbackShape {
  std::uint16_t slot = 0;
  std::uint8_t count = 0;
  std::array<ArgumentShape, 4> arguments{};
};

// Null for callbacks that have GUIDs, interfaces or raw memory among their arguments: nobody can say those.
const CallbackShape* callback_shape(std::uint16_t slot);

// The entries of a part of a report, by column; no columns for ranges, which have edits of their own.
const CallbackShape& entry_shape(ReportPart part);

}  // namespace gcrucible::program
