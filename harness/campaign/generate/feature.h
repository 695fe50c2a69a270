// Features of generated programs. Swarm testing enables a random subset for each case: a program with few
// features reaches states that a program with all features never reaches.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/program/random.h"
#include "harness/program/runtime_profile.h"

namespace gcrucible::campaign {

enum class Feature : std::uint8_t {
  kArrays,
  kStrings,
  kValues,
  kGenerics,
  kLarge,
  kPinnedHeap,
  kFrozen,
  kBulk,
  kMutation,
  kCycles,
  kStatics,
  kInteriorRoots,
  kPinnedRoots,
  kNullRoots,
  kFrames,
  kStrongHandles,
  kWeakHandles,
  kPinnedHandles,
  kDependentHandles,
  kRefCountedHandles,
  kFinalizers,
  kResurrection,
  kThreads,
  kYoung,
  kSweeps,
  kModes,
  kNoPromotion,
  kDemotion,
  kSlide,
  kShifted,
  kNarrow,
  kSuspensions,
  kBackground,
  kUnannounced,
  kCollectible,
  kAttach,
  kShutdown,
  kHugeObjects,
  kExceptions,
  kJit,
  kEvents,
  kServerHeaps,
  kTogether,
  kDetach,
  kFailures,
  kProvisional,
  kReusedIds,
  kCalls,
};
inline constexpr std::size_t kFeatureCount = static_cast<std::size_t>(Feature::kCalls) + 1;

struct FeatureRow {
  Feature feature;
  std::string_view word;  // name on the command line and in reports
  std::string_view what;  // half a sentence
};
// In order of the enumeration.
std::span<const FeatureRow> feature_rows();
std::string_view word_of(Feature feature);
std::optional<Feature> feature_of(std::string_view word);

class Features {
 public:
  bool has(Feature feature) const { return bits_[static_cast<std::size_t>(feature)]; }
  void set(Feature feature, bool on = true) { bits_[static_cast<std::size_t>(feature)] = on; }
  // Words in order of the table, separated by blanks; "none" if there are none.
  std::string text() const;

  friend bool operator==(const Features&, const Features&) = default;

 private:
  std::bitset<kFeatureCount> bits_;
};

Features all_features();
// The default features: all except undocumented behaviour of .NET (docs/reference/generated-programs.md).
Features usual_features();
// `wanted` without features that the runtime does not support.
Features possible(Features wanted, const program::RuntimeProfile& runtime);
// A random subset of `possible`, small or large.
Features draw(const Features& possible, program::Random& random);

}  // namespace gcrucible::campaign
