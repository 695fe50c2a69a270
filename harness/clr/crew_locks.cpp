#include "harness/clr/crew_locks.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/platform/fork_server.h"

namespace gcrucible::clr {

using platform::LockScheduler;
using platform::lock_table::Holder;
using schedule::Stage;

CrewLocks::CrewLocks(Stage& stage, std::function<std::uint32_t()> known_threads,
                     std::span<const std::atomic<std::uint32_t>> numbers)
    : stage_(&stage), known_threads_(std::move(known_threads)), numbers_(numbers) {
  platform::wakes_go_to(this);
}

CrewLocks::~CrewLocks() {
  platform::wakes_go_to(nullptr);
}

LockScheduler::Woken CrewLocks::wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
                                     const std::function<bool()>& still) {
  ++waiting_;
  const Stage::Woken woken = stage_->wait(what, timeout, still);
  --waiting_;
  switch (woken) {
    case Stage::Woken::kByOther:
      return Woken::kByOther;
    case Stage::Woken::kByTime:
      return Woken::kByTime;
    case Stage::Woken::kAlone:
      return Woken::kAlone;
    case Stage::Woken::kByDeadlock:
      break;
  }
  return Woken::kByDeadlock;
}

void CrewLocks::wake(const void* what, std::uint32_t most, WakePoint point) {
  if (waiting_ == 0) return;
  if (point == WakePoint::kHere) {
    stage_->wake(what, most);
  } else {
    stage_->rouse(what, most);
  }
}

std::optional<std::uint32_t> CrewLocks::heap_of(std::uint32_t thread) const {
  for (std::uint32_t heap = 0; heap < numbers_.size(); ++heap) {
    if (numbers_[heap] == thread) return heap;
  }
  return std::nullopt;
}

bool CrewLocks::has(std::uint32_t thread) const {
  return heap_of(thread).has_value();
}

bool CrewLocks::has_strangers() const {
  return !platform::has_only_threads(known_threads_());
}

bool CrewLocks::bound(const Stage::Waiting& waiting) const {
  const std::vector<Holder> holders = platform::lock_table::holders(waiting.what);
  return std::ranges::any_of(holders, [this](const Holder& holder) { return has(holder.thread); });
}

std::string CrewLocks::text(std::span<const Stage::Waiting> waiting) const {
  std::vector<const void*> locks;
  std::string text;
  for (const Stage::Waiting& each : waiting) {
    auto found = std::ranges::find(locks, each.what);
    if (found == locks.end()) found = locks.insert(found, each.what);
    text += text.empty() ? "That of heap " : "; that of heap ";
    text += std::to_string(each.actor) + " waits for ";
    const std::string number = std::to_string(found - locks.begin() + 1);
    const std::vector<Holder> holders = platform::lock_table::holders(each.what);
    text += "lock " + number + ", which ";
    bool first = true;
    for (const Holder& holder : holders) {
      if (!first) text += " and ";
      first = false;
      const std::optional<std::uint32_t> heap = heap_of(holder.thread);
      if (!heap) {
        text += "another thread";
      } else {
        text += *heap == each.actor ? "it" : "that of heap " + std::to_string(*heap);
      }
    }
    text += holders.size() == 1 ? " has" : " have";
    if (holders.size() == 1 && heap_of(holders.front().thread) == each.actor) text += " itself";
  }
  return text.empty() ? text : text + ".";
}

}  // namespace gcrucible::clr
