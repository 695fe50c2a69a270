#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "harness/platform/process/fork_server.h"
#include "harness/platform/process/process.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible::platform {
namespace {

// The line of a `stat` file below /proc (proc(5)). Allocates no memory: the inspected thread may wait for the
// allocator's lock.
class StatLine {
 public:
  explicit StatLine(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t count = read(file, bytes_.data(), bytes_.size());
    close(file);
    if (count <= 0) return;
    const std::string_view text(bytes_.data(), static_cast<std::size_t>(count));
    // The name in brackets may hold any characters, including brackets.
    const std::size_t name_end = text.rfind(") ");
    if (name_end != std::string_view::npos) fields_ = text.substr(name_end + 2);
  }
  StatLine(const StatLine&) = delete;
  StatLine& operator=(const StatLine&) = delete;

  bool gone() const { return fields_.empty(); }
  bool sleeps() const { return fields_.starts_with('S'); }
  bool ready() const { return fields_.starts_with('R'); }
  bool exits() const { return (flags() & kExiting) != 0; }
  // 0: the system reports no flags, or the thread is gone.
  std::uint64_t flags() const { return number(6); }

  // utime and stime, in ticks.
  std::uint64_t worked() const { return number(11) + number(12); }

 private:
  // PF_EXITING in the kernel's include/linux/sched.h.
  static constexpr std::uint64_t kExiting = 4;

  // `index` counts from the state field.
  std::uint64_t number(int index) const {
    std::string_view rest = fields_;
    for (; index != 0; --index) {
      const std::size_t space = rest.find(' ');
      if (space == std::string_view::npos) return 0;
      rest.remove_prefix(space + 1);
    }
    std::uint64_t value = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), value);
    return value;
  }

  std::array<char, 512> bytes_{};
  std::string_view fields_;
};

StatLine stat_of_thread(std::uint32_t number) {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/self/task/%" PRIu32 "/stat", number);
  return StatLine(path.data());
}

// Number of threads of this process that have not ended. The system lists a joined thread for some
// microseconds more. None if the system does not report which threads have ended. Allocates no memory, as
// above.
std::optional<std::uint32_t> living_threads() {
  const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return std::nullopt;
  std::uint32_t living = 0;
  bool known = true;
  alignas(std::uint64_t) std::array<char, 2048> entries;
  for (long bytes = 1; bytes > 0;) {
    bytes = syscall(SYS_getdents64, folder, entries.data(), entries.size());
    for (long place = 0; place < bytes;) {
      // linux_dirent64 (getdents64(2)): the length and the name.
      std::uint16_t length = 0;
      std::memcpy(&length, entries.data() + place + 16, sizeof length);
      const std::string_view name = entries.data() + place + 19;
      place += length;
      std::uint32_t number = 0;
      if (std::from_chars(name.data(), name.data() + name.size(), number).ec != std::errc{}) continue;
      const StatLine thread = stat_of_thread(number);
      if (thread.gone()) continue;
      known = known && thread.flags() != 0;
      if (!thread.exits()) ++living;
    }
    known = known && bytes >= 0;
  }
  close(folder);
  return known ? std::optional(living) : std::nullopt;
}

std::chrono::milliseconds in_milliseconds(std::uint64_t ticks) {
  const long second = sysconf(_SC_CLK_TCK);
  return std::chrono::milliseconds(second > 0 ? ticks * 1000 / static_cast<std::uint64_t>(second) : 0);
}

}  // namespace

bool has_only_threads(std::uint32_t own) {
  if (thread_count() <= own) return true;
  // A thread that waits in its turn calls this function, on a machine that may be busy. The threads are
  // checked once, without a wait.
  const int error = errno;
  const std::optional<std::uint32_t> living = living_threads();
  errno = error;  // it belongs to the profiler, which is in the middle of a wait
  if (living) return *living <= own;
  // Limited by a count and not by time: an ended thread needs only a processor.
  constexpr int kTurns = 200;
  for (int i = 0; i < kTurns; ++i) {
    if (thread_count() <= own) return true;
    // A system call, because sched_yield() may be a switch point (posix_intercepted_sleeps.cpp) and the
    // caller has the turn.
    syscall(SYS_sched_yield);
  }
  return false;
}

bool thread_sleeps(std::uint32_t number) {
  return stat_of_thread(number).sleeps();
}

std::chrono::milliseconds thread_worked(std::uint32_t number) {
  return in_milliseconds(stat_of_thread(number).worked());
}

Activity activity_of(std::int64_t id) {
  const std::filesystem::path process = "/proc/" + std::to_string(id);
  Activity activity;
  std::error_code code;
  std::size_t threads = 0, asleep = 0, exiting = 0;
  for (std::filesystem::directory_iterator task(process / "task", code), end; !code && task != end;
       task.increment(code)) {
    const StatLine thread((task->path() / "stat").c_str());
    ++threads;
    if (thread.sleeps()) ++asleep;
    if (thread.exits()) ++exiting;
    if (thread.ready()) activity.ready = true;
  }
  activity.sleeps = !code && threads != 0 && asleep == threads;
  // If /proc is not mounted, nothing is known about any process.
  activity.gone = exiting == threads && (threads != 0 || std::filesystem::exists("/proc/self/task", code));
  activity.worked = in_milliseconds(StatLine((process / "stat").c_str()).worked());
  return activity;
}

Activity Process::activity() const {
  return end_ ? Activity{} : activity_of(id_);
}

}  // namespace gcrucible::platform
