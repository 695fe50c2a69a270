#include "harness/clr/concurrency/worker_locks.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>
#include <vector>

#include "harness/platform/memory/memory_place.h"
#include "harness/platform/process/fork_server.h"

namespace gcrucible::clr {

using platform::LockScheduler;
using platform::lock_table::Holder;
using schedule::Stage;

WorkerLocks::WorkerLocks(Stage& stage, std::function<std::uint32_t()> known_threads,
                         std::span<const std::atomic<std::uint32_t>> numbers, NameOf name, OtherWait other)
    : stage_(&stage),
      known_threads_(std::move(known_threads)),
      numbers_(numbers),
      name_(std::move(name)),
      other_(std::move(other)),
      conditions_(numbers.size() / 2) {
  platform::wakes_go_to(this);
}

WorkerLocks::~WorkerLocks() {
  platform::wakes_go_to(nullptr);
}

LockScheduler::Woken WorkerLocks::wait(const void* what, std::optional<std::chrono::nanoseconds> timeout,
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

LockScheduler::Woken WorkerLocks::wait_for_wake(const void* condition,
                                                std::optional<std::chrono::nanoseconds> timeout,
                                                const std::function<bool()>& still) {
  std::atomic<const void*>& mine = conditions_[Stage::actor_here()];
  mine = condition;
  const Woken woken = wait(condition, timeout, still);
  mine = nullptr;
  return woken;
}

std::uint32_t WorkerLocks::wake(const void* what, std::uint32_t most, WakePoint point) {
  if (waiting_ == 0) return 0;
  return point == WakePoint::kHere ? stage_->wake(what, most) : stage_->rouse(what, most);
}

void WorkerLocks::tried(const void* lock) {
  const std::scoped_lock own(mutex_);
  if (std::ranges::find(tried_, lock) == tried_.end()) tried_.push_back(lock);
}

bool WorkerLocks::is_tried(const void* lock) const {
  const std::scoped_lock own(mutex_);
  return std::ranges::find(tried_, lock) != tried_.end();
}

std::optional<std::uint32_t> WorkerLocks::actor_of(std::uint32_t thread) const {
  const auto actors = static_cast<std::uint32_t>(numbers_.size() / 2);
  for (std::uint32_t i = 0; i < numbers_.size(); ++i) {
    if (numbers_[i] == thread) return i % actors;
  }
  return std::nullopt;
}

bool WorkerLocks::has(std::uint32_t thread) const {
  return actor_of(thread).has_value();
}

bool WorkerLocks::has_strangers() const {
  return !platform::has_only_threads(known_threads_());
}

bool WorkerLocks::bound(const Stage::Waiting& waiting) const {
  if (!other_wait(waiting).text.empty()) return true;
  if (conditions_[waiting.actor] == waiting.what) return !has_strangers();
  const std::vector<Holder> holders = platform::lock_table::holders(waiting.what);
  return std::ranges::any_of(holders, [this](const Holder& holder) { return has(holder.thread); });
}

WorkerLocks::Other WorkerLocks::other_wait(const Stage::Waiting& waiting) const {
  return other_ ? other_(waiting) : Other{};
}

WorkerLocks::Edge WorkerLocks::edge_of(const Stage::Waiting& waiting) const {
  Edge edge{.actor = waiting.actor};
  Other other = other_wait(waiting);
  if (!other.text.empty()) {
    edge.on = std::move(other.on);
    return edge;
  }
  edge.lock = waiting.what;
  for (const Holder& holder : platform::lock_table::holders(waiting.what)) {
    if (const std::optional<std::uint32_t> actor = actor_of(holder.thread)) edge.on.push_back(*actor);
  }
  return edge;
}

std::string WorkerLocks::cycle(std::span<const Stage::Waiting> waiting) const {
  std::vector<Edge> edges;
  for (const Stage::Waiting& each : waiting) edges.push_back(edge_of(each));
  std::ranges::sort(edges, {}, &Edge::actor);
  const auto waits_for_itself = [&](const Edge& edge) {
    std::vector<schedule::Actor> reached = edge.on;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const auto next = std::ranges::find(edges, reached[i], &Edge::actor);
      if (next == edges.end()) continue;
      for (const schedule::Actor each : next->on) {
        if (std::ranges::find(reached, each) == reached.end()) reached.push_back(each);
      }
    }
    return std::ranges::find(reached, edge.actor) != reached.end();
  };
  std::string reported;
  std::set<std::string> locks;
  // Skip threads outside the cycle that only wait for it. Another run may have them elsewhere.
  for (const Edge& edge : edges) {
    if (!waits_for_itself(edge)) continue;
    reported += std::to_string(edge.actor) + " ";
    if (edge.lock == nullptr) continue;
    const std::string place = platform::memory_place(edge.lock);
    if (place.empty()) return {};
    locks.insert(place);
  }
  for (const std::string& each : locks) reported += "\n" + each;
  return reported;
}

std::string WorkerLocks::text(std::span<const Stage::Waiting> waiting) const {
  std::vector<const void*> locks, conditions;
  const auto number_in = [](std::vector<const void*>& known, const void* what) {
    auto found = std::ranges::find(known, what);
    if (found == known.end()) found = known.insert(found, what);
    return std::to_string(found - known.begin() + 1);
  };
  std::string text;
  for (const Stage::Waiting& each : waiting) {
    if (!text.empty()) text += "; ";
    text += name_(each.actor) + " waits for ";
    if (const std::string other = other_wait(each).text; !other.empty()) {
      text += other;
      continue;
    }
    if (conditions_[each.actor] == each.what) {
      text += "condition " + number_in(conditions, each.what) + ", which nobody is left to signal";
      continue;
    }
    text += "lock " + number_in(locks, each.what) + ", which ";
    const std::vector<Holder> holders = platform::lock_table::holders(each.what);
    bool first = true;
    for (const Holder& holder : holders) {
      if (!first) text += " and ";
      first = false;
      const std::optional<std::uint32_t> actor = actor_of(holder.thread);
      text += !actor ? "another thread" : *actor == each.actor ? "it" : name_(*actor);
    }
    text += holders.size() == 1 ? " has" : " have";
    if (holders.size() == 1 && actor_of(holders.front().thread) == each.actor) text += " itself";
  }
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text + ".";
}

}  // namespace gcrucible::clr
