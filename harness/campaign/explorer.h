// Plays one program under every schedule of one step with a limited number of thread switches. The step is a
// collection of several heaps, or a step with concurrent threads of the program.
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

// A fault that one or more schedules show.
struct Explored {
  Cause cause;
  Trouble trouble;
  std::uint64_t times = 0;                // number of schedules that show it
  std::vector<program::Switch> switches;  // of the first schedule, which has the fewest switches

  // Whether `other` is the same fault: the same rule or death in the same callback. A deadlock is identified
  // by its threads and locks, in any callbacks.
  bool shows(const Trouble& other) const;
};

struct Exploration {
  std::uint32_t decisions = 0;           // without any switch
  std::vector<std::uint64_t> schedules;  // number of distinct schedules, by number of switches
  std::vector<Explored> found;           // in order of discovery
  // Some play had a result that the schedule does not determine, so other results may exist.
  bool uncertain = false;
  bool stopped = false;  // before all schedules were played
  std::string refusal;   // why the program cannot be played; the other fields are then unset

  std::uint64_t played() const;
};

// The steps of the program that can be explored, because threads take turns in them.
std::vector<std::size_t> steps_in_turns(const program::Program& program);
// The threads that switches of such a step can name. They are heap numbers, or the concurrent threads and the
// threads that report for heaps meanwhile.
std::vector<std::uint32_t> threads_in_turns(const program::Program& program, std::size_t step);

// Plays breadth-first: without a switch, then with one switch, and so on. The first schedule that shows a
// fault therefore has the fewest switches. A schedule is its list of switches; each switch changes the thread
// that runs next. No schedule is played twice, and none within the limit is missed if plays are
// deterministic. Schedules that end in a death or deadlock are not extended. Blocks. `goes_on` is called
// between plays, from any worker, one call at a time.
Exploration explore(const Subject& subject, const program::Program& program, std::size_t step,
                    const ExploreSettings& settings, const std::function<bool(const Exploration&)>& goes_on);

// Plays the program once; see SwitchesOf (shrinker.h).
std::optional<std::vector<program::Switch>> played_switches(Tester& tester, program::Program program,
                                                            std::size_t step);

// The program with that schedule for that step.
program::Program with_switches(program::Program program, std::size_t step, program::Schedule::Turns turns,
                               std::vector<program::Switch> switches);

}  // namespace gcrucible::campaign
