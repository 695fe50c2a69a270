// Steps of running code: calls and returns, exceptions, and compiled functions.
#include <array>
#include <optional>

#include "harness/clr/callbacks/allocation_tick.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/clr/hooks/function_calls.h"
#include "harness/clr/tables/loading.h"
#include "harness/clr/text.h"
#include "harness/clr/threads/preemptive_scope.h"
#include "harness/host/player/player.h"

namespace gcrucible::host {

using abi::CallbackMethod;

Expected<void> Player::make(const program::Throw& step) {
  if (auto done = alive(step.object); !done) return done;
  bool thrown = true;
  clr_->threads().run(step.thread, [&] { thrown = exceptions_.begin(step, step.object); });
  if (!thrown) return failure("the space for the simulated runtime's ids is used up: too many handles");
  return {};
}

Expected<void> Player::make(const program::CatchThrown& step) {
  clr_->threads().run(step.thread, [&] { exceptions_.finish(step.thread); });
  return {};
}

// A method of a class that is not loaded yet loads it.
Expected<void> Player::make(const program::Call& step) {
  clr_->threads().run(step.thread, [&] {
    for (const std::uint32_t each : step.functions) {
      if (each != program::kNothing) clr::load_classes_of(*clr_, clr_->functions().all()[each]);
    }
    program::CallStack& stack = clr_->stacks().of(step.thread);
    if (step.tail && stack.returnable() != 0) clr::leave_by_tail_call(*clr_, stack);
    for (std::uint32_t i = 0; i < step.times; ++i) clr::call_functions(*clr_, stack, step.functions);
  });
  return {};
}

Expected<void> Player::make(const program::Return& step) {
  clr_->threads().run(step.thread, [&] {
    program::CallStack& stack = clr_->stacks().of(step.thread);
    clr::return_to(*clr_, stack, stack.size() - step.times);
  });
  return {};
}

// A method body of one instruction, with the header of a tiny one (ECMA-335, II.25.4.2).
constexpr std::array<abi::BYTE, 2> kReturns{1 << 2 | 2, 0x2A};

void Player::compile_lightweight(std::uint32_t function, const clr::Raising& how, abi::BOOL safe) {
  const abi::FunctionID id = clr_->functions().all()[function].id;
  clr::Profiler* const profiler = clr_->profiler();
  clr::raise_if_wanted<CallbackMethod::kDynamicMethodJITCompilationStarted>(
      profiler, how, id, safe, kReturns.data(), static_cast<abi::ULONG>(kReturns.size()));
  clr::compile_for_hooks(*clr_, function);
  clr::raise_if_wanted<CallbackMethod::kDynamicMethodJITCompilationFinished>(profiler, how, id, abi::S_OK,
                                                                             safe);
}

// If blocking is safe, the thread is in preemptive mode and no suspension waits for it. Otherwise,
// suspensions wait for it.
Expected<void> Player::make(const program::Compile& step) {
  const clr::FunctionEntry& function = clr_->functions().all()[step.function];
  if (function.type != program::kNothing) {
    if (auto done = usable(function.type); !done) return done;
  }
  const abi::BOOL safe = step.safe_to_block.value_or(true) ? 1 : 0;
  const clr::Raising how{.preemptive = safe != 0 ? clr_ : nullptr};
  clr_->threads().run(step.thread, [&] {
    clr::load_classes_of(*clr_, function);
    clr::Profiler* const profiler = clr_->profiler();
    if (function.lightweight) return compile_lightweight(step.function, how, safe);
    clr::raise_if_wanted<CallbackMethod::kJITCompilationStarted>(profiler, how, function.id, safe);
    clr::compile_for_hooks(*clr_, step.function);
    clr::raise_if_wanted<CallbackMethod::kJITCompilationFinished>(profiler, how, function.id, abi::S_OK,
                                                                  safe);
  });
  return {};
}

// Called when the runtime has allocated the object's memory but has not initialized the object.
void Player::report_sample(sim::ObjectIndex object, std::uint16_t heap, bool now) {
  if (!clr_->profiler()->wants(CallbackMethod::kEventPipeEventDelivered)) return;
  const auto view = clr_->engine().object(object);
  if (view->generation == sim::Generation::kFrozen && !now) return;
  const TickCount::Kind kind = TickCount::kind_of(view->generation);
  const auto amount = ticks_.add(heap, kind, view->size, now);
  if (!amount) return;
  const std::u16string name = clr::to_utf16(program_->types[view->type].name);
  clr::report_allocation_tick(*clr_, clr_->engine().address_of(object),
                              {.type = clr_->classes().at(view->type).id,
                               .type_name = name,
                               .size = view->size,
                               .amount = *amount,
                               .kind = kind,
                               .heap = heap});
}

}  // namespace gcrucible::host
