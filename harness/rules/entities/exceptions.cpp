#include "harness/rules/entities/exceptions.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "harness/rules/collection/collection.h"
#include "harness/rules/entities/info/profiler_handles.h"

namespace gcrucible::rules {
namespace {

using Stretch = Exceptions::Stretch;

// Number of outermost stretches to drop if there are too many.
constexpr std::size_t kForgotten = Exceptions::kMost / 2;

// Callbacks that continue an interrupted search.
constexpr CallSet kSearched = {Call::kExceptionSearchFunctionLeave, Call::kExceptionSearchFilterEnter,
                               Call::kExceptionSearchCatcherFound, Call::kExceptionUnwindFunctionLeave};

bool enters(Call call, Stretch& stretch) {
  switch (call) {
    case Call::kExceptionSearchFunctionEnter:
      stretch = Stretch::kSearchFunction;
      return true;
    case Call::kExceptionSearchFilterEnter:
      stretch = Stretch::kSearchFilter;
      return true;
    case Call::kExceptionUnwindFunctionEnter:
      stretch = Stretch::kUnwindFunction;
      return true;
    case Call::kExceptionUnwindFinallyEnter:
      stretch = Stretch::kUnwindFinally;
      return true;
    case Call::kExceptionCatcherEnter:
      stretch = Stretch::kCatcher;
      return true;
    default:
      return false;
  }
}

// Other exceptions may begin and end inside these stretches.
bool has_exceptions_of_its_own(Stretch stretch) {
  return stretch == Stretch::kSearchFilter || stretch == Stretch::kUnwindFinally;
}

// Closes the innermost stretch of that kind and everything inside it. A catcher also ends the function
// unwound for it, which is never reported as left. Returns the function of the stretch, or 0 if none was
// open.
std::uint64_t close(Exceptions::OfThread& thread, Stretch stretch) {
  std::vector<Exceptions::Open>& open = thread.open;
  const auto found = std::find_if(open.rbegin(), open.rend(),
                                  [&](const Exceptions::Open& each) { return each.stretch == stretch; });
  if (found == open.rend()) {
    // Entered before the profiler was loaded, so all open stretches were inside.
    if (has_exceptions_of_its_own(stretch)) {
      const bool may_go_on = thread.may_go_on;
      thread = {};
      thread.uncertain = thread.may_go_on = may_go_on;
    }
    return 0;
  }
  auto place = std::prev(found.base());
  const std::uint64_t function = place->function;
  if (has_exceptions_of_its_own(stretch)) thread.exception = std::move(place->before);
  if (stretch == Stretch::kCatcher && place != open.begin() &&
      std::prev(place)->stretch == Stretch::kUnwindFunction) {
    --place;
  }
  open.erase(place, open.end());
  while (!thread.hidden.empty() && thread.hidden.back().depth > open.size()) thread.hidden.pop_back();
  return function;
}

// An exception unwound `function` or was caught in it. If `function` has an open finally block of another
// exception, the unwound exception replaces that one, unless the block called the function again. The
// caught exception may have been caught inside the block or around it.
void leave_finally(Exceptions::OfThread& thread, Stretch by, std::uint64_t function) {
  if (thread.open.empty() || thread.open.back().stretch != Stretch::kUnwindFinally ||
      thread.open.back().function != function)
    return;
  const std::size_t block = thread.open.size() - 1;
  const bool has_function = block != 0 && thread.open[block - 1].stretch == Stretch::kUnwindFunction;
  const std::size_t certain = has_function ? block - 1 : block;
  const bool kept = by == Stretch::kCatcher && (!thread.uncertain || thread.block == block);
  thread.block = kept ? block : Exceptions::kNoBlock;
  thread.certain = thread.uncertain ? std::min(thread.certain, certain) : certain;
  thread.uncertain = true;
  if (by == Stretch::kCatcher) return;
  const auto from = thread.open.begin() + static_cast<std::ptrdiff_t>(certain);
  // Of two such blocks, the Leave does not tell which one it ends.
  if (std::exchange(thread.may_go_on, true)) {
    thread.left.clear();
  } else {
    thread.left.assign(std::make_move_iterator(from), std::make_move_iterator(thread.open.end()));
    thread.left_at = certain;
  }
  thread.open.erase(from, thread.open.end());
}

// Whether a Leave of that kind determines what is open. If two finally blocks are open, no callback states
// which one has ended. The same is true where unreported blocks may be open.
bool settles(const Exceptions::OfThread& thread, Stretch stretch) {
  const std::vector<Exceptions::Open>& open = thread.open;
  if (stretch == Stretch::kUnwindFunction) return false;
  if (stretch != Stretch::kUnwindFinally) return open.size() < thread.certain;
  if (open.size() != thread.block || !thread.hidden.empty()) return false;
  return std::none_of(open.begin(), open.end(),
                      [](const Exceptions::Open& each) { return each.stretch == Stretch::kUnwindFinally; });
}

// The callback ends a stretch of that kind.
void leave(Exceptions::OfThread& thread, Call call, Stretch stretch) {
  if (ends_left_block(thread, call)) {
    if (ends_at_edge(thread)) thread.open.pop_back();
    for (Exceptions::Open& each : thread.left) thread.open.push_back(std::move(each));
    thread.left.clear();
    thread.may_go_on = false;
  }
  const std::uint64_t function = close(thread, stretch);
  if (thread.uncertain && !thread.may_go_on && settles(thread, stretch)) thread.uncertain = false;
  if (stretch == Stretch::kUnwindFunction || stretch == Stretch::kCatcher)
    leave_finally(thread, stretch, function);
  if (thread.open.size() < thread.left_at) thread.left.clear();
  if (thread.open.empty() && !thread.may_go_on) thread.uncertain = false;
}

// A catch block that an exception leaves stays open in the list. If there are many, the outermost are most
// likely over.
void forget_outermost(Exceptions::OfThread& thread) {
  thread.open.erase(thread.open.begin(), thread.open.begin() + kForgotten);
  std::erase_if(thread.hidden, [](const Exceptions::Hidden& each) { return each.depth < kForgotten; });
  for (Exceptions::Hidden& each : thread.hidden) each.depth -= kForgotten;
  thread.certain -= std::min(thread.certain, kForgotten);
  thread.left.clear();
  thread.block = Exceptions::kNoBlock;
}

// An exception is under way, and no reported function is being searched or unwound for it.
bool is_between_functions(const Exceptions::OfThread& thread) {
  if (thread.exception.phase == Exceptions::Phase::kNone || thread.exception.leaves_code) return false;
  if (thread.open.empty() || thread.open.back().interrupted) return true;
  const Stretch inner = thread.open.back().stretch;
  return inner != Stretch::kSearchFunction && inner != Stretch::kUnwindFunction;
}

bool may_be_in(const Exceptions::Exception& exception, Stretch stretch) {
  switch (stretch) {
    case Stretch::kSearchFilter:
      return exception.phase == Exceptions::Phase::kThrown || exception.phase == Exceptions::Phase::kSearched;
    case Stretch::kUnwindFinally:
      return true;
    case Stretch::kCatcher:
      return !exception.found;
    default:
      return false;
  }
}

// The exception may have left a filter, which swallows it.
bool may_have_left_filter(const Exceptions::Exception& exception) {
  return exception.leaves_code || (!exception.found && (exception.phase == Exceptions::Phase::kThrown ||
                                                        exception.phase == Exceptions::Phase::kUnwinding));
}

// Number of hidden exceptions up to the innermost one that the block may belong to; 0 if none. Later
// exceptions were replaced by others.
std::size_t hidden_in(const Exceptions::OfThread& thread, Stretch stretch) {
  std::size_t top = thread.hidden.size();
  while (top != 0 && thread.hidden[top - 1].depth == thread.open.size()) {
    if (may_be_in(thread.hidden[top - 1].exception, stretch)) return top;
    --top;
  }
  return 0;
}

}  // namespace

Exceptions::Unreported unreported_by(const Exceptions::OfThread& thread, Call call) {
  Stretch stretch = Stretch::kSearchFunction;
  if (!leaves(call, stretch)) return Exceptions::Unreported::kNobodys;
  const bool has_hidden = hidden_in(thread, stretch) != 0;
  const Exceptions::Exception& exception = thread.exception;
  if (has_hidden && (exception.phase == Exceptions::Phase::kNone ||
                     (stretch == Stretch::kSearchFilter && may_have_left_filter(exception)))) {
    return Exceptions::Unreported::kHidden;
  }
  if (is_between_functions(thread) && may_be_in(exception, stretch))
    return Exceptions::Unreported::kInnermost;
  return Exceptions::Unreported::kNobodys;
}

bool leaves(Call call, Exceptions::Stretch& stretch) {
  switch (call) {
    case Call::kExceptionSearchFunctionLeave:
      stretch = Stretch::kSearchFunction;
      return true;
    case Call::kExceptionSearchFilterLeave:
      stretch = Stretch::kSearchFilter;
      return true;
    case Call::kExceptionUnwindFunctionLeave:
      stretch = Stretch::kUnwindFunction;
      return true;
    case Call::kExceptionUnwindFinallyLeave:
      stretch = Stretch::kUnwindFinally;
      return true;
    case Call::kExceptionCatcherLeave:
      stretch = Stretch::kCatcher;
      return true;
    default:
      return false;
  }
}

bool ends_at_edge(const Exceptions::OfThread& thread) {
  return !thread.open.empty() && thread.open.back().stretch == Stretch::kUnwindFunction &&
         thread.open.back().leaves_code;
}

bool resumes(const Exceptions::OfThread& thread) {
  return !thread.open.empty() && thread.open.back().interrupted &&
         thread.exception.phase == Exceptions::Phase::kNone;
}

bool ends_search(const Exceptions::OfThread& thread, Call call) {
  return call == Call::kExceptionUnwindFunctionLeave && !thread.exception.found && !thread.open.empty() &&
         thread.open.back().stretch == Stretch::kSearchFunction;
}

bool ends_left_block(const Exceptions::OfThread& thread, Call call) {
  // The last function of an exception that leaves managed code stays open.
  const std::size_t at_edge = ends_at_edge(thread) ? 1 : 0;
  return call == Call::kExceptionUnwindFinallyLeave && !thread.left.empty() &&
         thread.open.size() == thread.left_at + at_edge &&
         std::none_of(thread.open.begin(), thread.open.end(),
                      [](const Exceptions::Open& each) { return each.stretch == Stretch::kUnwindFinally; });
}

bool Exceptions::take_unreported(OfThread& thread, Call call) const {
  Stretch stretch = Stretch::kSearchFunction;
  if (!unreported_frames_ || !leaves(call, stretch)) return false;
  const Unreported unreported = unreported_by(thread, call);
  if (unreported == Unreported::kNobodys) return false;
  if (unreported == Unreported::kHidden) {
    const std::size_t top = hidden_in(thread, stretch);
    thread.exception = std::move(thread.hidden[top - 1].exception);
    thread.hidden.resize(top - 1);
  }
  if (stretch == Stretch::kCatcher) thread.exception = {};
  return true;
}

void Exceptions::take(const Callback& callback, std::uint32_t collections) {
  OfThread& thread = threads_[callback.thread];
  Stretch stretch = Stretch::kSearchFunction;
  if (kSearched.has(callback.call) && resumes(thread)) {
    thread.exception = std::move(thread.open.back().before);
    thread.open.back().interrupted = false;
  }
  if (ends_search(thread, callback.call)) {
    thread.exception.leaves_code = true;
    thread.open.pop_back();
    return;
  }
  if (take_unreported(thread, callback.call)) return;
  if (leaves(callback.call, stretch)) return leave(thread, callback.call, stretch);
  if (callback.call == Call::kExceptionThrown) {
    if (ends_at_edge(thread)) thread.open.pop_back();
    const Exception& last = thread.exception;
    const bool again =
        last.object == callback.object || (last.object != 0 && last.thrown_as == callback.object);
    if (unreported_frames_ && !again && is_between_functions(thread)) {
      if (thread.hidden.size() == kMostHidden) thread.hidden.erase(thread.hidden.begin());
      thread.hidden.push_back({.exception = std::move(thread.exception), .depth = thread.open.size()});
      thread.exception = {};
    }
    if (!thread.open.empty() && thread.open.back().stretch == Stretch::kSearchFunction &&
        !std::exchange(thread.open.back().interrupted, true)) {
      thread.open.back().before = std::move(thread.exception);
    }
    thread.exception = {.phase = Phase::kThrown,
                        .thrown = true,
                        .thrown_as = callback.object,
                        .thrown_in = collections,
                        .object = callback.object,
                        .collections = collections};
  } else if (callback.call == Call::kExceptionSearchCatcherFound) {
    thread.exception.phase = Phase::kFound;
    thread.exception.found = true;
    thread.exception.catching_function = callback.function;
  } else if (enters(callback.call, stretch)) {
    if (thread.open.size() == kMost) forget_outermost(thread);
    Exception& exception = thread.exception;
    thread.open.push_back({.stretch = stretch,
                           .function = callback.function,
                           .line = callback.line,
                           .object = callback.object,
                           .leaves_code = stretch == Stretch::kUnwindFunction && exception.leaves_code,
                           .thrown = exception.thrown});
    if (stretch == Stretch::kSearchFunction) {
      if (exception.phase == Phase::kThrown) exception.phase = Phase::kSearched;
      if (exception.searched.size() < kMost) exception.searched.push_back(callback.function);
    }
    if (stretch == Stretch::kUnwindFunction) {
      exception.phase = Phase::kUnwinding;
      ++exception.unwound;
    }
    if (stretch == Stretch::kCatcher || has_exceptions_of_its_own(stretch)) {
      thread.open.back().before = std::exchange(exception, {});
    }
  }
}

template <typename Visit>
void Exceptions::each_exception(Visit visit) {
  for (auto& [native, thread] : threads_) {
    visit(thread.exception);
    for (Open& open : thread.open) visit(open.before);
    for (Open& open : thread.left) visit(open.before);
    for (Hidden& hidden : thread.hidden) visit(hidden.exception);
  }
}

void Exceptions::forget_objects() {
  each_exception([](Exception& exception) { exception.object = 0; });
  for (auto& [native, thread] : threads_) {
    for (Open& open : thread.open) open.object = 0;
    for (Open& open : thread.left) open.object = 0;
  }
}

void Exceptions::follow(const Collection& collection, std::uint32_t collections) {
  each_exception([&](Exception& exception) {
    if (exception.object == 0 || exception.collections >= collections) return;
    // A collection between the throw and this one was not reported.
    const bool next = exception.collections + 1 == collections;
    exception.object = next ? held_after(exception.object, collection).value_or(0) : 0;
    exception.collections = collections;
  });
}

const Exceptions::OfThread* Exceptions::of(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  return found == threads_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules
