#include "harness/clr/hooks/function_calls.h"

#include <optional>

#include "harness/abi/monitor_flags.h"
#include "harness/clr/clr.h"
#include "harness/clr/hooks/hook_call.h"
#include "harness/clr/tables/code_places.h"

namespace gcrucible::clr {

namespace {

constexpr std::uint32_t kNative = program::kNothing;

// Whether compiled code calls hooks, and the mapper is called for what is compiled. Only a profiler that was
// loaded at the start can have any. A mapper is called without hooks too.
bool hooked(Clr& clr) {
  const Profiler* const profiler = clr.profiler();
  const bool any = clr.hooks().any() || clr.hooks().mapped();
  return any && profiler != nullptr && profiler->stage() == ProfilerStage::kActive &&
         (clr.mask().low() & abi::COR_PRF_MONITOR_ENTERLEAVE) != 0;
}

// Where the innermost frame returns to.
abi::UINT_PTR return_address(Clr& clr, std::span<const std::uint32_t> frames) {
  if (frames.size() < 2 || frames[frames.size() - 2] == kNative) return kNativeCode;
  return call_site(clr.functions().all()[frames[frames.size() - 2]], frames.back());
}

// Calls the hook of the innermost frame.
void call_hook(Clr& clr, HookPoint point, const program::CallStack& stack) {
  const std::uint32_t function = stack.frames().back();
  const FunctionEntry& entry = clr.functions().all()[function];
  const Hooks::Compiled& compiled = clr.hooks().compiled(entry.shared);
  const std::optional<Hook> hook = clr.hooks().at(point);
  if (!hook || !compiled.hooked) return;
  HookCall call(clr, *hook,
                {.function = entry.id,
                 .client = compiled.client,
                 .number = function,
                 .return_address = return_address(clr, stack.frames())});
  call.make();
}

}  // namespace

void compile_for_hooks(Clr& clr, std::uint32_t function) {
  const FunctionEntry& entry = clr.functions().all()[function];
  Hooks::Compiled& compiled = clr.hooks().compiled(entry.shared);
  // .NET compiles lightweight functions without hooks.
  if (!hooked(clr) || entry.lightweight) {
    compiled.hooked = !entry.lightweight;
    compiled.done = true;
    return;
  }
  // Without a mapper, hooks get the FunctionID alone.
  Mapping mapping{.client = clr.hooks().replaces_ids() ? entry.id : 0};
  if (clr.hooks().mapped()) mapping = ask_mapper(clr, entry.id);
  compiled.client = mapping.client;
  compiled.hooked = mapping.hooked;
  // Not before: another thread that calls the function asks the mapper too.
  compiled.done = true;
}

void call_functions(Clr& clr, program::CallStack& stack, std::span<const std::uint32_t> functions) {
  if (!hooked(clr)) return stack.call(functions);
  for (const std::uint32_t& each : functions) {
    if (each != kNative && !clr.hooks().compiled(clr.functions().all()[each].shared).done)
      compile_for_hooks(clr, each);
    stack.call(std::span(&each, 1));
    if (each != kNative) call_hook(clr, HookPoint::kEnter, stack);
  }
}

void leave_by_tail_call(Clr& clr, program::CallStack& stack) {
  if (hooked(clr) && stack.frames().back() != kNative) call_hook(clr, HookPoint::kTailcall, stack);
  stack.cut(stack.size() - 1);
}

void return_to(Clr& clr, program::CallStack& stack, std::size_t size) {
  while (hooked(clr) && stack.size() > size) {
    if (stack.frames().back() != kNative) call_hook(clr, HookPoint::kLeave, stack);
    stack.cut(stack.size() - 1);
  }
  stack.cut(size);
}

}  // namespace gcrucible::clr
