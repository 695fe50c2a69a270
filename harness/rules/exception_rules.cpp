// Rules about the callbacks that tell of exceptions.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/rules/checker.h"
#include "harness/rules/relocation.h"

namespace gcrucible::rules {
namespace {

using Stretch = Exceptions::Stretch;
using Phase = Exceptions::Phase;
using OfThread = Exceptions::OfThread;

constexpr OfThread kNothing{};
constexpr const char* kMoved =
    "a collection has come between the throw and the catch, of which not all is told";
constexpr const char* kMissed = "the profiler did not ask for exceptions all the time";

const OfThread& state_of(const Callback& callback, const History& history) {
  const OfThread* const state = history.exceptions().of(callback.thread);
  return state == nullptr ? kNothing : *state;
}

std::string_view name_of(Stretch stretch) {
  switch (stretch) {
    case Stretch::kSearchFunction:
      return "ExceptionSearchFunctionEnter";
    case Stretch::kSearchFilter:
      return "ExceptionSearchFilterEnter";
    case Stretch::kUnwindFunction:
      return "ExceptionUnwindFunctionEnter";
    case Stretch::kUnwindFinally:
      return "ExceptionUnwindFinallyEnter";
    case Stretch::kCatcher:
      return "ExceptionCatcherEnter";
  }
  return {};
}

bool is_in_search(const OfThread& state) {
  return !state.open.empty() && state.open.back().stretch == Stretch::kSearchFunction;
}

void nest(const Callback& callback, const History& history, Ruling& ruling) {
  if (history.exceptions().missed()) return ruling.cannot(kMissed);
  const OfThread& state = state_of(callback, history);
  const bool lenient = !leeway(ruling.rule(), history.header().runtime).empty();
  if (lenient && ends_search(state, callback.call)) return ruling.kept();
  Stretch stretch = Stretch::kSearchFunction;
  if (leaves(callback.call, stretch)) {
    std::size_t top = state.open.size();
    if (lenient && stretch != Stretch::kUnwindFunction && ends_at_edge(state)) --top;
    // An exception that leaves a catch block takes it along without a word.
    while (top != 0 && stretch != Stretch::kCatcher && state.open[top - 1].stretch == Stretch::kCatcher) {
      top -= top > 1 && state.open[top - 2].stretch == Stretch::kUnwindFunction ? 2 : 1;
    }
    // One that leaves a finally block does so too; the catch block that is left is the innermost one.
    while (top > 1 && stretch == Stretch::kCatcher && state.open[top - 1].stretch == Stretch::kUnwindFinally &&
           state.open[top - 1].thrown_in) {
      top -= 2;
    }
    if (top != 0 && state.open[top - 1].stretch == stretch) return ruling.kept();
    return broken(callback, history, ruling,
                  top == 0 ? fmt::format("{} leaves what this thread has not entered.", callback.name)
                           : fmt::format("{} comes inside {} of line {}.", callback.name,
                                         name_of(state.open[top - 1].stretch), state.open[top - 1].line));
  }
  if (callback.call == Call::kExceptionSearchFilterEnter ||
      callback.call == Call::kExceptionSearchCatcherFound) {
    if (is_in_search(state)) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("{} comes outside of ExceptionSearchFunctionEnter.", callback.name));
  }
  if (callback.call == Call::kExceptionUnwindFinallyEnter || callback.call == Call::kExceptionCatcherEnter) {
    if (!state.open.empty() && state.open.back().stretch == Stretch::kUnwindFunction) return ruling.kept();
    return broken(callback, history, ruling,
                  fmt::format("{} comes outside of ExceptionUnwindFunctionEnter.", callback.name));
  }
  if (callback.call == Call::kExceptionThrown && lenient && ends_at_edge(state)) return ruling.kept();
  if ((callback.call == Call::kExceptionUnwindFunctionEnter || callback.call == Call::kExceptionThrown) &&
      !state.open.empty() && state.open.back().stretch == Stretch::kUnwindFunction) {
    return broken(callback, history, ruling,
                  fmt::format("The function of line {} has not been left.", state.open.back().line));
  }
  if (is_in_search(state)) {
    broken(callback, history, ruling,
           fmt::format("{} comes while the function of line {} is searched.", callback.name,
                       state.open.back().line));
  }
}

void in_phases(const Callback& callback, const History& history, Ruling& ruling) {
  if (history.exceptions().missed()) return ruling.cannot(kMissed);
  const Exceptions::Exception& exception = state_of(callback, history).exception;
  switch (callback.call) {
    case Call::kExceptionThrown:
      if (exception.phase != Phase::kThrown || exception.object != callback.object) return;
      return broken(callback, history, ruling,
                    fmt::format("Object {} is thrown a second time, and was not searched for in between.",
                                id(callback.object)));
    case Call::kExceptionSearchCatcherFound:
      if (exception.phase != Phase::kFound) return ruling.kept();
      return broken(callback, history, ruling, "The catcher was found before.");
    case Call::kExceptionSearchFunctionEnter:
      // An exception that crosses unmanaged frames is searched for again behind them.
      if (exception.phase != Phase::kNone && exception.phase != Phase::kFound) return ruling.kept();
      return broken(callback, history, ruling,
                    exception.phase == Phase::kFound
                        ? "The search goes on although its catcher was found."
                        : "A search begins, and no exception was thrown since the last one was caught.");
    case Call::kExceptionUnwindFunctionEnter:
      if (exception.phase != Phase::kNone) return ruling.kept();
      return broken(callback, history, ruling, "A function is unwound, and no exception is under way.");
    case Call::kExceptionCatcherLeave:
    case Call::kExceptionUnwindFinallyLeave:
    case Call::kExceptionSearchFilterLeave:
      if (is_over(exception) || exception.leaves_code) return ruling.kept();
      return broken(callback, history, ruling,
                    fmt::format("{} comes although the exception of line {} is under way.", callback.name,
                                exception.line));
    default:
      if (exception.found) return ruling.kept();
      return broken(callback, history, ruling,
                    "A catcher is entered that ExceptionSearchCatcherFound has not told of.");
  }
}

void same_function(const Callback& callback, const History& history, Ruling& ruling) {
  const OfThread& state = state_of(callback, history);
  if (state.open.empty()) return;
  const bool searches = callback.call == Call::kExceptionSearchCatcherFound ||
                        callback.call == Call::kExceptionSearchFilterEnter;
  const Exceptions::Open& around = state.open.back();
  if (around.stretch != (searches ? Stretch::kSearchFunction : Stretch::kUnwindFunction)) return;
  if (callback.function != around.function) {
    return broken(callback, history, ruling,
                  fmt::format("{} names the function {:#x}, {} of line {} names {:#x}.", callback.name,
                              callback.function, name_of(around.stretch), around.line, around.function));
  }
  if (callback.call == Call::kExceptionCatcherEnter && state.exception.found &&
      state.exception.catching_function != callback.function) {
    return broken(callback, history, ruling,
                  fmt::format("The catcher of {:#x} is entered; ExceptionSearchCatcherFound told of {:#x}.",
                              callback.function, state.exception.catching_function));
  }
  ruling.kept();
}

void unwound_as_searched(const Callback& callback, const History& history, Ruling& ruling) {
  if (history.exceptions().missed()) return ruling.cannot(kMissed);
  const Exceptions::Exception& exception = state_of(callback, history).exception;
  const std::vector<std::uint64_t>& searched = exception.searched;
  if (callback.call == Call::kExceptionUnwindFunctionEnter) {
    // One that is under way without a search is for exceptions/phases.
    if (searched.empty()) return;
    if (exception.unwound < searched.size() && searched[exception.unwound] == callback.function) {
      return ruling.kept();
    }
    return broken(
        callback, history, ruling,
        exception.unwound < searched.size()
            ? fmt::format("The function {:#x} is unwound, where {:#x} is the next that was searched.",
                          callback.function, searched[exception.unwound])
            : fmt::format("The function {:#x} is unwound, behind the last one that was searched.",
                          callback.function));
  }
  // Other exceptions take the place of one that is unwound; one that leaves managed code comes to its end
  // first.
  if (callback.call != Call::kExceptionCatcherEnter && !exception.leaves_code) return;
  if (exception.unwound >= searched.size()) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("{} comes although the function {:#x} was searched and has not been unwound.",
                     callback.name, searched[exception.unwound]));
}

void object_of_catcher(const Callback& callback, const History& history, Ruling& ruling) {
  const Exceptions::Exception& exception = state_of(callback, history).exception;
  // One that is under way without a throw is for exceptions/phases.
  if (exception.phase == Phase::kNone || exception.object == 0) return;
  if (exception.followed != history.collections()) {
    // Where the last one took it is known when that is closed.
    if (exception.followed + 1 != history.collections()) return ruling.cannot(kMoved);
    return;
  }
  if (exception.at == callback.object) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("The catcher is given object {}, ExceptionThrown named {}{}.", id(callback.object),
                     id(exception.object),
                     exception.at == exception.object ? "" : ", which is " + id(exception.at) + " now"));
}

Finding finding_of(const Collection& collection, const ExceptionObject& object, Call call, std::string what) {
  Finding finding{.what = std::move(what),
                  .collection = collection.number,
                  .line = object.line,
                  .callback = std::string(name_of(call))};
  finding.address = object.was;
  return finding;
}

// An exception that is under way lives, and the collection tells where.
void object_through_collection(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.thrown.empty() && collection.caught.empty()) return;
  if (!collection.alive_known || collection.starts == 0 || collection.finishes == 0) {
    return ruling.cannot(kMoved);
  }
  const Relocation relocation(collection);
  const auto lives = [&](std::uint64_t object) {
    return std::binary_search(collection.alive.begin(), collection.alive.end(), object);
  };
  for (const ExceptionObject& thrown : collection.thrown) {
    const std::uint64_t now = relocation.after(thrown.was);
    if (lives(now)) {
      ruling.kept();
    } else if (history.header().source == "recorded") {
      ruling.broken(finding_of(collection, thrown, Call::kExceptionThrown,
                               fmt::format("The exception {} is under way, and no object lives at {} behind "
                                           "the collection.",
                                           id(thrown.was), id(now))));
    }
  }
  for (const ExceptionObject& caught : collection.caught) {
    const std::uint64_t now = relocation.after(caught.was);
    if (now == caught.told) {
      ruling.kept();
      continue;
    }
    ruling.broken(finding_of(collection, caught, Call::kExceptionCatcherEnter,
                             fmt::format("The catcher is given object {}, the exception is {} since the "
                                         "collection before.",
                                         id(caught.told), id(now))));
  }
}

