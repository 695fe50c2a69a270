// Answers of a profiler's QueryInterface to more queries than the runtime makes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gcrucible::protocol {

struct InterfaceAnswers {
  // N of each ICorProfilerCallbackN of the runtime that the profiler returns, ascending; 0 is IUnknown.
  std::vector<std::uint64_t> versions;
  bool unknown = false;      // it returns an interface that does not exist
  bool one_identity = true;  // every query for IUnknown returns the same pointer
};

// The answers, and the newest interface that is called.
struct LoadedInterfaces {
  std::uint8_t callback_version = 0;
  InterfaceAnswers answers;
};

// As one number, which the control block can hold. 0: no profiler was queried.
namespace interface_bits {
inline constexpr std::uint32_t kVersionShift = 16;
inline constexpr std::uint32_t kVersionMask = 0xFF;
inline constexpr std::uint32_t kAsked = 1u << 24;
inline constexpr std::uint32_t kUnknown = 1u << 25;
inline constexpr std::uint32_t kTwoIdentities = 1u << 26;
}  // namespace interface_bits

inline std::uint32_t bits_of(const LoadedInterfaces& loaded) {
  using namespace interface_bits;
  std::uint32_t bits = kAsked | (std::uint32_t{loaded.callback_version} << kVersionShift);
  for (const std::uint64_t version : loaded.answers.versions) bits |= 1u << version;
  if (loaded.answers.unknown) bits |= kUnknown;
  if (!loaded.answers.one_identity) bits |= kTwoIdentities;
  return bits;
}

// Empty also for a number that no host writes.
inline std::optional<LoadedInterfaces> interfaces_of(std::uint32_t bits) {
  using namespace interface_bits;
  const std::uint32_t version = (bits >> kVersionShift) & kVersionMask;
  if ((bits & kAsked) == 0 || version == 0 || version >= kVersionShift) return std::nullopt;
  LoadedInterfaces loaded{.callback_version = static_cast<std::uint8_t>(version), .answers = {}};
  for (std::uint32_t each = 0; each < kVersionShift; ++each) {
    if ((bits & (1u << each)) != 0) loaded.answers.versions.push_back(each);
  }
  loaded.answers.unknown = (bits & kUnknown) != 0;
  loaded.answers.one_identity = (bits & kTwoIdentities) == 0;
  return loaded;
}

}  // namespace gcrucible::protocol
