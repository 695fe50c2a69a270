// Where Info methods have their buffers and their ids: places in `args` and `out` of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harness/rules/decode/info_method.h"

namespace gcrucible::rules {

// A buffer of the caller's that is filled as far as it goes. Methods that .NET lets fail on a short one, the
// environment's as the function of Windows does and those that name modules, are not here.
struct BufferSignature {
  InfoMethod method = kOtherInfo;
  std::uint8_t capacity = 0;  // place in `args`
  std::uint8_t count = 0;     // places in `out`
  std::uint8_t buffer = 0;
  bool text = false;      // else rows
  bool constant = false;  // the whole count never changes
};
// Null for a method without one.
const BufferSignature* buffer_of(InfoMethod method);

struct IdSignature {
  enum class Kind : std::uint8_t { kAppDomain, kAssembly, kModule, kClass, kThread };
  InfoMethod method = kOtherInfo;
  std::uint8_t out = 0;
  Kind kind = Kind::kClass;
};
std::span<const IdSignature> answered_ids();
InfoSet methods_with_ids();
InfoSet methods_with_buffers();

}  // namespace gcrucible::rules
