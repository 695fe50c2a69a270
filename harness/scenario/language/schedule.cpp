// Keys for the turns of threads.
#include "harness/program/schedule.h"

#include "harness/scenario/language/language.h"

namespace gcrucible::scenario {

using yaml::either;
using yaml::list_of;
using yaml::map;
using yaml::number;
using yaml::optional;
using yaml::Shape;
using yaml::words;

namespace {

// `who` is the shape of a switch's target; `names` describes the target.
std::vector<yaml::Key> choices(const Shape& who, const std::string& names) {
  const Shape count = number(0, 0xFFFFFFFF, "32 bits");
  // A pair of two kinds. If the second value is not a number, the reader checks it.
  const Shape pair = list_of(either({count, who}), 2, 2);
  return {
      optional(
          "switches", list_of(who.kind == Shape::Kind::kNumber ? list_of(count, 2, 2) : pair),
          "[decision, " + names +
              " does. Decisions count from 0: one before and after each call of a thread and at its end, if "
              "at least two threads could go on. The model line `schedule` of a trace has those of any "
              "schedule"),
      optional("random", number(), "a random thread at each decision, from this seed"),
      optional("pct",
               map({
                   optional("seed", number(),
                            "the seed of the priorities and of the decisions where they change; default: 0"),
                   optional("changes", number(0, 64, "each is a preemption"),
                            "how often the thread with the highest priority gets the lowest one; default: 2"),
                   optional("length", count, "the changes come at decisions before this one; default: 100"),
               }),
               "the thread with the highest priority goes on (probabilistic concurrency testing)"),
  };
}

Shape one_of(std::vector<yaml::Key> keys) {
  Shape shape = map(std::move(keys));
  shape.one_key = true;
  return shape;
}

}  // namespace

namespace {

Shape shape_of(const Shape& who, const std::string& names, Shape plain, Shape plain_inside) {
  std::vector<yaml::Key> keys = choices(who, names);
  const Shape inside = either({std::move(plain_inside), one_of(choices(who, names))});
  keys.push_back(
      optional("whole", inside, "the same, with decisions before callbacks only: each callback is one step"));
  keys.push_back(
      optional("within", inside,
               "the same, with decisions inside callbacks too: before each Info call and each lock of the "
               "profiler, and after each wake of a waiting thread"));
  return either({std::move(plain), one_of(std::move(keys))});
}

}  // namespace

Shape schedule_shape() {
  return yaml::defined(
      "schedule",
      shape_of(number(0, 0xFFFFFFFF, "32 bits"),
               "heap]: the running thread goes on, but at these decisions that heap's thread runs",
               words({"round-robin", "free"}), words({"round-robin"})));
}

Shape schedule_of_threads_shape() {
  // The reader explains why `free` is not allowed.
  Shape plain = text_that_is("round-robin");
  plain.words = {"round-robin"};
  return yaml::defined(
      "schedule-of-threads",
      shape_of(text_that_is("a thread's name, or `heap N`"),
               "thread]: the running thread goes on, but at these decisions that thread runs", plain, plain));
}

}  // namespace gcrucible::scenario
