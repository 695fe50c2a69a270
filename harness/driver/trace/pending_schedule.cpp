#include "harness/driver/trace/pending_schedule.h"

#include <algorithm>

namespace gcrucible::driver {

std::vector<std::uint32_t> threads_of(const protocol::TurnsPlace& place) {
  std::vector<std::uint32_t> threads;
  const std::size_t count =
      std::min<std::size_t>(place.thread_count.load(), protocol::TurnsPlace::kMostThreads);
  for (std::size_t i = 0; i < count; ++i) threads.push_back(place.threads[i].load());
  return threads;
}

std::optional<PendingSchedule> pending_schedule(const protocol::TurnsPlace& place) {
  PendingSchedule turns{.collection = place.collection.load(),
                        .heaps = place.heaps.load(),
                        .decisions = place.decisions.load(),
                        .deterministic = place.deterministic.load() != 0};
  const std::uint32_t kind = place.kind.load();
  turns.together = place.together.load();
  const std::uint32_t where = place.turns.load();
  if ((turns.collection == 0 && turns.together == 0) || kind >= program::kScheduleWords.size() ||
      where >= program::kTurnsWords.size())
    return std::nullopt;
  if (turns.together != 0) {
    turns.line = place.line.load();
    turns.threads = threads_of(place);
  }
  turns.schedule.kind = static_cast<program::Schedule::Kind>(kind);
  turns.schedule.turns = static_cast<program::Schedule::Turns>(where);
  const std::size_t count = std::min<std::size_t>(place.count.load(), protocol::TurnsPlace::kMost);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t kept = place.kept[i].load();
    turns.schedule.switches.push_back({.decision = static_cast<std::uint32_t>(kept >> 32),
                                       .thread = static_cast<std::uint32_t>(kept & 0xFFFFFFFFu)});
  }
  return turns;
}

}  // namespace gcrucible::driver
