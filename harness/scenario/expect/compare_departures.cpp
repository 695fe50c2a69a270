// Reports departures that changed nothing: they test nothing.
#include <fmt/format.h>

#include <algorithm>

#include "harness/scenario/expect/comparison.h"

namespace gcrucible::scenario {
namespace {

using program::DepartureList;
using program::Unapplied;

// "there are 3 ranges, 0 to 2".
std::string there_are(std::uint64_t count, std::string_view one, std::string_view several) {
  if (count == 0) return fmt::format("there are no {}", several);
  if (count == 1) return fmt::format("there is 1 {}, number 0", one);
  return fmt::format("there are {} {}, 0 to {}", count, several, count - 1);
}

// "RootReferences came 2 times, which: 0 and 1".
std::string came(const std::string& callback, std::uint64_t count) {
  if (count == 0) return callback + " never came";
  if (count == 1) return callback + " came once, which: 0";
  return fmt::format("{} came {} times, which: 0 {} {}", callback, count, count == 2 ? "and" : "to",
                     count - 1);
}

std::string missing(const PlantedDeparture& planted, std::uint64_t count) {
  switch (planted.list) {
    case DepartureList::kEdits:
      return there_are(count, "range", "ranges");
    case DepartureList::kEntries:
      return there_are(count, "entry", "entries");
    case DepartureList::kSplits:
      return count == 0 ? "no ranges were reported"
                        : fmt::format("all were reported in {}", counted(count, "call"));
    case DepartureList::kSwitches:
      return there_are(count, "decision", "decisions");
    case DepartureList::kCalls:
    case DepartureList::kSay:
      break;
  }
  return came(planted.callback, count);
}

std::string placeless(const PlantedDeparture& planted, std::uint64_t count) {
  if (count == 0 || (planted.awaited_which != program::kNothing && planted.awaited_which >= count))
    return came(planted.awaited, count);
  return planted.awaited + " came before it only";
}

std::string what_was(const PlantedDeparture& planted, const ObservedDeparture& observed) {
  switch (observed.why) {
    case Unapplied::kUnreported:
      return "there was no call of " + planted.callback;
    case Unapplied::kMissing:
      return missing(planted, observed.there);
    case Unapplied::kPlace:
      return placeless(planted, observed.there);
    case Unapplied::kBehind:
      return planted.awaited + " had come already and could not wait for it";
    case Unapplied::kGone:
      return "another departure leaves it out or delays it";
    case Unapplied::kThread:
      return "that thread does not run";
    case Unapplied::kUnmoved:
      return "nothing in it moved";
    case Unapplied::kSucceeded:
      return "the profiler returned no error";
    case Unapplied::kShort:
      return "no length needs more than 32 bits";
  }
  return {};
}

// A callback that this profiler's settings suppress is not an error of the scenario.
std::string why_unreported(const PlantedDeparture& planted, const Comparison& comparison) {
  for (const std::string& callback : {planted.callback, planted.awaited}) {
    if (callback.empty()) continue;
    if (std::string why = comparison.why_unreported(callback); !why.empty()) return why;
    if (const std::string why = comparison.because_of_failure(callback); !why.empty())
      return "calls of " + callback + " are left out" + why;
  }
  return {};
}

}  // namespace

void compare_departures(const std::vector<PlantedDeparture>& planted, std::uint32_t collection,
                        Comparison& comparison) {
  for (const PlantedDeparture& each : planted) {
    const auto& all = comparison.summary().departures;
    const auto observed = std::ranges::find_if(all, [&](const ObservedDeparture& departure) {
      return departure.collection == collection && departure.list == each.list &&
             departure.index == each.index;
    });
    if (observed == all.end()) continue;
    const bool place = observed->why == Unapplied::kPlace || observed->why == Unapplied::kBehind;
    const Place at = place ? each.awaited_place : each.place;
    if (std::string why = why_unreported(each, comparison); !why.empty()) {
      comparison.skip_departure(at, std::move(why));
      continue;
    }
    if (each.up_to_profiler) {
      comparison.skip_departure(at,
                                "of this profiler's behaviour in its callbacks " + what_was(each, *observed));
      continue;
    }
    comparison.fail(at, each.wanted, what_was(each, *observed), observed->line);
  }
}

}  // namespace gcrucible::scenario
