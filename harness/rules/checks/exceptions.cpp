// Rules about the exception callbacks.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/evidence/standing_object.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

using Stretch = Exceptions::Stretch;
using Phase = Exceptions::Phase;
using OfThread = Exceptions::OfThread;

constexpr OfThread kNothing{};
constexpr const char* kMissed = "the exception may have begun before exceptions were reported";

constexpr const char* kTooMany = "the search covered more functions than gcrucible stores";

const OfThread& state_of(const Callback& callback, const History& history) {
  const OfThread* const state = history.exceptions().of(callback.thread);
  return state == nullptr ? kNothing : *state;
}

void broken_unless_uncertain(const Callback& callback, const History& history, Ruling& ruling,
                             std::string what) {
  if (state_of(callback, history).uncertain)
    return ruling.cannot("an exception was caught in, or left, the function of a finally block");
  broken(callback, history, ruling, std::move(what));
}

// A Leave of a frame for which .NET raises no other callbacks.
bool is_unreported(const Callback& callback, const History& history) {
  return history.exceptions().expects_unreported_frames() &&
         unreported_by(state_of(callback, history), callback.call) != Exceptions::Unreported::kNobodys;
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
  return !state.open.empty() && state.open.back().stretch == Stretch::kSearchFunction &&
         !state.open.back().interrupted;
}

// Number of open stretches that remain when a stretch of the kind ends. Stretches inside it that end
// without a Leave are not counted.
std::size_t without_what_ends_silently(const OfThread& state, Stretch left, bool lenient) {
  std::size_t top = state.open.size();
  while (top != 0) {
    const Exceptions::Open& inner = state.open[top - 1];
    const bool outlived = lenient && left != Stretch::kUnwindFunction && left != inner.stretch &&
                          (inner.leaves_code || inner.interrupted);
    // An exception that leaves a catch block ends the block without a callback.
    const bool caught = left != Stretch::kCatcher && inner.stretch == Stretch::kCatcher;
    if (!outlived && !caught) break;
    top -= caught && top > 1 && state.open[top - 2].stretch == Stretch::kUnwindFunction ? 2 : 1;
  }
  return top;
}

// The innermost open stretch may be one of an exception whose beginning was not reported.
bool may_be_inside_unreported(const OfThread& state, const History& history) {
  return history.exceptions().missed() && (state.open.empty() || !state.open.back().thrown);
}

// The exception under way may be one whose beginning was not reported.
bool may_be_unreported(const OfThread& state, const History& history) {
  if (!history.exceptions().missed() || state.exception.thrown) return false;
  return state.open.empty() || state.exception.phase != Phase::kNone;
}

void nest(const Callback& callback, const History& history, Ruling& ruling) {
  const OfThread& state = state_of(callback, history);
  if (may_be_inside_unreported(state, history)) return ruling.cannot(kMissed);
  const bool lenient = has_leeway(ruling.rule(), history.header().runtime);
  if (lenient && ends_search(state, callback.call)) return ruling.kept();
  if (lenient && is_unreported(callback, history)) return ruling.kept();
  if (ends_left_block(state, callback.call)) return ruling.kept();
  Stretch stretch = Stretch::kSearchFunction;
  if (leaves(callback.call, stretch)) {
    if (stretch == Stretch::kSearchFunction && lenient && resumes(state)) return ruling.kept();
    std::size_t top = without_what_ends_silently(state, stretch, lenient);
    for (std::size_t i = top; stretch == Stretch::kCatcher && i-- > 0;) {
      if (state.open[i].stretch == stretch) {
        top = i + 1;
        break;
      }
    }
    if (top != 0 && state.open[top - 1].stretch == stretch && !state.open[top - 1].interrupted) {
      return ruling.kept();
    }
    // Only stretches are open that may have ended without a callback.
    if (top == 0 && history.exceptions().missed()) return ruling.cannot(kMissed);
    return broken_unless_uncertain(
        callback, history, ruling,
        top == 0 ? fmt::format("{} has no matching enter callback on this thread.", callback.name)
                 : fmt::format("{} is delivered inside {} of line {}.", callback.name,
                               name_of(state.open[top - 1].stretch), state.open[top - 1].line));
  }
  if (callback.call == Call::kExceptionSearchFilterEnter ||
      callback.call == Call::kExceptionSearchCatcherFound) {
    if (is_in_search(state) || (lenient && resumes(state))) return ruling.kept();
    return broken_unless_uncertain(
        callback, history, ruling,
        fmt::format("{} is delivered outside ExceptionSearchFunctionEnter.", callback.name));
  }
  if (callback.call == Call::kExceptionUnwindFinallyEnter || callback.call == Call::kExceptionCatcherEnter) {
    if (!state.open.empty() && state.open.back().stretch == Stretch::kUnwindFunction) return ruling.kept();
    return broken_unless_uncertain(
        callback, history, ruling,
        fmt::format("{} is delivered outside ExceptionUnwindFunctionEnter.", callback.name));
  }
  if (callback.call == Call::kExceptionThrown && lenient && (ends_at_edge(state) || is_in_search(state))) {
    return ruling.kept();
  }
  if ((callback.call == Call::kExceptionUnwindFunctionEnter || callback.call == Call::kExceptionThrown) &&
      !state.open.empty() && state.open.back().stretch == Stretch::kUnwindFunction) {
    return broken_unless_uncertain(
        callback, history, ruling,
        fmt::format("The function of line {} has not been left.", state.open.back().line));
  }
  if (is_in_search(state)) {
    broken_unless_uncertain(callback, history, ruling,
                            fmt::format("{} is delivered while the function of line {} is searched.",
                                        callback.name, state.open.back().line));
  }
}

