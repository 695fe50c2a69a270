// Steps of several threads that run concurrently.
#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <utility>

#include "harness/clr/concurrency/mutators.h"
#include "harness/host/player/player.h"
#include "harness/host/player/runs_on.h"
#include "harness/host/turns_record.h"
#include "harness/program/numbers.h"
#include "harness/program/spoken_names.h"

namespace gcrucible::host {

using program::kNothing;
using program::Noun;

// A thread holds the objects of its later steps on its stack. They are local variables that are still used,
// or code that has not run yet. The schedule decides whether a collection of another thread comes before
// these steps.
struct Player::Group {
  struct Place {
    std::size_t step = 0;  // in the program
    sim::ObjectIndex object = 0;
    std::size_t root = 0;
    std::size_t handle = 0;
  };
  struct Lane {
    std::uint32_t thread = 0;
    std::vector<Place> places = {};
    std::map<std::uint32_t, std::size_t> last_uses = {};  // per object: the last place that names it
    std::map<std::uint32_t, sim::RootIndex> held = {};    // per object
  };
  std::vector<Lane> lanes = {};           // in the order of their first steps
  const program::Step* failed = nullptr;  // the step that failed; then no other step begins
  Expected<void> done = {};

  std::vector<std::uint32_t> threads() const {
    std::vector<std::uint32_t> all;
    for (const Lane& lane : lanes) all.push_back(lane.thread);
    return all;
  }
};

Player::Group Player::group_of(std::size_t step) const {
  Group group;
  const auto& steps = program_->steps;
  for (std::size_t i = step + 1; i < steps.size() && steps[i].lane != kNothing; ++i) {
    auto lane = std::ranges::find(group.lanes, steps[i].lane, &Group::Lane::thread);
    if (lane == group.lanes.end()) lane = group.lanes.insert(lane, {.thread = steps[i].lane});
    lane->places.push_back({.step = i});
    program::visit_numbers(steps[i].action, [&](Noun noun, const auto& number) {
      if (const sim::ObjectIndex kept = kept_by(noun, number); kept != sim::kNoObject)
        lane->last_uses[static_cast<std::uint32_t>(kept)] = lane->places.size() - 1;
    });
  }
  return group;
}

// Reserves numbers in the order of the program, because the program names objects by this order.
Expected<void> Player::reserve(Group& group) {
  std::vector<Group::Place*> places;
  for (Group::Lane& lane : group.lanes) {
    for (Group::Place& place : lane.places) places.push_back(&place);
  }
  std::ranges::sort(places, {}, &Group::Place::step);
  for (Group::Place* const place : places) {
    const program::Action& action = program_->steps[place->step].action;
    place->object = static_cast<sim::ObjectIndex>(clr_->engine().object_count());
    place->root = roots_.size();
    place->handle = handles_.size();
    if (const auto* const allocate = std::get_if<program::Allocate>(&action)) {
      if (!clr_->engine().reserve(static_cast<sim::TypeIndex>(allocate->type), allocate->length,
                                  allocate->count))
        return failure("the heap would have more than 2^32 objects or references");
    }
    roots_.resize(roots_.size() + program::made_by(action, Noun::kRoot));
    handles_.resize(handles_.size() + program::made_by(action, Noun::kHandle));
  }
  return {};
}

// Holds objects that already exist.
Expected<void> Player::hold_named(Group& group) {
  const auto first = static_cast<std::uint32_t>(clr_->engine().object_count());
  for (Group::Lane& lane : group.lanes) {
    for (const auto& [object, last] : lane.last_uses) {
      if (object >= first) continue;
      if (auto living = alive(object); !living) {
        const program::Step& step = program_->steps[lane.places[last].step];
        at_step(step.line, step.column);
        return living;
      }
      lane.held[object] =
          clr_->engine().add_root({.thread = lane.thread,
                                   .frame = static_cast<std::uint32_t>(root_ids_.functions.size()),
                                   .object = object});
    }
  }
  return {};
}

void Player::hold_made(Group& group, std::size_t lane, std::size_t place) {
  Group::Lane& of = group.lanes[lane];
  const program::Action& action = program_->steps[of.places[place].step].action;
  const std::uint64_t made = program::made_by(action, Noun::kObject);
  const sim::ObjectIndex first = of.places[place].object;
  for (auto each = of.last_uses.lower_bound(first); each != of.last_uses.end() && each->first < first + made;
       ++each) {
    of.held[each->first] =
        clr_->engine().add_root({.thread = of.thread,
                                 .frame = static_cast<std::uint32_t>(root_ids_.functions.size()),
                                 .object = each->first});
  }
}

void Player::let_go(Group& group, std::size_t lane, std::size_t place) {
  Group::Lane& of = group.lanes[lane];
  std::erase_if(of.held, [&](const auto& held) {
    if (of.last_uses.at(held.first) > place) return false;
    clr_->engine().roots()[held.second].removed = true;
    return true;
  });
}

void Player::make_lane(Group& group, std::size_t lane, clr::Mutators& mutators) {
  Work& doing = works_[lane];
  const std::vector<Group::Place>& places = group.lanes[lane].places;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const program::Step& step = program_->steps[places[place].step];
    if (is_provisional(step)) continue;  // executed with the collection before it
    mutators.begin_step(runs_on(step.action, clr_->threads()));
    if (group.failed == nullptr) {
      control_->made_progress();
      at_step(step.line, step.column);
      clr_->handles().settle();
      doing = {.line = step.line,
               .step = places[place].step,
               .object = places[place].object,
               .root = places[place].root,
               .handle = places[place].handle};
      Expected<void> done = this->step(step);
      if (done) hold_made(group, lane, place);
      let_go(group, lane, place);
      if (!done && group.failed == nullptr) {
        group.failed = &step;
        group.done = std::move(done);
      }
    }
    const bool failed = group.failed != nullptr;
    mutators.end_step();
    if (failed) return;
  }
}

