#include "harness/host/player/suspension_course.h"

#include <algorithm>
#include <vector>

#include "harness/clr/concurrency/mutators.h"
#include "harness/program/random.h"

namespace gcrucible::host {

namespace {

using program::Stop;

// Liberties::takes() selects half of the suspensions, so one in twelve is aborted.
constexpr std::uint64_t kAbortedOneIn = 6;
constexpr std::uint64_t kMostTries = 2;

// Indexed by the threads' numbers.
std::vector<Stop> draw_stops(const calls::Liberties& liberties, std::uint32_t threads) {
  std::vector<Stop> stops(threads, Stop::kNever);
  if (liberties.takes("suspension/threads")) {
    program::Random random(liberties.key("suspension/threads"));
    for (Stop& each : stops) each = static_cast<Stop>(random.below(3));
  }
  return stops;
}

// Some threads that return by themselves are slower than the collection.
void draw_late(const calls::Liberties& liberties, std::vector<std::uint32_t>& returned,
               std::vector<std::uint32_t>& late) {
  if (!liberties.takes("suspension/late")) return;
  program::Random random(liberties.key("suspension/late"));
  std::erase_if(returned, [&](std::uint32_t thread) {
    const bool slow = random.below(2) == 0;
    if (slow) late.push_back(thread);
    return slow;
  });
}

std::uint32_t draw_aborted(const calls::Liberties& liberties) {
  if (!liberties.takes("suspension/aborted")) return 0;
  program::Random random(liberties.key("suspension/aborted"));
  const bool taken = random.below(kAbortedOneIn) == 0;
  const std::uint64_t tries = 1 + random.below(kMostTries);
  return taken ? static_cast<std::uint32_t>(tries) : 0;
}

}  // namespace

clr::SuspensionCourse course_of(clr::Clr& clr, const program::Suspending& said,
                                const calls::Liberties& liberties, const ThreadsThen& threads) {
  const auto mutators = clr.mutators();
  const auto is_other = [&](std::uint32_t thread) {
    // Threads that run concurrently with this one stop by themselves.
    const bool works = mutators != nullptr && mutators->has(thread);
    return thread != threads.ending && !works && clr.threads().alive(thread) &&
           clr.threads().at(thread).id != clr::this_thread().managed;
  };
  clr::SuspensionCourse course;
  course.aborted = said.aborted.value_or(draw_aborted(liberties));
  const std::vector<Stop> chosen = draw_stops(liberties, threads.count);
  for (std::uint32_t thread = 0; thread < threads.count; ++thread) {
    if (!is_other(thread)) continue;
    if (chosen[thread] == Stop::kStopped) course.stopped.push_back(thread);
    if (chosen[thread] == Stop::kReturned) course.returned.push_back(thread);
  }
  draw_late(liberties, course.returned, course.late);
  const auto forget = [&](std::uint32_t thread) {
    for (auto* const each : {&course.stopped, &course.returned, &course.late}) std::erase(*each, thread);
  };
  for (const program::ThreadStop& each : said.threads) {
    forget(each.thread);
    if (!is_other(each.thread)) continue;
    if (each.how == Stop::kStopped) course.stopped.push_back(each.thread);
    if (each.how == Stop::kReturned) course.returned.push_back(each.thread);
    if (each.how == Stop::kLate) course.late.push_back(each.thread);
  }
  if (said.resumed_by) {
    forget(*said.resumed_by);
    if (is_other(*said.resumed_by)) course.resumer = *said.resumed_by;
  } else if (threads.others_resume && liberties.takes("suspension/resumer")) {
    std::vector<std::uint32_t> free;
    for (std::uint32_t thread = 0; thread < threads.count; ++thread) {
      const auto is_reported = [&](const auto& reported) {
        return std::ranges::find(reported, thread) != reported.end();
      };
      const bool reported =
          is_reported(course.stopped) || is_reported(course.returned) || is_reported(course.late);
      if (is_other(thread) && !reported) free.push_back(thread);
    }
    program::Random random(liberties.key("suspension/resumer"));
    if (!free.empty()) course.resumer = free[static_cast<std::size_t>(random.below(free.size()))];
  }
  return course;
}

}  // namespace gcrucible::host
