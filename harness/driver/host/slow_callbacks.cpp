#include "harness/driver/host/slow_callbacks.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "harness/abi/tables/callback_methods.h"

namespace gcrucible::driver {

void SlowCallbacks::look(const protocol::ControlBlock& block, std::chrono::steady_clock::duration passed) {
  places_.resize(block.worker_callbacks.size() + 1);
  const std::uint32_t collection = block.collecting.load() != 0 ? block.collection.load() : 0;
  look(places_.back(), block.program_callback, collection, std::nullopt, passed);
  const std::size_t threads = block.turns.together.load() == 0 ? 0 : block.turns.thread_count.load();
  for (std::size_t i = 0; i < block.worker_callbacks.size(); ++i) {
    const std::optional<std::uint32_t> thread =
        i < std::min<std::size_t>(threads, protocol::TurnsPlace::kMostThreads)
            ? std::optional(block.turns.threads[i].load())
            : std::nullopt;
    look(places_[i], block.worker_callbacks[i], collection, thread, passed);
  }
}

void SlowCallbacks::look(Place& place, const protocol::CallbackPlace& at, std::uint32_t collection,
                         std::optional<std::uint32_t> thread, std::chrono::steady_clock::duration passed) {
  const bool holds = collection != 0 && at.depth.load() != 0 && at.holds.load() != 0;
  const std::uint64_t number = holds ? at.number.load() : 0;
  if (number != 0 && number == place.number && collection == place.collection) {
    place.time += passed;
    return;
  }
  finish(place);
  place = {.number = number, .slot = at.slot.load(), .collection = collection, .thread = thread};
}

void SlowCallbacks::finish(Place& place) {
  const Place was = std::exchange(place, {});
  const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(was.time);
  const std::string_view name = abi::callback_name(was.slot);
  if (was.number == 0 || time < protocol::ControlBlock::kLeastSlow || name.empty()) return;
  add({.callback = std::string(name),
       .number = was.number,
       .collection = was.collection,
       .time = time,
       .thread = was.thread});
}

void SlowCallbacks::add(SlowCallback found) {
  const auto same = std::ranges::find_if(found_, [&](const SlowCallback& each) {
    return each.callback == found.callback && each.thread == found.thread;
  });
  if (same == found_.end()) {
    found_.push_back(std::move(found));
  } else if (same->time < found.time) {
    *same = std::move(found);
  }
}

std::vector<SlowCallback> SlowCallbacks::take(const protocol::ControlBlock& block) {
  for (Place& each : places_) finish(each);
  const std::size_t count = std::min<std::size_t>(block.slow_place_count.load(), block.slow_places.size());
  for (std::size_t i = 0; i < count; ++i) {
    const protocol::SlowPlace& each = block.slow_places[i];
    const std::string_view name = abi::callback_name(each.slot.load());
    if (name.empty()) continue;
    add({.callback = std::string(name),
         .number = each.number.load(),
         .collection = each.collection.load(),
         .time = std::chrono::milliseconds(each.milliseconds.load()),
         .thread = each.thread.load()});
  }
  std::ranges::stable_sort(found_, std::greater{}, &SlowCallback::time);
  return std::move(found_);
}

}  // namespace gcrucible::driver
