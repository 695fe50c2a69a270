#include "harness/platform/process/process.h"

#include <fcntl.h>
#include <signal.h>

#include <thread>

#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/interruption.h"
#include "tests/harness/platform/fate.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Expected<Process> shell(const std::string& script, const tests::ScratchFolder& folder) {
  return Process::start({.arguments = {"/bin/sh", "-c", script},
                         .environment = with_changes(own_environment(), {"GCRUCIBLE_TEST=two words"}),
                         .working_folder = folder.path(),
                         .output = folder / "out",
                         .error_output = folder / "err"});
}

// A dead process counts as dead even if its new parent has not collected its status yet.
bool lives(int process) {
  const std::string state = tests::contents("/proc/" + std::to_string(process) + "/stat");
  return !state.empty() && state.find(") Z") == std::string::npos;
}

bool is_gone_soon(int process) {
  for (int i = 0; i < 500 && lives(process); ++i) std::this_thread::sleep_for(milliseconds(10));
  return !lives(process);
}

int number_in(const std::string& path) {
  for (int i = 0; i < 500 && tests::contents(path).find('\n') == std::string::npos; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  return std::stoi(tests::contents(path));
}

}  // namespace

TEST_CASE("Process: gets arguments and environment and folder and no input") {
  tests::ScratchFolder folder;
  auto started = shell("echo \"$GCRUCIBLE_TEST\"; pwd; cat; echo oops >&2; exit 7", folder);
  REQUIRE(started);
  const auto end = started->wait(seconds(30));
  REQUIRE(end);
  CHECK(end->exit_code == 7);
  CHECK_FALSE(end->signal);
  CHECK(to_text(*end) == "exit code 7");
  CHECK(tests::contents(folder / "out") == "two words\n" + folder.path() + "\n");
  CHECK(tests::contents(folder / "err") == "oops\n");
}

TEST_CASE("Process: the signal that ended it is named") {
  tests::ScratchFolder folder;
  auto started = shell("kill -SEGV $$", folder);
  REQUIRE(started);
  const auto end = started->wait(seconds(30));
  REQUIRE(end);
  CHECK(end->signal == SIGSEGV);
  CHECK(to_text(*end) == "SIGSEGV");
  CHECK(signal_name(200) == "signal 200");
}

TEST_CASE("Process: wait returns after the limit and kill_all ends children") {
  tests::ScratchFolder folder;
  auto started = shell("sleep 1000 & echo $! > child; wait", folder);
  REQUIRE(started);
  const int child = number_in(folder / "child");
  CHECK_FALSE(started->wait(milliseconds(50)));
  CHECK(lives(child));
  const ProcessEnd end = started->kill_all();
  CHECK(end.signal == SIGKILL);
  CHECK(is_gone_soon(child));
  CHECK(started->wait(milliseconds(0))->signal == SIGKILL);
}

TEST_CASE("Process: children left running are ended") {
  tests::ScratchFolder folder;
  auto started = shell("sleep 1000 & echo $! > child", folder);
  REQUIRE(started);
  const auto end = started->wait(seconds(30));
  REQUIRE(end);
  CHECK(end->exit_code == 0);
  CHECK(is_gone_soon(number_in(folder / "child")));
}

TEST_CASE("Process: the destructor kills it") {
  tests::ScratchFolder folder;
  int id = 0;
  {
    auto started = shell("sleep 1000", folder);
    REQUIRE(started);
    id = static_cast<int>(started->id());
    CHECK(lives(id));
  }
  CHECK_FALSE(lives(id));
}

TEST_CASE("Process: does not inherit descriptors") {
  tests::ScratchFolder folder;
  const int leaky = open("/dev/null", O_RDONLY);  // without close-on-exec
  auto started = shell("ls /proc/self/fd | wc -w", folder);
  REQUIRE(started);
  REQUIRE(started->wait(seconds(30)));
  close(leaky);
  // The three standard descriptors, and the one with which ls reads the folder.
  CHECK(std::stoi(tests::contents(folder / "out")) == 4);
}

TEST_CASE("Process: a program that cannot be started is named") {
  tests::ScratchFolder folder;
  const auto start = [&](const std::string& program, const std::string& in, const std::string& out) {
    return tests::error_in(Process::start({.arguments = {program},
                                           .environment = {},
                                           .working_folder = in,
                                           .output = out,
                                           .error_output = {}}));
  };
  CHECK(start(folder / "absent", "", "") ==
        (folder / "absent") + ": cannot be started: No such file or directory");
  CHECK(start("/bin/true", folder / "no", "").find("cannot be the working folder") != std::string::npos);
  CHECK(start("/bin/true", "", folder / "no/out").find("no/out: cannot be made") != std::string::npos);
  CHECK(start("/bin/true", "", "").empty());
}

TEST_CASE("Interruption: removes temporary files and kills children") {
  tests::ScratchFolder folder;
  for (const int stop : {SIGINT, SIGTERM}) {
    const int fate = tests::fate_of([&] {
      const Interruption interruption;
      const auto file = TemporaryFile::beside(folder / "trace");
      auto started = shell("echo $$ > id; sleep 1000", folder);
      number_in(folder / "id");
      tests::write_file(folder / "names", file->path());
      raise(stop);
    });
    CHECK(fate == stop);
    CHECK_FALSE(std::filesystem::exists(tests::contents(folder / "names")));
    CHECK(is_gone_soon(number_in(folder / "id")));
    std::filesystem::remove(folder / "id");
  }
}

TEST_CASE("Process: ends with its parent even after SIGKILL") {
  tests::ScratchFolder folder;
  const int fate = tests::fate_of([&] {
    auto started = shell("echo $$ > id; sleep 1000", folder);
    number_in(folder / "id");
    kill(getpid(), SIGKILL);
  });
  CHECK(fate == SIGKILL);
  CHECK(is_gone_soon(number_in(folder / "id")));
}

}  // namespace gcrucible::platform
