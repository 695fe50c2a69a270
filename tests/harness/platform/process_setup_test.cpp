// Changes that loaded code makes to its process, and what remains of it.
#if !defined(_WIN32)
#include "harness/platform/process/process_setup.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "harness/platform/crash/crash_report.h"
#include "harness/platform/files/executable_path.h"
#include "harness/platform/library/library.h"
#include "harness/platform/process/left_processes.h"
#include "harness/platform/process/process.h"
#include "harness/platform/threads/thread_end.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/skip.h"

namespace gcrucible::platform {
namespace {

struct sigaction before;

void without_the_one_before(int, siginfo_t*, void*) {}

void with_the_one_before(int signal, siginfo_t* info, void* context) {
  before.sa_sigaction(signal, info, context);
}

void puts_the_one_before_back(int signal, siginfo_t*, void*) {
  sigaction(signal, &before, nullptr);
}

void waits_for_ever(int, siginfo_t*, void*) {
  for (;;) pause();
}

void take(int signal, void (*handler)(int, siginfo_t*, void*), int flags = SA_SIGINFO | SA_ONSTACK) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, &before);
}

// The findings after `change`, in a forked process with the host's handlers.
std::string found_behind(const std::function<void()>& change) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    static char message[256], stack[256];
    install_crash_report({.message = message, .stack = stack});
    const ProcessSetup setup;
    change();
    std::string text;
    for (const ProcessSetup::Change& each : setup.changes())
      text += std::string(each.what) + ": " + each.detail + "\n";
    static_cast<void>(!write(ends[1], text.data(), text.size()));
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char block[512];
  for (ssize_t got = 0; (got = read(ends[0], block, sizeof block)) > 0;)
    text.append(block, static_cast<std::size_t>(got));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return text;
}

TEST_CASE("ProcessSetup: an unchanged process has no changes") {
  CHECK(found_behind([] {}).empty());
}

TEST_CASE("ProcessSetup: changed folder and environment and signal mask are reported") {
  CHECK(found_behind([] { CHECK(chdir("/") == 0); }).starts_with("current folder: "));
  const std::string set = found_behind([] {
    setenv("GCRUCIBLE_TEST_ONE", "1", 1);
    unsetenv("PATH");
  });
  CHECK(set.find("(GCRUCIBLE_TEST_ONE, PATH)") != std::string::npos);
  CHECK(found_behind([] {
          sigset_t all;
          sigfillset(&all);
          pthread_sigmask(SIG_SETMASK, &all, nullptr);
        }).starts_with("signal mask: "));
}

TEST_CASE("ProcessSetup: a signal handler must call the previous one") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have handlers of their own");
#endif
  for (const int signal : {SIGSEGV, SIGFPE, SIGRTMIN}) {
    INFO(signal);
    CHECK(found_behind([&] { take(signal, with_the_one_before); }).empty());
    CHECK(found_behind([&] { take(signal, without_the_one_before); }).starts_with("signal handler: "));
    CHECK(found_behind([&] { ::signal(signal, SIG_DFL); }).starts_with("signal handler: "));
  }
  CHECK(found_behind([] { take(SIGSEGV, puts_the_one_before_back); }).empty());
  CHECK(found_behind([] {
          struct sigaction action = {};
          action.sa_sigaction = waits_for_ever;
          action.sa_flags = SA_SIGINFO;
          sigfillset(&action.sa_mask);
          sigaction(SIGSEGV, &action, nullptr);
        }).starts_with("signal handler: "));
}

TEST_CASE("ProcessSetup: changed flags or mask of a signal handler are reported") {
#ifdef GCRUCIBLE_SANITIZED
  GCRUCIBLE_SKIP("sanitizers have handlers of their own");
#endif
  const auto again = [](int signal, const std::function<void(struct sigaction&)>& change) {
    return found_behind([&] {
      struct sigaction action = {};
      sigaction(signal, nullptr, &action);
      change(action);
      sigaction(signal, &action, nullptr);
    });
  };
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGRTMIN}) {
    INFO(signal);
    CHECK(again(signal, [](struct sigaction&) {}).empty());
    const std::string flag = again(signal, [](struct sigaction& each) { each.sa_flags ^= SA_NODEFER; });
    CHECK(flag.starts_with("signal handler: "));
    CHECK(flag.find("with SA_NODEFER") != std::string::npos);
    const std::string mask = again(signal, [](struct sigaction& each) { sigaddset(&each.sa_mask, SIGUSR2); });
    CHECK(mask.find("blocking signal " + std::to_string(SIGUSR2)) != std::string::npos);
  }
  const std::string stack = again(SIGSEGV, [](struct sigaction& each) { each.sa_flags &= ~SA_ONSTACK; });
  CHECK(stack.find("without SA_ONSTACK") != std::string::npos);
  CHECK(found_behind([] { take(SIGSEGV, with_the_one_before, SA_SIGINFO); }).find("without SA_ONSTACK") !=
        std::string::npos);
  CHECK(found_behind([] { take(SIGFPE, with_the_one_before, SA_SIGINFO); }).empty());
  // Put back as it was.
  CHECK(found_behind([] {
          take(SIGSEGV, without_the_one_before);
          sigaction(SIGSEGV, &before, nullptr);
        }).empty());
  CHECK(found_behind([] {
          ::signal(SIGUSR1, SIG_IGN);
          struct sigaction action = {};
          sigaction(SIGPIPE, nullptr, &action);
          action.sa_flags ^= SA_RESTART;
          sigaction(SIGPIPE, &action, nullptr);
        }).empty());
}

