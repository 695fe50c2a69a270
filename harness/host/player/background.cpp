// Background collections, and the suspension of a process that shuts down.
#include <algorithm>
#include <array>
#include <variant>

#include "harness/calls/background_reporter.h"
#include "harness/calls/collection_reporter.h"
#include "harness/clr/callbacks/raise.h"
#include "harness/clr/threads/suspension.h"
#include "harness/host/player/observed_phases.h"
#include "harness/host/player/player.h"
#include "harness/program/choices.h"

namespace gcrucible::host {

using abi::CallbackMethod;
using program::Background;

namespace {

program::Collect full_sweep(const Background& step) {
  program::Collect collect;
  collect.thread = step.thread;
  collect.induced = step.induced;
  collect.mode.fill(program::Mode::kSweep);
  return collect;
}

}  // namespace

Expected<void> Player::make(const program::BeginShutdown& step) {
  if (!step.suspends.value_or(clr_->runtime().suspends_for_shutdown)) return {};
  clr_->threads().run(step.thread, [&] { clr::suspend(*clr_, abi::COR_PRF_SUSPEND_FOR_SHUTDOWN); });
  suspended_for_shutdown_ = true;
  return {};
}

Expected<void> Player::make(const Background& step) {
  switch (step.phase) {
    case Background::Phase::kBegin:
      if (!clr_->mask().concurrent()) {
        // Without concurrent collections, a request for a non-blocking collection blocks. The scenario's
        // expectations belong to the step that decides which objects survive.
        program::Collect full = full_sweep(step);
        if (clr_->runtime().any_split)
          program::draw_reporting(*program_, "background/full", collections_, full);
        probe_due_ = clr_->mask().reports_collections();
        clr_->threads().run(step.thread, [&] { collect(full, line_of_pause()); });
      } else {
        clr_->threads().run(step.thread, [&] { where_collected([&] { begin_background(step); }); });
      }
      break;
    case Background::Phase::kPause:
      pause_background(alone_.line);
      break;
    case Background::Phase::kEnd:
      end_background();
      break;
  }
  return {};
}

std::uint32_t Player::line_of_pause() const {
  const auto& steps = program_->steps;
  for (std::size_t i = step_; i < steps.size(); ++i) {
    const auto* const background = std::get_if<Background>(&steps[i].action);
    if (background != nullptr && background->phase == Background::Phase::kPause) return steps[i].line;
  }
  return 0;
}

void Player::begin_background(const Background& step) {
  background_ = Under{.induced = step.induced,
                      .first_new = static_cast<sim::ObjectIndex>(clr_->engine().object_count())};
  in_background_ = true;
  lines_.background("begin");
  clr::suspend(*clr_, abi::COR_PRF_SUSPEND_FOR_GC);
  refresh_bounds();
  clr_->begin_collecting();
  clr::Profiler& profiler = *clr_->profiler();
  if (profiler.wants(CallbackMethod::kGarbageCollectionStarted)) {
    std::array<abi::BOOL, sim::kGenerationCount> covered{};
    covered.fill(1);
    const int count = std::min<int>(clr_->runtime().generations, static_cast<int>(covered.size()) - 1);
    const auto reason = step.induced ? abi::COR_PRF_GC_INDUCED : abi::COR_PRF_GC_OTHER;
    profiler.raise<CallbackMethod::kGarbageCollectionStarted>({}, count, covered.data(), reason);
  }
  if (step.young_first) {
    program::Collect young;
    young.thread = step.thread;
    young.condemned = *step.young_first;
    young.induced = step.induced;
    if (clr_->runtime().any_split)
      program::draw_reporting(*program_, "background/young", collections_, young);
    if (!clr_->runtime().starts_young_in_background) {
      young.reporting.edits.emplace_back().kind = program::ReportEdit::Kind::kOmitStarted;
    }
    collect_suspended(young, alone_.line, calls::ModelLines::Inside::kBackground, {});
  }
  clr::resume(*clr_);
  run_due_finalizers();
}

void Player::pause_background(std::uint32_t line) {
  if (!background_ || background_->paused) return;
  background_->paused = true;
  clr_->threads().run_on_native([&] {
    lines_.background("pause");
    control_->collection.store(++collections_, std::memory_order_relaxed);
    control_->collecting.store(1, std::memory_order_relaxed);
    program::Collect step;
    step.induced = background_->induced;
    step.mode.fill(program::Mode::kSweep);
    // A background collection only sweeps and promotes no object.
    step.promote = false;
    lines_.collection(collections_, line, step, calls::ModelLines::Inside::kBackground);
    clr::suspend(*clr_, abi::COR_PRF_SUSPEND_FOR_GC_PREP);
    const std::vector<sim::RootIndex> kept = keep_new_objects();
    calls::BackgroundReporter reporter(*clr_, lines_);
    ObservedPhases phases(reporter, *control_, account());
    clr_->engine().collect(request_of(step), options_.audit, phases);
    check_account();
    control_->simulated();
    for (const sim::RootIndex root : kept) clr_->engine().roots()[root].removed = true;
    clr::resume(*clr_);
    control_->collecting.store(0, std::memory_order_relaxed);
  });
  finalizers_due_ = program_->heap.finalizers_run;
  run_due_finalizers();
}

// Objects allocated while the collection marks count as marked.
std::vector<sim::RootIndex> Player::keep_new_objects() {
  std::vector<sim::RootIndex> roots;
  engine::Engine& engine = clr_->engine();
  for (std::uint64_t i = background_->first_new; i < engine.object_count(); ++i) {
    const auto object = static_cast<sim::ObjectIndex>(i);
    if (engine.object(object)->dead) continue;
    sim::Root root{.kind = sim::RootKind::kStack};
    root.object = object;
    roots.push_back(engine.add_root(root));
  }
  return roots;
}

void Player::end_background() {
  if (!background_) return;
  clr_->threads().run_on_native([&] {
    lines_.background("end");
    refresh_bounds();
    clr::raise_if_wanted<CallbackMethod::kGarbageCollectionFinished>(clr_->profiler(), {});
    stop_collecting();
  });
  background_.reset();
  in_background_ = false;
}

// The runtime has one flag for all collections. The first collection that ends clears the flag.
void Player::stop_collecting() {
  if (!background_ || !background_->collecting) return;
  background_->collecting = false;
  clr_->end_collecting();
}

void Player::finish_background() {
  pause_background(0);
  end_background();
}

bool Player::finish_background_for_attach() {
  // Without a background collection there is no wait, not even for a collection during which the profiler
  // attaches.
  if (!in_background_) return true;
  const bool mine = clr_->world().mine();
  if (!mine) clr_->world().lock();
  const bool stands = clr_->suspended();
  if (!stands) finish_background();
  if (!mine) clr_->world().unlock();
  return !stands;
}

void Player::refresh_bounds() {
  if (!clr_->profiler()->wants(CallbackMethod::kGarbageCollectionStarted)) return;
  clr_->generations().refresh(clr_->engine().generation_ranges());
}

}  // namespace gcrucible::host
