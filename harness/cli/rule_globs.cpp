#include "harness/cli/rule_globs.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "harness/rules/rule.h"
#include "harness/scenario/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

// Of shorter words a third of the letters is one, and half the catalogue is that near.
constexpr std::size_t kShortestTail = 6;

std::vector<std::string> families() {
  std::vector<std::string> found;
  for (const rules::Rule& rule : rules::catalogue()) {
    std::string family(rule.id.substr(0, rule.id.find('/')));
    if (std::ranges::find(found, family) == found.end()) found.push_back(std::move(family));
  }
  return found;
}

// People remember the whole name, its second half, a word of it, or the family alone.
std::string meant_by(const std::string& glob) {
  std::vector<std::string> ids, tails;
  for (const rules::Rule& rule : rules::catalogue()) {
    const std::size_t slash = rule.id.find('/');
    ids.emplace_back(rule.id);
    tails.emplace_back(rule.id.substr(slash + 1));
  }
  if (std::string near = yaml::nearest(glob, ids); !near.empty()) return near;
  const std::vector<std::string> all = families();
  if (std::ranges::find(all, glob) != all.end()) return glob + "/*";
  if (glob.find_first_of("*?") == std::string::npos && glob.size() > 2 &&
      std::ranges::any_of(ids, [&](const std::string& id) { return id.find(glob) != std::string::npos; })) {
    return "*" + glob + "*";
  }
  if (glob.size() >= kShortestTail) {
    if (const std::string near = yaml::nearest(glob, tails); !near.empty()) {
      return ids[static_cast<std::size_t>(std::ranges::find(tails, near) - tails.begin())];
    }
  }
  const std::string near = yaml::nearest(glob.substr(0, glob.find('/')), all);
  return near.empty() ? near : near + "/*";
}

}  // namespace

std::string unknown_glob(const std::string& glob) {
  if (!rules::select(glob).empty()) return {};
  const std::string meant = meant_by(glob);
  if (!meant.empty()) return fmt::format("no rule matches '{}'; did you mean '{}'?", glob, meant);
  std::string globs;
  for (const std::string& family : families()) globs += (globs.empty() ? "" : ", ") + family + "/*";
  return fmt::format("no rule matches '{}'; gcrucible rules lists all, in the families {}", glob, globs);
}

std::string unknown_glob(const rules::Selection& selection) {
  for (const auto* const globs : {&selection.only, &selection.skip}) {
    for (const std::string& glob : *globs) {
      if (std::string problem = unknown_glob(glob); !problem.empty()) return problem;
    }
  }
  return {};
}

}  // namespace gcrucible::cli
