#include "harness/rules/exceptions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/rules/relocation.h"

namespace gcrucible::rules {
namespace {

using Stretch = Exceptions::Stretch;

// Only a damaged trace has so many open.
constexpr std::size_t kMost = 65536;

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

// Other exceptions come and go inside these.
bool has_exceptions_of_its_own(Stretch stretch) {
  return stretch == Stretch::kSearchFilter || stretch == Stretch::kUnwindFinally;
}

// Closes the innermost stretch of that kind and what is inside it. A catcher ends the function that was
// unwound for it too, which is never told as left.
void close(Exceptions::OfThread& thread, Stretch stretch) {
  std::vector<Exceptions::Open>& open = thread.open;
  const auto found = std::find_if(open.rbegin(), open.rend(),
                                  [&](const Exceptions::Open& each) { return each.stretch == stretch; });
  if (found == open.rend()) return;
  auto place = std::prev(found.base());
  if (has_exceptions_of_its_own(stretch)) thread.exception = std::move(place->before);
  if (stretch == Stretch::kCatcher && place != open.begin() &&
      std::prev(place)->stretch == Stretch::kUnwindFunction) {
    --place;
  }
  open.erase(place, open.end());
}

}  // namespace

bool is_over(const Exceptions::Exception& exception) {
  if (exception.phase == Exceptions::Phase::kNone) return true;
  return exception.phase == Exceptions::Phase::kUnwinding && !exception.found &&
         exception.unwound >= exception.searched.size();
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

bool ends_search(const Exceptions::OfThread& thread, Call call) {
  return call == Call::kExceptionUnwindFunctionLeave && !thread.exception.found && !thread.open.empty() &&
         thread.open.back().stretch == Stretch::kSearchFunction;
}

void Exceptions::take(const Callback& callback, std::uint32_t collections) {
  OfThread& thread = threads_[callback.thread];
  Stretch stretch = Stretch::kSearchFunction;
  if (ends_search(thread, callback.call)) {
    thread.exception.leaves_code = true;
    thread.open.pop_back();
    return;
  }
  if (leaves(callback.call, stretch)) return close(thread, stretch);
  if (callback.call == Call::kExceptionThrown) {
    if (ends_at_edge(thread)) thread.open.pop_back();
    // It may leave all of them; what is around one that was marked before is so too.
    for (auto open = thread.open.rbegin(); open != thread.open.rend() && !open->thrown_in; ++open) {
      open->thrown_in = true;
    }
    thread.exception = {.phase = Phase::kThrown,
                        .object = callback.object,
                        .collections = collections,
                        .line = callback.line,
                        .at = callback.object,
                        .followed = collections};
  } else if (callback.call == Call::kExceptionSearchCatcherFound) {
    thread.exception.phase = Phase::kFound;
    thread.exception.found = true;
    thread.exception.catching_function = callback.function;
  } else if (enters(callback.call, stretch) && thread.open.size() < kMost) {
    Exception& exception = thread.exception;
    thread.open.push_back({.stretch = stretch,
                           .function = callback.function,
                           .line = callback.line,
                           .object = callback.object,
                           .leaves_code = stretch == Stretch::kUnwindFunction && exception.leaves_code});
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

void Exceptions::follow(const Collection& collection, std::uint32_t collections) {
  const Relocation relocation(collection);
  const auto take_along = [&](Exception& exception) {
    if (exception.object == 0 || exception.followed + 1 != collections) return;
    exception.at = relocation.after(exception.at);
    exception.followed = collections;
  };
  for (auto& [id, thread] : threads_) {
    take_along(thread.exception);
    for (Open& open : thread.open) take_along(open.before);
  }
}

std::vector<ExceptionObject> Exceptions::under_way(std::uint32_t collections) const {
  std::vector<ExceptionObject> objects;
  const auto add = [&](const Exception& exception) {
    if (exception.object == 0 || exception.followed != collections || is_over(exception)) return;
    objects.push_back({.was = exception.at, .line = exception.line});
  };
  for (const auto& [id, thread] : threads_) {
    add(thread.exception);
    for (const Open& open : thread.open) {
      if (open.stretch == Stretch::kSearchFilter) add(open.before);
    }
    // An exception that leaves a finally block takes the place of the one that it was entered for.
    const Open* const last = thread.open.empty() ? nullptr : &thread.open.back();
    if (last != nullptr && last->stretch == Stretch::kUnwindFinally && !last->thrown_in) add(last->before);
  }
  return objects;
}

const Exceptions::OfThread* Exceptions::of(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  return found == threads_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules
