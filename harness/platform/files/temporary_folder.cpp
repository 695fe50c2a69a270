#include "harness/platform/files/temporary_folder.h"

#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/interruption.h"

namespace gcrucible::platform {
namespace {

namespace fs = std::filesystem;

constexpr int kAttempts = 100;

}  // namespace

Expected<TemporaryFolder> TemporaryFolder::make(const std::string& purpose) {
  std::random_device chance;
  fs::path path;
  std::error_code code;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    path = fs::absolute(temporary_folder(), code) / ("gcrucible-" + std::to_string(chance()) + "-" + purpose);
    if (fs::create_directory(path, code)) return TemporaryFolder(path.string());
    if (code) break;
  }
  return failure(path.string() + ": cannot be made: " + code.message() + kOtherPlace);
}

TemporaryFolder::TemporaryFolder(std::string path)
    : path_(std::move(path)), removal_(Interruption::remove_folder_at_signal(path_)) {}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), removal_(std::exchange(other.removal_, -1)) {}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  Interruption::forget(removal_);
}

void TemporaryFolder::empty() const {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_, ignored))
    fs::remove_all(entry.path(), ignored);
}

}  // namespace gcrucible::platform
