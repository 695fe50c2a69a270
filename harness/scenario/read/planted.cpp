#include "harness/scenario/read/planted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "harness/abi/tables/callback_methods.h"
#include "harness/program/callback_shapes.h"

namespace gcrucible::scenario {
namespace {

using program::CallEdit;
using program::DepartureList;
using program::EntryEdit;
using program::kNothing;
using program::ReportEdit;
using program::ReportPart;
using yaml::Place;
using yaml::Value;

std::string name_of(std::uint16_t slot) {
  return slot < abi::kCallbackMethods.size() ? std::string(abi::kCallbackMethods[slot].name) : std::string();
}

Place place_of(const Value& map, std::string_view key, Place otherwise) {
  const Value* const value = map.find(key);
  return value == nullptr ? otherwise : value->place;
}

// One of the ranges' callbacks, or a callback without which the edit can change nothing.
std::string callback_of(ReportEdit::Kind kind) {
  using Kind = ReportEdit::Kind;
  switch (kind) {
    case Kind::kOmitStarted:
    case Kind::kStartedTwice:
    case Kind::kWrongGenerations:
    case Kind::kWrongReason:
      return "GarbageCollectionStarted";
    case Kind::kOmitFinished:
    case Kind::kFinishedTwice:
      return "GarbageCollectionFinished";
    case Kind::kReferencesAfterError:
      return "ObjectReferences";
    case Kind::kLegacyFirst:
    case Kind::kLegacyOnly:
    case Kind::kLegacyDespiteFailure:
      return "MovedReferences2";
    default:
      return "MovedReferences";
  }
}

std::string wanted_of(const ReportEdit& edit, const Value& value) {
  using Kind = ReportEdit::Kind;
  switch (edit.kind) {
    case Kind::kReplaceRanges:
      return "ranges to be replaced";
    case Kind::kDropRange:
      return fmt::format("range {} to be left out", edit.index);
    case Kind::kRepeatRange:
      return fmt::format("range {} to be reported twice", edit.index);
    case Kind::kChangeRange:
      return fmt::format("range {} to be another one", edit.index);
    case Kind::kOtherFamily:
      return fmt::format("range {} to be reported through the other family", edit.index);
    case Kind::kBothFamilies:
      return fmt::format("range {} to be reported through both families", edit.index);
    case Kind::kWrongGenerations:
      return "`generations` to change something";
    default:
      return "`" + value.text + "` to change something";
  }
}

PlantedDeparture planted_of(const ReportEdit& edit, const Value& value) {
  PlantedDeparture result{
      .wanted = wanted_of(edit, value), .place = value.place, .callback = callback_of(edit.kind)};
  if (!value.is_map()) return result;
  const Value& argument = value.entries.front().value;
  result.place =
      argument.is_scalar() ? argument.place : place_of(argument, "range", value.entries.front().place);
  return result;
}

std::string callback_of(ReportPart part) {
  switch (part) {
    case ReportPart::kObjectsAllocatedByClass:
      return "ObjectsAllocatedByClass";
    case ReportPart::kFinalizeableObjectQueued:
      return "FinalizeableObjectQueued";
    case ReportPart::kDependentHandles:
      return "ConditionalWeakTableElementReferences";
    case ReportPart::kObjectReferences:
      return "ObjectReferences";
    default:
      return "RootReferences";
  }
}

PlantedDeparture planted_of(const EntryEdit& edit, const Value& value) {
  PlantedDeparture result{.wanted = {}, .place = value.place, .callback = callback_of(edit.part)};
  const std::string& part = value.find("in")->text;
  const std::string which =
      edit.entry == kNothing ? "entries of " + part : fmt::format("entry {} of {}", edit.entry, part);
  for (const yaml::Entry& entry : value.entries) {
    if (entry.key == "in" || entry.key == "variant") continue;
    result.place = entry.value.is_scalar() ? entry.value.place : place_of(entry.value, "entry", entry.place);
  }
  switch (edit.kind) {
    case EntryEdit::Kind::kDrop:
      result.wanted = which + " to be left out";
      break;
    case EntryEdit::Kind::kRepeat:
      result.wanted = which + " to be reported twice";
      break;
    case EntryEdit::Kind::kAdd:
      result.wanted = fmt::format("an entry to be added to {}", part);
      break;
    case EntryEdit::Kind::kChange:
      result.wanted = which + " to be changed";
      break;
    case EntryEdit::Kind::kOldAddresses:
      result.wanted = which + " to be reported with old addresses";
      break;
    case EntryEdit::Kind::kNewAddresses:
      result.wanted = which + " to be reported with new addresses";
      break;
  }
  return result;
}

PlantedDeparture planted_of(const CallEdit& edit, const Value& value) {
  const Value& argument = value.entries.front().value;
  const std::string name = name_of(edit.call.slot);
  PlantedDeparture result{.wanted = {}, .place = argument.place, .callback = name};
  if (argument.is_map()) {
    result.place = place_of(argument, "which", place_of(argument, "call", argument.place));
    result.awaited_place = result.place;
  }
  const auto await = [&](std::string_view key, std::string_view which_key) {
    result.awaited = name_of(edit.place.slot);
    result.awaited_which = edit.place.which;
    result.awaited_place = place_of(argument, which_key, place_of(argument, key, result.place));
  };
  const std::string which =
      edit.call.which == kNothing ? "calls of " + name : fmt::format("call {} of {}", edit.call.which, name);
  switch (edit.kind) {
    case CallEdit::Kind::kOmit:
      result.wanted = which + " to be left out";
      break;
    case CallEdit::Kind::kTwice:
      result.wanted = which + " to be made twice";
      break;
    case CallEdit::Kind::kBefore:
      await("place", "place-which");
      result.wanted = which + " to come before " + result.awaited;
      break;
    case CallEdit::Kind::kAfter:
      await("place", "place-which");
      result.wanted = which + " to come after " + result.awaited;
      break;
    case CallEdit::Kind::kWith:
      result.wanted = which + " to have other arguments";
      break;
    case CallEdit::Kind::kOn:
      result.wanted = which + " to be made on another thread";
      break;
    case CallEdit::Kind::kHold:
      await("until", "until-which");
      result.wanted = which + " to return after " + result.awaited;
      break;
    case CallEdit::Kind::kClaim:
      result.wanted = which + " to claim another count";
      break;
  }
  return result;
}

PlantedDeparture planted_of(const program::SaidCall& said, const Value& value) {
  const std::string place = name_of(said.place.slot);
  const std::string_view key = said.before ? "before" : "after";
  PlantedDeparture result{.wanted = fmt::format("{} to be delivered {} {}", name_of(said.slot),
                                                said.before ? "before" : "after", place),
                          .place = place_of(value, "which", place_of(value, key, value.place)),
                          .callback = {}};
  result.awaited = place;
  result.awaited_which = said.place.which;
  result.awaited_place = result.place;
  return result;
}

PlantedDeparture planted_of(std::uint32_t size, const Value& value) {
  return {.wanted = fmt::format("a call of ranges with up to {} in it", size),
          .place = value.place,
          .callback = "MovedReferences"};
}

PlantedDeparture planted_of(const program::Switch& each, const Value& value) {
  return {.wanted = fmt::format("heap {} to go on at decision {}", each.thread, each.decision),
          .place = value.place,
          .callback = "MovedReferences",
          // The numbers of decisions count the exact calls, which an older profiler does not get.
          .awaited = "MovedReferences2"};
}

// One departure for each item. A list with errors is never run.
template <typename Departure>
void add(const Value& map, std::string_view key, DepartureList list, const std::vector<Departure>& departures,
         std::vector<PlantedDeparture>& planted) {
  const Value* const items = map.find(key);
  if (items == nullptr) return;
  const std::size_t count = std::min(items->items.size(), departures.size());
  for (std::size_t i = 0; i < count; ++i) {
    PlantedDeparture each = planted_of(departures[i], items->items[i]);
    each.list = list;
    each.index = static_cast<std::uint32_t>(i);
    planted.push_back(std::move(each));
  }
}

}  // namespace

void read_planted(const Value& map, const program::CallOverrides& overrides,
                  std::vector<PlantedDeparture>& planted) {
  add(map, "calls", DepartureList::kCalls, overrides.calls, planted);
  add(map, "say", DepartureList::kSay, overrides.said, planted);
}

void read_planted(const Value& map, const program::Reporting& reporting,
                  std::vector<PlantedDeparture>& planted) {
  add(map, "edits", DepartureList::kEdits, reporting.edits, planted);
  add(map, "entries", DepartureList::kEntries, reporting.entries, planted);
  add(map, "splits", DepartureList::kSplits, reporting.splits, planted);
  if (reporting.schedule) {
    const Value& schedule = *map.find("schedule");
    const std::size_t before = planted.size();
    const program::Schedule::Turns turns = reporting.schedule->turns;
    const std::string_view word = program::word_of(turns);
    add(word.empty() ? schedule : *schedule.find(word), "switches", DepartureList::kSwitches,
        reporting.schedule->switches, planted);
    for (std::size_t i = before; i < planted.size(); ++i)
      planted[i].up_to_profiler = turns == program::Schedule::Turns::kWithin;
  }
  read_planted(map, reporting.overrides, planted);
}

}  // namespace gcrucible::scenario
