#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/platform/files/mapped_file.h"
#include "harness/platform/files/posix_high_descriptor.h"

namespace gcrucible::platform {

MappedFile::Identity MappedFile::identity_of(std::intptr_t file) {
  struct stat status = {};
  if (fstat(static_cast<int>(file), &status) != 0) return {};
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

Expected<MappedFile> MappedFile::create_empty(const std::string& path) {
  const int file = moved_high(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file < 0) return failure(path + ": cannot be made: " + std::strerror(errno));
  return MappedFile(file);
}

Expected<MappedFile> MappedFile::open(const std::string& path) {
  const int file = moved_high(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (file < 0) return failure(path + ": cannot be opened: " + std::strerror(errno));
  MappedFile mapped(file);
  struct stat status = {};
  if (fstat(file, &status) != 0) return failure(path + ": " + std::strerror(errno));
  if (const auto moved = mapped.move_window(0, static_cast<std::uint64_t>(status.st_size)); !moved)
    return failure(path + ": " + moved.error());
  return mapped;
}

Expected<MappedFile> MappedFile::in_memory(const std::string& purpose, std::uint64_t length) {
#ifdef MFD_CLOEXEC
  const int file = memfd_create(("gcrucible-" + purpose).c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
#else
  const int file = -1;
  errno = ENOSYS;
#endif
  const std::string name = "memory for the " + purpose;
  if (file < 0) return failure(name + ": cannot be made: " + std::strerror(errno));
  MappedFile mapped(file);
  if (const auto moved = mapped.move_window(0, length); !moved) return failure(name + ": " + moved.error());
  return mapped;
}

Expected<MappedFile> MappedFile::of_descriptor(std::intptr_t file) {
  const std::string name = "descriptor " + std::to_string(file);
  struct stat status = {};
  if (fstat(static_cast<int>(file), &status) != 0) return failure(name + ": " + std::strerror(errno));
  // Programs that are started from here do not need the descriptor.
  fcntl(static_cast<int>(file), F_SETFD, FD_CLOEXEC);
  MappedFile mapped(moved_high(static_cast<int>(file)));
  if (const auto moved = mapped.move_window(0, static_cast<std::uint64_t>(status.st_size)); !moved)
    return failure(name + ": " + moved.error());
  return mapped;
}

std::uint64_t MappedFile::file_length() const {
  struct stat status = {};
  return fstat(static_cast<int>(file_), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

Expected<void> MappedFile::move_window(std::uint64_t offset, std::uint64_t length) {
  unmap();
  if (length == 0) return {};
  if (!still_there()) return failure(kLostText);
  const int file = static_cast<int>(file_);
  const int refused = posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(length));
  if (refused != 0) {
    return failure("cannot grow to " + std::to_string(offset + length) + " bytes: " + std::strerror(refused));
  }
  void* const data =
      mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  if (data == MAP_FAILED) return failure(std::string("cannot be mapped: ") + std::strerror(errno));
  data_ = static_cast<std::byte*>(data);
  size_ = length;
  return {};
}

Expected<void> MappedFile::truncate(std::uint64_t length) {
  unmap();
  if (!still_there()) return failure(kLostText);
  if (ftruncate(static_cast<int>(file_), static_cast<off_t>(length)) == 0) return {};
  return failure(std::string("cannot be cut: ") + std::strerror(errno));
}

void MappedFile::keep_whole() {
#ifdef F_ADD_SEALS
  fcntl(static_cast<int>(file_), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL);
#endif
}

void MappedFile::keep_writers_behind() {
  fcntl(static_cast<int>(file_), F_SETFL, O_APPEND);
}

void MappedFile::let_go() {
  if (file_ != kNoFile) ::close(static_cast<int>(file_));
  file_ = kNoFile;
}

Expected<void> MappedFile::give_back_from(std::uint64_t offset) {
  if (!still_there()) return failure(kLostText);
  const std::uint64_t length = file_length();
  if (length <= offset) return {};
#ifdef FALLOC_FL_PUNCH_HOLE
  if (fallocate(static_cast<int>(file_), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                static_cast<off_t>(offset), static_cast<off_t>(length - offset)) == 0)
    return {};
#else
  errno = ENOSYS;
#endif
  return failure(std::string("cannot give back memory: ") + std::strerror(errno));
}

std::string MappedFile::path_for_others() const {
  std::string path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file_);
  return access(path.c_str(), R_OK | W_OK) == 0 ? path : std::string();
}

void MappedFile::unmap() {
  if (data_ != nullptr) munmap(data_, size_);
  data_ = nullptr;
  size_ = 0;
}

void MappedFile::close() {
  unmap();
  let_go();
}

}  // namespace gcrucible::platform
