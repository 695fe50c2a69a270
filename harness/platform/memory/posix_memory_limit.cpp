#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "harness/platform/memory/memory_limit.h"

namespace gcrucible::platform {
namespace {

#ifndef GCRUCIBLE_SANITIZED
// Pages that RLIMIT_DATA counts; 0 if the system does not report them.
std::uint64_t own_pages() {
  std::FILE* const file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  std::uint64_t pages = 0;
  if (std::fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1) pages = 0;
  std::fclose(file);
  return pages;
}
#endif

}  // namespace

void limit_memory([[maybe_unused]] std::uint64_t more) {
#ifndef GCRUCIBLE_SANITIZED
  const std::uint64_t pages = own_pages();
  rlimit limit = {};
  if (pages == 0 || getrlimit(RLIMIT_DATA, &limit) != 0) return;
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, pages * page + more);
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

std::optional<std::uint64_t> kills_for_memory() {
  std::FILE* const file = std::fopen("/proc/vmstat", "re");
  if (file == nullptr) return std::nullopt;
  std::optional<std::uint64_t> kills;
  std::array<char, 256> line{};
  std::uint64_t number = 0;
  while (!kills && std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr) {
    if (std::sscanf(line.data(), "oom_kill %lu", &number) == 1) kills = number;
  }
  std::fclose(file);
  return kills;
}

void end_first_without_memory() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  constexpr std::array<char, 4> kMost = {'1', '0', '0', '0'};
  // A system that refuses the value chooses a process by itself.
  static_cast<void>(!write(file, kMost.data(), kMost.size()));
  close(file);
}

}  // namespace gcrucible::platform
