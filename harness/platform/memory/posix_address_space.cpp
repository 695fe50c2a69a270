#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "harness/platform/memory/address_space.h"

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

namespace gcrucible::platform {
namespace {

// gcrucible stores addresses as numbers. This function converts them to pointers for the system calls.
void* at(std::uint64_t address) {
  return std::bit_cast<void*>(address);
}

// 0 if the system has no such range. A kernel without MAP_FIXED_NOREPLACE treats the address as a hint.
std::uint64_t map_nothing(std::uint64_t hint, std::uint64_t length) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
#ifdef MAP_FIXED_NOREPLACE
  if (hint != 0) flags |= MAP_FIXED_NOREPLACE;
#endif
  void* const got = mmap(at(hint), length, PROT_NONE, flags, -1, 0);
  if (got == MAP_FAILED) return 0;
  const auto base = std::bit_cast<std::uint64_t>(got);
  if (hint != 0 && base != hint) {
    munmap(got, length);
    return 0;
  }
  return base;
}

std::uint64_t map_anywhere(std::uint64_t length, std::uint64_t alignment) {
  const std::uint64_t got = map_nothing(0, length + alignment);
  if (got == 0) return 0;
  const std::uint64_t base = (got + alignment - 1) / alignment * alignment;
  if (base != got) munmap(at(got), base - got);
  const std::uint64_t rest = got + length + alignment - (base + length);
  if (rest != 0) munmap(at(base + length), rest);
  return base;
}

}  // namespace

Expected<AddressSpace> AddressSpace::reserve(std::uint64_t length) {
  const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  length = (length + kAlignment - 1) / kAlignment * kAlignment;
  for (std::uint64_t tried = length;; tried /= 2) {
    std::uint64_t base = map_nothing(kCanonicalBase, tried);
    if (base == 0) base = map_anywhere(tried, kAlignment);
    if (base != 0) return AddressSpace(base, tried, page_size);
    if (tried / 2 < std::min(kLeastLength, length)) {
      return failure("cannot reserve " + std::to_string(tried >> 20) +
                     " MiB of address space: " + std::strerror(errno) + "; raise `ulimit -v`");
    }
  }
}

Expected<AddressSpace> AddressSpace::reserve_anywhere(std::uint64_t length) {
  const auto page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  length = (length + page_size - 1) / page_size * page_size;
  const std::uint64_t base = map_nothing(0, length);
  if (base != 0) return AddressSpace(base, length, page_size);
  return failure("cannot reserve " + std::to_string(length >> 10) +
                 " KiB of address space: " + std::strerror(errno) + "; raise `ulimit -v`");
}

void AddressSpace::give_back() {
  if (length_ != 0) munmap(at(base_), length_);
  length_ = 0;
}

bool AddressSpace::make_accessible(std::uint64_t start, std::uint64_t length) {
  return mprotect(at(start), length, PROT_READ | PROT_WRITE) == 0;
}

bool AddressSpace::make_inaccessible(std::uint64_t start, std::uint64_t length) {
  // Protection first: this step may fail, and in that case no content is lost.
  return mprotect(at(start), length, PROT_NONE) == 0 && madvise(at(start), length, MADV_DONTNEED) == 0;
}

bool AddressSpace::discard(std::uint64_t start, std::uint64_t length) {
  return madvise(at(start), length, MADV_DONTNEED) == 0;
}

bool AddressSpace::touched(std::uint64_t start, std::span<std::uint8_t> flags) const {
#ifdef __linux__
  // mincore() is not usable: it reports a swapped-out page as absent. The file is opened each time, because a
  // descriptor shows the memory of the process that opened it, even after a fork.
  const int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  constexpr std::uint64_t kPresentOrSwapped = std::uint64_t{3} << 62;
  std::array<std::uint64_t, 512> entries;
  bool whole = true;
  for (std::size_t done = 0; whole && done < flags.size();) {
    const std::size_t count = std::min(entries.size(), flags.size() - done);
    const auto offset = static_cast<off_t>((start / page_size_ + done) * sizeof(std::uint64_t));
    const auto bytes = static_cast<ssize_t>(count * sizeof(std::uint64_t));
    whole = pread(file, entries.data(), static_cast<std::size_t>(bytes), offset) == bytes;
    for (std::size_t i = 0; whole && i < count; ++i) {
      flags[done + i] = (entries[i] & kPresentOrSwapped) != 0 ? 1 : 0;
    }
    done += count;
  }
  close(file);
  return whole;
#else
  static_cast<void>(start);
  static_cast<void>(flags);
  return false;
#endif
}

}  // namespace gcrucible::platform
