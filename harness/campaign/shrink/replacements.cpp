// Replaces several steps by a simpler one, if none of them can be dropped alone.
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "harness/campaign/attempts.h"
#include "harness/program/editing.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

struct BackgroundPlaces {
  std::size_t pause = 0;
  std::size_t end = 0;
};

// For the background collection that begins at step `begin`.
std::optional<BackgroundPlaces> places_of(const Program& program, std::size_t begin) {
  std::optional<std::size_t> pause;
  for (std::size_t i = begin + 1; i < program.steps.size(); ++i) {
    const auto* const step = std::get_if<Background>(&program.steps[i].action);
    if (step == nullptr) continue;
    if (step->phase == Background::Phase::kPause) pause = i;
    if (step->phase == Background::Phase::kEnd)
      return pause ? std::optional(BackgroundPlaces{*pause, i}) : std::nullopt;
  }
  return std::nullopt;
}

// Tries a blocking collection of all generations, at the begin or the end of the background collection.
bool collect_at_once(Attempts& attempts, std::size_t begin) {
  const auto* const first = std::get_if<Background>(&attempts.program().steps[begin].action);
  if (first == nullptr || first->phase != Background::Phase::kBegin) return false;
  const auto places = places_of(attempts.program(), begin);
  if (!places) return false;
  Collect collect;
  collect.thread = first->thread;
  collect.induced = first->induced;
  for (const std::size_t place : {begin, places->end}) {
    const bool changed = attempts.edit([&](Program& program) {
      program.steps[place].action = collect;
      std::vector<bool> kept(program.steps.size(), true);
      for (const std::size_t each : {begin, places->pause, places->end}) kept[each] = each == place;
      program = program::with_steps(program, kept);
    });
    if (changed) return true;
  }
  return false;
}

// Replaces an exception under way by a root that holds the same object.
bool hold_by_root(Attempts& attempts, std::size_t place) {
  const auto* const thrown = std::get_if<Throw>(&attempts.program().steps[place].action);
  if (thrown == nullptr) return false;
  const auto caught = catch_of(attempts.program(), place);
  if (!caught) return false;
  const AddRoot root{.object = thrown->object};
  return attempts.edit([&](Program& program) {
    const Step step{.action = root, .lane = program.steps[place].lane};
    program = with_step_before(std::move(program), place, step);
    std::vector<bool> kept(program.steps.size(), true);
    for (const std::size_t each : {place, *caught}) kept[each + 1] = false;
    program = program::with_steps(program, kept);
  });
}

}  // namespace

std::optional<std::size_t> catch_of(const Program& program, std::size_t place) {
  const std::uint32_t thread = std::get<Throw>(program.steps[place].action).thread;
  std::size_t inner = 0;
  for (std::size_t i = place + 1; i < program.steps.size(); ++i) {
    const auto* const thrown = std::get_if<Throw>(&program.steps[i].action);
    if (thrown != nullptr && thrown->thread == thread) ++inner;
    const auto* const caught = std::get_if<CatchThrown>(&program.steps[i].action);
    if (caught == nullptr || caught->thread != thread) continue;
    if (inner-- == 0) return i;
  }
  return std::nullopt;
}

bool replace_steps(Attempts& attempts) {
  bool smaller = false;
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    smaller |= collect_at_once(attempts, place);
    if (place < attempts.program().steps.size()) smaller |= hold_by_root(attempts, place);
  }
  return smaller;
}

}  // namespace gcrucible::campaign
