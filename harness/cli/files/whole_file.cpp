#include "harness/cli/files/whole_file.h"

#include <filesystem>

#include "harness/platform/files/temporary_file.h"

namespace gcrucible::cli {
namespace {

// The target of a link. Replacing the link itself would break it, in particular /dev/stdout.
std::string behind_links(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::is_symlink(path, code)) return path;
  const std::filesystem::path target = std::filesystem::canonical(path, code);
  return code ? path : target.string();
}

}  // namespace

std::string write_whole_file(const std::string& name, const std::string& text) {
  const std::string path = behind_links(name);
  platform::TemporaryFile::Made made = platform::TemporaryFile::beside(path);
  if (!made.file) return made.error;
  if (std::string problem = made.file->write(text, path); !problem.empty()) return problem;
  return made.file->keep_as(path);
}

std::string why_not_writable(const std::string& path) {
  return platform::TemporaryFile::beside(behind_links(path)).error;
}

}  // namespace gcrucible::cli
