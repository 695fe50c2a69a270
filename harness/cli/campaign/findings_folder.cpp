#include "harness/cli/campaign/findings_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "harness/cli/campaign/finding_file.h"
#include "harness/platform/files/temporary_file.h"

namespace gcrucible::cli {
namespace {

namespace fs = std::filesystem;

// Returns the folders that it created, outermost first.
std::vector<fs::path> make_folders(const fs::path& folder, std::error_code& code) {
  std::vector<fs::path> made;
  const fs::path whole = fs::absolute(folder, code).lexically_normal();
  // Relative paths need a current folder.
  if (code) return made;
  for (fs::path each = whole; each.has_relative_path() && !fs::exists(each, code); each = each.parent_path())
    made.insert(made.begin(), each);
  code.clear();
  fs::create_directories(folder, code);
  return made;
}

std::vector<std::string> scenarios_in(const std::string& folder, std::error_code& code) {
  std::vector<std::string> files;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    std::error_code unknown;
    if (entry->path().extension() == ".yaml" && entry->is_regular_file(unknown))
      files.push_back(entry->path().string());
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

Expected<void> check_folder(const std::string& folder, const std::string& remedy) {
  const auto unusable = [&](const std::string& problem, std::string_view usual_remedy) {
    return failure(fmt::format("{}; {}", problem, remedy.empty() ? usual_remedy : remedy));
  };
  std::error_code code;
  if (folder.empty()) return unusable("its name is empty", "name a folder");
  if (fs::exists(folder, code) && !fs::is_directory(folder, code))
    return unusable(fmt::format("'{}' is not a folder", folder), "name a folder");
  code.clear();
  // Check at the start, not when the first finding must be saved.
  const std::vector<fs::path> made = make_folders(folder, code);
  Expected<void> usable;
  if (code) {
    usable = unusable(fmt::format("the folder '{}' cannot be created ({})", folder, code.message()),
                      "name another");
  } else if (const auto probe = platform::TemporaryFile::beside((fs::path(folder) / "probe").string());
             !probe) {
    usable = unusable(fmt::format("nothing can be written into '{}' ({})", folder, probe.error()),
                      "name another folder");
  } else if (scenarios_in(folder, code); code) {
    usable = unusable(fmt::format("the folder '{}' cannot be read ({}), so its findings cannot be replayed",
                                  folder, code.message()),
                      "name another");
  }
  for (auto each = made.rbegin(); each != made.rend(); ++each) fs::remove(*each, code);
  return usable;
}

Expected<void> move_into(const std::string& file, const std::string& folder) {
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) return failure(code.message());
  fs::path aside = fs::path(folder) / fs::path(file).filename();
  // Keep an earlier mended scenario of the same name; it is a separate regression test.
  if (fs::exists(aside, code) && text_of_file(aside.string()) != text_of_file(file))
    aside = claim_name(folder, fs::path(file).stem().string());
  fs::rename(file, aside, code);
  if (code) return failure(code.message());
  return {};
}

std::vector<std::string> known_files(const std::string& folder) {
  std::error_code code;
  return scenarios_in(folder, code);
}

}  // namespace gcrucible::cli
