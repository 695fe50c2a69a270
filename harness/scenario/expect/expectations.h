// The expectations of a scenario for its run. Names are resolved: objects, handles and types are numbers of
// the program.
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

// A number of the program, with its name and place in the scenario.
struct Named {
  std::uint32_t number = 0;
  std::string name;
  Place place;
};

// An address: literal, or the address of an object.
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

// A list that must match completely. An empty list is therefore meaningful.
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

// Kind and flags, as in RootReferences2.
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
  std::uint32_t line = 0;  // of the step, as in the trace's `collection` line
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
  std::vector<PlantedDeparture> departures;  // departures that must change something
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

// One for each query. It has expectations about the answer, or only requires that the query is made.
struct ExpectedAnswer {
  std::uint32_t ask = 0;  // number of the query in the program, from 0
  std::string call;
  std::string inside;          // callback inside which the query is made; empty: none
  bool in_collection = false;  // false: the query is a step
  std::optional<std::int32_t> hr;
  std::string hr_text;
  std::optional<ExpectedValue> out;  // a list
  Place place;
};

struct Expectations {
  // One for each collect step, in order, with or without expectations.
  std::vector<ExpectedCollection> collections;
  std::vector<ExpectedAnswer> answers;
  std::optional<std::uint64_t> collection_count;
  Place collection_count_place;
  std::optional<std::int32_t> initialize;  // what the profiler's Initialize must return
  Place initialize_place;
  std::vector<CallCount> callbacks;
  std::optional<CallOrder> order;
  // Rules that must be violated. The caller knows the verdicts and passes the run only if exactly these rules
  // are violated.
  std::vector<ExpectedRule> breaks;
  // Of the report of the whole run.
  std::vector<PlantedDeparture> departures;
};

}  // namespace gcrucible::scenario
