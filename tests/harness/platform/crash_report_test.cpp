#include "harness/platform/crash/crash_report.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "harness/platform/crash/crash_text.h"
#include "harness/platform/library/library.h"
#include "harness/platform/threads/thread_name.h"
#include "tests/harness/platform/fate.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::platform {
namespace {

// Memory that a forked child writes and the test reads.
struct Report {
  char message[256];
  char stack[8192];

  static Report* make() {
    void* const memory =
        mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return static_cast<Report*>(memory);
  }
  CrashBuffers buffers() { return {message, stack}; }
};

struct Crash {
  int fate = 0;
  std::string message;
  std::string stack;
};

template <typename Body>
Crash crash_of(Body&& body) {
  Report* const report = Report::make();
  Crash crash;
  crash.fate = tests::fate_of([&] {
    install_crash_report(report->buffers());
    body();
  });
  crash.message = report->message;
  crash.stack = report->stack;
  munmap(report, sizeof(Report));
  return crash;
}

// Not optimized into anything else, and exported so that the stack can name it.
extern "C"
    __attribute__((visibility("default"), noinline, no_sanitize("address", "undefined", "thread"))) void
    gcrucible_test_read(std::uint64_t address) {
  volatile const char* const byte = reinterpret_cast<const char*>(address);
  static_cast<void>(*byte);
}

__attribute__((noinline, no_sanitize("address", "undefined", "thread"))) int recurse(int depth, int limit) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  return depth == limit ? 0 : recurse(depth + 1, limit) + room[0];
}

}  // namespace

TEST_CASE("crash report: a fault has signal and address and stack") {
  const Crash crash = crash_of([] { gcrucible_test_read(0x1234); });
  CHECK(crash.fate == SIGSEGV);
  CHECK(crash.message == "SIGSEGV at address 0x0000000000001234");
  const std::string first = crash.stack.substr(0, crash.stack.find('\n'));
  INFO(crash.stack);
  CHECK(first.find("test_platform+0x") != std::string::npos);
  CHECK(std::count(crash.stack.begin(), crash.stack.end(), '\n') > 2);
}

