#include "harness/host/player/thrown_exceptions.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/clr/callbacks/raise.h"
#include "harness/clr/hooks/function_calls.h"

namespace gcrucible::host {

using abi::CallbackMethod;

namespace {

bool names(const std::vector<std::uint32_t>& functions, std::uint32_t function) {
  return std::ranges::find(functions, function) != functions.end();
}

// Delivers the callback if it is wanted, in the mode that its row states.
template <CallbackMethod kMethod, typename... Arguments>
void raise_in_its_mode(clr::Clr& clr, Arguments... arguments) {
  const clr::Raising how{.preemptive = abi::callback_row(kMethod).cooperative ? nullptr : &clr};
  clr::raise_if_wanted<kMethod>(clr.profiler(), how, arguments...);
}

}  // namespace

template <CallbackMethod kMethod>
ThrownExceptions::Point ThrownExceptions::point(abi::FunctionID function) {
  constexpr auto kRaise = [](clr::Clr& clr, [[maybe_unused]] abi::FunctionID of,
                             [[maybe_unused]] sim::ObjectIndex object) {
    constexpr std::size_t kArguments = std::tuple_size_v<typename abi::CallbackSignature<kMethod>::Arguments>;
    if constexpr (kArguments == 0) raise_in_its_mode<kMethod>(clr);
    if constexpr (kArguments == 1) raise_in_its_mode<kMethod>(clr, of);
    // The object may have moved since the throw.
    if constexpr (kArguments == 2) raise_in_its_mode<kMethod>(clr, of, clr.engine().address_of(object));
  };
  return {.method = kMethod, .raise = kRaise, .function = function};
}

std::vector<ThrownExceptions::Point> ThrownExceptions::points_of(const program::Throw& step) const {
  std::vector<std::uint32_t> stack = step.frames;
  if (step.catcher) stack.push_back(*step.catcher);
  const bool unpaired = !step.catcher && clr_->runtime().uncaught_leaves_unpaired;
  const auto functions = clr_->functions().all();
  std::vector<Point> points;
  const auto of_frame = [&](std::size_t first, std::size_t frame) {
    for (std::size_t i = first; i < points.size(); ++i) {
      points[i].frame = frame;
      points[i].number = stack[frame];
    }
  };
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const std::size_t first = points.size();
    const abi::FunctionID function = functions[stack[i]].id;
    points.push_back(point<CallbackMethod::kExceptionSearchFunctionEnter>(function));
    if (names(step.filters, stack[i])) {
      points.push_back(point<CallbackMethod::kExceptionSearchFilterEnter>(function));
      points.push_back(point<CallbackMethod::kExceptionSearchFilterLeave>());
    }
    const bool last = i + 1 == stack.size();
    if (last && step.catcher) points.push_back(point<CallbackMethod::kExceptionSearchCatcherFound>(function));
    points.push_back(last && unpaired ? point<CallbackMethod::kExceptionUnwindFunctionLeave>()
                                      : point<CallbackMethod::kExceptionSearchFunctionLeave>());
    of_frame(first, i);
  }
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const std::size_t first = points.size();
    const abi::FunctionID function = functions[stack[i]].id;
    points.push_back(point<CallbackMethod::kExceptionUnwindFunctionEnter>(function));
    if (names(step.finally, stack[i])) {
      points.push_back(point<CallbackMethod::kExceptionUnwindFinallyEnter>(function));
      points.push_back(point<CallbackMethod::kExceptionUnwindFinallyLeave>());
    }
    // The catching function is not reported as left.
    const bool stays = i + 1 == stack.size() && (step.catcher || unpaired);
    if (!stays) points.push_back(point<CallbackMethod::kExceptionUnwindFunctionLeave>());
    of_frame(first, i);
  }
  if (!step.catcher) return points;
  const std::size_t first = points.size();
  points.push_back(point<CallbackMethod::kExceptionCatcherEnter>(functions[*step.catcher].id));
  points.push_back(point<CallbackMethod::kExceptionCatcherLeave>());
  of_frame(first, stack.size() - 1);
  return points;
}

