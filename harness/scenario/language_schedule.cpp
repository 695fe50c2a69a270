// Keys for how threads take turns.
#include "harness/program/schedule.h"
#include "harness/scenario/language.h"

namespace gcrucible::scenario {

using yaml::either;
using yaml::list_of;
using yaml::map;
using yaml::number;
using yaml::optional;
using yaml::Shape;
using yaml::words;

namespace {

std::vector<yaml::Key> choices() {
  const Shape count = number(0, 0xFFFFFFFF, "32 bits");
  return {
      optional(
          "switches", list_of(list_of(count, 2, 2)),
          "[decision, heap]: who runs goes on, but at these decisions that heap's thread does. Decisions "
          "count from 0, one wherever a thread is about to be called or has been, or ends, and at least "
          "two could go on; the model line `schedule` of a trace has those of any schedule"),
      optional("random", number(), "whoever is drawn at each decision, from this seed"),
      optional(
          "pct",
          map({
              optional("seed", number(), "of the priorities and of where they change; 0 unless told"),
              optional("changes", number(0, 64, "each is a preemption"),
                       "how often the thread with the highest priority gets one below all others; 2 "
                       "unless told"),
              optional("length", count, "the changes come at decisions before this one; 100 unless told"),
          }),
          "who has the highest priority goes on (probabilistic concurrency testing)"),
  };
}

Shape one_of(std::vector<yaml::Key> keys) {
  Shape shape = map(std::move(keys));
  shape.one_key = true;
  return shape;
}

}  // namespace

Shape schedule_shape() {
  std::vector<yaml::Key> keys = choices();
  keys.push_back(
      optional("within", either({words({"round-robin"}), one_of(choices())}),
               "the same, with decisions inside callbacks too: before each Info call and each lock "
               "that the profiler takes, and behind each wake of who waits for one"));
  return yaml::defined("schedule", either({words({"round-robin", "free"}), one_of(std::move(keys))}));
}

}  // namespace gcrucible::scenario