void in_phases(const Callback& callback, const History& history, Ruling& ruling) {
  if (may_be_unreported(state_of(callback, history), history)) return ruling.cannot(kMissed);
  const Exceptions::Exception& exception = state_of(callback, history).exception;
  switch (callback.call) {
    case Call::kExceptionThrown:
      if (exception.phase != Phase::kThrown || exception.object != callback.object) return;
      if (has_leeway(ruling.rule(), history.header().runtime) &&
          history.exceptions().expects_unreported_frames()) {
        return ruling.cannot("the functions between two throws of one object need not be reported");
      }
      return broken_unless_uncertain(
          callback, history, ruling,
          fmt::format("Object {} is thrown a second time without a search in between.", id(callback.object)));
    case Call::kExceptionSearchCatcherFound:
      if (exception.phase != Phase::kFound) return ruling.kept();
      return broken_unless_uncertain(callback, history, ruling, "The catcher was already found.");
    case Call::kExceptionSearchFunctionEnter:
      // An exception that crosses unmanaged frames is searched for again after them.
      if (exception.phase != Phase::kNone && exception.phase != Phase::kFound) return ruling.kept();
      return broken_unless_uncertain(
          callback, history, ruling,
          exception.phase == Phase::kFound
              ? "The search continues although its catcher was found."
              : "A search begins although no exception was thrown since the last one was caught.");
    case Call::kExceptionUnwindFunctionEnter:
      if (exception.phase != Phase::kNone && exception.phase != Phase::kThrown) return ruling.kept();
      return broken_unless_uncertain(
          callback, history, ruling,
          exception.phase == Phase::kNone
              ? "A function is unwound although no exception is in progress."
              : "A function is unwound although none was searched since the exception was thrown.");
    default:
      if (exception.found) return ruling.kept();
      return broken_unless_uncertain(
          callback, history, ruling,
          "A catcher is entered that ExceptionSearchCatcherFound has not reported.");
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
    return broken_unless_uncertain(
        callback, history, ruling,
        fmt::format("{} names the function {:#x}, but {} of line {} names {:#x}.", callback.name,
                    callback.function, name_of(around.stretch), around.line, around.function));
  }
  if (callback.call == Call::kExceptionCatcherEnter && state.exception.found &&
      state.exception.catching_function != callback.function) {
    return broken_unless_uncertain(
        callback, history, ruling,
        fmt::format("The catcher in {:#x} is entered, but ExceptionSearchCatcherFound reported {:#x}.",
                    callback.function, state.exception.catching_function));
  }
  ruling.kept();
}

void unwound_as_searched(const Callback& callback, const History& history, Ruling& ruling) {
  if (may_be_unreported(state_of(callback, history), history)) return ruling.cannot(kMissed);
  const Exceptions::Exception& exception = state_of(callback, history).exception;
  const std::vector<std::uint64_t>& searched = exception.searched;
  if (callback.call == Call::kExceptionUnwindFunctionEnter) {
    // An exception without a search is covered by exceptions/phases.
    if (searched.empty()) return;
    if (exception.unwound >= Exceptions::kMost) return ruling.cannot(kTooMany);
    if (exception.unwound < searched.size() && searched[exception.unwound] == callback.function) {
      return ruling.kept();
    }
    return broken_unless_uncertain(
        callback, history, ruling,
        exception.unwound < searched.size()
            ? fmt::format("The function {:#x} is unwound, but {:#x} was searched next.", callback.function,
                          searched[exception.unwound])
            : fmt::format("The function {:#x} is unwound after the last function that was searched.",
                          callback.function));
  }
  // Other exceptions may replace an exception during unwinding. An exception that leaves managed code is
  // unwound to its end first.
  const bool caught =
      callback.call == Call::kExceptionCatcherEnter ||
      (callback.call == Call::kExceptionCatcherLeave && history.exceptions().expects_unreported_frames() &&
       unreported_by(state_of(callback, history), callback.call) == Exceptions::Unreported::kInnermost);
  if (!caught && !exception.leaves_code) return;
  if (searched.size() == Exceptions::kMost && exception.unwound >= searched.size()) {
    return ruling.cannot(kTooMany);
  }
  if (exception.unwound >= searched.size()) return ruling.kept();
  broken_unless_uncertain(
      callback, history, ruling,
      fmt::format("{} is delivered although the function {:#x} was searched and has not been unwound.",
                  callback.name, searched[exception.unwound]));
}

