#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/platform/left_processes.h"

namespace gcrucible::platform {
namespace {

struct Child {
  pid_t id = 0;
  std::string name;
  bool ended = false;  // nobody has waited for it yet
};

// As far as it can be read: the process may end meanwhile, which a stream would throw for.
std::string text_of(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::array<char, 4096> block;
  for (ssize_t got = 0; (got = read(file, block.data(), block.size())) > 0;)
    text.append(block.data(), static_cast<std::size_t>(got));
  close(file);
  return text;
}

// "12 (name) S 7 …": a name may hold anything, also blanks and brackets.
bool read_child(pid_t id, Child& child) {
  const std::string text = text_of("/proc/" + std::to_string(id) + "/stat");
  const std::size_t begin = text.find('(');
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos || begin > end || text.size() < end + 5) return false;
  const std::string_view parent = std::string_view(text).substr(end + 4);
  pid_t number = 0;
  std::from_chars(parent.data(), parent.data() + parent.size(), number);
  child = {.id = id, .name = text.substr(begin + 1, end - begin - 1), .ended = text[end + 2] == 'Z'};
  return number == getpid();
}

std::vector<Child> children() {
  std::vector<Child> found;
  DIR* const folder = opendir("/proc");
  if (folder == nullptr) return found;
  while (const dirent* const entry = readdir(folder)) {
    const std::string_view name(entry->d_name);
    pid_t id = 0;
    const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), id);
    Child child;
    if (bad == std::errc{} && end == name.data() + name.size() && read_child(id, child))
      found.push_back(std::move(child));
  }
  closedir(folder);
  return found;
}

void wait_for(pid_t id) {
  while (waitpid(id, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

void adopt_orphans() {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

LeftProcesses end_left_processes(const std::function<bool(std::int64_t process)>& is_one) {
  using std::chrono::milliseconds;
  constexpr milliseconds kGrace{200};
  constexpr milliseconds kPause{2};
  std::vector<std::string> names;
  for (milliseconds waited{0};;) {
    std::vector<Child> left = children();
    std::erase_if(left, [&](const Child& each) { return !is_one(each.id); });
    for (const Child& each : left) {
      if (each.ended) wait_for(each.id);
    }
    std::erase_if(left, [](const Child& each) { return each.ended; });
    if (left.empty()) break;
    if (waited < kGrace) {
      std::this_thread::sleep_for(kPause);
      waited += kPause;
      continue;
    }
    for (const Child& each : left) {
      kill(each.id, SIGKILL);
      names.push_back(each.name);
      wait_for(each.id);
    }
  }
  std::ranges::sort(names);
  LeftProcesses ended{.count = static_cast<std::uint32_t>(names.size()), .names = {}};
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& each : names) ended.names += (ended.names.empty() ? "" : ", ") + each;
  return ended;
}

LeftProcesses end_left_processes() {
  siginfo_t none = {};
  if (waitid(P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT) != 0) return {};
  return end_left_processes([](std::int64_t) { return true; });
}

std::string mark_of_processes() {
  static std::atomic<std::uint64_t> next{0};
  return "GCRUCIBLE_CASE=" + std::to_string(getpid()) + "." + std::to_string(next++);
}

bool is_marked(std::int64_t process, const std::string& mark) {
  const std::string environment =
      std::string(1, '\0') + text_of("/proc/" + std::to_string(process) + "/environ");
  return environment.find('\0' + mark + '\0') != std::string::npos;
}

}  // namespace gcrucible::platform
