// A folder that is removed together with its owner, whatever its content is.
#pragma once

#include <string>

#include "harness/expected.h"

namespace gcrucible::platform {

// One thread at a time. A signal that ends the process while an Interruption is alive removes the folder too.
class TemporaryFolder {
 public:
  // In TMPDIR (or the system's default folder): "gcrucible-<number>-<purpose>". The error names the folder.
  static Expected<TemporaryFolder> make(const std::string& purpose);

  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  // The absolute path.
  const std::string& path() const { return path_; }
  // Removes the folder's content, as far as the system allows it.
  void empty() const;

 private:
  explicit TemporaryFolder(std::string path);

  std::string path_;  // empty: no folder is owned
  int removal_ = -1;
};

}  // namespace gcrucible::platform