// Collections may have moved the object. ObjectReferences reports all objects that they left alive, and the
// ranges of the last one are checked when it is closed.
void lives_by_last_report(const Callback& callback, const History& history, Ruling& ruling) {
  const bool all_reported = history.header().source == "recorded" && !history.reported().empty() &&
                            !history.collection().references_stopped &&
                            history.reported_from_start(abi::COR_PRF_MONITOR_GC);
  if (!all_reported || std::ranges::binary_search(history.reported(), callback.object, {}, &KnownObject::at))
    return;
  broken_unless_uncertain(callback, history, ruling,
                          fmt::format("The catcher receives object {}. The last collection did not report "
                                      "this object, although the exception was thrown before it.",
                                      id(callback.object)));
}

void caught_after(const Collection& collection, const History&, Ruling& ruling) {
  for (const CaughtObject& caught : collection.caught) {
    const std::optional<std::uint64_t> at = held_after(caught.thrown, collection);
    // The exception is alive, so it died only if the reports are wrong, which other rules find.
    if (!at || *at == 0) {
      ruling.cannot("the collection between the throw and the catch does not show where the exception is");
      continue;
    }
    if (*at == caught.object) {
      ruling.kept();
      continue;
    }
    Finding finding{.what = fmt::format("The catcher receives object {}, but the exception was at {} before "
                                        "collection {} and is at {} after it.",
                                        id(caught.object), id(caught.thrown), collection.number, id(*at)),
                    .collection = collection.number,
                    .line = caught.line,
                    .callback = std::string(name_of(Call::kExceptionCatcherEnter)),
                    .thread = caught.thread};
    finding.address = caught.object;
    ruling.broken(std::move(finding));
  }
}

void thrown_object(const Collection& collection, const History&, Ruling& ruling) {
  for (const ThrownObject& thrown : collection.thrown) {
    const Began began = object_began(thrown.object, collection);
    if (began == Began::kYes) {
      ruling.kept();
    } else if (began == Began::kUnknown) {
      ruling.cannot("the exception died, or the trace does not record which objects are alive");
    } else {
      Finding finding{
          .what = fmt::format("ExceptionThrown names {}, where no object begins.", id(thrown.object)),
          .collection = collection.number,
          .line = thrown.line,
          .callback = std::string(name_of(Call::kExceptionThrown)),
          .thread = thrown.thread};
      finding.address = thrown.object;
      ruling.broken(std::move(finding));
    }
  }
}

void object_of_catcher(const Callback& callback, const History& history, Ruling& ruling) {
  const Exceptions::Exception& exception = state_of(callback, history).exception;
  // An exception without a throw is covered by exceptions/phases.
  if (exception.phase == Phase::kNone || exception.object == 0) return;
  if (!reports_collections(history.masks().required())) {
    if (exception.object == callback.object) return ruling.kept();
    return ruling.cannot("the profiler's event mask has no collections, and one may have run in between");
  }
  if (exception.collections != history.collections()) {
    return lives_by_last_report(callback, history, ruling);
  }
  if (exception.object == callback.object) return ruling.kept();
  broken_unless_uncertain(callback, history, ruling,
                          fmt::format("The catcher receives object {}, but ExceptionThrown named {}.",
                                      id(callback.object), id(exception.object)));
}

constexpr std::string_view kException = "an exception that is reported";
constexpr std::string_view kCaught = "a reported exception that is caught";

// Without the callbacks that runtimes since .NET Framework 2.0 do not raise.
constexpr CallSet kSteps =
    kExceptionCalls.without({Call::kExceptionOSHandlerEnter, Call::kExceptionOSHandlerLeave,
                             Call::kExceptionCLRCatcherFound, Call::kExceptionCLRCatcherExecute});

constexpr Binding kBindings[] = {
    {.id = "exceptions/nest", .occasion = kException, .calls = kSteps, .entry = nest},
    {.id = "exceptions/phases",
     .occasion = kException,
     .calls = {Call::kExceptionThrown, Call::kExceptionSearchCatcherFound,
               Call::kExceptionSearchFunctionEnter, Call::kExceptionUnwindFunctionEnter,
               Call::kExceptionCatcherEnter},
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
     .collection = caught_after},
    {.id = "exceptions/thrown-object",
     .occasion = "an exception thrown before a collection",
     .collection = thrown_object},
};

}  // namespace

std::span<const Binding> exception_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
