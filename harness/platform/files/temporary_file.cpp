#include "harness/platform/files/temporary_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <utility>

#include "harness/platform/process/interruption.h"

namespace gcrucible::platform {
namespace {

namespace fs = std::filesystem;

constexpr int kAttempts = 100;

// Creates a file that did not exist before. Errors name `named`, which the user knows, or the file itself.
// Names of temporary files reach no trace, so they may be random.
Expected<TemporaryFile> make(const std::string& before, const std::string& after, const std::string& named,
                             TemporaryFile (*own)(std::string)) {
  std::random_device chance;
  std::string path;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    path = before + std::to_string(chance()) + after;
    std::FILE* const file = std::fopen(path.c_str(), "wbx");
    if (file != nullptr) {
      std::fclose(file);
      return own(path);
    }
    if (errno != EEXIST) break;
  }
  return failure((named.empty() ? path : named) + ": cannot be made: " + std::strerror(errno));
}

// A device or a pipe: it accepts bytes and must not be replaced.
bool is_special(const std::string& path) {
  std::error_code unknown;
  const fs::file_status there = fs::status(path, unknown);
  return fs::exists(there) && !fs::is_regular_file(there) && !fs::is_directory(there);
}

// A full disk may be reported only by fclose().
Expected<void> write_to(const std::string& path, std::string_view bytes, const std::string& named) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  int error = file == nullptr ? errno : 0;
  if (file != nullptr) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) error = errno;
    if (std::fclose(file) != 0 && error == 0) error = errno;
  }
  if (error != 0) return failure(named + ": cannot be written: " + std::strerror(error));
  return {};
}

}  // namespace

std::string temporary_folder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return error ? std::string(".") : folder.string();
}

Expected<TemporaryFile> TemporaryFile::beside(const std::string& final_path) {
  // No file is renamed to a special file, and its folder (for example /dev) is no place for files.
  if (is_special(final_path)) return in_temporary_folder("file");
  return make(final_path + ".", ".gcrucible-tmp", final_path,
              [](std::string path) { return TemporaryFile(std::move(path)); });
}

Expected<TemporaryFile> TemporaryFile::in_temporary_folder(const std::string& purpose) {
  Expected<TemporaryFile> made = make((fs::path(temporary_folder()) / "gcrucible-").string(), "-" + purpose,
                                      {}, [](std::string path) { return TemporaryFile(std::move(path)); });
  if (!made) made.error() += kOtherPlace;
  return made;
}

TemporaryFile::TemporaryFile(std::string path)
    : path_(std::move(path)), removal_(Interruption::remove_at_signal(path_)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), removal_(std::exchange(other.removal_, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  if (this != &other) {
    remove();
    path_ = std::exchange(other.path_, {});
    removal_ = std::exchange(other.removal_, -1);
  }
  return *this;
}

TemporaryFile::~TemporaryFile() {
  remove();
}

Expected<void> TemporaryFile::write(std::string_view bytes, const std::string& named) const {
  return write_to(path_, bytes, named);
}

Expected<void> TemporaryFile::keep_as(const std::string& final_path) {
  std::error_code error;
  // A rename would replace the device by a regular file.
  if (is_special(final_path)) return copy_into(final_path);
  fs::rename(path_, final_path, error);
  if (error) return failure(final_path + ": cannot be written: " + error.message());
  Interruption::forget(std::exchange(removal_, -1));
  path_.clear();
  return {};
}

Expected<void> TemporaryFile::copy_into(const std::string& device) {
  std::ifstream from(path_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()};
  Expected<void> written = write_to(device, bytes, device);
  if (written) remove();
  return written;
}

void TemporaryFile::remove() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove(path_, ignored);
  Interruption::forget(std::exchange(removal_, -1));
  path_.clear();
}

}  // namespace gcrucible::platform
