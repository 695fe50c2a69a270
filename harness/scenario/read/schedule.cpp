// The turns of threads.
#include <fmt/format.h>

#include <limits>
#include <string>
#include <string_view>

#include "harness/scenario/language/words.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"

namespace gcrucible::scenario {

using program::Schedule;
using yaml::in_quotes;
using yaml::Value;

namespace {

struct Around {
  const Value* inner = nullptr;  // null: no enclosing key
  Schedule::Turns turns = Schedule::Turns::kBetween;
};

Around what_is_around(const Value& schedule) {
  if (schedule.is_scalar()) return {};
  for (const Schedule::Turns turns : {Schedule::Turns::kWhole, Schedule::Turns::kWithin}) {
    if (const Value* const inner = schedule.find(program::word_of(turns))) return {inner, turns};
  }
  return {};
}

// `thread_of` reads the thread that a switch names. If it returns no value, the switch is omitted.
template <typename ThreadOf>
Schedule read(const Value& value, const ThreadOf& thread_of) {
  Schedule schedule;
  if (value.is_scalar()) {
    schedule.kind = value.text == "free" ? Schedule::Kind::kFree : Schedule::Kind::kRoundRobin;
    return schedule;
  }
  if (const Around around = what_is_around(value); around.inner != nullptr) {
    schedule = read(*around.inner, thread_of);
    schedule.turns = around.turns;
    return schedule;
  }
  if (const Value* switches = value.find("switches")) {
    schedule.kind = Schedule::Kind::kSwitches;
    for (const Value& each : switches->items) {
      const auto decision = static_cast<std::uint32_t>(number_of(each.items.front()));
      const std::optional<std::uint32_t> thread = thread_of(each.items.back());
      if (thread) schedule.switches.push_back({.decision = decision, .thread = *thread});
    }
  } else if (const Value* seed = value.find("random")) {
    schedule.kind = Schedule::Kind::kRandom;
    schedule.seed = number_of(*seed);
  } else if (const Value* pct = value.find("pct")) {
    schedule.kind = Schedule::Kind::kPct;
    schedule.seed = number_or(*pct, "seed", 0);
    schedule.changes = static_cast<std::uint32_t>(number_or(*pct, "changes", 2));
    schedule.length = static_cast<std::uint32_t>(number_or(*pct, "length", 100));
  }
  return schedule;
}

void refuse_unknown(const Value& word, Reading& reading) {
  if (word.text == "free") {
    reading.messages.error(
        word.place,
        "`free` lets threads run freely, but the program's threads share one simulated heap, which only one "
        "may change at a time",
        "write `round-robin`, or a schedule by `switches`, `random` or `pct`, with `within` around it for "
        "turns inside callbacks too");
  } else if (word.text == "exhaustive") {
    reading.messages.error(
        word.place, "`exhaustive` is not a schedule for one run",
        "leave `schedule` out, and run `gcrucible explore` on this file for all schedules with few switches");
  } else if (word.text != "round-robin") {
    reading.messages.error(word.place, fmt::format("{} is not known here", in_quotes(word.text)),
                           yaml::suggestion(word.text, {"round-robin"}));
  }
}

}  // namespace

Schedule read_schedule(const Value& value) {
  return read(value, [](const Value& heap) -> std::optional<std::uint32_t> {
    return static_cast<std::uint32_t>(number_of(heap));
  });
}

// The shape of a switch allows both kinds in both places.
Schedule read_schedule_of_threads(const Value& value, Reading& reading) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const Around around = what_is_around(value);
  const Value& inner = around.inner != nullptr ? *around.inner : value;
  if (inner.is_scalar()) refuse_unknown(inner, reading);
  const Value* const switches = inner.is_scalar() ? nullptr : inner.find("switches");
  if (switches != nullptr) {
    for (const Value& each : switches->items) {
      const Value& decision = each.items.front();
      const auto number = yaml::read_number(decision.text).value;
      if (number && *number <= kMost) continue;
      reading.messages.error(
          decision.place, fmt::format("expected the number of a decision, got {}", in_quotes(decision.text)),
          "a switch is [decision, thread], and decisions count from 0");
    }
  }
  return read(value, [&](const Value& thread) -> std::optional<std::uint32_t> {
    // A thread's name contains no blank.
    constexpr std::string_view kHeap = "heap ";
    if (!thread.text.starts_with(kHeap)) return reading.thread(thread);
    const auto heap = yaml::read_number(std::string(thread.text.substr(kHeap.size()))).value;
    if (heap && *heap >= 1 && *heap < reading.program.heap.server_heaps)
      return program::kFirstHeapReporter + static_cast<std::uint32_t>(*heap);
    reading.messages.error(thread.place,
                           fmt::format("{} reports nothing of its own here", in_quotes(thread.text)),
                           "heaps of `heap: {server: N}` count from `heap 1`; heap 0 is reported in the "
                           "turns of the thread that collects");
    return std::nullopt;
  });
}

}  // namespace gcrucible::scenario
