#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>

#include "harness/platform/process.h"

namespace gcrucible::platform {
namespace {

// What follows the name in a file `stat`, from the state on; empty if there is none. The name may hold
// anything, parentheses too.
std::string behind_name(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t name_end = text.rfind(") ");
  return name_end == std::string::npos ? std::string() : text.substr(name_end + 2);
}

// utime and stime are the 12th and 13th field from the state on (proc(5)).
std::chrono::milliseconds worked_of(const std::string& fields) {
  std::istringstream in(fields);
  std::string skipped;
  for (int i = 0; i < 11; ++i) in >> skipped;
  std::uint64_t user = 0, system = 0;
  in >> user >> system;
  const long ticks = sysconf(_SC_CLK_TCK);
  return std::chrono::milliseconds(ticks > 0 ? (user + system) * 1000 / static_cast<std::uint64_t>(ticks)
                                             : 0);
}

}  // namespace

Activity activity_of(std::int64_t id) {
  const std::filesystem::path process = "/proc/" + std::to_string(id);
  Activity activity;
  std::error_code code;
  std::size_t threads = 0, asleep = 0;
  const std::filesystem::path tasks = process / "task";
  for (std::filesystem::directory_iterator task(tasks, code), end; !code && task != end;
       task.increment(code)) {
    const std::string fields = behind_name(task->path() / "stat");
    ++threads;
    if (fields.starts_with('S')) ++asleep;
    if (fields.starts_with('R')) activity.ready = true;
  }
  activity.sleeps = !code && threads != 0 && asleep == threads;
  activity.worked = worked_of(behind_name(process / "stat"));
  return activity;
}

Activity Process::activity() const {
  return end_ ? Activity{} : activity_of(id_);
}

}  // namespace gcrucible::platform
