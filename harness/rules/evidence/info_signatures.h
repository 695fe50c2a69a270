// Where Info methods take buffers and ids: indices in `args` and `out` of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harness/rules/decode/info_event.h"
#include "harness/rules/decode/info_method.h"

namespace gcrucible::rules {

// A caller's buffer that is filled as far as it reaches. Not listed: methods that .NET lets fail for a
// short buffer, namely the environment's (like the Windows function) and those that name modules.
struct BufferSignature {
  InfoMethod method = kOtherInfo;
  std::uint8_t capacity = 0;  // index in `args`
  std::uint8_t count = 0;     // indices in `out`
  std::uint8_t buffer = 0;
  bool text = false;      // otherwise rows
  bool constant = false;  // the total count never changes
};
// Null for a method without a buffer.
const BufferSignature* buffer_of(InfoMethod method);

// Whether E_INVALIDARG may mean that the profiler named room for entries and passed no buffer. A trace does
// not show null buffers. Wrong slots in a profiler's own table of methods lead to such calls.
bool may_lack_buffer(const InfoEvent& info);

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
