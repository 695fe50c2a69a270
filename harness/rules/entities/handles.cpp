#include "harness/rules/entities/handles.h"

#include <algorithm>

#include "harness/abi/enums.h"

namespace gcrucible::rules {

Handles::State Handles::of(std::uint64_t handle) const {
  const auto found = reported_.find(handle);
  if (found == reported_.end()) return State::kUnknown;
  return found->second.alive ? State::kAlive : State::kDestroyed;
}

bool Handles::destroyed_meanwhile(std::uint64_t handle) const {
  const auto found = reported_.find(handle);
  return found != reported_.end() && !found->second.alive && found->second.destroyed != 0 &&
         found->second.destroyed == collections_;
}

bool Handles::may_be_freed(std::uint64_t handle) const {
  const auto found = reported_.find(handle);
  if (found == reported_.end() || !found->second.alive || found->second.held) return false;
  return found->second.made < collections_ && found->second.rooted < collections_;
}

bool Handles::any_held() const {
  return std::ranges::any_of(reported_,
                             [](const auto& each) { return each.second.alive && each.second.held; });
}

std::optional<std::uint32_t> Handles::flags_of(std::uint64_t handle) const {
  const auto found = reported_.find(handle);
  if (found == reported_.end() || !found->second.alive) return std::nullopt;
  return found->second.flags;
}

void Handles::take(const Callback& callback, std::uint32_t collections) {
  if (callback.call == Call::kGarbageCollectionStarted) of_exceptions_.collection_starts();
  if (callback.call == Call::kThreadAssignedToOSThread) of_exceptions_.began(callback.thread);
  collections_ = collections;
  if (callback.call == Call::kHandleCreated) {
    of_exceptions_.created(callback);
    reported_[callback.handle] = {.alive = true, .made = collections};
  } else if (callback.call == Call::kHandleDestroyed) {
    of_exceptions_.destroyed(callback, of(callback.handle) == State::kAlive);
    Reported& reported = reported_[callback.handle];
    reported.alive = false;
    reported.destroyed = collections;
  } else if (callback.call == Call::kRootReferences2) {
    for (const Root& root : callback.roots) {
      if (root.kind != abi::COR_PRF_GC_ROOT_HANDLE) continue;
      const auto found = reported_.find(root.id);
      if (found == reported_.end() || !found->second.alive) {
        of_exceptions_.rooted(root);
        continue;
      }
      found->second.rooted = collections;
      found->second.flags = root.flags;
      found->second.held = found->second.held || (root.flags & abi::COR_PRF_GC_ROOT_WEAKREF) == 0;
    }
  }
}

}  // namespace gcrucible::rules
