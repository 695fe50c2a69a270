#include "harness/cli/files/whole_file.h"

#include <filesystem>
#include <utility>

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

Expected<void> write_whole_file(const std::string& name, const std::string& text) {
  const std::string path = behind_links(name);
  Expected<platform::TemporaryFile> made = platform::TemporaryFile::beside(path);
  if (!made) return failure(std::move(made.error()));
  if (auto written = made->write(text, path); !written) return written;
  return made->keep_as(path);
}

Expected<void> check_writable(const std::string& path) {
  Expected<platform::TemporaryFile> made = platform::TemporaryFile::beside(behind_links(path));
  if (!made) return failure(std::move(made.error()));
  return {};
}

}  // namespace gcrucible::cli
