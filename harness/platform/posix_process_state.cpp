#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
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

// The line of a file `stat` below /proc (proc(5)). Without memory of the heap's: whoever is asked about may
// wait for its lock.
class StatLine {
 public:
  explicit StatLine(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t count = read(file, bytes_.data(), bytes_.size());
    close(file);
    if (count <= 0) return;
    const std::string_view text(bytes_.data(), static_cast<std::size_t>(count));
    // The name before it may hold anything, parentheses too.
    const std::size_t name_end = text.rfind(") ");
    if (name_end != std::string_view::npos) fields_ = text.substr(name_end + 2);
  }
  StatLine(const StatLine&) = delete;
  StatLine& operator=(const StatLine&) = delete;

  bool sleeps() const { return fields_.starts_with('S'); }
  bool ready() const { return fields_.starts_with('R'); }
  bool exits() const { return (number(6) & kExiting) != 0; }

  // utime and stime, in ticks.
  std::uint64_t worked() const { return number(11) + number(12); }

 private:
  // Of the flags: PF_EXITING of the kernel's include/linux/sched.h.
  static constexpr std::uint64_t kExiting = 4;

  // Counted from the state on.
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

std::chrono::milliseconds in_milliseconds(std::uint64_t ticks) {
  const long second = sysconf(_SC_CLK_TCK);
  return std::chrono::milliseconds(second > 0 ? ticks * 1000 / static_cast<std::uint64_t>(second) : 0);
}

}  // namespace

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
  // Where /proc is not mounted nothing is known of anybody.
  activity.gone = exiting == threads && (threads != 0 || std::filesystem::exists("/proc/self/task", code));
  activity.worked = in_milliseconds(StatLine((process / "stat").c_str()).worked());
  return activity;
}

Activity Process::activity() const {
  return end_ ? Activity{} : activity_of(id_);
}

}  // namespace gcrucible::platform
