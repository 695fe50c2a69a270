// Simplifies suspensions: one attempt, and callbacks only on the suspending thread.
#include <variant>

#include "harness/campaign/attempts.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// `edit` changes the course of one of the program's suspensions.
bool plainer_course(const Suspending& course, auto edit) {
  if (course.empty()) return false;
  if (edit([](Suspending& each) { each = {}; })) return true;
  bool smaller = edit([](Suspending& each) { each.aborted.reset(); });
  smaller |= edit([](Suspending& each) {
    if (each.aborted) each.aborted = 1;
  });
  smaller |= edit([](Suspending& each) { each.resumed_by.reset(); });
  for (std::size_t i = course.threads.size(); i > 0; --i) {
    smaller |= edit([i](Suspending& each) {
      each.threads.erase(each.threads.begin() + static_cast<std::ptrdiff_t>(i - 1));
    });
  }
  return smaller;
}

bool plainer_suspension(Attempts& attempts, std::size_t place, const Suspend& step) {
  const auto edit = [&](auto change) { return attempts.edit_step<Suspend>(place, change); };
  bool smaller = plainer_course(
      step.suspension, [&](auto change) { return edit([&](Suspend& each) { change(each.suspension); }); });
  smaller |= edit([](Suspend& each) {
    if (each.liberties) each.liberties = 0;
  });
  smaller |= plainer_liberties(attempts, place);
  // Remove the setting entirely if the runtime makes no random choice.
  smaller |= edit([](Suspend& each) { each.liberties.reset(); });
  smaller |= edit([](Suspend& each) { each.thread = 0; });
  return smaller;
}

}  // namespace

bool simplify_suspensions(Attempts& attempts) {
  bool smaller = false;
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    // A copy from before the edits, because each edit replaces the program.
    const Action action = attempts.program().steps[place].action;
    if (const auto* const suspend = std::get_if<Suspend>(&action))
      smaller |= plainer_suspension(attempts, place, *suspend);
    if (const auto* const collect = std::get_if<Collect>(&action)) {
      smaller |= plainer_course(collect->reporting.suspension, [&](auto change) {
        return attempts.edit_step<Collect>(place, [&](Collect& each) { change(each.reporting.suspension); });
      });
    }
  }
  return smaller;
}

}  // namespace gcrucible::campaign
