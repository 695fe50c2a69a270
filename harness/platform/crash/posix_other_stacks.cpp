#include "harness/platform/crash/posix_other_stacks.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "harness/platform/threads/posix_named_threads.h"

namespace gcrucible::platform {
namespace {

constexpr std::size_t kMostThreads = 256;
// A runnable thread without a processor answers later than a waiting thread. The process that requests the
// stacks allows two seconds for all of this.
constexpr int kLooks = 100;
constexpr int kMostUnanswered = 10;
constexpr timespec kLook{.tv_sec = 0, .tv_nsec = 1'000'000};

// Globals, because a signal handler cannot receive its data in any other way. `asked` is the thread that must
// answer; its negative while the thread answers.
std::atomic<bool> walking{false};
std::atomic<pid_t> asked{0};
CrashText* answer = nullptr;

// Layout of a getdents64 entry. No header of the C library declares this layout.
struct Entry {
  std::uint64_t number;
  std::int64_t next;
  std::uint16_t length;
  std::uint8_t kind;
};

pid_t own_number() {
  return static_cast<pid_t>(syscall(SYS_gettid));
}

pid_t number_of(const char* name) {
  pid_t number = 0;
  for (; *name >= '0' && *name <= '9'; ++name) number = number * 10 + (*name - '0');
  return *name == '\0' ? number : 0;
}

// In the system's order, which is the order of creation.
std::span<pid_t> threads_of_process(std::span<pid_t> room) {
  const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return {};
  std::size_t count = 0;
  alignas(Entry) std::array<char, 4096> bytes;
  for (long read; (read = syscall(SYS_getdents64, folder, bytes.data(), bytes.size())) > 0;) {
    for (long at = 0; at < read;) {
      Entry entry;
      std::memcpy(&entry, bytes.data() + at, sizeof entry);
      const char* const name = bytes.data() + at + offsetof(Entry, kind) + sizeof entry.kind;
      const pid_t number = number_of(name);
      if (number != 0 && count < room.size()) room[count++] = number;
      at += entry.length;
    }
  }
  close(folder);
  return room.first(count);
}

using NameRoom = std::array<char, 32>;

std::string_view name_of(pid_t thread, NameRoom& room) {
  std::array<char, 64> buffer;
  CrashText path(buffer);
  path.text("/proc/self/task/");
  path.decimal(static_cast<std::uint64_t>(thread));
  path.text("/comm");
  long length = 0;
  if (const int file = open(buffer.data(), O_RDONLY | O_CLOEXEC); file >= 0) {
    length = read(file, room.data(), room.size());
    close(file);
  }
  if (length > 0 && room[static_cast<std::size_t>(length) - 1] == '\n') --length;
  return {room.data(), static_cast<std::size_t>(length > 0 ? length : 0)};
}

// Whether the thread has inherited its name from the thread that started it.
bool is_inherited(pid_t thread, std::string_view name) {
  if (thread == getpid() || is_named_here(static_cast<std::uint32_t>(thread))) return false;
  NameRoom room;
  return is_name_from_here(name) || name == name_of(getpid(), room);
}

void write_name(CrashText& out, pid_t thread) {
  NameRoom room;
  const std::string_view name = name_of(thread, room);
  out.text(is_inherited(thread, name) ? "thread begun by \"" : "thread \"");
  out.text(name);
  out.text("\":\n");
}

enum class Answer { kGiven, kNone, kStuck };

Answer wait_for(pid_t thread) {
  for (int look = 0; look < kLooks; ++look) {
    if (asked.load() == 0) return Answer::kGiven;
    nanosleep(&kLook, nullptr);
  }
  pid_t unanswered = thread;
  if (asked.compare_exchange_strong(unanswered, 0)) return Answer::kNone;
  return unanswered == 0 ? Answer::kGiven : Answer::kStuck;
}

}  // namespace

bool is_sent_by_another_process(const siginfo_t& info) {
  return info.si_code == SI_USER && info.si_pid != getpid();
}

bool write_own_name(CrashText& out) {
  std::array<pid_t, 2> room;
  if (threads_of_process(room).size() < 2) return false;
  write_name(out, own_number());
  return true;
}

void write_other_stacks(CrashText& out, int signal) {
  std::array<pid_t, kMostThreads> room;
  walking = true;
  answer = &out;
  int unanswered = 0;
  for (const pid_t thread : threads_of_process(room)) {
    if (thread == own_number()) continue;
    write_name(out, thread);
    asked = thread;
    const bool sent = syscall(SYS_tgkill, getpid(), thread, signal) == 0;
    const Answer given = wait_for(thread);
    if (given == Answer::kGiven) continue;
    // The thread still writes, and may never finish.
    if (given == Answer::kStuck) return;
    out.text(sent ? "it does not answer\n" : "it has ended\n");
    if (++unanswered == kMostUnanswered) return;
  }
}

bool answers_for_stack(const siginfo_t& info, const void* context,
                       void (*write_frames)(CrashText& out, const void* context)) {
  if (!walking.load() || info.si_code != SI_TKILL || info.si_pid != getpid()) return false;
  pid_t own = own_number();
  if (!asked.compare_exchange_strong(own, -own)) return true;
  write_frames(*answer, context);
  asked = 0;
  return true;
}

}  // namespace gcrucible::platform
