#include "harness/report/test_names.h"

#include <fmt/format.h>

#include <cstddef>

namespace gcrucible::report {

std::string TestNames::distinct(const std::string& name, const std::string& place) {
  if (used_.insert(name).second) return name;
  const std::string with_place = place.empty() ? name : fmt::format("{} in {}", name, place);
  if (used_.insert(with_place).second) return with_place;
  for (std::size_t number = 2;; ++number) {
    const std::string numbered = fmt::format("{} #{}", with_place, number);
    if (used_.insert(numbered).second) return numbered;
  }
}

}  // namespace gcrucible::report
