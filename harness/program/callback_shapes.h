// The arguments of callbacks in the form of traces, for code that gives a callback's arguments as data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/abi/tables/callback_fields.h"
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
  std::uint8_t width = 0;  // of an array: values per row; 0: a single value
  std::array<ArgumentType, 4> types{};

  constexpr bool is_array() const { return width != 0; }
  constexpr ArgumentType type(std::size_t column) const { return types[column % types.size()]; }
};

struct CallbackShape {
  std::uint16_t slot = 0;
  std::uint8_t count = 0;
  std::array<ArgumentShape, 4> arguments{};
};

// Whether arguments of the form are part of the shape. A scenario does not state the others.
constexpr bool can_be_said(abi::FieldForm form) {
  return form != abi::FieldForm::kNull && form != abi::FieldForm::kGuid;
}

// Null for callbacks with GUIDs, interfaces or raw memory among their arguments: a scenario cannot express
// these.
const CallbackShape* callback_shape(std::uint16_t slot);

// The columns of an entry in a part of a report. Ranges have no columns, because they have their own edits.
const CallbackShape& entry_shape(ReportPart part);

}  // namespace gcrucible::program
