#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "harness/platform/process.h"
#include "harness/platform/thread_number.h"

namespace gcrucible::platform {

namespace {

// Of `path` below /proc. Without memory of the heap's: whoever is asked about may wait for its lock.
bool task_sleeps(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 256> bytes{};
  const ssize_t count = read(file, bytes.data(), bytes.size());
  close(file);
  if (count <= 0) return false;
  const std::string_view text(bytes.data(), static_cast<std::size_t>(count));
  // The name before it may hold anything, parentheses too.
  const std::size_t name_end = text.rfind(") ");
  return name_end != std::string_view::npos && name_end + 2 < text.size() && text[name_end + 2] == 'S';
}

}  // namespace

bool thread_sleeps(std::uint32_t number) {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/self/task/%" PRIu32 "/stat", number);
  return task_sleeps(path.data());
}

bool process_sleeps(std::int64_t id) {
  std::error_code code;
  bool any = false;
  const std::filesystem::path tasks = "/proc/" + std::to_string(id) + "/task";
  for (std::filesystem::directory_iterator task(tasks, code), end; !code && task != end;
       task.increment(code)) {
    if (!task_sleeps((task->path() / "stat").c_str())) return false;
    any = true;
  }
  return any && !code;
}

bool Process::sleeps() const {
  return !end_ && process_sleeps(id_);
}

}  // namespace gcrucible::platform
