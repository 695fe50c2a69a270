// What a generated program may use. Swarm testing switches whole features on or off for each case: a program
// that uses a few of them reaches states that one using all of them never does.
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
};
inline constexpr std::size_t kFeatureCount = static_cast<std::size_t>(Feature::kReusedIds) + 1;

struct FeatureRow {
  Feature feature;
  std::string_view word;  // on the command line and in reports
  std::string_view what;  // half a sentence
};
// In the order of the enumeration.
std::span<const FeatureRow> feature_rows();
std::string_view word_of(Feature feature);
std::optional<Feature> feature_of(std::string_view word);

class Features {
 public:
  bool has(Feature feature) const { return bits_[static_cast<std::size_t>(feature)]; }
  void set(Feature feature, bool on = true) { bits_[static_cast<std::size_t>(feature)] = on; }
  // Words in the order of the table, separated by blanks; "none" if there are none.
  std::string text() const;

  friend bool operator==(const Features&, const Features&) = default;

 private:
  std::bitset<kFeatureCount> bits_;
};

Features all_features();
// Those that are drawn where nobody names any: all but what no document knows and .NET does
// (docs/campaigns.md).
Features usual_features();
// What the runtime cannot do is left out of `wanted`.
Features possible(Features wanted, const program::RuntimeProfile& runtime);
// A draw of some of `possible`, few or many.
Features draw(const Features& possible, program::Random& random);

}  // namespace gcrucible::campaign
