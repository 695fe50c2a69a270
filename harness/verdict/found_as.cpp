#include "harness/verdict/found_as.h"

#include <algorithm>

namespace gcrucible::verdict {

std::string found_as(std::string_view scenario) {
  constexpr std::string_view kComment = "# ";
  while (scenario.starts_with('#')) {
    std::string_view line = scenario.substr(0, scenario.find('\n'));
    scenario.remove_prefix(std::min(line.size() + 1, scenario.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.starts_with(kComment) || !line.substr(kComment.size()).starts_with(kFoundMark)) continue;
    return std::string(line.substr(kComment.size() + kFoundMark.size()));
  }
  return {};
}

}  // namespace gcrucible::verdict
