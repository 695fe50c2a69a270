// What running code does beside objects: exceptions, and functions that are compiled.
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/draft.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

constexpr std::size_t kMostFunctions = 3;
constexpr std::size_t kMostUnderWay = 3;
constexpr std::uint64_t kMostFrames = 3;

// Some of the functions in a stack, now and then.
std::vector<std::uint32_t> some_of(Draft& draft, const std::vector<std::uint32_t>& stack) {
  std::vector<std::uint32_t> chosen;
  if (draft.chance(1, 2)) chosen.push_back(draft.pick(stack));
  return chosen;
}

}  // namespace

std::optional<std::uint32_t> some_exception(Draft& draft) {
  std::vector<std::uint32_t> objects = draft.usable();
  std::erase_if(objects, [&](std::uint32_t each) {
    const TypeSpec& type = draft.pool().program().types[draft.live().type_of(each)];
    return type.kind != TypeKind::kClass || type.name == "System.Object";
  });
  if (objects.empty()) return std::nullopt;
  return draft.pick(objects);
}

std::uint32_t some_function(Draft& draft) {
  std::vector<FunctionSpec>& functions = draft.program().functions;
  if (functions.size() < kMostFunctions)
    functions.push_back({.name = "Function" + std::to_string(functions.size() + 1)});
  return static_cast<std::uint32_t>(draft.below(functions.size()));
}

void add_exception(Draft& draft) {
  const auto& throwing = draft.throwing();
  if (!throwing.empty() && (throwing.size() == kMostUnderWay || draft.chance(1, 2))) {
    draft.add(CatchThrown{.thread = draft.pick(throwing)});
    return;
  }
  const auto object = some_exception(draft);
  if (!object) return;
  Throw step;
  step.object = *object;
  step.thread = draft.some_thread();
  const std::uint32_t last = some_function(draft);
  for (std::uint64_t left = draft.below(kMostFrames); left > 0; --left)
    step.frames.push_back(some_function(draft));
  std::vector<std::uint32_t> stack = step.frames;
  stack.push_back(last);
  if (draft.chance(1, 4)) {
    step.frames = stack;
  } else {
    step.catcher = last;
  }
  step.filters = some_of(draft, stack);
  step.finally = some_of(draft, stack);
  // Steps without a thread of their own are the main thread's.
  if (step.thread == 0 && !step.runs_code()) step.finally.push_back(last);
  draft.add(step);
}

void end_exceptions(Draft& draft) {
  while (!draft.throwing().empty()) draft.add(CatchThrown{.thread = draft.throwing().back()});
}

void add_compilation(Draft& draft) {
  Compile step;
  step.function = some_function(draft);
  step.thread = draft.some_thread();
  draft.add(step);
}

}  // namespace gcrucible::campaign
