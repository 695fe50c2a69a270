// Shrinks allocations: fewer and simpler objects, and one allocation instead of many similar ones.
#include <algorithm>
#include <set>
#include <variant>

#include "harness/campaign/attempts.h"
#include "harness/campaign/generate/plain_types.h"
#include "harness/program/numbers.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

bool plainer_type(Attempts& attempts, std::size_t place) {
  for (const char* const name : kPlainTypes) {
    const auto& step = std::get<Allocate>(attempts.program().steps[place].action);
    if (attempts.program().types[step.type].name == name) return false;
    const bool changed = attempts.edit([&](Program& program) {
      const std::uint32_t type = type_number(program, attempts.pool(), name);
      auto& allocation = std::get<Allocate>(program.steps[place].action);
      allocation.type = type;
      allocation.length = 0;
      allocation.dimensions.clear();
    });
    if (changed) return true;
  }
  return false;
}

bool plainer_length(Attempts& attempts, std::size_t place) {
  const auto& step = std::get<Allocate>(attempts.program().steps[place].action);
  if (!step.dimensions.empty()) return false;
  const std::uint64_t length = step.length;
  const auto keeps = [&](std::uint64_t shorter) {
    return shorter < length &&
           attempts.edit_step<Allocate>(place, [shorter](Allocate& each) { each.length = shorter; });
  };
  return keeps(0) || keeps(1) || reduce(attempts, 2, length, keeps);
}

// Reduces the count to the smallest that still shows the fault.
bool fewer_objects(Attempts& attempts, std::size_t place) {
  const std::uint64_t count = std::get<Allocate>(attempts.program().steps[place].action).count;
  const auto keeps = [&](std::uint64_t fewer) {
    return attempts.edit_step<Allocate>(place, [fewer](Allocate& step) { step.count = fewer; });
  };
  return reduce(attempts, 1, count, keeps);
}

// Whether one allocation with more objects can replace both; object numbers do not change.
bool alike(const Step& one, const Step& other) {
  const auto* const first = std::get_if<Allocate>(&one.action);
  const auto* const second = std::get_if<Allocate>(&other.action);
  if (first == nullptr || second == nullptr || one.lane != other.lane) return false;
  if (first->at || first->graph != Graph{}) return false;
  Allocate as_many = *second;
  as_many.count = first->count;
  return as_many == *first;
}

// The objects that steps name. They keep separate allocations, because `a` and `b` are easier to read than
// `nodes[0]` and `nodes[1]`.
std::set<std::uint64_t> named_objects(const Program& program) {
  std::set<std::uint64_t> named;
  const auto note = [&](Noun noun, const auto& number) {
    if (noun == Noun::kObject) named.insert(number);
  };
  for (const Step& step : program.steps) visit_numbers(step.action, note);
  visit_numbers(program.overrides, note);
  for (const ObjectName& name : program.names) named.insert(name.object);
  return named;
}

// Whether one of `count` objects from number `before` on is named.
bool names_any(const std::set<std::uint64_t>& named, std::uint64_t before, std::uint64_t count) {
  const auto first = named.lower_bound(before);
  return first != named.end() && *first < before + count;
}

}  // namespace

bool join_allocations(Attempts& attempts) {
  const Program& program = attempts.program();
  const std::set<std::uint64_t> named = named_objects(program);
  std::vector<Step> joined;
  std::uint64_t objects = 0;
  bool may_join = false;  // with the previous one
  for (const Step& step : program.steps) {
    const std::uint64_t made = made_by(step.action, Noun::kObject);
    const bool is_free = std::holds_alternative<Allocate>(step.action) && !names_any(named, objects, made);
    objects += made;
    if (is_free && may_join && alike(joined.back(), step)) {
      std::get<Allocate>(joined.back().action).count += made;
    } else {
      joined.push_back(step);
    }
    may_join = is_free;
  }
  return attempts.edit([&](Program& changed) { changed.steps = std::move(joined); });
}

bool plainer_allocation(Attempts& attempts, std::size_t place) {
  const auto edit = [&](auto change) { return attempts.edit_step<Allocate>(place, change); };
  bool smaller = edit([](Allocate& step) { step.count = 1, step.graph = {}; });
  if (std::get<Allocate>(attempts.program().steps[place].action).count > 1)
    smaller |= attempts.make_one_object(place);
  smaller |= edit([](Allocate& step) { step.graph = {}; });
  smaller |= fewer_objects(attempts, place);
  smaller |= edit([](Allocate& step) { step.thread = 0; });
  smaller |= edit([](Allocate& step) { step.generation.reset(); });
  smaller |= edit([](Allocate& step) { step.announced = true; });
  smaller |= edit([](Allocate& step) { step.sampled = false; });
  smaller |= edit([](Allocate& step) { step.frames.clear(); });
  smaller |= edit([](Allocate& step) {
    if (!step.frames.empty()) step.frames.erase(step.frames.begin());
  });
  smaller |= plainer_type(attempts, place);
  return plainer_length(attempts, place) || smaller;
}

}  // namespace gcrucible::campaign
