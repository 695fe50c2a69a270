#include "harness/program/steps/thread_steps.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "harness/program/spoken_names.h"

namespace gcrucible::program {

ThreadSteps::ThreadSteps(const Program& program, ProblemList& problems)
    : program_(&program),
      problems_(&problems),
      states_(program.threads.size(), State::kNotStarted),
      exceptions_(program.threads.size()) {
  stacks_.resize(program.threads.size());
  if (!states_.empty()) states_[0] = State::kRunning;
}

bool ThreadSteps::exists(std::uint32_t thread) {
  return problems_->check(thread < states_.size(),
                          [&] { return spoken_thread(*program_, thread) + " does not exist"; });
}

bool ThreadSteps::started(std::uint32_t thread) {
  return exists(thread) && problems_->check(states_[thread] == State::kRunning, [&] {
    return spoken_thread(*program_, thread) +
           (states_[thread] == State::kEnded ? " has ended" : " is not started");
  });
}

bool ThreadSteps::running(std::uint32_t thread) {
  const auto runs = [&] { return exceptions_[thread].empty() || exceptions_[thread].back()->runs_code(); };
  return started(thread) && problems_->check(runs(), [&] {
    return spoken_thread(*program_, thread) +
           " runs no code until its exception is caught; put `catch` before this step, give the "
           "`throw` a function with a filter or a finally block, or let another thread do it";
  });
}

void ThreadSteps::start(const StartThread& step) {
  if (!exists(step.thread)) return;
  problems_->check(states_[step.thread] == State::kNotStarted,
                   [&] { return spoken_thread(*program_, step.thread) + " was started before"; });
  states_[step.thread] = State::kRunning;
}

void ThreadSteps::end(const EndThread& step) {
  if (!started(step.thread)) return;
  problems_->check(step.thread != 0, "the main thread ends with the process, not before");
  problems_->check(exceptions_[step.thread].empty(), [&] {
    return spoken_thread(*program_, step.thread) +
           " ends with an exception under way; put `catch` before this step";
  });
  states_[step.thread] = State::kEnded;
  stacks_.of(step.thread).cut(0);
}

bool ThreadSteps::function(std::uint32_t number) {
  return problems_->check(number < program_->functions.size(),
                          [&] { return "function " + std::to_string(number) + " does not exist"; });
}

void ThreadSteps::throws(const Throw& step) {
  bool sound = !step.catcher || function(*step.catcher);
  sound = problems_->check(step.catcher.has_value() || !step.frames.empty(), [] {
    return std::string(
        "an uncaught exception needs a function that throws it; name it under `frames`, or the function that "
        "catches under `catcher`");
  }) && sound;
  for (const std::uint32_t each : step.frames) sound = function(each) && sound;
  for (const auto* const blocks : {&step.filters, &step.finally}) {
    for (const std::uint32_t each : *blocks) {
      if (!function(each)) continue;
      sound =
          problems_->check(each == step.catcher || std::ranges::find(step.frames, each) != step.frames.end(),
                           [&] {
                             return "function " + program_->functions[each].name +
                                    " has a filter or a finally block and is not in the stack; name it under "
                                    "`frames` too";
                           }) &&
          sound;
    }
  }
  if (!running(step.thread) || !sound) return;
  if (step.replaces && !replaces(step)) return;
  exceptions_[step.thread].push_back(&step);
  stacks_.of(step.thread).begin(step);
  stacks_.of(step.thread).run_first_code(step);
}

// The current exception must be in its first finally block. The new exception passes the same functions from
// there on.
bool ThreadSteps::replaces(const Throw& step) {
  const std::vector<const Throw*>& open = exceptions_[step.thread];
  if (!problems_->check(!open.empty() && open.back()->filters.empty(), [&] {
        return spoken_thread(*program_, step.thread) +
               " is in no finally block that this exception could leave; put a `throw` with `finally` and "
               "without `filters` before it";
      }))
    return false;
  std::vector<std::uint32_t> around = open.back()->frames;
  if (open.back()->catcher) around.push_back(*open.back()->catcher);
  const auto& blocks = open.back()->finally;
  const auto has_block = [&](std::uint32_t each) { return std::ranges::find(blocks, each) != blocks.end(); };
  around.erase(around.begin(), std::ranges::find_if(around, has_block));
  const std::uint32_t block = around.front();
  std::vector<std::uint32_t> stack = step.frames;
  if (step.catcher) stack.push_back(*step.catcher);
  stack.erase(stack.begin(), std::ranges::find(stack, block));
  const std::size_t common = std::min(stack.size(), around.size());
  const auto name = [&](std::uint32_t each) { return program_->functions[each].name; };
  return problems_->check(step.catcher.has_value(),
                          "an exception that leaves a finally block is caught here; name its `catcher`") &&
         problems_->check(
             common != 0 && std::equal(stack.begin(), stack.begin() + static_cast<std::ptrdiff_t>(common),
                                       around.begin()),
             [&] {
               return "the exception leaves the finally block of " + name(block) +
                      ", and does not come through it and its callers; name them under `frames`, in that "
                      "order";
             }) &&
         problems_->check(std::ranges::find(step.finally, block) == step.finally.end(), [&] {
           return "the finally block of " + name(block) +
                  " is the one that the exception leaves; take the function out of `finally`";
         });
}

void ThreadSteps::catches(const CatchThrown& step) {
  if (!started(step.thread)) return;
  std::vector<const Throw*>& exceptions = exceptions_[step.thread];
  if (!problems_->check(!exceptions.empty(), [&] {
        return "no exception is under way on " + spoken_thread(*program_, step.thread) +
               "; put `throw` before this step";
      }))
    return;
  for (bool more = true; more && !exceptions.empty(); exceptions.pop_back())
    more = exceptions.back()->replaces;
  stacks_.of(step.thread).end_exception();
}

bool ThreadSteps::callable(std::uint32_t thread, const std::vector<std::uint32_t>& functions,
                           std::uint64_t times) {
  for (const std::uint32_t each : functions) {
    if (each == kNothing) continue;
    if (!function(each)) return false;
    const std::uint32_t type = program_->functions[each].type;
    // The setup reports a type that does not exist.
    if (type >= program_->types.size()) continue;
    if (!problems_->check(program_->types[type].collectible == kNothing, [&] {
          return program_->functions[each].name +
                 " is a function of a collectible assembly, which cannot be called here; a stack root with "
                 "this function keeps its assembly alive as a frame does";
        }))
      return false;
  }
  const std::size_t depth = stacks_.of(thread).size();
  return problems_->check(functions.size() * times <= kMostFrames - std::min(depth, kMostFrames), [&] {
    return "the stack of " + spoken_thread(*program_, thread) + " has more than " +
           std::to_string(kMostFrames) + " frames; call fewer functions, or let some return before";
  });
}

void ThreadSteps::calls(const Call& step) {
  problems_->check(!step.functions.empty() && step.times != 0, "a call of no function");
  if (!running(step.thread) || !callable(step.thread, step.functions, step.times)) return;
  problems_->check(!step.tail || stacks_.of(step.thread).returnable() != 0, [&] {
    return spoken_thread(*program_, step.thread) +
           " is in no function that a tail call could leave; `call` one before, or leave `tail` out";
  });
  stacks_.of(step.thread).call(step);
}

void ThreadSteps::returns(const Return& step) {
  problems_->check(step.times != 0, "a return from no function");
  if (!running(step.thread)) return;
  CallStack& stack = stacks_.of(step.thread);
  const std::size_t most = stack.returnable();
  if (!problems_->check(step.times <= most, [&] {
        return spoken_thread(*program_, step.thread) + " is in " +
               (most == 0 ? "no function" : std::to_string(most) + (most == 1 ? " function" : " functions")) +
               " that can return" +
               (exceptions_[step.thread].empty() ? "" : " before its exception is caught") +
               "; `call` one before this step, or return " + (most == 0 ? "later" : "fewer times");
      }))
    return;
  stack.cut(stack.size() - step.times);
}

void ThreadSteps::allocates(const Allocate& step) {
  if (!running(step.thread) || step.frames.empty()) return;
  if (!callable(step.thread, step.frames, 1)) return;
  problems_->check(step.announced,
                   "an object that was there before the profiler has no stack; leave `announced` or the "
                   "functions of `at` out");
}

void ThreadSteps::compiles(const Compile& step) {
  running(step.thread);
  function(step.function);
  problems_->check(step.safe_to_block.value_or(true) || !program_->runtime.always_safe_to_block, [&] {
    return "runtime " + program_->runtime.name +
           " always reports TRUE when it compiles; leave `safe-to-block` out, or write `runtime: documented`";
  });
}

void ThreadSteps::suspends(const Suspend& step) {
  problems_->check(step.reason <= 9 && step.reason != 5,
                   [&] { return "suspend reason " + std::to_string(step.reason) + " does not exist"; });
  if (running(step.thread)) suspended_by(step.thread, step.suspension);
}

void ThreadSteps::collects(const Collect& step) {
  if (running(step.thread)) suspended_by(step.thread, step.reporting.suspension);
}

void ThreadSteps::suspended_by(std::uint32_t thread, const Suspending& suspension) {
  problems_->check(suspension.aborted.value_or(0) <= kMostAborted,
                   [&] { return "more than " + std::to_string(kMostAborted) + " tries to suspend"; });
  std::set<std::uint32_t> reported;
  for (const ThreadStop& each : suspension.threads) {
    if (!started(each.thread)) continue;
    problems_->check(each.thread != thread, [&] {
      return spoken_thread(*program_, thread) +
             " suspends the runtime and always reports itself; leave it out of `threads`";
    });
    problems_->check(reported.insert(each.thread).second, [&] {
      return spoken_thread(*program_, each.thread) + " is named twice with a way to stop";
    });
    problems_->check(each.how == Stop::kNever || each.thread != suspension.resumed_by, [&] {
      return spoken_thread(*program_, each.thread) +
             " is stopped and cannot resume the runtime; let another one do it, or "
             "write `never` for it under `threads`";
    });
  }
  if (suspension.resumed_by) started(*suspension.resumed_by);
}

void ThreadSteps::shut_down() {
  problems_->check(std::ranges::all_of(exceptions_, [](const auto& each) { return each.empty(); }),
                   "the process ends with an exception under way; put `catch` before this step");
}

void check_all_caught(const Program& program, ProblemList& problems) {
  std::map<std::uint32_t, std::vector<std::size_t>> open;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Action& action = program.steps[i].action;
    if (const auto* const thrown = std::get_if<Throw>(&action)) open[thrown->thread].push_back(i);
    const auto* const caught = std::get_if<CatchThrown>(&action);
    if (caught == nullptr) continue;
    std::vector<std::size_t>& under_way = open[caught->thread];
    for (bool more = true; more && !under_way.empty(); under_way.pop_back())
      more = std::get<Throw>(program.steps[under_way.back()].action).replaces;
  }
  std::optional<std::size_t> first;
  for (const auto& [thread, steps] : open) {
    if (!steps.empty()) first = std::min(first.value_or(steps.front()), steps.front());
  }
  if (!first) return;
  problems.at_step(*first, program.steps[*first].line, program.steps[*first].column);
  problems.add("this exception is never caught; put `catch` with its thread after this step");
}

}  // namespace gcrucible::program
