#include "harness/cli/campaign/misnamed_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "harness/driver/slots.h"
#include "harness/platform/library/function_names.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

constexpr std::string_view kProbe = "gcrucible_probe";
// Two letters: fewer than separate the probe from the recorder's gcrucible_note.
constexpr std::size_t kMostHalfEdits = 4;

bool is_probe_in_source(const std::string& symbol) {
  return driver::simple_name(symbol) == kProbe;
}

}  // namespace

std::string misnamed_probe_text(const std::string& library) {
  const std::vector<std::string> exported = platform::functions_of(library, platform::Exported::kYes);
  if (std::ranges::find(exported, kProbe) != exported.end()) return {};
  if (const auto mangled = std::ranges::find_if(exported, is_probe_in_source); mangled != exported.end()) {
    return fmt::format(
        "It exports gcrucible_probe as {}. Declare it extern \"C\", in Rust also #[no_mangle].", *mangled);
  }
  if (std::ranges::any_of(platform::functions_of(library, platform::Exported::kNo), is_probe_in_source)) {
    return "It has a function gcrucible_probe, but does not export it. Put GCRUCIBLE_PROBE_EXPORT before it, "
           "in Rust #[no_mangle] and pub extern \"C\".";
  }
  const std::string* nearest = nullptr;
  std::size_t least = kMostHalfEdits + 1;
  for (const std::string& name : exported) {
    const std::size_t distance = yaml::distance_in_halves(name, kProbe);
    if (distance < least) {
      least = distance;
      nearest = &name;
    }
  }
  return nearest == nullptr ? "" : fmt::format("It exports {}: should that be gcrucible_probe?", *nearest);
}

}  // namespace gcrucible::cli
