#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "harness/platform/crash/posix_handler_trial.h"
#include "harness/platform/files/null_device.h"
#include "harness/platform/process/forks.h"
#include "harness/platform/process/process_setup.h"

extern char** environ;

namespace gcrucible::platform {
namespace {

struct Watched {
  int signal;
  const char* name;
  const char* use;  // why .NET has a handler for it
};

constexpr std::size_t kSignals = 6;

// A function, because SIGRTMIN is not a constant.
std::array<Watched, kSignals> watched_signals() {
  return {{{SIGSEGV, "SIGSEGV", "makes a NullReferenceException of it"},
           {SIGBUS, "SIGBUS", "makes an exception of it"},
           {SIGFPE, "SIGFPE", "makes a DivideByZeroException of it"},
           {SIGILL, "SIGILL", "ends the process in good order by it"},
           {SIGABRT, "SIGABRT", "writes its dump by it"},
           {SIGRTMIN, "SIGRTMIN", "stops threads by it for a collection"}}};
}

constexpr int kReached = 93;
constexpr int kNotReached = 94;
constexpr std::chrono::seconds kPatience{2};

void end_trial_or_nothing() {
  if (const int status = handler_trial::reached.load(); status != 0) _exit(status);
}

void on_activation(int, siginfo_t*, void*) {
  end_trial_or_nothing();
}

bool is_same_function(const struct sigaction& a, const struct sigaction& b) {
  if ((a.sa_flags & SA_SIGINFO) != (b.sa_flags & SA_SIGINFO)) return false;
  return (a.sa_flags & SA_SIGINFO) != 0 ? a.sa_sigaction == b.sa_sigaction : a.sa_handler == b.sa_handler;
}

struct Flag {
  unsigned bit;
  const char* name;
};
// What a handler runs with. The C library and the system have flags of their own, as SA_RESTORER, which
// nobody chooses.
constexpr std::array<Flag, 6> kFlags = {{{SA_SIGINFO, "SA_SIGINFO"},
                                         {SA_ONSTACK, "SA_ONSTACK"},
                                         {SA_RESTART, "SA_RESTART"},
                                         {SA_NODEFER, "SA_NODEFER"},
                                         {SA_RESETHAND, "SA_RESETHAND"},
                                         {SA_NOCLDWAIT, "SA_NOCLDWAIT"}}};

// What the handler `now` runs with otherwise than `before`, as words; empty where that is nothing.
std::string changes_of(const struct sigaction& now, const struct sigaction& before) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  for (const Flag& each : kFlags) {
    const bool is = (static_cast<unsigned>(now.sa_flags) & each.bit) != 0;
    const bool was = (static_cast<unsigned>(before.sa_flags) & each.bit) != 0;
    if (is != was) add(std::string(is ? "with " : "without ") + each.name);
  }
  for (int signal = 1; signal < NSIG; ++signal) {
    const int is = sigismember(&now.sa_mask, signal);
    if (is != sigismember(&before.sa_mask, signal))
      add((is == 1 ? "blocking signal " : "not blocking signal ") + std::to_string(signal));
  }
  return text;
}

bool is_function(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

// A fault happens again after a handler restores the previous action. A sent signal does not, so it is raised
// twice.
void raise_in_trial(int signal) {
  if (signal == SIGSEGV) {
    void* const page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) static_cast<void>(*static_cast<volatile char*>(page));
  }
  raise(signal);
  raise(signal);
}

[[noreturn]] void try_in_copy(int signal) {
  handler_trial::reached = kReached;
  const int nowhere = open(kNullDevice, O_WRONLY);
  if (nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0) dup2(nowhere, STDERR_FILENO);
  // Calls that the handler makes in the copy are not calls of this process.
  forks::is_copy = true;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  raise_in_trial(signal);
  _exit(kNotReached);
}

pid_t fork_quietly() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  return _Fork();
#else
  return fork();
#endif
}

// Whether the current handler calls the host's own handler.
bool leads_on(int signal) {
  const pid_t copy = fork_quietly();
  if (copy == 0) try_in_copy(signal);
  if (copy < 0) return true;
  // Not an alarm: a handler may block all signals while it waits without end.
  const auto until = std::chrono::steady_clock::now() + kPatience;
  int status = 0;
  for (pid_t ended = 0; (ended = waitpid(copy, &status, WNOHANG)) != copy;) {
    if (ended < 0 && errno != EINTR) return true;
    if (std::chrono::steady_clock::now() >= until) kill(copy, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == kReached;
}

std::string current_folder() {
  std::array<char, 4096> path{};
  return getcwd(path.data(), path.size()) == nullptr ? std::string() : std::string(path.data());
}

std::vector<std::string> variables() {
  std::vector<std::string> all;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) all.emplace_back(*each);
  std::ranges::sort(all);
  return all;
}

void add_names(const std::vector<std::string>& these, const std::vector<std::string>& others,
               std::vector<std::string>& names) {
  std::vector<std::string> more;
  std::ranges::set_difference(these, others, std::back_inserter(more));
  for (const std::string& each : more) names.push_back(each.substr(0, each.find('=')));
}

}  // namespace

