// Whether a scenario is a finding of a campaign.
#pragma once

#include <string>
#include <string_view>

namespace gcrucible::verdict {

// Stands in a comment at the top of the scenario, before the title of the finding.
inline constexpr std::string_view kFoundMark = "Found by gcrucible test: ";

// The title of the finding, such as "crash (SIGSEGV in MovedReferences2)". Empty for other scenarios.
std::string found_as(std::string_view scenario);

}  // namespace gcrucible::verdict
