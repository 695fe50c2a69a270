// Keeps the control block's record of callbacks up to date.
#pragma once

#include <chrono>
#include <cstdlib>
#include <thread>

#include "harness/abi/tables/callback_rows.h"
#include "harness/clr/threads/call_watch.h"
#include "harness/platform/crash/exception_text.h"
#include "harness/program/specs.h"
#include "harness/protocol/control_block.h"

namespace gcrucible::host {

static_assert(protocol::ControlBlock::kMostWorkers >= program::kMostServerHeaps);

class ControlWatch final : public clr::CallWatch {
 public:
  // Called after an exception has left the profiler; the control block describes the exception. Null for
  // none.
  using LastWords = void (*)(const protocol::ControlBlock&);

  explicit ControlWatch(protocol::ControlBlock& control, LastWords last_words = nullptr)
      : control_(&control), last_words_(last_words) {}

  std::uint64_t entered(std::uint16_t slot, clr::Doing doing) override {
    const std::uint64_t number = control_->callbacks.fetch_add(1, std::memory_order_relaxed) + 1;
    protocol::CallbackPlace& place = place_of(doing);
    place.slot.store(slot, std::memory_order_relaxed);
    place.number.store(number, std::memory_order_relaxed);
    place.holds.store(holds(slot), std::memory_order_relaxed);
    change_depth(place, 1, doing);
    return number;
  }
  void returned(const clr::CallbackFrame* outer, clr::Doing doing) override {
    protocol::CallbackPlace& place = place_of(doing);
    if (outer != nullptr) {
      place.slot.store(static_cast<std::uint32_t>(outer->method), std::memory_order_relaxed);
      place.number.store(outer->number, std::memory_order_relaxed);
      place.holds.store(holds(static_cast<std::uint16_t>(outer->method)), std::memory_order_relaxed);
    }
    change_depth(place, -1, doing);
  }
  [[noreturn]] void copied(std::uint16_t slot, std::uint64_t number) override {
    protocol::CallbackPlace& place = control_->crashed_callback;
    if (control_->copy_came_back.exchange(1) == 0) {
      place.slot.store(slot, std::memory_order_relaxed);
      place.number.store(number, std::memory_order_relaxed);
      place.depth.store(1, std::memory_order_relaxed);
    }
    std::_Exit(0);
  }
  void left(clr::OpenCallbacks callbacks, clr::Doing here, clr::Doing away) override {
    if (here == clr::Doing::kProgram) change_absent(1);
    if (callbacks.count != 0) move(place_of(here), place_of(away), callbacks);
  }
  void came_back(clr::OpenCallbacks callbacks, clr::Doing here, clr::Doing away) override {
    if (callbacks.count != 0) move(place_of(away), place_of(here), callbacks);
    if (here != clr::Doing::kProgram) return;
    change_absent(-1);
    control_->made_progress();
  }
  std::optional<Inside> inside(std::uint32_t actor) const override {
    const protocol::CallbackPlace& place = control_->worker_callbacks[actor];
    if (place.depth.load(std::memory_order_relaxed) == 0) return std::nullopt;
    return Inside{.callback_slot = static_cast<std::uint16_t>(place.slot.load(std::memory_order_relaxed)),
                  .number = place.number.load(std::memory_order_relaxed)};
  }
  void note_slow(std::uint32_t actor, const Inside& callback, std::chrono::milliseconds time) override {
    if (time < protocol::ControlBlock::kLeastSlow) return;
    const std::uint32_t place = control_->slow_place_count.fetch_add(1, std::memory_order_relaxed);
    if (place >= protocol::ControlBlock::kMostSlowPlaces || actor >= protocol::TurnsPlace::kMostThreads)
      return;
    protocol::SlowPlace& made = control_->slow_places[place];
    made.slot = callback.callback_slot;
    made.number = callback.number;
    made.thread = control_->turns.threads[actor].load(std::memory_order_relaxed);
    made.collection = control_->collection.load(std::memory_order_relaxed);
    made.milliseconds = static_cast<std::uint64_t>(time.count());
  }
  // Does not return: the driver reads the block and ends the process.
  [[noreturn]] void deadlocked(std::string_view text) override {
    control_->say(text);
    control_->deadlocked.store(1, std::memory_order_release);
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  void threw(std::uint16_t slot) override {
    // All other callbacks no longer count.
    for (protocol::CallbackPlace& each : control_->worker_callbacks) {
      const clr::ThreadState& thread = clr::this_thread();
      const bool here = thread.works_with_others() && &each == &place_of(clr::Doing::kWorkers);
      if (!here) each.depth.store(0, std::memory_order_relaxed);
    }
    for (protocol::CallbackPlace* place : {&control_->program_callback, &control_->life_callback,
                                           &control_->absent_callback, &control_->other_callback}) {
      place->slot.store(slot, std::memory_order_relaxed);
    }
    control_->say(platform::text_of_caught_exception());
    control_->threw.store(1, std::memory_order_release);
    if (last_words_ != nullptr) last_words_(*control_);
    // Runs no destructors and no exit handlers, because they belong to the broken profiler.
    std::_Exit(3);
  }

 private:
  // A thread in preemptive mode can be suspended at any time. A thread that has suspended the others is
  // waited for in any case.
  static std::uint32_t holds(std::uint16_t slot) {
    const abi::CallbackRow& row = abi::kCallbackRows[slot];
    return row.cooperative || row.suspended || !row.may_trigger ? 1 : 0;
  }
  // Called by the owner of the world. Increases `to` first, so that a crash or hang never finds the callbacks
  // in neither place.
  void move(protocol::CallbackPlace& from, protocol::CallbackPlace& to, clr::OpenCallbacks callbacks) {
    to.slot.store(static_cast<std::uint32_t>(callbacks.innermost->method), std::memory_order_relaxed);
    to.number.store(callbacks.innermost->number, std::memory_order_relaxed);
    to.holds.store(0, std::memory_order_relaxed);
    to.depth.fetch_add(callbacks.count, std::memory_order_relaxed);
    from.depth.fetch_sub(callbacks.count, std::memory_order_relaxed);
  }
  // Called twice for every reported object of a heap. A place that belongs to one thread at a time, such as
  // the world's owner, needs no locked instructions. Only the places of other threads are shared.
  void change_depth(protocol::CallbackPlace& place, int by, clr::Doing doing) {
    const auto difference = static_cast<std::uint32_t>(by);
    if (doing == clr::Doing::kOther || doing == clr::Doing::kAbsent) {
      place.depth.fetch_add(difference, std::memory_order_relaxed);
      return;
    }
    if (doing == clr::Doing::kWorkers) return change_depth_in_workers(place, by);
    place.depth.store(place.depth.load(std::memory_order_relaxed) + difference, std::memory_order_relaxed);
    // A collection or suspension forced by a thread of the profiler counts as progress, because the program
    // continues after it. While the program waits for the profiler, it may wait for that thread without end.
    if (doing == clr::Doing::kProgram || (doing == clr::Doing::kForced && !control_->waits_for_profiler())) {
      control_->made_progress();
    }
  }
  // Each place belongs to one thread. Its collection makes progress, whichever thread has requested it.
  void change_depth_in_workers(protocol::CallbackPlace& place, int by) {
    const auto difference = static_cast<std::uint32_t>(by);
    const std::uint32_t before = place.depth.load(std::memory_order_relaxed);
    place.depth.store(before + difference, std::memory_order_relaxed);
    if (before == 0 || before + difference == 0)
      control_->in_worker_callbacks.fetch_add(difference, std::memory_order_relaxed);
    if (!clr::this_thread().forced || !control_->waits_for_profiler())
      control_->progress.fetch_add(1, std::memory_order_relaxed);
  }
  // Called by the owner of the world.
  void change_absent(int by) {
    control_->absent.store(control_->absent.load(std::memory_order_relaxed) + static_cast<std::uint32_t>(by),
                           std::memory_order_relaxed);
  }
  protocol::CallbackPlace& place_of(clr::Doing doing) {
    switch (doing) {
      case clr::Doing::kProgram:
      case clr::Doing::kForced:
        return control_->program_callback;
      case clr::Doing::kLife:
        return control_->life_callback;
      case clr::Doing::kAbsent:
        return control_->absent_callback;
      case clr::Doing::kWorkers:
        return control_->worker_callbacks[place_in_workers()];
      case clr::Doing::kOther:
        break;
    }
    return control_->other_callback;
  }

  static std::size_t place_in_workers() {
    const clr::ThreadState& thread = clr::this_thread();
    return thread.mutating.all != nullptr ? thread.mutating.actor : thread.actor;
  }

  protocol::ControlBlock* control_;
  LastWords last_words_;
};

}  // namespace gcrucible::host
