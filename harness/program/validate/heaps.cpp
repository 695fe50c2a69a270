#include <algorithm>
#include <string>
#include <string_view>

#include "harness/program/validate/problem_list.h"

namespace gcrucible::program {

namespace {

std::string heaps_of(const HeapSpec& heap) {
  return heap.server_heaps == 0   ? "a workstation's is the only one"
         : heap.server_heaps == 1 ? "there is one, number 0"
                                  : "there are those from 0 to " + std::to_string(heap.server_heaps - 1);
}

// The key that makes the thread of heap 0 report for all heaps; empty: none.
std::string_view reported_by_one(const Collect& collect) {
  const Reporting& reporting = collect.reporting;
  if (reporting.interleave.value_or(0) != 0) return "`mix`";
  if (!reporting.edits.empty()) return "`edits`";
  if (!reporting.entries.empty()) return "`entries`";
  return collect.attach ? "`attach`" : "";
}

}  // namespace

void validate_heaps(const HeapSpec& heap, ProblemList& problems) {
  problems.at_setting("heap.server");
  problems.check(heap.server_heaps <= kMostServerHeaps, [&] {
    return std::to_string(heap.server_heaps) + " heaps of server GC; the limit is " +
           std::to_string(kMostServerHeaps);
  });
  problems.at_setting("heap.balanced");
  problems.check(!heap.balanced || heap.server_heaps > 1,
                 "there is nothing to balance between fewer than two heaps; write `server: 2`, or leave "
                 "`balanced` out");
  problems.at_setting("heap.ranges");
  if (heap.server_heaps != 0) {
    for (const RangeSpec& range : heap.ranges) validate_heap_number(heap, range.heap, problems);
  }
  problems.at_step(Problem::kNoStep, 0, 0);
}

void validate_heap_number(const HeapSpec& heap, std::optional<std::uint16_t> number, ProblemList& problems) {
  problems.check(!number || *number < std::max<std::uint16_t>(heap.server_heaps, 1), [&] {
    return "heap " + std::to_string(*number) + " does not exist: " + heaps_of(heap) +
           "; say how many under `heap: {server: …}`";
  });
}

void validate_heap_of(const HeapSpec& heap, const Allocate& step, ProblemList& problems) {
  validate_heap_number(heap, step.heap, problems);
  problems.check(!step.heap || !step.at,
                 "an object at a literal address lies in the heap of its range; say which under `heap: "
                 "{ranges: …}`, and leave `heap` out here");
}

void validate_order(const std::vector<Switch>& switches, std::size_t place, ProblemList& problems) {
  problems.check(place == 0 || switches[place - 1].decision < switches[place].decision, [&] {
    return "the switch at decision " + std::to_string(switches[place].decision) +
           " does not come after the one at " + std::to_string(switches[place - 1].decision) +
           "; write them in order, one a decision";
  });
}

void validate_turns(const HeapSpec& heap, const Collect& collect, ProblemList& problems) {
  const Reporting& reporting = collect.reporting;
  if (reporting.started_by != 0) validate_heap_number(heap, reporting.started_by, problems);
  if (!reporting.schedule) return;
  problems.check(heap.server_heaps > 1,
                 "a schedule says how several heaps of server GC take turns; write `heap: {server: 2}`, or "
                 "leave `schedule` out");
  const std::string_view by_one = reported_by_one(collect);
  problems.check(by_one.empty(), [&] {
    return "with " + std::string(by_one) +
           " one thread reports the whole collection, and no thread takes turns; leave `schedule` out, or "
           "that";
  });
  const std::vector<Switch>& switches = reporting.schedule->switches;
  for (std::size_t i = 0; i < switches.size() && !problems.full(); ++i) {
    problems.check(switches[i].thread < heap.server_heaps || heap.server_heaps < 2, [&] {
      return "a switch to heap " + std::to_string(switches[i].thread) +
             ", which does not exist: " + heaps_of(heap);
    });
    validate_order(switches, i, problems);
  }
}

}  // namespace gcrucible::program
