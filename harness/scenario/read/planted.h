// The departures that a scenario plants in its reports, for the verdict on a run. Each has a place, and words
// for the finding if it changes nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/program/departure.h"
#include "harness/program/reporting.h"
#include "harness/program/specs.h"
#include "harness/yaml/value.h"

namespace gcrucible::scenario {

struct PlantedDeparture {
  program::DepartureList list = program::DepartureList::kEdits;
  std::uint32_t index = 0;  // in that list
  std::string wanted;       // "range 3 to be left out"
  yaml::Place place;        // of the number or callback that the departure names
  // The departure can change nothing without this callback. Empty if it needs none.
  std::string callback;
  // The other callback, for a departure that comes before or after another one.
  std::string awaited = {};
  std::uint32_t awaited_which = program::kNothing;  // kNothing: the next one, or any
  yaml::Place awaited_place = {};
  // The profiler's code decides whether it can change anything. No change is then not an error of the
  // scenario.
  bool up_to_profiler = false;
};

// `map` is a `report`. `reporting` or `overrides` must have been read from it without an error.
void read_planted(const yaml::Value& map, const program::Reporting& reporting,
                  std::vector<PlantedDeparture>& planted);
void read_planted(const yaml::Value& map, const program::CallOverrides& overrides,
                  std::vector<PlantedDeparture>& planted);

}  // namespace gcrucible::scenario
