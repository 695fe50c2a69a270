#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "harness/platform/files/guarded_files.h"
#include "harness/platform/files/posix_high_descriptor.h"

namespace gcrucible::platform {
namespace {

// More descriptors than most profilers touch by mistake. Each guard costs one system call per case.
constexpr int kEnd = 64;
constexpr int kFirstBehindStreams = STDERR_FILENO + 1;
// The range of the process's own files, which a profiler that touches all numbers in a row also reaches.
constexpr int kEndOfHigh = kFirstHighDescriptor + 8;
constexpr std::size_t kPlaces = kEnd + kEndOfHigh - kFirstHighDescriptor;

// The guarded number that follows `number`.
constexpr int next_after(int number) {
  return number + 1 == kEnd ? kFirstHighDescriptor : number + 1;
}
// Length of an untouched guard. The O_APPEND flag places every write after this byte, whatever its offset.
constexpr off_t kOwnBytes = 1;

bool is_open(int number) {
  return fcntl(number, F_GETFD) >= 0;
}

}  // namespace

class GuardedFiles::Impl {
 public:
  Impl() {
    for (int number = 0; number < kFirstBehindStreams; ++number) open_[at(number)] = is_open(number);
    for (int number = kFirstBehindStreams; number < kEndOfHigh; number = next_after(number)) {
      if (!is_open(number)) guard(number);
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    for (int number = kFirstBehindStreams; number < kEndOfHigh; number = next_after(number)) {
      if (size_of_guard(number)) close(number);
    }
  }

  void renew() {
    for (int number = 0; number < kFirstBehindStreams; ++number) open_[at(number)] = is_open(number);
    for (int number = kFirstBehindStreams; number < kEndOfHigh; number = next_after(number)) {
      if (inodes_[at(number)] == 0) continue;
      const std::optional<off_t> size = size_of_guard(number);
      if (!size && is_open(number)) {
        inodes_[at(number)] = 0;
      } else if (!size) {
        guard(number);
      } else if (*size != kOwnBytes) {
        static_cast<void>(!ftruncate(number, kOwnBytes));
        lseek(number, kOwnBytes, SEEK_SET);
        fcntl(number, F_SETFL, O_APPEND);
      }
    }
  }

  Touched look() const {
    Touched touched;
    for (int number = 0; number < kFirstBehindStreams; ++number) {
      if (open_[at(number)] && !is_open(number)) touched.closed.push_back(number);
    }
    for (int number = kFirstBehindStreams; number < kEndOfHigh; number = next_after(number)) {
      // The free high numbers are not the same in each host. The low numbers are enough as evidence.
      if (number == kFirstHighDescriptor && !touched.none()) break;
      if (inodes_[at(number)] == 0) continue;
      const std::optional<off_t> size = size_of_guard(number);
      if (!size) {
        touched.closed.push_back(number);
      } else if (*size < kOwnBytes) {
        touched.cut.push_back(number);
      } else if (*size != kOwnBytes) {
        touched.written.push_back(
            {number, static_cast<std::size_t>(*size - kOwnBytes), beginning_of(number)});
      }
    }
    return touched;
  }

 private:
  static std::size_t at(int number) {
    return static_cast<std::size_t>(number < kEnd ? number : number - kFirstHighDescriptor + kEnd);
  }

  // None if the number has no guard or the guard was closed, whatever uses the number now.
  std::optional<off_t> size_of_guard(int number) const {
    struct stat status = {};
    const bool stands = inodes_[at(number)] != 0 && fstat(number, &status) == 0 &&
                        status.st_ino == inodes_[at(number)] && status.st_dev == device_;
    return stands ? std::optional(status.st_size) : std::nullopt;
  }

  void guard(int number) {
    inodes_[at(number)] = 0;
#ifdef MFD_CLOEXEC
    const int file = memfd_create("gcrucible-guard", MFD_CLOEXEC);
    if (file < 0) return;
    // Another thread may have taken the number after it was found free.
    const int guard = file == number ? file : fcntl(file, F_DUPFD_CLOEXEC, number);
    if (guard != file) close(file);
    struct stat status = {};
    // The offset is after the guard's own byte, also for code that removes the flag.
    if (guard == number && ftruncate(guard, kOwnBytes) == 0 && fcntl(guard, F_SETFL, O_APPEND) == 0 &&
        lseek(guard, kOwnBytes, SEEK_SET) == kOwnBytes && fstat(guard, &status) == 0) {
      device_ = status.st_dev;
      inodes_[at(number)] = status.st_ino;
    } else if (guard >= 0) {
      close(guard);
    }
#endif
  }

  static std::string beginning_of(int number) {
    std::array<char, kShown> bytes{};
    const ssize_t count = pread(number, bytes.data(), bytes.size(), kOwnBytes);
    return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
  }

  std::array<ino_t, kPlaces> inodes_{};           // of the file that guards the number; 0: no guard
  std::array<bool, kFirstBehindStreams> open_{};  // descriptors 0 to 2
  dev_t device_ = 0;                              // of all memory files
};

GuardedFiles::GuardedFiles() : impl_(std::make_unique<Impl>()) {}
GuardedFiles::~GuardedFiles() = default;

void GuardedFiles::renew() {
  impl_->renew();
}

GuardedFiles::Touched GuardedFiles::look() const {
  return impl_->look();
}

}  // namespace gcrucible::platform
