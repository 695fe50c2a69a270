// Steps of running code that are not about objects: exceptions and compilation of functions.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/generate/program_builder.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::size_t kMostFunctions = 3;
constexpr std::size_t kMostUnderWay = 3;
constexpr std::uint64_t kMostFrames = 3;

// No function or one function of the stack.
std::vector<std::uint32_t> some_of(ProgramBuilder& builder, const std::vector<std::uint32_t>& stack) {
  std::vector<std::uint32_t> chosen;
  if (builder.chance(1, 2)) chosen.push_back(builder.pick(stack));
  return chosen;
}

// A throw that leaves the finally block of an exception under way. Empty if no thread is in such a block.
std::optional<Throw> leaving_throw(ProgramBuilder& builder, std::uint32_t object) {
  std::vector<const Throw*> innermost;
  for (const Throw& each : builder.under_way()) {
    std::erase_if(innermost, [&](const Throw* outer) { return outer->thread == each.thread; });
    innermost.push_back(&each);
  }
  std::erase_if(innermost, [&](const Throw* each) {
    const bool elsewhere = builder.lane() != kNothing && each->thread != builder.lane();
    // If a second exception is pending, a catcher in the block's own function and one inside the block look
    // alike. The continuation of the outer exception would also seem to come from inside the block.
    const auto pending = std::ranges::count(builder.under_way(), each->thread, &Throw::thread);
    return pending != 1 || !each->filters.empty() || each->finally.empty() || !each->catcher || elsewhere;
  });
  if (innermost.empty()) return std::nullopt;
  const Throw& replaced = *builder.pick(innermost);
  std::vector<std::uint32_t> around = replaced.frames;
  around.push_back(*replaced.catcher);
  const auto has_block = [&](std::uint32_t each) {
    return std::ranges::find(replaced.finally, each) != replaced.finally.end();
  };
  around.erase(around.begin(), std::ranges::find_if(around, has_block));
  const std::uint32_t block = around.front();
  around.resize(1 + static_cast<std::size_t>(builder.below(around.size())));
  Throw step{.object = object, .thread = replaced.thread, .catcher = around.back(), .replaces = true};
  if (builder.chance(1, 2)) {
    const std::uint32_t thrower = some_function(builder);
    if (thrower != block) step.frames.push_back(thrower);
  }
  step.frames.insert(step.frames.end(), around.begin(), around.end() - 1);
  std::erase(around, block);
  if (!around.empty()) step.finally = some_of(builder, around);
  // As in add_exception(): a step without a thread belongs to the main thread.
  if (step.thread == 0 && !step.runs_code()) {
    if (around.empty()) return std::nullopt;
    step.finally.push_back(around.back());
  }
  return step;
}

}  // namespace

std::optional<std::uint32_t> some_exception(ProgramBuilder& builder) {
  std::vector<std::uint32_t> objects = builder.usable();
  std::erase_if(objects, [&](std::uint32_t each) {
    const TypeSpec& type = builder.pool().program().types[builder.live().type_of(each)];
    return type.kind != TypeKind::kClass || type.name == "System.Object";
  });
  if (objects.empty()) return std::nullopt;
  return builder.pick(objects);
}

std::uint32_t some_function(ProgramBuilder& builder) {
  std::vector<FunctionSpec>& functions = builder.program().functions;
  if (functions.size() < kMostFunctions)
    functions.push_back({.name = "Function" + std::to_string(functions.size() + 1)});
  return static_cast<std::uint32_t>(builder.below(functions.size()));
}

void add_exception(ProgramBuilder& builder) {
  const auto& throwing = builder.throwing();
  if (!throwing.empty() && (throwing.size() == kMostUnderWay || builder.chance(1, 2))) {
    builder.add(CatchThrown{.thread = builder.pick(throwing)});
    return;
  }
  const auto object = some_exception(builder);
  if (!object) return;
  if (builder.chance(1, 2)) {
    if (const auto leaving = leaving_throw(builder, *object)) return builder.add(*leaving);
  }
  Throw step;
  step.object = *object;
  step.thread = builder.some_thread();
  const std::uint32_t last = some_function(builder);
  for (std::uint64_t left = builder.below(kMostFrames); left > 0; --left)
    step.frames.push_back(some_function(builder));
  std::vector<std::uint32_t> stack = step.frames;
  stack.push_back(last);
  if (builder.chance(1, 4)) {
    step.frames = stack;
  } else {
    step.catcher = last;
  }
  step.filters = some_of(builder, stack);
  step.finally = some_of(builder, stack);
  // A step without a thread of its own belongs to the main thread.
  if (step.thread == 0 && !step.runs_code()) step.finally.push_back(last);
  builder.add(step);
}

void end_exceptions(ProgramBuilder& builder) {
  while (!builder.throwing().empty()) builder.add(CatchThrown{.thread = builder.throwing().back()});
}

void add_compilation(ProgramBuilder& builder) {
  Compile step;
  step.function = some_function(builder);
  step.thread = builder.some_thread();
  builder.add(step);
}

}  // namespace gcrucible::campaign
