#include "harness/rules/exceptions.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gcrucible::rules {
namespace {

using Stretch = Exceptions::Stretch;

// What goes on with a search that was interrupted.
constexpr CallSet kSearched = {Call::kExceptionSearchFunctionLeave, Call::kExceptionSearchFilterEnter,
                               Call::kExceptionSearchCatcherFound, Call::kExceptionUnwindFunctionLeave};

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
  if (leaves(callback.call, stretch)) return close(thread, stretch);
  if (callback.call == Call::kExceptionThrown) {
    if (ends_at_edge(thread)) thread.open.pop_back();
    if (!thread.open.empty() && thread.open.back().stretch == Stretch::kSearchFunction &&
        !std::exchange(thread.open.back().interrupted, true)) {
      thread.open.back().before = std::move(thread.exception);
    }
    thread.exception = {.phase = Phase::kThrown, .object = callback.object, .collections = collections};
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

const Exceptions::OfThread* Exceptions::of(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  return found == threads_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules
