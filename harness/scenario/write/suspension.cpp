// Suspensions and their course.
#include <fmt/format.h>

#include "harness/scenario/language/words.h"
#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {

using yaml::Draft;

namespace {

void write_course(const program::Suspending& suspension, Draft& map, Writing& writing) {
  if (suspension.aborted) map.add("aborted", yaml::draft_number(*suspension.aborted));
  Draft threads = yaml::draft_map();
  for (const program::ThreadStop& each : suspension.threads) {
    threads.add(writing.names.thread(each.thread),
                yaml::draft_word(stop_words()[static_cast<std::size_t>(each.how)]));
  }
  if (!threads.empty()) map.add("threads", std::move(threads));
  if (suspension.resumed_by) map.add("resumed-by", writing.thread(*suspension.resumed_by));
}

}  // namespace

Draft write_suspension(const program::Suspending& suspension, Writing& writing) {
  Draft map = yaml::draft_map();
  write_course(suspension, map, writing);
  return map;
}

Draft write_suspend(const program::Suspend& step, Writing& writing) {
  const auto& words = suspend_words();
  Draft reason = yaml::draft_number(step.reason);
  if (step.reason < words.size() && !words[step.reason].empty()) {
    reason = yaml::draft_word(words[step.reason]);
  } else {
    writing.refuse(fmt::format("a suspension for reason {} has no word", step.reason));
  }
  Draft map = yaml::draft_map();
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  if (step.liberties) map.add("liberties", yaml::draft_number(*step.liberties));
  write_course(step.suspension, map, writing);
  if (map.empty()) return reason;
  map.entries.insert(map.entries.begin(), {"reason", std::move(reason)});
  return map;
}

}  // namespace gcrucible::scenario
