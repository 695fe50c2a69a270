// The departures that a scenario plants in its reports, as far as a run is judged by them: a place and words
// for the case that one hits nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/program/departure.h"
#include "harness/program/specs.h"
#include "harness/program/telling.h"
#include "harness/yaml/value.h"

namespace gcrucible::scenario {

struct PlantedDeparture {
  program::DepartureList list = program::DepartureList::kEdits;
  std::uint32_t index = 0;  // in that list
  std::string wanted;       // "range 3 to be left out"
  yaml::Place place;        // of the number or the callback that it names
  // Without which it can change nothing; empty where it needs none.
  std::string callback;
  // The other callback of one that comes before or behind another.
  std::string awaited = {};
  std::uint32_t awaited_which = program::kNothing;  // kNothing: the next one, or any
  yaml::Place awaited_place = {};
  // Whether it can change anything is up to the profiler's code: no mistake of the scenario's.
  bool up_to_profiler = false;
};

// `map` is a `report`, from which `telling` or `overrides` was read without a mistake.
void read_planted(const yaml::Value& map, const program::Telling& telling,
                  std::vector<PlantedDeparture>& planted);
void read_planted(const yaml::Value& map, const program::CallOverrides& overrides,
                  std::vector<PlantedDeparture>& planted);

}  // namespace gcrucible::scenario
