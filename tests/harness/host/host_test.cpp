// gcrucible-host as a process: the contents of the control block and of the trace, whatever happens to the
// profiler.
#include <chrono>
#include <fstream>
#include <new>

#include "harness/abi/tables/callback_methods.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/process/environment.h"
#include "harness/platform/process/process.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

using protocol::ControlBlock;
using protocol::Stage;

// One run of the host. The control block stays mapped after the run.
class HostRun {
 public:
  explicit HostRun(const std::string& misfit, protocol::Case value = sample(),
                   std::uint64_t length = sizeof(ControlBlock))
      : file_(std::move(*platform::MappedFile::create(folder_ / "control", length))) {
    if (length >= sizeof(ControlBlock)) new (file_.data()) ControlBlock;
    const std::vector<std::byte> bytes = protocol::encode(value);
    std::ofstream(folder_ / "case", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    platform::ProcessStart start;
    start.arguments = {in_build("/gcrucible-host"), "--case",  folder_ / "case", "--control",
                       folder_ / "control",         "--trace", folder_ / "trace"};
    start.environment = platform::with_changes(platform::own_environment(), {"HOST_TEST_MISFIT=" + misfit});
#ifdef GCRUCIBLE_SANITIZED
    // A sanitizer would handle the signals that the host must report.
    for (const char* const name : {"ASAN_OPTIONS=", "TSAN_OPTIONS="}) {
      start.environment =
          platform::with_changes(start.environment, {std::string(name) + "handle_segv=0:handle_abort=0"});
    }
#endif
    start.output = folder_ / "output";
    start.error_output = folder_ / "error";
    Expected<platform::Process> started = platform::Process::start(start);
    INFO(error_in(started));
    REQUIRE(started.has_value());
    process_.emplace(std::move(*started));
  }

  platform::ProcessEnd end() {
    return process_->wait(std::chrono::minutes(2)).value();
  }
  platform::Process& process() {
    return *process_;
  }
  const ControlBlock& control() const {
    return *reinterpret_cast<const ControlBlock*>(file_.data());
  }
  std::string last_callback() const {
    const protocol::CallbackPlace& life = control().life_callback;
    const protocol::CallbackPlace& program = control().program_callback;
    const protocol::CallbackPlace& last = life.number.load() > program.number.load() ? life : program;
    return std::string(abi::name_of(static_cast<abi::CallbackMethod>(last.slot.load())));
  }
  // The valid part of the trace. It consists of complete lines.
  std::string trace() const {
    const std::string text = contents(folder_ / "trace");
    CHECK(text.size() >= control().trace_bytes);
    const std::string counts = text.substr(0, control().trace_bytes);
    CHECK((counts.empty() || counts.back() == '\n'));
    return counts;
  }
  std::string error_output() const {
    return contents(folder_ / "error");
  }

  static protocol::Case sample() {
    Build build;
    const std::uint32_t node = build.node();
    build.object(node);
    build.root(build.object(node));
    build.collect(program::Generation::k0, program::Mode::kSweep);
    build.object(node);
    build.root(build.object(node));
    build.collect(program::Generation::k0);
    build.program.names = {{3, "leaf"}};
    protocol::Case value;
    value.program = build.program;
    value.profiler_path = in_build("/host_test_misfit.so");
    value.clsid = "{0D0E1F20-3142-5364-7586-97A8B9CADBEC}";
    return value;
  }

 private:
  ScratchFolder folder_;
  platform::MappedFile file_;
  std::optional<platform::Process> process_;
};

std::string last_line(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t before = text.rfind('\n', text.size() - 2);
  return text.substr(before == std::string::npos ? 0 : before + 1);
}

TEST_CASE("host: a correct run ends with exit code 0") {
  HostRun run("");
  const platform::ProcessEnd end = run.end();
  CHECK(!end.signal.has_value());
  CHECK(end.exit_code == 0);
  CHECK(run.control().stage == Stage::kFinished);
  CHECK(run.control().program_callback.depth == 0);
  CHECK(run.control().other_callback.number == 0);
  CHECK(run.control().progress > run.control().callbacks);
  CHECK(run.control().collection == 2);
  CHECK(run.control().callbacks > 10);
  CHECK(run.last_callback() == "Shutdown");
  const std::string trace = run.trace();
  // More lines may come until the process is gone. The reader of the trace writes its end.
  CHECK_FALSE(last_line(trace).starts_with("{\"end\":true"));
  CHECK(trace.find("\"gcrucible_trace\":1,\"source\":\"simulated\",\"runtime\":\"net10\"") !=
        std::string::npos);
}

TEST_CASE("host: a death in a callback leaves callback and collection and trace") {
  struct Row {
    std::string way;
    std::string ending;
  };
  for (const auto& [way, ending] : {Row{"crash", "SIGSEGV"}, Row{"abort", "SIGABRT"},
                                    Row{"exit", "exit code 7"}, Row{"crash-on-own-thread", "SIGSEGV"}}) {
    INFO(way);
    HostRun run(way);
    CHECK(platform::to_text(run.end()) == ending);
    CHECK(run.control().stage == Stage::kRunning);
    CHECK(run.control().program_callback.depth == 1);
    CHECK(run.last_callback() == "MovedReferences2");
    CHECK(run.control().collection == 2);
    CHECK(run.control().threw == 0);
    CHECK(last_line(run.trace()).find("\"call\":\"MovedReferences2\"") != std::string::npos);
    if (way.starts_with("crash")) {
      CHECK(std::string(run.control().message).starts_with("SIGSEGV at address 0x0000000000000010"));
      CHECK(std::string(run.control().native_stack).find("host_test_misfit") != std::string::npos);
    }
  }
}

TEST_CASE("host: a stale ObjectID is named in the trace and in the crash message") {
  HostRun run("uses-old-id");
  CHECK(platform::to_text(run.end()) == "SIGSEGV");
  CHECK(run.last_callback() == "GarbageCollectionFinished");
  const std::string message = run.control().message;
  INFO(message);
  CHECK(message.starts_with("SIGSEGV at address 0x"));
  // Objects 0 and 1 existed at the first collection. Of 2 and 3, object 2 died in the second one.
  CHECK(message.find(", memory that object 3 \"leaf\" left in collection 2: its ObjectID was 0x") !=
        std::string::npos);
  CHECK(message.find(", 32 bytes); it is at 0x") != std::string::npos);
  const std::string trace = run.trace();
  const std::size_t line = trace.find("\"model\":\"stale\",\"method\":\"GetClassFromObject\"");
  REQUIRE(line != std::string::npos);
  const std::string text = trace.substr(line, trace.find('\n', line) - line);
  INFO(text);
  CHECK(text.find("\"kind\":\"moved\",\"object\":3,") != std::string::npos);
  CHECK(text.find("\"collection\":2,\"range\":[") != std::string::npos);
}

TEST_CASE("host: an exception out of a callback is reported as such") {
  HostRun run("throw");
  const platform::ProcessEnd end = run.end();
  CHECK(!end.signal.has_value());
  CHECK(end.exit_code == 3);
  CHECK(run.control().threw == 1);
  CHECK(run.control().stage == Stage::kRunning);
  CHECK(run.last_callback() == "MovedReferences2");
  CHECK(last_line(run.trace()).find("\"call\":\"MovedReferences2\"") != std::string::npos);
}

TEST_CASE("host: a hanging callback is visible in the control block") {
  HostRun run("hang");
  for (int i = 0; i < 1000 && run.last_callback() != "MovedReferences2"; ++i) {
    CHECK(!run.process().wait(std::chrono::milliseconds(20)).has_value());
  }
  CHECK(run.last_callback() == "MovedReferences2");
  CHECK(run.control().program_callback.depth == 1);
  CHECK(run.control().stage == Stage::kRunning);
  run.process().kill_all();
  CHECK(last_line(run.trace()).find("\"call\":\"MovedReferences2\"") != std::string::npos);
}

TEST_CASE("host: a crash in Initialize leaves its trace lines") {
  HostRun run("initialize-crashes");
  CHECK(platform::to_text(run.end()) == "SIGSEGV");
  CHECK(run.control().stage == Stage::kInitializing);
  CHECK(run.last_callback() == "Initialize");
  const std::string trace = run.trace();
  CHECK(trace.find("gcrucible_trace") == std::string::npos);
  CHECK(last_line(trace).find("\"call\":\"Initialize\"") != std::string::npos);
}

TEST_CASE("host: a refusal leaves message and stage and a complete trace or none") {
  {
    HostRun run("initialize-fails");
    CHECK(run.end().exit_code == 2);
    CHECK(run.control().stage == Stage::kRefused);
    CHECK(std::string(run.control().message).find("CORPROF_E_PROFILER_CANCEL_ACTIVATION") !=
          std::string::npos);
    CHECK(last_line(run.trace()).starts_with("{\"end\":true"));
  }
  {
    protocol::Case value = HostRun::sample();
    value.profiler_path = "/nowhere.so";
    HostRun run("", value);
    CHECK(run.end().exit_code == 2);
    CHECK(run.control().stage == Stage::kRefused);
    CHECK(std::string(run.control().message).find("/nowhere.so") != std::string::npos);
  }
  {
    protocol::Case value = HostRun::sample();
    value.program.steps.push_back(
        {program::Store{.object = 0, .slot = 0, .target = program::kNothing}, 77, 5});
    HostRun run("", value);
    CHECK(run.end().exit_code == 2);
    CHECK(run.control().stage == Stage::kRefused);
    CHECK(std::string(run.control().message).starts_with("object number 0 is already dead"));
    CHECK(run.control().step_line == 77);
    CHECK(run.control().step_column == 5);
    const std::string trace = run.trace();
    CHECK(last_line(trace).starts_with("{\"end\":true"));
    CHECK(last_line(trace).find("already dead") != std::string::npos);
  }
  {
    protocol::Case value = HostRun::sample();
    value.program.threads.clear();
    HostRun run("", value);
    CHECK(run.end().exit_code == 2);
    CHECK(run.control().stage == Stage::kRefused);
  }
}

TEST_CASE("host: profiler threads may go on after Shutdown") {
  for (int i = 0; i < 5; ++i) {
    HostRun run("lives-on");
    CHECK(platform::to_text(run.end()) == "exit code 0");
    CHECK(run.control().stage == Stage::kFinished);
  }
}

TEST_CASE("host: a profiler with ICorProfilerCallback only gets its own callbacks") {
  platform::set_environment_variable("HOST_TEST_LEVEL", "1");
  protocol::Case value = HostRun::sample();
  HostRun refused("", value);
  CHECK(refused.end().exit_code == 2);
  CHECK(refused.control().stage == Stage::kRefused);
  CHECK(std::string(refused.control().message)
            .find("CreateInstance for ICorProfilerCallback2 failed: E_NOINTERFACE (0x80004002)") !=
        std::string::npos);
  for (const std::uint8_t asked : {std::uint8_t{1}, std::uint8_t{11}}) {
    value.program.runtime.requires_callback2 = false;
    value.program.runtime.callback_version = asked;
    HostRun run("", value);
    CHECK(run.end().exit_code == 0);
    CHECK(run.control().stage == Stage::kFinished);
    const std::string trace = run.trace();
    CHECK(trace.find("\"callback_version\":1,") != std::string::npos);
    CHECK(trace.find("\"call\":\"MovedReferences\"") != std::string::npos);
    CHECK(trace.find("\"call\":\"ObjectReferences\"") != std::string::npos);
    for (const abi::MethodInfo& method : abi::kCallbackMethods) {
      if (method.interface_version < 2) continue;
      INFO(method.name);
      CHECK(trace.find("\"call\":\"" + std::string(method.name) + "\"") == std::string::npos);
    }
  }
  platform::remove_environment_variable("HOST_TEST_LEVEL");
}

TEST_CASE("host: without a trace nothing is written") {
  protocol::Case value = HostRun::sample();
  value.write_trace = false;
  HostRun run("", value);
  CHECK(run.end().exit_code == 0);
  CHECK(run.control().stage == Stage::kFinished);
  CHECK(run.control().trace_bytes == 0);
  CHECK(run.control().callbacks > 10);
}

TEST_CASE("host: a bad control block or command line is reported on stderr") {
  HostRun small("", HostRun::sample(), 64);
  CHECK(small.end().exit_code == 2);
  CHECK(small.error_output().find("control block") != std::string::npos);

  platform::ProcessStart start;
  const ScratchFolder folder;
  start.arguments = {in_build("/gcrucible-host")};
  start.environment = platform::own_environment();
  start.error_output = folder / "error";
  Expected<platform::Process> started = platform::Process::start(start);
  REQUIRE(started.has_value());
  CHECK(started->wait(std::chrono::minutes(1)).value().exit_code == 2);
  CHECK(contents(folder / "error").find("is started by gcrucible") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::tests
