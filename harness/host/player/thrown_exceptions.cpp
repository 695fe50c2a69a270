#include "harness/host/player/thrown_exceptions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/clr/threads/preemptive_scope.h"
#include "harness/trace/callback_fields.h"

namespace gcrucible::host {

using abi::CallbackMethod;
namespace fields = trace::fields;

namespace {

bool names(const std::vector<std::uint32_t>& functions, std::uint32_t function) {
  return std::ranges::find(functions, function) != functions.end();
}

// Delivers the callback if it is wanted, in the mode that its row states.
template <typename Fields, typename Invoke>
void make(clr::Clr& clr, CallbackMethod method, Fields&& reported, Invoke&& invoke) {
  clr::Profiler& profiler = *clr.profiler();
  if (!profiler.wants(method)) return;
  profiler.call(method, reported, [&] {
    std::optional<clr::PreemptiveScope> preemptive_scope;
    if (!clr::callback_row(method).cooperative) preemptive_scope.emplace(clr);
    return invoke(*profiler.level2());
  });
}

}  // namespace

std::vector<ThrownExceptions::Point> ThrownExceptions::points_of(const program::Throw& step) const {
  std::vector<std::uint32_t> stack = step.frames;
  if (step.catcher) stack.push_back(*step.catcher);
  const bool unpaired = !step.catcher && clr_->runtime().uncaught_leaves_unpaired;
  const auto functions = clr_->functions().all();
  std::vector<Point> points;
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const abi::FunctionID function = functions[stack[i]].id;
    points.push_back({CallbackMethod::kExceptionSearchFunctionEnter, function});
    if (names(step.filters, stack[i])) {
      points.push_back({CallbackMethod::kExceptionSearchFilterEnter, function});
      points.push_back({CallbackMethod::kExceptionSearchFilterLeave});
    }
    const bool last = i + 1 == stack.size();
    if (last && step.catcher) points.push_back({CallbackMethod::kExceptionSearchCatcherFound, function});
    points.push_back({last && unpaired ? CallbackMethod::kExceptionUnwindFunctionLeave
                                       : CallbackMethod::kExceptionSearchFunctionLeave});
  }
  for (std::size_t i = 0; i < stack.size(); ++i) {
    const abi::FunctionID function = functions[stack[i]].id;
    points.push_back({CallbackMethod::kExceptionUnwindFunctionEnter, function});
    if (names(step.finally, stack[i])) {
      points.push_back({CallbackMethod::kExceptionUnwindFinallyEnter, function});
      points.push_back({CallbackMethod::kExceptionUnwindFinallyLeave});
    }
    // The catching function is not reported as left.
    const bool stays = i + 1 == stack.size() && (step.catcher || unpaired);
    if (!stays) points.push_back({CallbackMethod::kExceptionUnwindFunctionLeave});
  }
  if (!step.catcher) return points;
  points.push_back({CallbackMethod::kExceptionCatcherEnter, functions[*step.catcher].id});
  points.push_back({CallbackMethod::kExceptionCatcherLeave});
  return points;
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
  report_thrown(object);
  const auto wanted = !step.filters.empty()   ? CallbackMethod::kExceptionSearchFilterEnter
                      : !step.finally.empty() ? CallbackMethod::kExceptionUnwindFinallyEnter
                                              : CallbackMethod::kExceptionUnwindFunctionEnter;
  const auto stop = std::ranges::find(thrown.points, wanted, &Point::method);
  const auto reported_end =
      static_cast<std::size_t>(stop - thrown.points.begin()) + (step.runs_code() ? 1 : 0);
  while (thrown.next < reported_end) report(thrown.points[thrown.next++], object);
  thread.thrown.push_back(std::move(thrown));
  return true;
}

void ThrownExceptions::finish(std::uint32_t thread) {
  OfThread& of = threads_[thread];
  Thrown thrown = std::move(of.thrown.back());
  of.thrown.pop_back();
  while (thrown.next < thrown.points.size()) report(thrown.points[thrown.next++], thrown.object);
  clr_->destroy_handle(thrown.handle);
  // Exceptions that this one has replaced are not reported any more. .NET 10 releases them here.
  for (bool replaces = thrown.replaces; replaces && !of.thrown.empty(); of.thrown.pop_back()) {
    clr_->destroy_handle(of.thrown.back().handle);
    replaces = of.thrown.back().replaces;
  }
  if (of.last != 0) clr_->destroy_handle(std::exchange(of.last, 0));
}

void ThrownExceptions::report_thrown(sim::ObjectIndex object) {
  const abi::ObjectID id = clr_->engine().address_of(object);
  make(
      *clr_, CallbackMethod::kExceptionThrown, [&] { return fields::ExceptionThrown(id); },
      [&](abi::ICorProfilerCallback& profiler) { return profiler.ExceptionThrown(id); });
}

#define GCRUCIBLE_WITH_FUNCTION(Name)                                      \
  case CallbackMethod::k##Name:                                            \
    return make(                                                           \
        *clr_, point.method, [&] { return fields::Name(point.function); }, \
        [&](abi::ICorProfilerCallback& profiler) { return profiler.Name(point.function); })
#define GCRUCIBLE_PLAIN(Name)                               \
  case CallbackMethod::k##Name:                             \
    return make(                                            \
        *clr_, point.method, [] { return fields::Name(); }, \
        [](abi::ICorProfilerCallback& profiler) { return profiler.Name(); })

void ThrownExceptions::report(const Point& point, sim::ObjectIndex object) {
  switch (point.method) {
    GCRUCIBLE_WITH_FUNCTION(ExceptionSearchFunctionEnter);
    GCRUCIBLE_WITH_FUNCTION(ExceptionSearchFilterEnter);
    GCRUCIBLE_WITH_FUNCTION(ExceptionSearchCatcherFound);
    GCRUCIBLE_WITH_FUNCTION(ExceptionUnwindFunctionEnter);
    GCRUCIBLE_WITH_FUNCTION(ExceptionUnwindFinallyEnter);
    GCRUCIBLE_PLAIN(ExceptionSearchFilterLeave);
    GCRUCIBLE_PLAIN(ExceptionSearchFunctionLeave);
    GCRUCIBLE_PLAIN(ExceptionUnwindFinallyLeave);
    GCRUCIBLE_PLAIN(ExceptionUnwindFunctionLeave);
    GCRUCIBLE_PLAIN(ExceptionCatcherLeave);
    default: {
      // The object may have moved since the throw.
      const abi::ObjectID id = clr_->engine().address_of(object);
      return make(
          *clr_, point.method, [&] { return fields::ExceptionCatcherEnter(point.function, id); },
          [&](abi::ICorProfilerCallback& profiler) {
            return profiler.ExceptionCatcherEnter(point.function, id);
          });
    }
  }
}

#undef GCRUCIBLE_WITH_FUNCTION
#undef GCRUCIBLE_PLAIN

}  // namespace gcrucible::host
