// The scenarios that come with gcrucible, for tests that play them all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/support/share.h"

namespace gcrucible::tests {

// In the order of their paths. Without the scenario of a million objects, which shows nothing more to these
// tests.
inline std::vector<std::string> shipped_scenarios() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kScenarios)) {
    if (entry.path().extension() == ".yaml" && entry.path().stem() != "a-million-objects")
      files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

// One scenario in six; see is_in_share().
inline std::vector<std::string> share_of_scenarios(std::size_t turn) {
  std::vector<std::string> share;
  std::size_t index = 0;
  for (const std::string& file : shipped_scenarios()) {
    if (is_in_share(index++, turn)) share.push_back(file);
  }
  return share;
}

}  // namespace gcrucible::tests
