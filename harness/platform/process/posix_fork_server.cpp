#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "harness/platform/files/mapped_file.h"
#include "harness/platform/files/posix_high_descriptor.h"
#include "harness/platform/process/fork_server.h"
#include "harness/platform/process/forks.h"
#include "harness/platform/process/posix_fork_protocol.h"

namespace gcrucible::platform {
namespace {

using namespace fork_protocol;

// Poll interval on systems without pidfd_open.
constexpr int kGlanceMilliseconds = 1;

int watch_of(pid_t child) {
#ifdef SYS_pidfd_open
  return static_cast<int>(syscall(SYS_pidfd_open, child, 0u));
#else
  static_cast<void>(child);
  return -1;
#endif
}

bool has_ended(pid_t child) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid != 0;
}

class Server {
 public:
  Server(const ForkServerWork& work, int talk, MappedFile desk)
      : work_(&work), talk_(talk), desk_(std::move(desk)), shared_(reinterpret_cast<Desk*>(desk_->data())) {}

  int serve() {
    Request request;
    while (read_all(talk_, &request, sizeof request)) {
      bytes_.resize(request.bytes);
      if (!read_all(talk_, bytes_.data(), bytes_.size())) break;
      // A kill or abort command that came after its copy had ended.
      if (request.what != kRunCopy && request.what != kRunHere) continue;
      Answer answer;
      if (request.what == kRunHere) {
        answer.goes_on = work_->in_place(bytes_) ? 1 : 0;
        work_->left(end_left_processes());
      } else if (const auto status = run_copy()) {
        answer.status = *status;
      } else {
        break;
      }
      if (!send_all(talk_, bytes_of(answer))) break;
      // Remaining threads may need data that exit handlers would destroy.
      if (answer.goes_on == 0) std::_Exit(EXIT_SUCCESS);
    }
    return EXIT_SUCCESS;
  }

 private:
  // Returns none if the other side is gone or the system cannot create a process.
  std::optional<int> run_copy() {
    const pid_t own = getpid();
    const pid_t child = fork();
    if (child < 0) return std::nullopt;
    if (child == 0) {
      setpgid(0, 0);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != own) _exit(EXIT_FAILURE);  // it died before the line above
      forget_forks();
      close(talk_);
      desk_.reset();
      // Runs exit handlers, as after a return from main.
      std::exit(work_->in_copy(bytes_));
    }
    setpgid(child, child);
    shared_->copy = child;
    const bool asked = wait_for(child);
    // Also ends what the copy has started, while no other process can have the copy's number.
    if (!asked) kill(-child, SIGKILL);
    shared_->copy = 0;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    // Processes that the copy has not ended are now children of this process.
    const LeftProcesses left = end_left_processes();
    if (!asked) return std::nullopt;
    work_->left(left);
    return status;
  }

  // Waits until the copy has ended, and handles commands for it meanwhile. False: the other side is gone.
  bool wait_for(pid_t child) {
    const int watch = watch_of(child);
    pollfd ends[] = {{talk_, POLLIN, 0}, {watch, POLLIN, 0}};
    bool asked = true;
    while (asked && !has_ended(child)) {
      if (poll(ends, 2, watch < 0 ? kGlanceMilliseconds : -1) <= 0 || ends[0].revents == 0) continue;
      Request request;
      asked = read_all(talk_, &request, sizeof request);
      if (asked && request.what == kAbort) kill(child, SIGABRT);
      if (asked && request.what == kKill) kill(-child, SIGKILL);
    }
    if (watch >= 0) close(watch);
    return asked;
  }

  const ForkServerWork* work_;
  int talk_;
  std::optional<MappedFile> desk_;
  Desk* shared_;
  std::vector<std::byte> bytes_;
};

}  // namespace

int serve_forks(const ForkServerWork& work) {
  Expected<MappedFile> desk = MappedFile::of_descriptor(kDesk);
  if (!desk || desk->size() < sizeof(Desk)) return EXIT_FAILURE;
  desk->let_go();
  adopt_orphans();
  Server server(work, moved_high(kTalk), std::move(*desk));
  work.begin();
  return server.serve();
}

std::uint32_t thread_count() {
  constexpr const char* kTasks = "/proc/self/task";
  struct stat tasks = {};
  // Links of the folder: itself, its name in the parent folder, and one per thread.
  constexpr nlink_t kOthers = 2;
  if (stat(kTasks, &tasks) == 0 && tasks.st_nlink > kOthers + 1)
    return static_cast<std::uint32_t>(tasks.st_nlink - kOthers);
  // There is one thread, or the system does not count links (for example gVisor).
  std::error_code code;
  std::uint32_t count = 0;
  for (std::filesystem::directory_iterator each(kTasks, code), end; !code && each != end;
       each.increment(code))
    ++count;
  return std::max(count, 1u);
}

}  // namespace gcrucible::platform
