// A file that is either whole under its final name or not there at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gcrucible::platform {

// Owns the file until keep_as() renames it; the destructor removes it, and so does a signal that ends the
// process while an Interruption is alive. One thread at a time.
class TemporaryFile {
 public:
  struct Made;
  // In the folder of `final_path`, so that the rename is atomic: "<final_path>.<number>.gcrucible-tmp".
  static Made beside(const std::string& final_path);
  // In TMPDIR (or the system's own place): "gcrucible-<number>-<purpose>".
  static Made in_temporary_folder(const std::string& purpose);

  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  const std::string& path() const { return path_; }
  // In the place of what is in it. Returns what went wrong, naming `named`; empty if nothing did.
  [[nodiscard]] std::string write(std::string_view bytes, const std::string& named) const;
  // A file that stood under `final_path` before is replaced; a device or a pipe gets the bytes. Returns what
  // went wrong, empty if nothing; then the file is still temporary.
  [[nodiscard]] std::string keep_as(const std::string& final_path);

 private:
  explicit TemporaryFile(std::string path);
  std::string copy_into(const std::string& device);
  void remove();

  std::string path_;  // empty: nothing is owned
  int removal_ = -1;  // Interruption's number for it
};

struct TemporaryFile::Made {
  std::optional<TemporaryFile> file;
  std::string error;  // names the file
};

// Behind the reason why one cannot be made there.
inline constexpr const char* kOtherPlace = "; TMPDIR says where temporary files are made";
// The folder for temporary files: TMPDIR, TMP or TEMP, else the system's.
std::string temporary_folder();

}  // namespace gcrucible::platform
