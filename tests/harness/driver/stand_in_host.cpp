// Behaves like gcrucible-host towards the driver, and misbehaves on demand. GCRUCIBLE_STAND_IN selects how.
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "harness/abi/tables/callback_methods.h"
#include "harness/host/trace_log.h"
#include "harness/platform/crash/crash_report.h"
#include "harness/platform/files/mapped_file.h"
#include "harness/platform/memory/mapped_log.h"
#include "harness/platform/process/environment.h"
#include "harness/platform/process/fork_server.h"
#include "harness/protocol/case.h"
#include "harness/protocol/control_block.h"
#include "harness/trace/journal.h"
#include "harness/trace/json_writer.h"

namespace {

using namespace gcrucible;
using abi::CallbackMethod;
using protocol::ControlBlock;
using protocol::Stage;

std::string mode;
ControlBlock* control = nullptr;

void sleep_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

// A working simulator uses processor time.
void work_for(int milliseconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  while (std::chrono::steady_clock::now() < end) {
  }
}

[[noreturn]] void spin() {
  for (;;) sleep_for(10);
}

void crash() {
  volatile int* const nowhere = reinterpret_cast<int*>(std::uintptr_t{0x2340});
  *nowhere = 1;
}

void enter(CallbackMethod method) {
  control->program_callback.slot = static_cast<std::uint32_t>(method);
  control->program_callback.depth.fetch_add(1);
  control->program_callback.number = control->callbacks.fetch_add(1) + 1;
  control->progress.fetch_add(1);
}
void leave() {
  control->program_callback.depth.fetch_sub(1);
  control->progress.fetch_add(1);
}

// Shutdown hangs while a thread of the profiler suspends and resumes the runtime.
void hang_in_shutdown() {
  control->stage = Stage::kShuttingDown;
  control->life_callback.slot = static_cast<std::uint32_t>(CallbackMethod::kShutdown);
  control->life_callback.depth = 1;
  control->life_callback.number = control->callbacks.fetch_add(1) + 1;
  enter(CallbackMethod::kRuntimeSuspendStarted);
  leave();
  spin();
}

void misbehave_in_callback(trace::Journal& journal, std::uint64_t entry, host::TraceLog& log) {
  if (mode == "crash") crash();
  if (mode == "abort") std::abort();
  if (mode == "exit 7") std::exit(7);
  if (mode == "exit 0") std::exit(0);
  if (mode == "hang") spin();
  if (mode == "hang deaf") {
    signal(SIGABRT, SIG_IGN);
    spin();
  }
  if (mode == "hang during other callbacks") {
    for (;;) {
      control->other_callback.slot = static_cast<std::uint32_t>(CallbackMethod::kHandleCreated);
      control->other_callback.depth = 1;
      control->other_callback.number = control->callbacks.fetch_add(1) + 1;
      journal.returned(journal.callback("HandleCreated", {}), 0);
      sleep_for(5);
      control->other_callback.depth = 0;
    }
  }
  if (mode == "hang in Shutdown during a suspension") hang_in_shutdown();
  if (mode == "ask for ever") {
    for (;;) {
      journal.returned(journal.info("GetEventMask", entry, {}), 0);
      sleep_for(5);
    }
  }
  if (mode == "throw") {
    control->threw = 1;
    std::_Exit(3);
  }
  if (mode == "half a line") {
    // Leaves bytes after the committed ones, like a process that is killed while it writes.
    const std::uint64_t whole = control->trace_bytes;
    log.write(std::string_view("{\"n\":99,\"t\":0,\"ca"));
    control->trace_bytes = whole;
    raise(SIGKILL);
  }
  if (mode == "leave a child" && fork() == 0) spin();
}

// The program's thread has the world and is in no callback.
void simulate() {
  control->step_line = 12;
  control->step_column = 5;
  control->world_owned = 1;
  if (mode == "simulate and be killed") raise(SIGKILL);
  if (mode == "simulate and sleep") spin();
  while (mode == "simulate for ever") work_for(1'000);
  work_for(1'200);
  control->world_owned = 0;
  control->step_line = 0;
}

// A thread of the profiler makes the simulator work again and again, while the program hangs.
void hang_beside_simulation() {
  for (;;) {
    control->world_owned = control->world_owned ^ 1;
    sleep_for(7);
  }
}

int refuse(const char* why) {
  std::strcpy(control->message, why);
  control->refusal_sum = control->sum_of_message();
  control->stage = Stage::kRefused;
  return 2;
}

int run(const protocol::Case& value, Expected<platform::MappedLog> opened) {
  if (!opened) return refuse(opened.error().c_str());
  host::TraceLog log(std::move(*opened), control->trace_seal);
  trace::JsonWriter writer(log, trace::JsonWriter::BeforeHeader::kPassOn);
  trace::Journal journal({&writer});
  if (mode == "refuse") {
    control->profiler_refused = 1;
    return refuse("no ICorProfilerCallback2 here");
  }

  control->stage = Stage::kInitializing;
  journal.model("type", std::array{trace::Field{"type", trace::number(0)}});
  std::uint64_t entry = journal.callback("Initialize", {});
  enter(CallbackMethod::kInitialize);
  if (mode == "crash in Initialize") crash();
  leave();
  journal.returned(entry, 0);
  journal.header(std::array{trace::Field{"source", trace::text("simulated")},
                            trace::Field{"clsid", trace::text(value.clsid)},
                            trace::Field{"event_mask", trace::null()}});
  if (mode == "refuse after Initialize") {
    journal.end(std::array{trace::Field{"refused", trace::text("Initialize failed")}});
    log.finish();
    return refuse("Initialize failed with E_FAIL");
  }

  control->stage = Stage::kRunning;
  control->collection = 3;
  for (int i = 0; i < (mode == "slow" ? 20 : 2); ++i) {
    entry = journal.callback("MovedReferences2", std::array{trace::Field{"ranges", trace::list({})}});
    enter(CallbackMethod::kMovedReferences2);
    misbehave_in_callback(journal, entry, log);
    if (mode == "slow") sleep_for(60);
    leave();
    journal.returned(entry, 0);
  }
  if (mode == "stall") spin();
  if (mode == "stall during simulation") hang_beside_simulation();
  if (mode.starts_with("simulate")) simulate();
  journal.end({});
  log.finish();
  control->stage = Stage::kFinished;
  if (mode == "crash at exit") crash();
  if (mode == "exit 0 at exit") return 0;
  return control->end_status;
}

std::string environment(const char* name) {
  return platform::environment_variable(name).value_or("(not set)");
}

int run(std::span<const std::byte> bytes, const std::function<Expected<platform::MappedLog>()>& open_log) {
  const Expected<protocol::Case> decoded = protocol::decode_case(bytes);
  if (!decoded) return refuse(decoded.error().c_str());
  std::printf("%s %s %s\n", environment("CORECLR_ENABLE_PROFILING").c_str(),
              environment("CORECLR_PROFILER").c_str(), environment("CORECLR_PROFILER_PATH").c_str());
  std::fprintf(stderr, "mode %s\n", mode.c_str());
  if (mode == "print a lot") {
    for (int i = 0; i < 100'000; ++i) std::printf("line %d\n", i);
  }
  std::fflush(stdout);
  if (const auto file = platform::environment_variable("GCRUCIBLE_STAND_IN_PID"))
    std::ofstream(*file) << getpid() << std::endl;
  return run(*decoded, open_log());
}

bool take_control(const Expected<platform::MappedFile>& mapped) {
  if (!mapped || mapped->size() < sizeof(ControlBlock)) return false;
  control = reinterpret_cast<ControlBlock*>(mapped->data());
  if (control->magic != ControlBlock::kMagic) return false;
  platform::install_crash_report({.message = control->message, .stack = control->native_stack});
  return true;
}

int serve() {
  const auto mapped = platform::MappedFile::of_descriptor(platform::given_file(0));
  auto trace = platform::MappedFile::of_descriptor(platform::given_file(1));
  if (!take_control(mapped) || !trace) return 2;
  const auto work = [&](std::span<const std::byte> bytes) {
    return run(bytes, [&]() -> Expected<platform::MappedLog> {
      return platform::MappedLog::over(std::move(*trace), control->trace_bytes);
    });
  };
  return platform::serve_forks(
      {.in_copy = work, .in_place = {}, .left = [](const platform::LeftProcesses& left) {
         control->say_left(left.count, left.names);
       }});
}

}  // namespace

int main(int argc, char** argv) {
  mode = environment("GCRUCIBLE_STAND_IN");
  if (mode == "fail to begin") {
    std::fputs("no such option\n", stderr);
    return 2;
  }
  if (argc == 2) return serve();
  if (argc != 7) return 2;
  const auto mapped = platform::MappedFile::open(argv[4]);
  if (!take_control(mapped)) return 2;
  std::ifstream in(argv[2], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return run(std::as_bytes(std::span(bytes)),
             [&] { return platform::MappedLog::create(argv[6], control->trace_bytes); });
}
