#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include "harness/platform/process/foreground_process.h"
#include "harness/platform/process/interruption.h"
#include "harness/platform/process/posix_exec_texts.h"

namespace gcrucible::platform {
namespace {

// Global, because a signal handler cannot receive its data in any other way.
std::atomic<pid_t> g_child{0};

// Does not pass the signal on, because a terminal sends it to both processes.
void note(int signal) {
  PatientInterruption::note(signal);
}

void pass_on(int signal) {
  note(signal);
  const pid_t child = g_child.load();
  if (child > 0) kill(child, signal);
}

// The actions of four signals while the child runs.
class Signals {
 public:
  Signals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      struct sigaction action = {};
      sigaction(kSignals[i], nullptr, &before_[i]);
      if (before_[i].sa_handler == SIG_IGN) continue;
      action.sa_handler = kSignals[i] == SIGQUIT ? SIG_IGN : kSignals[i] == SIGINT ? note : pass_on;
      action.sa_flags = SA_RESTART;
      sigaction(kSignals[i], &action, nullptr);
    }
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals() { restore(); }
  // Also called in the child, which may only do what is safe in a signal handler.
  void restore() const {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }

 private:
  static constexpr std::array<int, 4> kSignals{SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 4> before_{};
};

// waitpid() has no timeout, and SIGCHLD would be one more action to save and restore.
constexpr std::chrono::milliseconds kPoll{10};

// Time for a child to end by itself after a signal.
constexpr std::chrono::milliseconds kAMoment{1'000};

using Clock = std::chrono::steady_clock;

// The limit at which the child was sent SIGKILL, if any. The caller must still wait for the child.
enum class Killed { kNo, kTimeout, kWithUs };

Killed kill_at(pid_t child, const ForegroundLimits& limits) {
  const Clock::time_point begun = Clock::now();
  std::optional<Clock::time_point> asked;
  siginfo_t info = {};
  const auto limit = [&] {
    const Clock::time_point now = Clock::now();
    if (limits.ends_with_us && !asked && PatientInterruption::asked()) asked = now;
    if (asked && now - *asked >= kAMoment) return Killed::kWithUs;
    return limits.timeout.count() > 0 && now - begun >= limits.timeout ? Killed::kTimeout : Killed::kNo;
  };
  Killed killed = Killed::kNo;
  do {
    info.si_pid = 0;
    if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
      return Killed::kNo;
    if (info.si_pid != 0) return Killed::kNo;
    std::this_thread::sleep_for(kPoll);
    killed = limit();
  } while (killed == Killed::kNo);
  return kill(child, SIGKILL) == 0 ? killed : Killed::kNo;
}

}  // namespace

Expected<ForegroundEnd> run_in_foreground(const std::vector<std::string>& arguments,
                                          const Environment& environment, const ForegroundLimits& limits) {
  const auto failed = [&](int error) {
    return failure(arguments[0] + ": cannot be started: " + std::strerror(error));
  };
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failed(errno);
  const std::vector<char*> words = pointers_to(arguments);
  const std::vector<char*> variables = pointers_to(environment);
  const Signals signals;
  const pid_t child = fork();
  if (child == 0) {
    signals.restore();
    execvpe(words[0], words.data(), variables.data());
    const int error = errno;
    static_cast<void>(!write(ends[1], &error, sizeof error));
    _exit(127);
  }
  const int fork_error = errno;
  g_child = child;
  close(ends[1]);
  int start_error = 0;
  ssize_t got = 0;
  do {
    got = read(ends[0], &start_error, sizeof start_error);
  } while (got < 0 && errno == EINTR);
  close(ends[0]);
  if (child < 0) return failed(fork_error);

  const bool is_limited = limits.timeout.count() > 0 || limits.ends_with_us;
  const bool timed_out = is_limited && kill_at(child, limits) == Killed::kTimeout;
  int status = 0;
  pid_t ended = 0;
  do {
    ended = waitpid(child, &status, 0);
  } while (ended < 0 && errno == EINTR);
  g_child = 0;
  if (got == static_cast<ssize_t>(sizeof start_error)) return failed(start_error);
  ProcessEnd end;
  if (ended > 0 && WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (ended > 0 && WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  // The child may have ended by itself between the last check and the signal.
  return ForegroundEnd{child, end, timed_out && end.signal == SIGKILL};
}

bool process_exists(std::int64_t id) {
  return kill(static_cast<pid_t>(id), 0) == 0 || errno == EPERM;
}

}  // namespace gcrucible::platform
