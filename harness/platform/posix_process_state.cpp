#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "harness/platform/process.h"

namespace gcrucible::platform {

bool process_sleeps(std::int64_t id) {
  std::error_code code;
  bool any = false;
  const std::filesystem::path tasks = "/proc/" + std::to_string(id) + "/task";
  for (std::filesystem::directory_iterator task(tasks, code), end; !code && task != end;
       task.increment(code)) {
    std::ifstream in(task->path() / "stat");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    // The name before it may hold anything, parentheses too.
    const std::size_t name_end = text.rfind(") ");
    if (name_end == std::string::npos || text[name_end + 2] != 'S') return false;
    any = true;
  }
  return any && !code;
}

bool Process::sleeps() const {
  return !end_ && process_sleeps(id_);
}

}  // namespace gcrucible::platform
