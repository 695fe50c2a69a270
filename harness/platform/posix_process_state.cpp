#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "harness/platform/process.h"
#include "harness/platform/thread_number.h"

namespace gcrucible::platform {

namespace {

bool task_sleeps(const std::filesystem::path& task) {
  std::ifstream in(task / "stat");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  // The name before it may hold anything, parentheses too.
  const std::size_t name_end = text.rfind(") ");
  return name_end != std::string::npos && name_end + 2 < text.size() && text[name_end + 2] == 'S';
}

}  // namespace

bool thread_sleeps(std::uint32_t number) {
  return task_sleeps("/proc/self/task/" + std::to_string(number));
}

bool process_sleeps(std::int64_t id) {
  std::error_code code;
  bool any = false;
  const std::filesystem::path tasks = "/proc/" + std::to_string(id) + "/task";
  for (std::filesystem::directory_iterator task(tasks, code), end; !code && task != end;
       task.increment(code)) {
    if (!task_sleeps(task->path())) return false;
    any = true;
  }
  return any && !code;
}

bool Process::sleeps() const {
  return !end_ && process_sleeps(id_);
}

}  // namespace gcrucible::platform