Expected<void> Player::make(const program::Together& step) {
  Group group = group_of(step_);
  if (group.lanes.empty()) return {};
  if (auto done = hold_named(group); !done) return done;
  if (auto done = reserve(group); !done) return done;
  const std::vector<std::uint32_t> threads = group.threads();
  // Each actor has a place in the control block.
  const std::size_t most_heaps = protocol::ControlBlock::kMostWorkers + 1 - threads.size();
  const bool apart = program_->heap.server_heaps <= most_heaps;
  const std::uint16_t heaps = apart ? std::max<std::uint16_t>(program_->heap.server_heaps, 1) : 1;
  std::vector<std::uint32_t> actors = threads;
  for (std::uint32_t heap = 1; heap < heaps; ++heap) actors.push_back(program::kFirstHeapReporter + heap);
  program::Schedule schedule = step.schedule.value_or(program::Schedule{});
  for (program::Switch& each : schedule.switches) {
    const auto actor = std::ranges::find(actors, each.thread) - actors.begin();
    each.thread = static_cast<std::uint32_t>(actor);
  }
  TurnsRecord turns(control_->turns);
  turns.begin(++together_, alone_.line, actors, schedule);
  works_.assign(threads.size(), {});
  calls::ModelLines::Turns reported{
      .number = together_, .line = alone_.line, .threads = actors, .schedule = schedule};
  // Published before any thread can take the world, and until the program has it again. A thread of the
  // profiler may force a collection at any moment in between.
  clr::Mutators::Cast cast{.threads = threads, .names = {}, .heaps = heaps};
  for (const std::uint32_t each : threads) cast.names.push_back(program::spoken_thread(*program_, each));
  const auto mutators = std::make_shared<clr::Mutators>(*clr_, std::move(cast), schedule, &turns);
  clr_->mutators(mutators);
  clr_->world().unlock();
  std::exception_ptr thrown = nullptr;
  try {
    mutators->run([&](schedule::Actor lane) { make_lane(group, lane, *mutators); });
  } catch (...) {
    thrown = std::current_exception();
  }
  clr_->profiler_suspension().lock_world_for_program(*clr_, 0);
  clr_->mutators(nullptr);
  works_.clear();
  if (thrown != nullptr) std::rethrow_exception(thrown);
  reported.decisions = mutators->stage().decisions();
  reported.switches = mutators->stage().switches();
  reported.deterministic = mutators->stage().deterministic();
  lines_.turns(reported);
  turns.reported();
  // Other threads may have begun a step after the failed one.
  if (group.failed != nullptr) at_step(group.failed->line, group.failed->column);
  return group.done;
}

}  // namespace gcrucible::host
