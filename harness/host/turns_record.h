// Keeps the control block's record of turns up to date.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "harness/clr/concurrency/turns_watch.h"
#include "harness/program/schedule.h"
#include "harness/protocol/turns_place.h"

namespace gcrucible::host {

class TurnsRecord final : public clr::TurnsWatch {
 public:
  explicit TurnsRecord(protocol::TurnsPlace& place) : place_(&place) {}

  void begin(std::uint32_t collection, std::uint32_t heaps, const program::Schedule& schedule) {
    place_->heaps = heaps;
    begin(schedule);
    place_->collection = collection;
  }
  // For threads of the program, at a step on `line`.
  void begin(std::uint32_t together, std::uint32_t line, std::span<const std::uint32_t> threads,
             const program::Schedule& schedule) {
    place_->line = line;
    place_->thread_count = static_cast<std::uint32_t>(threads.size());
    for (std::size_t i = 0; i < std::min(threads.size(), protocol::TurnsPlace::kMostThreads); ++i)
      place_->threads[i] = threads[i];
    begin(schedule);
    place_->together = together;
  }
  void decided(std::uint32_t decisions) override {
    place_->decisions.store(decisions, std::memory_order_relaxed);
  }
  void switched(const program::Switch& to) override {
    const std::uint32_t count = place_->count.load(std::memory_order_relaxed);
    if (count < protocol::TurnsPlace::kMost) {
      place_->kept[count].store((std::uint64_t{to.decision} << 32) | to.thread, std::memory_order_relaxed);
    } else {
      place_->deterministic.store(0, std::memory_order_relaxed);
    }
    place_->count.store(count + 1, std::memory_order_release);
  }
  void left_alone() override { place_->deterministic.store(0, std::memory_order_relaxed); }
  void reported() override {
    place_->collection = 0;
    place_->together = 0;
  }

 private:
  void begin(const program::Schedule& schedule) {
    place_->kind = static_cast<std::uint32_t>(schedule.kind);
    place_->turns = static_cast<std::uint32_t>(schedule.turns);
    place_->decisions = 0;
    place_->deterministic = schedule.kind == program::Schedule::Kind::kFree ? 0 : 1;
    place_->count = 0;
  }

  protocol::TurnsPlace* place_;
};

}  // namespace gcrucible::host
