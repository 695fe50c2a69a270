#include "tests/harness/calls/rig.h"

#include <sstream>
#include <thread>

#include "harness/host/control_watch.h"
#include "harness/host/simulation.h"
#include "harness/program/validate/validate.h"
#include "harness/trace/json_writer.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::tests {

namespace {

class TextOutput final : public trace::Output {
 public:
  void write(std::span<const char> characters) override { text.append(characters.data(), characters.size()); }
  std::string text;
};

// The highest level that the runtime queries and the profiler supports.
clr::ProfilerInterfaces interfaces_of(abi::CallbackBase& profiler, const program::RuntimeProfile& runtime) {
  clr::ProfilerInterfaces interfaces{.level2 = &profiler, .highest = &profiler, .version = 2};
  for (const abi::InterfaceInfo& each : abi::kCallbackInterfaces) {
    void* found = nullptr;
    if (each.version > runtime.callback_version || each.version < 3) continue;
    if (abi::succeeded(profiler.QueryInterface(each.iid, &found))) {
      interfaces.version = static_cast<std::uint8_t>(each.version);
      profiler.Release();
    }
  }
  return interfaces;
}

}  // namespace

std::vector<std::string> RunResult::lines(const std::string& text) const {
  std::vector<std::string> found;
  std::istringstream stream(trace);
  for (std::string line; std::getline(stream, line);) {
    if (line.find(text) != std::string::npos) found.push_back(line);
  }
  return found;
}

RunResult run(const program::Program& program, Witness& witness, const RunOptions& options) {
  RunResult result = run_profiler(program, witness, options, [&](clr::Clr& clr) { witness.clr = &clr; });
  witness.clr = nullptr;
  return result;
}

RunResult run_profiler(const program::Program& program, abi::CallbackBase& profiler,
                       const RunOptions& options, const std::function<void(clr::Clr&)>& with_clr) {
  const std::vector<program::Problem> problems = program::validate(program);
  INFO((problems.empty() ? std::string() : program::to_string(problems.front())));
  REQUIRE(problems.empty());

  protocol::Case value;
  value.program = program;
  value.profiler_path = "witness.so";
  value.clsid = "{00000000-0000-0000-0000-000000000000}";
  value.audit = options.audit;
  value.account = options.account;
  value.detail_limit = options.detail_limit;

  Expected<host::SimulatedHeap> made = host::make_heap(value);
  INFO(error_in(made));
  REQUIRE(made);
  host::SimulatedHeap& heap = *made;
  const auto control = std::make_unique<protocol::ControlBlock>();
  TextOutput output;
  trace::JsonWriter writer(output, trace::JsonWriter::BeforeHeader::kPassOn);
  writer.add_rebase({heap.space->actual_base(), heap.space->canonical_base(), heap.space->length()});
  trace::Journal journal({&writer});
  host::Simulation simulation(value, heap, *control, options.write_trace ? &journal : nullptr);
  host::ControlWatch watch(*control);
  if (with_clr) with_clr(simulation.clr());

  RunResult result;
  if (const auto prepared = simulation.prepare(); !prepared) {
    result.error = prepared.error();
  } else {
    std::thread([&] {
      const auto load = [&] {
        host::LoadedProfiler loaded;
        loaded.interfaces = interfaces_of(profiler, program.runtime);
        loaded.probe = options.probe;
        return loaded;
      };
      const auto played = simulation.run(load(), load, &watch);
      if (!played) result.error = played.error();
    }).join();
  }
  result.trace = std::move(output.text);
  result.stage = control->stage;
  return result;
}

}  // namespace gcrucible::tests