void handles_of_thrown(const Callback& callback, const History& history, Ruling& ruling) {
  const auto object = history.handles().of_exceptions().just_made_for(callback.thread);
  if (history.header().source != "recorded" || !object || callback.object == 0) return;
  if (*object == callback.object) return ruling.kept();
  broken(callback, history, ruling,
         fmt::format("Object {} is thrown, and the two handles right before it were made for {}.",
                     id(callback.object), id(*object)));
}

constexpr std::string_view kException = "an exception that is told";
constexpr std::string_view kCaught = "an exception that is caught, and told";

// Without what runtimes since .NET Framework 2.0 do not tell any more.
constexpr CallSet kSteps =
    kExceptionCalls.without({Call::kExceptionOsHandlerEnter, Call::kExceptionOsHandlerLeave,
                             Call::kExceptionClrCatcherFound, Call::kExceptionClrCatcherExecute});

constexpr Binding kBindings[] = {
    {.id = "exceptions/nest", .occasion = kException, .calls = kSteps, .entry = nest},
    {.id = "exceptions/phases",
     .occasion = kException,
     .calls = {Call::kExceptionThrown, Call::kExceptionSearchCatcherFound,
               Call::kExceptionSearchFunctionEnter, Call::kExceptionUnwindFunctionEnter,
               Call::kExceptionCatcherEnter, Call::kExceptionCatcherLeave,
               Call::kExceptionUnwindFinallyLeave, Call::kExceptionSearchFilterLeave},
     .entry = in_phases},
    {.id = "exceptions/same-function",
     .occasion = kCaught,
     .calls = {Call::kExceptionSearchCatcherFound, Call::kExceptionSearchFilterEnter,
               Call::kExceptionUnwindFinallyEnter, Call::kExceptionCatcherEnter},
     .entry = same_function},
    {.id = "exceptions/unwound-as-searched",
     .occasion = kException,
     .calls = {Call::kExceptionUnwindFunctionEnter, Call::kExceptionCatcherEnter, Call::kExceptionThrown,
               Call::kExceptionSearchFilterLeave, Call::kExceptionUnwindFinallyLeave,
               Call::kExceptionCatcherLeave},
     .entry = unwound_as_searched},
    {.id = "exceptions/object-of-catcher",
     .occasion = kCaught,
     .calls = {Call::kExceptionCatcherEnter},
     .entry = object_of_catcher,
     .collection = object_through_collection},
    {.id = "exceptions/handles-of-thrown",
     .occasion = "ExceptionThrown right behind two of HandleCreated for one object",
     .calls = {Call::kExceptionThrown},
     .entry = handles_of_thrown},
};

}  // namespace

std::span<const Binding> exception_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
