// A file that is either complete under its final name or does not exist.
#pragma once

#include <string>
#include <string_view>

#include "harness/expected.h"

namespace gcrucible::platform {

// Owns the file until keep_as() renames it. The destructor removes the file. A signal that ends the process
// while an Interruption is alive removes it too. One thread at a time.
class TemporaryFile {
 public:
  // In the folder of `final_path`, so that the rename is atomic: "<final_path>.<number>.gcrucible-tmp".
  // Errors of both name the file.
  static Expected<TemporaryFile> beside(const std::string& final_path);
  // In TMPDIR (or the system's default folder): "gcrucible-<number>-<purpose>".
  static Expected<TemporaryFile> in_temporary_folder(const std::string& purpose);

  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  const std::string& path() const { return path_; }
  // Replaces the file's content. The error names `named`.
  Expected<void> write(std::string_view bytes, const std::string& named) const;
  // Replaces a file that exists under `final_path`. A device or a pipe gets the bytes instead. After
  // an error the file is still temporary.
  Expected<void> keep_as(const std::string& final_path);

 private:
  explicit TemporaryFile(std::string path);
  Expected<void> copy_into(const std::string& device);
  void remove();

  std::string path_;  // empty: no file is owned
  int removal_ = -1;  // number of the file in Interruption
};

// Follows the reason why a file cannot be created there.
inline constexpr const char* kOtherPlace = "; TMPDIR sets the folder for temporary files";
// The folder for temporary files: TMPDIR, TMP or TEMP, else the system's.
std::string temporary_folder();

}  // namespace gcrucible::platform
