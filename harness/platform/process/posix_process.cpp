#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "harness/platform/files/null_device.h"
#include "harness/platform/process/interruption.h"
#include "harness/platform/process/left_processes.h"
#include "harness/platform/process/posix_exec_texts.h"
#include "harness/platform/process/process.h"

namespace gcrucible::platform {
namespace {

using Clock = std::chrono::steady_clock;

// The step at which the child failed, and the reason. Sent through a pipe that a successful exec closes.
struct ChildFailure {
  enum Step : int { kNone, kInput, kOutput, kError, kFolder, kProgram } step = kNone;
  int error = 0;
};

struct ChildPlan {
  const ProcessStart* start;
  char* const* arguments;
  char* const* environment;
  pid_t parent;
  int pipe;
  int* inherited;  // room for one number each
};

constexpr int kFirstInherited = 3;

// Gives the inherited descriptors their numbers. Descriptors that had these numbers get other ones.
bool pass_on(ChildPlan& plan) {
  const std::vector<std::intptr_t>& wanted = plan.start->inherited;
  const int first_free = kFirstInherited + static_cast<int>(wanted.size());
  plan.pipe = fcntl(plan.pipe, F_DUPFD_CLOEXEC, first_free);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    plan.inherited[i] = fcntl(static_cast<int>(wanted[i]), F_DUPFD_CLOEXEC, first_free);
    if (plan.inherited[i] < 0) return false;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (dup2(plan.inherited[i], kFirstInherited + static_cast<int>(i)) < 0) return false;
  }
  return true;
}

bool redirect(const char* path, int flags, int target) {
  const int file = open(path, flags | O_CLOEXEC, 0666);
  return file >= 0 && dup2(file, target) >= 0;
}

// Runs between vfork and exec, in the memory of the parent, which may have threads. Only functions safe in a
// signal handler are used. Of the parent's memory only errno and the room in `plan` change.
[[noreturn]] void run_child(ChildPlan plan) {
  const auto give_up = [&](ChildFailure::Step step) {
    const ChildFailure failure{step, errno};
    static_cast<void>(!write(plan.pipe, &failure, sizeof failure));
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);  // it died before the line above
  constexpr int kMake = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND;
  if (!redirect(kNullDevice, O_RDONLY, STDIN_FILENO)) give_up(ChildFailure::kInput);
  const ProcessStart& start = *plan.start;
  if (!start.output.empty() && !redirect(start.output.c_str(), kMake, STDOUT_FILENO)) {
    give_up(ChildFailure::kOutput);
  }
  if (!start.error_output.empty() && !redirect(start.error_output.c_str(), kMake, STDERR_FILENO))
    give_up(ChildFailure::kError);
  if (!start.working_folder.empty() && chdir(start.working_folder.c_str()) != 0)
    give_up(ChildFailure::kFolder);
  if (!pass_on(plan)) give_up(ChildFailure::kProgram);
#ifdef SYS_close_range
  // For descriptors that other code of the driver opened without close-on-exec. Kernels before 5.11 keep them
  // open.
  constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC
  const auto first = static_cast<unsigned>(kFirstInherited + static_cast<int>(start.inherited.size()));
  syscall(SYS_close_range, first, ~0u, kCloseOnExec);
#endif
  // A pending signal must not run a handler of the parent here.
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) != 0) continue;
    if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) continue;
    action = {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(plan.arguments[0], plan.arguments, plan.environment);
  give_up(ChildFailure::kProgram);
  _exit(127);
}

std::string failure_text(const ChildFailure& failure, const ProcessStart& start) {
  const std::string why = std::string(": ") + std::strerror(failure.error);
  switch (failure.step) {
    case ChildFailure::kInput:
      return std::string(kNullDevice) + ": cannot be opened" + why;
    case ChildFailure::kOutput:
      return start.output + ": cannot be made" + why;
    case ChildFailure::kError:
      return start.error_output + ": cannot be made" + why;
    case ChildFailure::kFolder:
      return start.working_folder + ": cannot be the working folder" + why;
    case ChildFailure::kNone:
    case ChildFailure::kProgram:
      break;
  }
  return start.arguments[0] + ": cannot be started" + why;
}

// The children that this process has started itself. All other children are processes that those have left.
// Like its children, this set belongs to the whole process. Any thread.
class OwnChildren {
 public:
  // Adds the child before any thread can query it. `start` returns its number, or no positive number after a
  // failure.
  template <typename Start>
  pid_t add(Start start) {
    const std::lock_guard lock(mutex_);
    const pid_t made = start();
    if (made > 0) all_.insert(made);
    return made;
  }
  void remove(std::int64_t process) {
    const std::lock_guard lock(mutex_);
    all_.erase(process);
  }
  bool has(std::int64_t process) {
    const std::lock_guard lock(mutex_);
    return all_.contains(process);
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return all_.size();
  }

