#include "harness/cli/files/builtin_scenarios.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "harness/cli/files/installation.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/yaml/nearest.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 1> kExtensions{".yaml"};

std::string name_of(const verdict::InputFile& file) {
  return fs::path(file.below).replace_extension().string();
}

bool is_meant(std::string glob, const verdict::InputFile& file) {
  if (glob.empty()) return true;
  if (glob.ends_with(".yaml")) glob.resize(glob.size() - kExtensions.front().size());
  while (glob.ends_with("/")) glob.pop_back();
  const std::string name = name_of(file);
  return rules::matches(glob, name) || rules::matches(glob + "/*", name) ||
         rules::matches(glob, fs::path(name).filename().string());
}

// Names and folders that a user may have meant.
std::vector<std::string> names_in(const std::vector<verdict::InputFile>& files) {
  std::set<std::string> names;
  for (const verdict::InputFile& file : files) {
    const fs::path name(name_of(file));
    names.insert({name.string(), name.filename().string()});
    for (fs::path folder = name.parent_path(); !folder.empty(); folder = folder.parent_path())
      names.insert(folder.string());
  }
  return {names.begin(), names.end()};
}

}  // namespace

Expected<std::vector<verdict::InputFile>> builtin_scenarios(const std::vector<std::string>& globs) {
  const std::string root = installation().sources;
  if (root.empty()) {
    return failure(
        "--builtin: the scenarios that come with gcrucible are not there; they are installed in "
        "share/gcrucible, next to the folder of the program");
  }
  auto all =
      verdict::input_files({(fs::path(root) / "fixtures" / "scenarios").string()}, {"scenario", kExtensions});
  if (!all) return all;
  for (const std::string& glob : globs) {
    if (std::ranges::any_of(*all, [&](const verdict::InputFile& file) { return is_meant(glob, file); }))
      continue;
    const std::string near = yaml::nearest(glob, names_in(*all));
    return failure(fmt::format("--builtin: no scenario matches '{}'{}", glob,
                               near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  std::erase_if(*all, [&](const verdict::InputFile& file) {
    return std::ranges::none_of(globs, [&](const std::string& glob) { return is_meant(glob, file); });
  });
  return all;
}

}  // namespace gcrucible::cli