TEST_CASE("crash report: an address that is not canonical is named as such") {
  const Crash crash = crash_of([] { gcrucible_test_read(0xDDDD'DDDD'DDDD'DDDD); });
  CHECK(crash.fate == SIGSEGV);
#if defined(__x86_64__)
  CHECK(crash.message == "SIGSEGV at an address that is not canonical");
#endif
}

TEST_CASE("crash report: a call of invalid code names the caller") {
  const Crash crash = crash_of([] { reinterpret_cast<void (*)()>(std::uintptr_t{0x40})(); });
  CHECK(crash.fate == SIGSEGV);
  CHECK(crash.message == "SIGSEGV at address 0x0000000000000040");
  INFO(crash.stack);
#if defined(__x86_64__)
  CHECK(crash.stack.starts_with("0x0000000000000040\n"));
  CHECK(crash.stack.find("test_platform+0x") != std::string::npos);
#endif
}

TEST_CASE("crash report: an abort is reported with its stack") {
  const Crash crash = crash_of([] { std::abort(); });
  CHECK(crash.fate == SIGABRT);
  CHECK(crash.message == "SIGABRT");
  CHECK_FALSE(crash.stack.empty());
}

TEST_CASE("crash report: the frame of a call that does not return is named by its own function") {
  const Expected<Library> library = Library::load(tests::in_build("/platform_test_library.so"));
  REQUIRE(library);
  const auto function = reinterpret_cast<void (*)()>(library->symbol("gcrucible_test_abort"));
  REQUIRE(function != nullptr);
  const Crash crash = crash_of([&] { function(); });
  INFO(crash.stack);
  CHECK(crash.stack.find("(gcrucible_test_abort+0x") != std::string::npos);
  CHECK(crash.stack.find("gcrucible_test_behind") == std::string::npos);
}

// Waits for ever in its own function, or blocks the signal.
void wait_for_ever() {
  for (volatile bool waits = true; waits;) pause();
}

TEST_CASE("crash report: SIGABRT from outside shows each thread by name") {
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t killer = fork();
  if (killer == 0) {
    pid_t waiting = 0;
    if (read(ready[0], &waiting, sizeof waiting) == static_cast<ssize_t>(sizeof waiting))
      kill(waiting, SIGABRT);
    _exit(0);
  }
  const Crash crash = crash_of([&] {
    std::atomic<int> there{0};
    const auto start = [&](const char* name, bool deaf) {
      std::thread([&there, name, deaf] {
        name_this_thread(name);
        sigset_t abort;
        sigemptyset(&abort);
        sigaddset(&abort, SIGABRT);
        if (deaf) pthread_sigmask(SIG_BLOCK, &abort, nullptr);
        ++there;
        wait_for_ever();
      }).detach();
    };
    start("answers", false);
    start("deaf", true);
    std::thread([&there] {
      name_this_thread("parent");
      std::thread([&there] {
        ++there;
        wait_for_ever();
      }).detach();
      wait_for_ever();
    }).detach();
    while (there != 3) std::this_thread::yield();
    const pid_t own = getpid();
    static_cast<void>(write(ready[1], &own, sizeof own));
    wait_for_ever();
  });
  close(ready[0]);
  close(ready[1]);
  waitpid(killer, nullptr, 0);
  INFO(crash.stack);
  CHECK(crash.fate == SIGABRT);
  CHECK(crash.message == "SIGABRT");
  CHECK(crash.stack.starts_with("thread \""));
  const std::size_t answers = crash.stack.find("thread \"answers\":\n");
  const std::size_t deaf = crash.stack.find("thread \"deaf\":\nit does not answer\n");
  REQUIRE(answers != std::string::npos);
  REQUIRE(deaf != std::string::npos);
#if defined(__linux__)  // elsewhere a thread cannot name another one
  CHECK(crash.stack.find("thread \"parent\":\n") != std::string::npos);
  CHECK(crash.stack.find("thread begun by \"parent\":\n") != std::string::npos);
#endif
  CHECK(crash.stack.substr(answers, deaf - answers).find("test_platform+0x") != std::string::npos);
  CHECK(crash.stack.substr(0, answers).find("test_platform+0x") != std::string::npos);
}

TEST_CASE("crash report: a stack overflow is named") {
  const Crash crash = crash_of([] { static_cast<void>(recurse(0, 1'000'000'000)); });
  CHECK(crash.fate == SIGSEGV);
  CHECK(crash.message.starts_with("SIGSEGV at address 0x"));
#if defined(__x86_64__) || defined(__aarch64__)
  CHECK(crash.message.ends_with(" (stack overflow)"));
#endif
}

TEST_CASE("crash report: an earlier signal handler is called") {
  const Crash crash = crash_of([] {});
  CHECK(crash.fate == 0);
  CHECK(crash.message.empty());
#ifndef GCRUCIBLE_SANITIZED  // with a sanitizer, a signal with a handler is not changed
  Report* const report = Report::make();
  const int fate = tests::fate_of([&] {
    signal(SIGSEGV, [](int) { _exit(7); });
    install_crash_report(report->buffers());
    gcrucible_test_read(0x1234);
  });
  CHECK(fate == -7);
  CHECK(std::string(report->message) == "SIGSEGV at address 0x0000000000001234");
  munmap(report, sizeof(Report));
#endif
}

TEST_CASE("crash report: the address is explained and a fault in that is survived") {
  static bool asked_for_crash = false;
  const auto explain = [](void* context, std::uint64_t address, CrashText& out) {
    if (address != 0x1234 && address != 0x7777'0000) return false;
    out.text(*static_cast<const char* const*>(context));
    if (asked_for_crash) gcrucible_test_read(0x40);
    return true;
  };
  static const char* const kWords = ", which is nowhere";
  const auto crash_at = [&](std::uint64_t address) {
    return crash_of([&] {
      explain_crashes({explain, const_cast<const char**>(&kWords)});
      gcrucible_test_read(address);
    });
  };
  CHECK(crash_at(0x1234).message == "SIGSEGV at address 0x0000000000001234, which is nowhere");
  CHECK(crash_at(0x1240).message == "SIGSEGV at address 0x0000000000001240");
  asked_for_crash = true;
  const Crash twice = crash_at(0x1234);
  asked_for_crash = false;
  CHECK(twice.fate == SIGSEGV);
  CHECK(twice.message == "SIGSEGV at address 0x0000000000001234, which is nowhere");
  CHECK_FALSE(twice.stack.empty());
#if defined(__x86_64__)
  // The address itself is lost then. The pointer through which it was read is not.
  const Crash wild = crash_of([&] {
    explain_crashes({explain, const_cast<const char**>(&kWords)});
    asm volatile("movabs $0x77770000, %%rdi\n movabs $0xdddddddddddddddd, %%rax\n movb (%%rax), %%al"
                 :
                 :
                 : "rdi", "rax", "memory");
  });
  CHECK(wild.fate == SIGSEGV);
  CHECK(wild.message ==
        "SIGSEGV at an address that is not canonical; a register held 0x0000000077770000, which is nowhere");
#endif
}

TEST_CASE("CrashText: text that does not fit is truncated and terminated") {
  char small[8];
  CrashText out(small);
  out.text("abc");
  CHECK(std::string(small) == "abc");
  out.hexadecimal(0xFFFF);
  CHECK(std::string(small) == "abc0xff");
  char four[32];
  CrashText(four).hexadecimal(0);
  CHECK(std::string(four) == "0x0");
  CrashText numbers(four);
  numbers.decimal(0);
  numbers.text(" ");
  const std::size_t length = numbers.length();
  numbers.decimal(~std::uint64_t{0});
  CHECK(std::string(four) == "0 18446744073709551615");
  numbers.cut(length);
  CHECK(std::string(four) == "0 ");
}

}  // namespace gcrucible::platform
