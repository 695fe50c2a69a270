// The functions that allocate: calls and returns before allocations, and allocations inside calls of their
// own.
#include "harness/campaign/generate/calls.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/program/choices.h"
#include "harness/program/random.h"
#include "harness/program/steps/call_stack.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::size_t kFunctions = 4;
constexpr std::uint64_t kMostCalled = 3;
constexpr std::uint64_t kMostTimes = 4;
constexpr std::size_t kDeep = 12;  // from here on, functions return

class Caller {
 public:
  Caller(Program& program, std::uint64_t seed) : program_(&program), random_(choice_key(seed, 0, "calls")) {
    for (std::size_t i = program.functions.size(); i < kFunctions; ++i)
      program.functions.push_back({.name = "Caller" + std::to_string(i + 1)});
    stacks_.resize(program.threads.size());
  }

  void run() {
    std::vector<Step> steps;
    for (Step& step : program_->steps) {
      if (auto* const allocate = std::get_if<Allocate>(&step.action);
          allocate != nullptr && allocate->announced)
        before(*allocate, step.lane, steps);
      add(std::move(step), steps);
    }
    program_->steps = std::move(steps);
  }

 private:
  void add(Step step, std::vector<Step>& steps) {
    stacks_.follow(step.action);
    steps.push_back(std::move(step));
  }

  bool chance(std::uint64_t of, std::uint64_t among) { return random_.below(among) < of; }

  std::vector<std::uint32_t> some_functions() {
    std::vector<std::uint32_t> functions;
    for (std::uint64_t left = 1 + random_.below(kMostCalled); left > 0; --left) {
      const auto function = static_cast<std::uint32_t>(random_.below(program_->functions.size()));
      functions.push_back(chance(1, 8) ? kNothing : function);
    }
    return functions;
  }

  // The thread of an allocation runs, so it can call and return.
  void before(Allocate& allocate, std::uint32_t lane, std::vector<Step>& steps) {
    const CallStack& stack = stacks_.of(allocate.thread);
    if (chance(1, 3)) allocate.frames = some_functions();
    // The first object of an assembly loads it; nothing comes between the two.
    if (!steps.empty() && std::holds_alternative<LoadAssembly>(steps.back().action)) return;
    if (stack.returnable() != 0 && (stack.size() >= kDeep || chance(1, 4))) {
      const auto times = static_cast<std::uint32_t>(1 + random_.below(stack.returnable()));
      add({.action = Return{.thread = allocate.thread, .times = times}, .lane = lane}, steps);
    } else if (chance(1, 3)) {
      Call call{.thread = allocate.thread, .functions = some_functions()};
      if (chance(1, 4)) call.times = static_cast<std::uint32_t>(1 + random_.below(kMostTimes));
      call.tail = stack.returnable() != 0 && chance(1, 4);
      add({.action = std::move(call), .lane = lane}, steps);
    }
  }

  Program* program_;
  Random random_;
  CallStacks stacks_;
};

}  // namespace

void add_calls(Program& program, std::uint64_t seed) {
  Caller(program, seed).run();
}

}  // namespace gcrucible::campaign
