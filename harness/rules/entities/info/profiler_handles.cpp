#include "harness/rules/entities/info/profiler_handles.h"

#include <algorithm>
#include <utility>

#include "harness/rules/collection/collection.h"
#include "harness/rules/collection/relocation.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

void ProfilerHandles::take(const InfoEvent& info, const Collection& collection) {
  const bool after = collection.starts != 0 && !collection.open();
  if (info.method == InfoMethod::kDestroyHandle && info.succeeded()) {
    held_.erase(info.arg(0).value_or(0));
  } else if (info.method == InfoMethod::kCreateHandle && info.succeeded()) {
    const std::uint64_t id = info.out(0).value_or(0);
    const std::uint64_t kind = info.arg(1).value_or(0);
    if (id == 0 || kind < 1 || kind > 3) return;
    held_.erase(id);
    // Between Started and Finished an object may have either of two addresses.
    if (collection.open() && info.inside_call != Call::kGarbageCollectionStarted) return;
    held_[id] = {.handle = {.id = id,
                            .kind = static_cast<ProfilerHandle::Kind>(kind),
                            .object = info.arg(0).value_or(0),
                            .line = info.line},
                 .later = after};
  } else if (info.method == InfoMethod::kGetObjectIDFromHandle && info.succeeded() && after) {
    const auto found = held_.find(info.arg(0).value_or(0));
    const auto object = info.out(0);
    if (found == held_.end() || found->second.later || !object) return;
    answers_.push_back({.handle = found->second.handle, .object = *object, .line = info.line});
  }
}

const ProfilerHandle* ProfilerHandles::find(std::uint64_t id) const {
  const auto found = held_.find(id);
  return found == held_.end() ? nullptr : &found->second.handle;
}

std::vector<ProfilerHandle> ProfilerHandles::handles() const {
  std::vector<ProfilerHandle> handles;
  for (const auto& [id, held] : held_) {
    if (!held.later) handles.push_back(held.handle);
  }
  return handles;
}

std::vector<HandleAnswer> ProfilerHandles::take_answers() {
  return std::exchange(answers_, {});
}

void ProfilerHandles::follow(const Collection& collection) {
  for (auto held = held_.begin(); held != held_.end();) {
    ProfilerHandle& handle = held->second.handle;
    const bool later = std::exchange(held->second.later, false);
    const auto object = later ? handle.object : held_after(handle, collection);
    if (object) handle.object = *object;
    held = object ? std::next(held) : held_.erase(held);
  }
}

std::optional<std::uint64_t> held_after(const ProfilerHandle& handle, const Collection& collection) {
  const auto held = held_after(handle.object, collection);
  // COR_PRF_HIGH_BASIC_GC does not report queued objects.
  const bool none_queued = collection.queued.empty() && History::monitors_gc(collection);
  if (!held || *held == 0 || handle.kind != ProfilerHandle::Kind::kWeak || none_queued) return held;
  // An object that only a finalizable object keeps alive was found dead first. Its short weak handle is
  // empty.
  return collection.leaves(handle.object) ? held : std::nullopt;
}

std::optional<std::uint64_t> held_after(std::uint64_t object, const Collection& collection) {
  if (object == 0) return object;
  if (collection.starts == 0) return std::nullopt;
  const auto queued = [&](std::uint64_t address) {
    return std::any_of(collection.queued.begin(), collection.queued.end(),
                       [&](const QueuedObject& each) { return each.object == address; });
  };
  const auto taken = Relocation(collection).taken(object);
  // A short weak handle of a queued object is empty from then on, a strong one is not. No callback reports
  // why the object was found dead.
  if (queued(object) || (collection.queued_either_way && queued(taken.value_or(object)))) return std::nullopt;
  if (taken) return taken;
  if (collection.leaves(object)) return object;
  if (collection.alive_known && !collection.is_alive(object)) return 0;
  return std::nullopt;
}

}  // namespace gcrucible::rules