class ProcessSetup::Impl {
 public:
  Impl() : folder_(current_folder()), variables_(variables()) {
    pthread_sigmask(SIG_SETMASK, nullptr, &mask_);
    const auto signals = watched_signals();
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      sigaction(signals[i].signal, nullptr, &actions_[i]);
      if (signals[i].signal != SIGRTMIN || is_function(actions_[i])) continue;
      struct sigaction action = {};
      action.sa_sigaction = on_activation;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      sigemptyset(&action.sa_mask);
      sigaction(SIGRTMIN, &action, nullptr);
      sigaction(SIGRTMIN, nullptr, &actions_[i]);  // as the C library shows it
    }
  }

  std::vector<Change> changes() const {
    std::vector<Change> all;
    const auto signals = watched_signals();
    for (std::size_t i = 0; i < actions_.size(); ++i) add_handler(signals[i], actions_[i], all);
    if (const std::string now = current_folder(); now != folder_) {
      all.push_back({"current folder", "It changed the process's current folder from " + folder_ + " to " +
                                           now + ", by which the program finds its files."});
    }
    add_variables(all);
    add_mask(all);
    return all;
  }

 private:
  static void add_handler(const Watched& signal, const struct sigaction& before, std::vector<Change>& all) {
    struct sigaction now = {};
    if (sigaction(signal.signal, nullptr, &now) != 0) return;
    const std::string name(signal.name);
    if (is_same_function(now, before)) {
      const std::string other = changes_of(now, before);
      // Nothing runs with the flags of SIG_DFL and SIG_IGN.
      if (is_function(now) && !other.empty()) {
        all.push_back({"signal handler", "It set the handler of " + name + " again, " + other +
                                             ", but .NET " + signal.use + "."});
      }
      return;
    }
    if (!is_function(now)) {
      all.push_back(
          {"signal handler", "It removed the handler of " + name + ", but .NET " + signal.use + "."});
    } else if (!leads_on(signal.signal)) {
      all.push_back({"signal handler", "It replaced the handler of " + name +
                                           " with its own and does not call the old one, but .NET " +
                                           signal.use + "."});
    } else if (signal.signal == SIGSEGV && (before.sa_flags & ~now.sa_flags & SA_ONSTACK) != 0) {
      all.push_back(
          {"signal handler",
           "It replaced the handler of " + name +
               " with its own, without SA_ONSTACK: after a stack overflow, no handler runs at all."});
    }
  }

  void add_variables(std::vector<Change>& all) const {
    const std::vector<std::string> now = variables();
    std::vector<std::string> names;
    add_names(now, variables_, names);
    add_names(variables_, now, names);
    if (names.empty()) return;
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string text;
    for (const std::string& each : names) text += (text.empty() ? "" : ", ") + each;
    all.push_back(
        {"environment", "It changed the process's environment (" + text +
                            "); setenv and putenv race with every getenv of other threads, and .NET does not "
                            "see the change. Use ICorProfilerInfo11::SetEnvironmentVariable."});
  }

  void add_mask(std::vector<Change>& all) const {
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    std::string text;
    for (int signal = 1; signal < NSIG; ++signal) {
      if (sigismember(&now, signal) == sigismember(&mask_, signal)) continue;
      text += (text.empty() ? "" : ", ") + std::to_string(signal);
    }
    if (text.empty()) return;
    all.push_back(
        {"signal mask",
         "It changed which signals the process's first thread blocks, and did not restore that (signals " +
             text + ")."});
  }

  std::array<struct sigaction, kSignals> actions_{};
  std::string folder_;
  std::vector<std::string> variables_;
  sigset_t mask_{};
};

ProcessSetup::ProcessSetup() : impl_(std::make_unique<Impl>()) {}
ProcessSetup::~ProcessSetup() = default;

std::vector<ProcessSetup::Change> ProcessSetup::changes() const {
  return impl_->changes();
}

}  // namespace gcrucible::platform