// The second pass looks at frames without code of its own running: from there .NET walks no stack, except in
// the blocks that it enters. A filter or a block ends when the functions that it has called have returned.
void ThrownExceptions::report(const Point& point, sim::ObjectIndex object, program::CallStack& stack) {
  switch (point.method) {
    case CallbackMethod::kExceptionSearchFilterLeave:
      clr::return_to(*clr_, stack, std::min(stack.full() + 1, stack.size()));
      stack.cut(stack.full());
      break;
    case CallbackMethod::kExceptionUnwindFinallyLeave:
      clr::return_to(*clr_, stack, std::min(stack.full() - point.frame, stack.size()));
      break;
    case CallbackMethod::kExceptionUnwindFunctionEnter:
    case CallbackMethod::kExceptionUnwindFunctionLeave:
      stack.unwinding(true);
      break;
    case CallbackMethod::kExceptionUnwindFinallyEnter:
    case CallbackMethod::kExceptionCatcherEnter:
      stack.cut(stack.full() - point.frame);
      stack.unwinding(false);
      break;
    default:
      break;
  }
  point.raise(*clr_, point.function, object);
  if (point.method == CallbackMethod::kExceptionSearchFilterEnter) stack.call(std::span(&point.number, 1));
}

bool ThrownExceptions::begin(const program::Throw& step, sim::ObjectIndex object) {
  const sim::Handle strong{.kind = sim::HandleKind::kStrong, .object = object};
  Thrown thrown{.object = object,
                .handle = clr_->create_handle(strong),
                .points = points_of(step),
                .replaces = step.replaces};
  if (thrown.handle == 0) return false;
  OfThread& thread = threads_[step.thread];
  if (thread.last != 0) clr_->destroy_handle(thread.last);
  thread.last = clr_->create_handle(strong);
  if (thread.last == 0) return false;
  program::CallStack& stack = clr_->stacks().of(step.thread);
  const std::size_t original = stack.size();
  clr::call_functions(*clr_, stack, stack.called_by(step));
  stack.begin(step, original);
  raise_in_its_mode<CallbackMethod::kExceptionThrown>(*clr_, clr_->engine().address_of(object));
  const auto wanted = !step.filters.empty()   ? CallbackMethod::kExceptionSearchFilterEnter
                      : !step.finally.empty() ? CallbackMethod::kExceptionUnwindFinallyEnter
                                              : CallbackMethod::kExceptionUnwindFunctionEnter;
  const auto stop = std::ranges::find(thrown.points, wanted, &Point::method);
  const auto reported_end =
      static_cast<std::size_t>(stop - thrown.points.begin()) + (step.runs_code() ? 1 : 0);
  while (thrown.next < reported_end) report(thrown.points[thrown.next++], object, stack);
  thread.thrown.push_back(std::move(thrown));
  return true;
}

void ThrownExceptions::finish(std::uint32_t thread) {
  OfThread& of = threads_[thread];
  Thrown thrown = std::move(of.thrown.back());
  of.thrown.pop_back();
  program::CallStack& stack = clr_->stacks().of(thread);
  while (thrown.next < thrown.points.size()) report(thrown.points[thrown.next++], thrown.object, stack);
  const bool caught = thrown.points.back().method == CallbackMethod::kExceptionCatcherLeave;
  if (caught) clr::return_to(*clr_, stack, std::min(stack.left_by_exception(), stack.size()));
  stack.end_exception();
  clr_->destroy_handle(thrown.handle);
  // Exceptions that this one has replaced are not reported any more. .NET 10 releases them here.
  for (bool replaces = thrown.replaces; replaces && !of.thrown.empty(); of.thrown.pop_back()) {
    clr_->destroy_handle(of.thrown.back().handle);
    replaces = of.thrown.back().replaces;
  }
  if (of.last != 0) clr_->destroy_handle(std::exchange(of.last, 0));
}

}  // namespace gcrucible::host
