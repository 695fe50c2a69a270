#include "harness/program/steps/call_stack.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace gcrucible::program {
namespace {

bool is_among(const std::vector<std::uint32_t>& functions, std::uint32_t function) {
  return std::ranges::find(functions, function) != functions.end();
}

// The frames of the exception, innermost first.
std::vector<std::uint32_t> passed(const Throw& step) {
  std::vector<std::uint32_t> functions = step.frames;
  if (step.catcher) functions.push_back(*step.catcher);
  return functions;
}

// Place of the first of `among`, counted from the innermost frame.
std::size_t first_of(const std::vector<std::uint32_t>& functions, const std::vector<std::uint32_t>& among) {
  const auto found =
      std::ranges::find_if(functions, [&](std::uint32_t each) { return is_among(among, each); });
  return static_cast<std::size_t>(found - functions.begin());
}

}  // namespace

void CallStack::call(const Call& step) {
  if (step.tail && size() > floor()) cut(size() - 1);
  for (std::uint32_t i = 0; i < step.times; ++i) call(step.functions);
}

void CallStack::call(std::span<const std::uint32_t> functions) {
  frames_.insert(frames_.end(), functions.begin(), functions.end());
}

void CallStack::cut(std::size_t size) {
  frames_.resize(std::min(size, frames_.size()));
  unchanged_ = std::min(unchanged_, frames_.size());
}

std::size_t CallStack::take_unchanged() {
  return std::exchange(unchanged_, frames_.size());
}

std::size_t CallStack::common(const std::vector<std::uint32_t>& thrown, const Throw& step) const {
  // An exception in a block of another one does not leave that block, unless it replaces the other one.
  const std::size_t least = step.replaces ? 0 : floor();
  const std::size_t kept = step.catcher ? 1 : 0;
  for (std::size_t count = std::min(size(), thrown.size()); count != 0; --count) {
    if (size() - count + kept < least) continue;
    if (std::equal(frames_.end() - static_cast<std::ptrdiff_t>(count), frames_.end(), thrown.begin()))
      return count;
  }
  return 0;
}

std::vector<std::uint32_t> CallStack::called_by(const Throw& step) const {
  const std::vector<std::uint32_t> functions = passed(step);
  const std::vector<std::uint32_t> thrown(functions.rbegin(), functions.rend());
  return {thrown.begin() + static_cast<std::ptrdiff_t>(common(thrown, step)), thrown.end()};
}

void CallStack::begin(const Throw& step, std::size_t original) {
  const std::vector<std::uint32_t> functions = passed(step);
  const std::vector<std::uint32_t> thrown(functions.rbegin(), functions.rend());
  Exception exception{.original = original, .replaces = step.replaces};
  // Nothing is left to call if each call was made by itself.
  if (original == size()) call(called_by(step));
  exception.full = size();
  exception.after = std::min(size() - thrown.size() + (step.catcher ? 1 : 0), exception.original);
  exception.code = size();
  if (!step.filters.empty()) {
    exception.code = size() + 1;
  } else if (!step.finally.empty()) {
    exception.code = size() - first_of(functions, step.finally);
  }
  exceptions_.push_back(exception);
}

void CallStack::run_first_code(const Throw& step) {
  const std::vector<std::uint32_t> functions = passed(step);
  if (!step.filters.empty()) {
    frames_.push_back(functions[first_of(functions, step.filters)]);
  } else if (!step.finally.empty()) {
    cut(exceptions_.back().code);
  }
}

std::size_t CallStack::left_by_exception() const {
  if (exceptions_.empty()) return size();
  std::size_t left = exceptions_.back().after;
  for (std::size_t i = exceptions_.size() - 1; i > 0 && exceptions_[i].replaces; --i)
    left = std::min(left, exceptions_[i - 1].original);
  return left;
}

void CallStack::end_exception() {
  if (exceptions_.empty()) return;
  const std::size_t left = left_by_exception();
  bool replaces = exceptions_.back().replaces;
  exceptions_.pop_back();
  for (; replaces && !exceptions_.empty(); exceptions_.pop_back()) replaces = exceptions_.back().replaces;
  cut(left);
  unwinding_ = false;
}

void CallStacks::follow(const Action& action) {
  if (const auto* const call = std::get_if<Call>(&action)) {
    of(call->thread).call(*call);
  } else if (const auto* const back = std::get_if<Return>(&action)) {
    CallStack& stack = of(back->thread);
    stack.cut(stack.size() - back->times);
  } else if (const auto* const thrown = std::get_if<Throw>(&action)) {
    of(thrown->thread).begin(*thrown);
    of(thrown->thread).run_first_code(*thrown);
  } else if (const auto* const caught = std::get_if<CatchThrown>(&action)) {
    of(caught->thread).end_exception();
  } else if (const auto* const ended = std::get_if<EndThread>(&action)) {
    of(ended->thread).cut(0);
  }
}

}  // namespace gcrucible::program
