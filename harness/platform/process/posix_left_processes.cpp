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
#include <set>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "harness/platform/process/left_processes.h"

namespace gcrucible::platform {
namespace {

struct Child {
  pid_t id = 0;
  pid_t group = 0;
  std::string name;
  bool ended = false;  // but no process has waited for it yet
};

// Returns as much as can be read. No stream, because a stream would throw if the process ends meanwhile.
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

// Format: "12 (name) S 7 9 …", where 7 is the parent and 9 the group. The name may hold any characters,
// including blanks and brackets.
bool read_child(pid_t id, Child& child) {
  const std::string text = text_of("/proc/" + std::to_string(id) + "/stat");
  const std::size_t begin = text.find('(');
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos || begin > end || text.size() < end + 5) return false;
  const char* const last = text.data() + text.size();
  pid_t parent = 0, group = 0;
  const char* const after_parent = std::from_chars(text.data() + end + 4, last, parent).ptr;
  if (after_parent != last) std::from_chars(after_parent + 1, last, group);
  child = {.id = id,
           .group = group,
           .name = text.substr(begin + 1, end - begin - 1),
           .ended = text[end + 2] == 'Z'};
  return parent == getpid();
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
  // A process that creates new ones as fast as they are ended must not block the campaign.
  constexpr milliseconds kLongest{5000};
  const auto begun = std::chrono::steady_clock::now();
  constexpr int kLooks = 5;
  bool seen = false;
  int empty_looks = 0;
  std::vector<std::string> names;
  std::set<std::pair<pid_t, std::string>> groups;
  for (;;) {
    std::vector<Child> left = children();
    // Read again after `is_one`: meanwhile another thread may have waited for a child of its own, and have
    // forgotten it.
    std::erase_if(left, [&](Child& each) { return !is_one(each.id) || !read_child(each.id, each); });
    const auto waited = std::chrono::steady_clock::now() - begun;
    const bool ends = waited >= kGrace;
    for (const Child& each : left) {
      if (!each.ended && !ends) continue;
      // An ended process may have a successor in its group. The successor cannot leave the group and is
      // killed with it. Children of the successor also end before any check sees them.
      const bool first = ends && groups.insert({each.group, each.name}).second;
      if (!each.ended || first) names.push_back(each.name);
      if (ends && each.group != getpgrp() && is_one(each.group)) kill(-each.group, SIGKILL);
      if (!each.ended) kill(each.id, SIGKILL);
      wait_for(each.id);
    }
    // A process whose parent is about to end is not yet a child of this process.
    seen |= !left.empty();
    empty_looks = left.empty() ? empty_looks + 1 : 0;
    if (empty_looks > (seen ? kLooks : 0) || waited >= kLongest) break;
    if (!ends || left.empty()) std::this_thread::sleep_for(kPause);
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
