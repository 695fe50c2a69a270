#include "harness/trace/heap_settings.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace gcrucible::trace {
namespace {

constexpr std::array<std::string_view, 2> kVariables{"DOTNET_", "COMPlus_"};
constexpr std::array<std::string_view, 2> kConfigKeys{"System.GC.", "System.Runtime.Tiered"};
// For example GCHeapCount, gcServer, TieredCompilation, TieredPGO, TC_QuickJit, ReadyToRun.
constexpr std::array<std::string_view, 4> kHeapSettings{"gc", "tiered", "tc_", "readytorun"};

bool begins_as(std::string_view name, std::string_view lower) {
  if (name.size() < lower.size()) return false;
  return std::equal(lower.begin(), lower.end(), name.begin(), [](char a, char b) {
    return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
  });
}

}  // namespace

bool is_heap_setting(std::string_view name) {
  for (const std::string_view key : kConfigKeys) {
    if (name.starts_with(key)) return true;
  }
  for (const std::string_view prefix : kVariables) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = name.substr(prefix.size());
    if (std::any_of(kHeapSettings.begin(), kHeapSettings.end(),
                    [&](std::string_view setting) { return begins_as(rest, setting); })) {
      return true;
    }
  }
  return false;
}

}  // namespace gcrucible::trace
