// One program under every schedule of one of its steps that has so many switches of threads at most: a
// collection of several heaps, or threads of the program that are at work at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaign/trial.h"
#include "harness/program/program.h"
#include "harness/program/schedule.h"

namespace gcrucible::campaign {

struct ExploreSettings {
  std::uint32_t most_switches = 2;
  program::Schedule::Turns turns = program::Schedule::Turns::kWithin;
  std::uint32_t jobs = 1;
};

// What one or several schedules have shown.
struct Explored {
  Cause cause;
  Trouble trouble;
  std::uint64_t times = 0;                // schedules that show it
  std::vector<program::Switch> switches;  // of the first, which has the fewest

  // Whether that is the same once more: of a rule or a death by the callback, of a deadlock by its threads
  // and locks, in whichever callbacks they meet.
  bool shows(const Trouble& other) const;
};

struct Exploration {
  std::uint32_t decisions = 0;           // where nobody is switched
  std::vector<std::uint64_t> schedules;  // by their number of switches; each is another one
  std::vector<Explored> found;           // in the order in which they were
  // Some play did something that no schedule decides: there may be others than those that were played.
  bool uncertain = false;
  bool stopped = false;  // before all were played
  std::string refusal;   // why the program cannot be played; then nothing else is told

  std::uint64_t played() const;
};

// Steps of the program in which threads take turns: those that can be explored.
std::vector<std::size_t> steps_in_turns(const program::Program& program);
// Whom switches of such a step name: numbers of heaps, or of threads and of those that tell of heaps beside
// them.
std::vector<std::uint32_t> threads_in_turns(const program::Program& program, std::size_t step);

// Plays depth by depth: first without a switch, then all with one, so that what is found first has fewest. A
// schedule is its switches, at each of which another thread goes on than would have; so none is played twice,
// and each that has no more of them is played, as far as plays are deterministic. One that ends in a death or
// a deadlock is not continued. Blocks; `goes_on` is asked between plays, on the calling thread's behalf, from
// one thread at a time.
Exploration explore(const Subject& subject, const program::Program& program, std::size_t step,
                    const ExploreSettings& settings, const std::function<bool(const Exploration&)>& goes_on);

// Plays the program once; as SwitchesOf (shrinker.h).
std::optional<std::vector<program::Switch>> played_switches(Tester& tester, program::Program program,
                                                            std::size_t step);

// The program with that schedule of that step.
program::Program with_switches(program::Program program, std::size_t step, program::Schedule::Turns turns,
                               std::vector<program::Switch> switches);

}  // namespace gcrucible::campaign
