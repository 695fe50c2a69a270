// The turns of threads.
#include <string>

#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {

using program::Schedule;
using yaml::Draft;

namespace {

template <typename WriteThread>
Draft write_choice(const Schedule& schedule, const WriteThread& write_thread) {
  Draft map = yaml::draft_map();
  switch (schedule.kind) {
    case Schedule::Kind::kRoundRobin:
    case Schedule::Kind::kFree:
      return yaml::draft_word(program::kScheduleWords[static_cast<std::size_t>(schedule.kind)]);
    case Schedule::Kind::kRandom:
      map.add("random", yaml::draft_number(schedule.seed));
      break;
    case Schedule::Kind::kPct: {
      Draft pct = yaml::draft_map();
      pct.add("seed", yaml::draft_number(schedule.seed));
      pct.add("changes", yaml::draft_number(schedule.changes));
      pct.add("length", yaml::draft_number(schedule.length));
      map.add("pct", std::move(pct));
      break;
    }
    case Schedule::Kind::kSwitches: {
      Draft switches = yaml::draft_list();
      for (const program::Switch& each : schedule.switches) {
        Draft pair = yaml::draft_list();
        pair.add(yaml::draft_number(each.decision));
        pair.add(write_thread(each.thread));
        switches.add(std::move(pair));
      }
      map.add("switches", std::move(switches));
      break;
    }
  }
  return map;
}

template <typename WriteThread>
Draft write(const Schedule& schedule, const WriteThread& write_thread) {
  if (schedule.turns == Schedule::Turns::kBetween) return write_choice(schedule, write_thread);
  Draft map = yaml::draft_map();
  map.add(program::word_of(schedule.turns), write_choice(schedule, write_thread));
  return map;
}

}  // namespace

Draft write_schedule(const Schedule& schedule) {
  return write(schedule, [](std::uint32_t heap) { return yaml::draft_number(heap); });
}

Draft write_schedule_of_threads(const Schedule& schedule, Writing& writing) {
  return write(schedule, [&](std::uint32_t thread) {
    return thread < program::kFirstHeapReporter
               ? writing.thread(thread)
               : yaml::draft_text("heap " + std::to_string(thread - program::kFirstHeapReporter));
  });
}

}  // namespace gcrucible::scenario