TEST_CASE("Library: unload closes the library or says why not") {
  const auto plain = Library::load(beside_executable("platform_test_plain.so"));
  REQUIRE(plain);
  CHECK(Library(*plain).unload());
#if defined(__GNUC__) && !defined(__clang__)
  const auto unique = Library::load(beside_executable("platform_test_unique.so"));
  REQUIRE(unique);
  const std::string why = Library(*unique).unload().error();
  CHECK(why.starts_with("its symbol Shared<int>::counter is unique in the process (STB_GNU_UNIQUE)"));
#endif
}

TEST_CASE("Process: left processes in their own sessions are ended") {
  adopt_orphans();
  // Until then the process has the name of the program before.
  const std::string until_it_sleeps = " >/dev/null 2>&1 & until grep -q sleep /proc/$!/comm; do :; done";
  const auto shell = [](const std::string& command) {
    return Process::start({.arguments = {"/bin/sh", "-c", command},
                           .environment = {"PATH=/usr/bin:/bin"},
                           .working_folder = {},
                           .output = {},
                           .error_output = {}});
  };
  auto started = shell("setsid sh -c 'exec sleep 600'" + until_it_sleeps);
  REQUIRE(started.has_value());
  REQUIRE(started->wait(std::chrono::minutes(1)).has_value());
  CHECK(started->left().count >= 1);
  CHECK(started->left().names.find("sleep") != std::string::npos);
  // Without the variable that the first process had.
  auto empty = shell("setsid env -i /bin/sleep 601" + until_it_sleeps);
  REQUIRE(empty->wait(std::chrono::minutes(1)).has_value());
  CHECK(empty->left().names == "sleep");
  auto alone = shell("true");
  REQUIRE(alone->wait(std::chrono::minutes(1)).has_value());
  CHECK(alone->left().count == 0);
}

#ifdef __linux__
TEST_CASE("Process: a child that another thread has waited for is not a left process") {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  REQUIRE(child > 0);
  bool asked = false;
  const LeftProcesses left = end_left_processes([&](std::int64_t process) {
    if (process != child) return false;
    asked = true;
    // Longer than a child that is about to end has time, as on a loaded machine.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(child, SIGKILL);
    return waitpid(child, nullptr, 0) == child;
  });
  CHECK(asked);
  CHECK(left.count == 0);
}

TEST_CASE("Process: a chain of processes that start each other is ended") {
  const tests::ScratchFolder folder;
  adopt_orphans();
  auto started = Process::start(
      {.arguments = {beside_executable("platform_test_chain"), folder / "alive", folder / "ended-by-itself"},
       .environment = {},
       .working_folder = {},
       .output = {},
       .error_output = {}});
  REQUIRE(started.has_value());
  REQUIRE(started->wait(std::chrono::minutes(1)).has_value());
  const LeftProcesses& left = started->left();
  CHECK(left.count >= 1);
  CHECK(left.names.find("platform_test_c") != std::string::npos);
  // Comes when the last of them is gone, whoever ended it.
  const int lock = open((folder / "alive").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(lock >= 0);
  CHECK(flock(lock, LOCK_EX) == 0);
  close(lock);
  CHECK(access((folder / "ended-by-itself").c_str(), F_OK) != 0);
}
#endif

TEST_CASE("keep_for_thread: objects are destroyed with the thread in reverse order") {
  std::vector<int> ended;
  struct Kept {
    std::vector<int>* list;
    int number;
    Kept(std::vector<int>& to, int of) : list(&to), number(of) {}
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    ~Kept() { list->push_back(number); }
  };
  std::thread([&] {
    keep_for_thread(std::make_unique<Kept>(ended, 1));
    keep_for_thread(std::make_unique<Kept>(ended, 2));
    CHECK(ended.empty());
  }).join();
  CHECK(ended == std::vector{2, 1});
}

}  // namespace
}  // namespace gcrucible::platform
#endif
