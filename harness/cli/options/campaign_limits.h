// Upper limits for options of campaigns.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/expected.h"
#include "harness/program/specs.h"

namespace gcrucible::cli {

struct CampaignLimit {
  std::string_view option;
  std::uint32_t most = 0;
};
inline constexpr std::array kCampaignLimits{
    CampaignLimit{"--jobs", 256},          CampaignLimit{"--objects", 100'000},
    CampaignLimit{"--collections", 1'000}, CampaignLimit{"--heaps", program::kMostServerHeaps},
    CampaignLimit{"--switches", 64},
};

// "a number from 0 to 256"; empty for other options.
inline std::string limit_text(std::string_view option) {
  const auto* const limit = std::ranges::find(kCampaignLimits, option, &CampaignLimit::option);
  return limit == kCampaignLimits.end() ? std::string() : fmt::format("a number from 0 to {}", limit->most);
}

// Whether the option can have that value.
inline Expected<void> check_limit(std::string_view option, std::uint32_t value) {
  const auto* const limit = std::ranges::find(kCampaignLimits, option, &CampaignLimit::option);
  if (limit == kCampaignLimits.end() || value <= limit->most) return {};
  return failure(fmt::format("{} takes {}, not '{}'", option, limit_text(option), value));
}

}  // namespace gcrucible::cli
