#include "harness/rules/collecting_thread.h"

#include "harness/rules/runtime_settings.h"

namespace gcrucible::rules {

bool collects_on_one_thread(const Collection& collection, const History& history) {
  return collection.starts != 0 && !asks_for_server(history.header()) &&
         history.threads().id_of(collection.started_thread).has_value();
}

}  // namespace gcrucible::rules
