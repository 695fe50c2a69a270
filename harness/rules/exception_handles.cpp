#include "harness/rules/exception_handles.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "harness/abi/enums.h"

namespace gcrucible::rules {
namespace {

// A program that makes two handles of an object, again and again, looks like one that throws.
constexpr std::size_t kMost = 1024;

void push(std::vector<std::uint64_t>& handles, std::uint64_t handle) {
  if (handles.size() == kMost) handles.erase(handles.begin());
  handles.push_back(handle);
}

bool remove(std::vector<std::uint64_t>& handles, std::uint64_t handle) {
  const auto found = std::find(handles.rbegin(), handles.rend(), handle);
  if (found == handles.rend()) return false;
  handles.erase(std::prev(found.base()));
  return true;
}

}  // namespace

bool ExceptionHandles::may_end_untold(const Callback& callback) const {
  const auto found = threads_.find(callback.thread);
  if (callback.call != Call::kHandleDestroyed || found == threads_.end()) return false;
  const OfThread& thread = found->second;
  // It ends right behind that of the exception, or where the next exception's is made; and its slot was free
  // when it was made.
  return thread.untold && thread.follows &&
         std::find(thread.freed.begin(), thread.freed.end(), callback.handle) == thread.freed.end();
}

bool ExceptionHandles::may_be_untold(const Root& root) const {
  if (root.kind != abi::COR_PRF_GC_ROOT_HANDLE || root.flags != 0) return false;
  return roots_.size() < untold_ || roots_.contains(root.id);
}

void ExceptionHandles::created(const Callback& callback) {
  OfThread& thread = threads_[callback.thread];
  thread.follows = true;
  thread.made_last_for = 0;
  if (thread.exceptions.empty()) set_untold(thread, false);
  if (thread.made && callback.object != 0 && callback.object == thread.made_for) {
    push(thread.exceptions, thread.handle);
    push(thread.last, callback.handle);
    thread.made = false;
    thread.made_last_for = callback.object;
    return;
  }
  thread.made = true;
  thread.made_for = callback.object;
  thread.handle = callback.handle;
}

void ExceptionHandles::destroyed(const Callback& callback, bool alive) {
  const auto found = threads_.find(callback.thread);
  if (found == threads_.end()) return;
  OfThread& thread = found->second;
  const bool own = alive ? remove(thread.last, callback.handle) : may_end_untold(callback);
  // Native code that throws has the thread's handle made first, and the other one, which is over first, looks
  // like it.
  const bool behind_own = std::exchange(thread.own_ended, own) && thread.follows;
  if (behind_own) thread.freed.clear();
  if (thread.untold) push(thread.freed, callback.handle);
  thread.follows = true;
  thread.made_last_for = 0;
  if (own) {
    // Between two of HandleCreated for one object another exception is thrown; otherwise one is over.
    set_untold(thread, !thread.made && !thread.exceptions.empty());
    thread.freed = {callback.handle};
    return;
  }
  // The thread's own goes right behind that of the last exception.
  if (thread.exceptions.empty()) set_untold(thread, false);
  remove(thread.exceptions, callback.handle);
  thread.made = false;
}

void ExceptionHandles::interrupted(std::uint32_t thread) {
  const auto found = threads_.find(thread);
  if (found == threads_.end()) return;
  found->second.follows = false;
  found->second.made_last_for = 0;
}

std::optional<std::uint64_t> ExceptionHandles::just_made_for(std::uint32_t thread) const {
  const auto found = threads_.find(thread);
  if (found == threads_.end() || found->second.made_last_for == 0) return std::nullopt;
  return found->second.made_last_for;
}

void ExceptionHandles::collection_starts() {
  roots_.clear();
  for (auto& [id, thread] : threads_) thread.made_last_for = 0;
}

void ExceptionHandles::rooted(const Root& root) {
  if (may_be_untold(root)) roots_.insert(root.id);
}

void ExceptionHandles::set_untold(OfThread& thread, bool untold) {
  if (thread.untold == untold) return;
  thread.untold = untold;
  untold_ += untold ? 1 : -1;
}

}  // namespace gcrucible::rules