 private:
  std::mutex mutex_;
  std::set<std::int64_t> all_;
};

// Never destroyed: threads that end after main() may still use it.
OwnChildren& own_children() {
  static OwnChildren& children = *new OwnChildren;
  return children;
}

}  // namespace

std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

std::string to_text(const ProcessEnd& end) {
  return end.signal ? signal_name(*end.signal) : "exit code " + std::to_string(end.exit_code);
}

Expected<Process> Process::start(const ProcessStart& start) {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return failure(start.arguments[0] + ": cannot be started: " + std::strerror(errno));
  }
  const std::vector<char*> arguments = pointers_to(start.arguments);
  const std::string mark = mark_of_processes();
  const Environment marked = with_changes(start.environment, {mark});
  const std::vector<char*> environment = pointers_to(marked);
  std::vector<int> inherited(start.inherited.size());
  const ChildPlan plan{&start, arguments.data(), environment.data(), getpid(), ends[1], inherited.data()};

  // No signal may run a handler of this process in the child before exec restores the default actions.
  sigset_t all;
  sigset_t old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  const pid_t child = own_children().add([&] {
    // Not fork: it copies the page tables, and then the parent pays for each page that it writes. That took a
    // third of the time of a short run.
    const pid_t made = vfork();
    if (made == 0) run_child(plan);
    return made;
  });
  const int fork_error = errno;
  // Also done in the child, so that the group exists for both, whichever runs first.
  if (child > 0) setpgid(child, child);
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return failure(start.arguments[0] + ": cannot be started: " + std::strerror(fork_error));
  }

  Process process(child, mark);
  ChildFailure reported;
  ssize_t got = 0;
  do {
    got = read(ends[0], &reported, sizeof reported);
  } while (got < 0 && errno == EINTR);
  close(ends[0]);
  if (got == static_cast<ssize_t>(sizeof reported)) return failure(failure_text(reported, start));
  return process;
}

Process::Process(std::int64_t id, std::string mark)
    : id_(id), mark_(std::move(mark)), killing_(Interruption::kill_at_signal(id)) {
#ifdef SYS_pidfd_open
  watch_ = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(id), 0u));
#endif
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      mark_(std::move(other.mark_)),
      left_(std::move(other.left_)),
      watch_(std::exchange(other.watch_, -1)),
      killing_(std::exchange(other.killing_, -1)),
      end_(std::exchange(other.end_, std::nullopt)) {}

Process::~Process() {
  if (id_ > 0) kill_all();
  if (watch_ >= 0) close(watch_);
}

bool Process::reap(bool block) {
  const auto child = static_cast<pid_t>(id_);
  siginfo_t info = {};
  int failed = 0;
  do {
    failed = waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | (block ? 0 : WNOHANG));
  } while (failed != 0 && errno == EINTR);
  if (failed == 0 && info.si_pid == 0) return false;
  // If other children run, only processes that still have the mark variable count: the others may belong to
  // another child.
  left_ = end_left_processes([&](std::int64_t each) {
    return !own_children().has(each) && (own_children().count() == 1 || is_marked(each, mark_));
  });
  // Also ends what the child has started, while no other process can have the child's number.
  kill(-child, SIGKILL);
  int status = 0;
  pid_t got = 0;
  do {
    got = waitpid(child, &status, 0);
  } while (got < 0 && errno == EINTR);
  own_children().remove(id_);
  Interruption::forget(std::exchange(killing_, -1));
  end_ = ProcessEnd{};
  if (got > 0 && WIFSIGNALED(status)) end_->signal = WTERMSIG(status);
  if (got > 0 && WIFEXITED(status)) end_->exit_code = WEXITSTATUS(status);
  return true;
}

bool Process::stopped() const {
  siginfo_t info = {};
  const auto child = static_cast<id_t>(id_);
  return !end_ && waitid(P_PID, child, &info, WSTOPPED | WNOWAIT | WNOHANG) == 0 && info.si_pid != 0;
}

std::optional<ProcessEnd> Process::wait(std::chrono::milliseconds limit) {
  const auto deadline = Clock::now() + limit;
  while (!end_ && !reap(false)) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) break;
    if (watch_ >= 0) {
      pollfd watched{watch_, POLLIN, 0};
      poll(&watched, 1, static_cast<int>(std::min<std::int64_t>(left.count(), 60'000)));
    } else {
      std::this_thread::sleep_for(std::min(left, std::chrono::milliseconds(5)));
    }
  }
  return end_;
}

void Process::send(int signal) {
  if (!end_) kill(static_cast<pid_t>(id_), signal);
}

ProcessEnd Process::kill_all() {
  if (!end_) {
    kill(-static_cast<pid_t>(id_), SIGKILL);
    reap(true);
  }
  return *end_;
}

}  // namespace gcrucible::platform
