// What a scenario expects of its run. Names are resolved: objects, handles and types are numbers of the
// program.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/specs.h"
#include "harness/scenario/read/planted.h"
#include "harness/yaml/value.h"

namespace gcrucible::scenario {

using yaml::Place;

// A number of the program with the name and the place at which the scenario says it.
struct Named {
  std::uint32_t number = 0;
  std::string name;
  Place place;
};

// An address: literal, or that of an object.
struct Point {
  std::optional<Named> object;
  std::uint64_t address = 0;
};

struct ExpectedRange {
  Point from;
  Point to;  // equal to `from` for surviving ranges
  std::uint64_t length = 0;
  Place place;
};

// A list that must be matched as a whole, so that an empty one means something.
template <typename T>
struct Whole {
  Place place;
  std::vector<T> items;
};

template <typename T>
struct Of {
  Named object;
  T value{};
};

struct CallCount {
  std::string callback;
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::string text;  // as the scenario writes it
  Place place;
};

struct CallOrder {
  std::vector<std::string> callbacks;
  Place place;
};

// kind and flags as RootReferences2 gives them.
struct RootLook {
  std::uint32_t kind = 0;
  std::uint32_t flags = 0;
  friend auto operator<=>(const RootLook&, const RootLook&) = default;
};

struct ExpectedRule {
  std::string rule;
  std::optional<std::uint32_t> collection;  // index in Expectations::collections
  Place place;
};

struct ExpectedCollection {
  std::uint32_t line = 0;  // of the step, as the trace's `collection` line has it
  Place place;
  std::optional<Whole<ExpectedRange>> moved;
  std::optional<Whole<ExpectedRange>> surviving;
  std::vector<Of<std::uint64_t>> at;
  std::vector<Of<program::Generation>> generation;
  std::vector<Named> dead, alive, moves, unmoved;
  std::vector<std::vector<Named>> together, apart;
  std::vector<Named> ascending;
  std::optional<Whole<program::Generation>> condemned;
  std::optional<bool> induced;
  Place reason_place;
  std::optional<Whole<Named>> queued;
  std::optional<Whole<Named>> cleared;  // handles
  std::vector<Of<std::vector<Named>>> references;
  std::vector<Of<std::vector<RootLook>>> roots;
  std::vector<Of<std::vector<Named>>> dependent;
  std::vector<Of<std::uint64_t>> allocated_by_class;  // types
  std::vector<CallCount> callbacks;
  std::optional<CallOrder> order;
  std::optional<CallOrder> sequence;
  std::vector<PlantedDeparture> departures;  // that they hit something
};

// An out parameter, or a part of one.
struct ExpectedValue {
  enum class Kind : std::uint8_t { kAny, kNull, kFlag, kNumber, kText, kObject, kType, kList };
  Kind kind = Kind::kAny;
  std::uint64_t number = 0;  // kFlag, kNumber; kObject and kType: the number in the program
  std::string text;          // kText; the name of kObject and kType
  std::vector<ExpectedValue> items;
  Place place;
};

// One for each question, expecting something of its answer or only that it is asked.
struct ExpectedAnswer {
  std::uint32_t ask = 0;  // number of the question in the program, from 0
  std::string call;
  std::string inside;          // callback in which it is asked; empty: none
  bool in_collection = false;  // a step's own question otherwise
  std::optional<std::int32_t> hr;
  std::string hr_text;
  std::optional<ExpectedValue> out;  // a list
  Place place;
};

struct Expectations {
  // One for each collect step, in order, expecting something or not.
  std::vector<ExpectedCollection> collections;
  std::vector<ExpectedAnswer> answers;
  std::optional<std::uint64_t> collection_count;
  Place collection_count_place;
  std::optional<std::int32_t> initialize;  // what the profiler's Initialize must return
  Place initialize_place;
  std::vector<CallCount> callbacks;
  std::optional<CallOrder> order;
  // Rules that must be broken. The caller, who has the rules' verdicts, passes the run only if exactly these
  // are.
  std::vector<ExpectedRule> breaks;
  // Of the report of the whole run.
  std::vector<PlantedDeparture> departures;
};

}  // namespace gcrucible::scenario
