#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "harness/platform/process/interruption.h"
#include "harness/platform/process/posix_fork_protocol.h"
#include "harness/platform/process/serving_process.h"

namespace gcrucible::platform {
namespace {

using namespace fork_protocol;

// Interval of checks whether the serving process was stopped, which no descriptor reports.
constexpr std::chrono::milliseconds kGlance{50};

ProcessEnd end_of(int status) {
  ProcessEnd end;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  return end;
}

}  // namespace

Expected<ServingProcess> ServingProcess::start(ProcessStart start) {
  const std::string name = start.arguments.front();
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return failure(name + ": cannot be started: " + std::strerror(errno));
  const auto give_up = [&](const std::string& error) {
    close(ends[0]);
    close(ends[1]);
    return failure(error);
  };
  Expected<MappedFile> desk = MappedFile::in_memory("desk", sizeof(Desk));
  if (!desk) return give_up(name + ": cannot be started: " + desk.error());
  desk->keep_whole();
  new (desk->data()) Desk;
  start.inherited.insert(start.inherited.begin(), {ends[1], desk->descriptor()});
  Expected<Process> started = Process::start(start);
  if (!started) return give_up(started.error());
  close(ends[1]);
  return ServingProcess(std::move(*started), std::move(*desk), ends[0]);
}

ServingProcess::ServingProcess(Process process, MappedFile desk, int talk)
    : process_(std::move(process)), desk_(std::move(desk)), talk_(talk) {
  killing_ = Interruption::kill_at_signal(reinterpret_cast<const Desk*>(desk_.data())->copy);
}

ServingProcess::ServingProcess(ServingProcess&& other) noexcept
    : process_(std::move(other.process_)),
      desk_(std::move(other.desk_)),
      talk_(std::exchange(other.talk_, -1)),
      killing_(std::exchange(other.killing_, -1)),
      place_(other.place_) {}

ServingProcess::~ServingProcess() {
  if (talk_ < 0) return;
  // The serving process ends its copy before it ends itself.
  shutdown(talk_, SHUT_RDWR);
  constexpr std::chrono::seconds kPatience{2};
  if (place_ == Place::kCopy) process_.wait(kPatience);
  process_.kill_all();
  Interruption::forget(killing_);
  close(talk_);
}

bool ServingProcess::ask(Place place, std::span<const std::byte> request) {
  place_ = place;
  const Request head{.what = place == Place::kCopy ? kRunCopy : kRunHere, .bytes = request.size()};
  return send_all(talk_, bytes_of(head), request);
}

ServingProcess::Answer ServingProcess::wait(std::chrono::milliseconds limit) {
  pollfd watched{talk_, POLLIN, 0};
  for (std::chrono::milliseconds left = limit;;) {
    const std::chrono::milliseconds glance = std::min(left, kGlance);
    if (poll(&watched, 1, static_cast<int>(glance.count())) > 0) break;
    // A process that does the work itself was stopped by its own code, and hangs.
    if (place_ == Place::kCopy && process_.stopped()) {
      kill_both();
      return {.end = ProcessEnd{.signal = SIGSTOP}, .gone = true};
    }
    left -= glance;
    if (left.count() <= 0) return {};
  }
  fork_protocol::Answer answer;
  if (read_all(talk_, &answer, sizeof answer))
    return {.end = end_of(answer.status), .gone = answer.goes_on == 0};
  // Gets how the process ended by itself, before this side kills it.
  constexpr std::chrono::seconds kPatience{2};
  const std::optional<ProcessEnd> end = process_.wait(kPatience);
  return {.end = end ? *end : process_.kill_all(), .gone = true};
}

void ServingProcess::command(std::uint32_t what) {
  const Request request{.what = what, .bytes = 0};
  send_all(talk_, bytes_of(request));
}

Activity ServingProcess::activity() const {
  if (place_ == Place::kItself) return process_.activity();
  const std::int64_t copy = reinterpret_cast<const Desk*>(desk_.data())->copy.load();
  return copy > 1 ? activity_of(copy) : Activity{.gone = true};
}

void ServingProcess::abort() {
  if (place_ == Place::kItself) {
    process_.send(SIGABRT);
  } else {
    command(kAbort);
  }
}

ProcessEnd ServingProcess::kill_work() {
  if (place_ == Place::kItself) return process_.kill_all();
  command(kKill);
  constexpr std::chrono::seconds kLong{60};
  const Answer answer = wait(kLong);
  return answer.end ? *answer.end : kill_both();
}

ProcessEnd ServingProcess::kill_both() {
  const std::int64_t copy = reinterpret_cast<const Desk*>(desk_.data())->copy.load();
  // The copy has not been reaped, so no other process can have its number.
  if (copy > 1) kill(-static_cast<pid_t>(copy), SIGKILL);
  return process_.kill_all();
}

}  // namespace gcrucible::platform
