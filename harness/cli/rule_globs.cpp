#include "harness/cli/rule_globs.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/rules/rule.h"
#include "harness/scenario/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

// People remember the whole name, its second half, or the family alone.
std::string meant_by(const std::string& glob) {
  std::vector<std::string> ids, tails, families;
  for (const rules::Rule& rule : rules::catalogue()) {
    const std::size_t slash = rule.id.find('/');
    ids.emplace_back(rule.id);
    tails.emplace_back(rule.id.substr(slash + 1));
    const std::string family(rule.id.substr(0, slash));
    if (std::ranges::find(families, family) == families.end()) families.push_back(family);
  }
  if (std::string near = yaml::nearest(glob, ids); !near.empty()) return near;
  if (const std::string near = yaml::nearest(glob, tails); !near.empty()) {
    return ids[static_cast<std::size_t>(std::ranges::find(tails, near) - tails.begin())];
  }
  const std::string near = yaml::nearest(glob.substr(0, glob.find('/')), families);
  return near.empty() ? near : near + "/*";
}

}  // namespace

std::string unknown_glob(const std::string& glob) {
  if (!rules::select(glob).empty()) return {};
  const std::string meant = meant_by(glob);
  return fmt::format("no rule matches '{}'; {}", glob,
                     meant.empty() ? "gcrucible rules lists all" : fmt::format("did you mean '{}'?", meant));
}

}  // namespace gcrucible::cli
