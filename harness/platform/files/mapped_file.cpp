// The part that is the same on every system: ownership of file and window.
#include "harness/platform/files/mapped_file.h"

#include <utility>

namespace gcrucible::platform {

MappedFile::MappedFile(MappedFile&& other) noexcept
    : file_(std::exchange(other.file_, kNoFile)),
      identity_(other.identity_),
      lost_(other.lost_),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    close();
    file_ = std::exchange(other.file_, kNoFile);
    identity_ = other.identity_;
    lost_ = other.lost_;
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

MappedFile::~MappedFile() {
  close();
}

bool MappedFile::still_there() {
  if (identity_of(file_) == identity_) return true;
  lost_ = true;
  file_ = kNoFile;  // not ours to close
  return false;
}

Expected<void> MappedFile::check() {
  if (!still_there()) return failure(kLostText);
  return {};
}

Expected<MappedFile> MappedFile::create(const std::string& path, std::uint64_t length) {
  Expected<MappedFile> opened = create_empty(path);
  if (!opened) return opened;
  if (const auto moved = opened->move_window(0, length); !moved) return failure(path + ": " + moved.error());
  return opened;
}

}  // namespace gcrucible::platform
