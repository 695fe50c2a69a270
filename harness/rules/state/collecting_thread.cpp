#include "harness/rules/state/collecting_thread.h"

#include "harness/rules/evidence/runtime_settings.h"

namespace gcrucible::rules {

bool is_of_program(std::uint32_t native, const History& history) {
  const Threads& threads = history.threads();
  return threads.runs_program(native) || threads.id_of(native).has_value() ||
         (history.header().runtime == "net10" && threads.reports_itself(native));
}

bool collects_on_one_thread(const Collection& collection, const History& history) {
  return collection.starts != 0 && !asks_for_server(history.header()) &&
         is_of_program(collection.started_thread, history);
}

}  // namespace gcrucible::rules
