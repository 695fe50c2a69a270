// A folder that goes with its owner, whatever was put into it.
#pragma once

#include <optional>
#include <string>

namespace gcrucible::platform {

// One thread at a time. A signal that ends the process while an Interruption is alive removes it too.
class TemporaryFolder {
 public:
  struct Made;
  // In TMPDIR (or the system's own place): "gcrucible-<number>-<purpose>".
  static Made make(const std::string& purpose);

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  // Absolute.
  const std::string& path() const { return path_; }
  // Removes what lies in it, as far as the system lets it.
  void empty() const;

 private:
  explicit TemporaryFolder(std::string path);

  std::string path_;  // empty: nothing is owned
  int removal_ = -1;
};

struct TemporaryFolder::Made {
  std::optional<TemporaryFolder> folder;
  std::string error;  // names the folder
};

}  // namespace gcrucible::platform
