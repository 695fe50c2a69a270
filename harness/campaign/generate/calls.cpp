// The functions that allocate: calls and returns before allocations, and allocations inside calls of their
// own.
#include "harness/campaign/generate/calls.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/program/choices.h"
#include "harness/program/functions/shared_code.h"
#include "harness/program/random.h"
#include "harness/program/steps/call_stack.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::size_t kFunctions = 4;
constexpr std::uint64_t kMostCalled = 3;
constexpr std::uint64_t kMostTimes = 4;
constexpr std::uint8_t kInt32Element = 0x08;
constexpr std::size_t kDeep = 12;  // from here on, functions return

// Adds functions, some of them methods of the program's types, and instantiations of generic methods. Two may
// share code.
class FunctionMaker {
 public:
  FunctionMaker(Program& program, std::uint64_t seed)
      : program_(&program), random_(choice_key(seed, 0, "functions")) {
    for (std::uint32_t i = 0; i < program.types.size(); ++i) {
      const TypeSpec& type = program.types[i];
      // Classes of a collectible assembly may be gone while a function of theirs is on a stack.
      if (type.collectible != kNothing || type.name.starts_with("System.")) continue;
      if (type.kind != TypeKind::kArray) types_.push_back(i);
    }
  }

  void make(std::size_t number) {
    // Another instantiation of the function before, or a new function.
    const bool again =
        !program_->functions.empty() && !program_->functions.back().arguments.empty() && chance(2, 3);
    FunctionSpec function{.name = "Caller" + std::to_string(number)};
    if (again) {
      function = program_->functions.back();
      function.name = parts_of(function.name).method;
    }
    if (!again && chance(1, 8)) {
      program_->functions.push_back({.name = function.name, .lightweight = true});
      return;
    }
    std::size_t count = function.arguments.size();
    if (!again && !types_.empty() && chance(1, 2)) count = chance(1, 4) ? 2 : 1;
    if (!again && !types_.empty() && chance(1, 3)) function.type = some_type();
    if (function.type != kNothing) function.name = program_->types[function.type].name + '.' + function.name;
    function.arguments.clear();
    for (std::size_t i = 0; i < count; ++i) {
      function.name += i == 0 ? "<" : ",";
      add_argument(function);
    }
    if (count != 0) function.name += '>';
    if (std::ranges::find(program_->functions, function.name, &FunctionSpec::name) ==
        program_->functions.end())
      program_->functions.push_back(std::move(function));
  }

 private:
  bool chance(std::uint64_t of, std::uint64_t among) { return random_.below(among) < of; }
  std::uint32_t some_type() { return types_[static_cast<std::size_t>(random_.below(types_.size()))]; }

  void add_argument(FunctionSpec& function) {
    if (chance(1, 3)) {
      function.name += "System.Int32";
      function.arguments.push_back({.element_type = kInt32Element, .type = kNothing});
      return;
    }
    const std::uint32_t type = some_type();
    function.name += program_->types[type].name;
    TypeArgument argument{.type = type};
    if (program_->types[type].kind == TypeKind::kValue) argument.element_type = kValueElement;
    function.arguments.push_back(argument);
  }

  Program* program_;
  Random random_;
  std::vector<std::uint32_t> types_;  // those that can have methods
};

class Caller {
 public:
  Caller(Program& program, std::uint64_t seed) : program_(&program), random_(choice_key(seed, 0, "calls")) {
    FunctionMaker maker(program, seed);
    for (std::size_t i = program.functions.size(); i < kFunctions; ++i) maker.make(i + 1);
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
