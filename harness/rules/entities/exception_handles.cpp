#include "harness/rules/entities/exception_handles.h"

#include <algorithm>
#include <iterator>

#include "harness/abi/enums.h"

namespace gcrucible::rules {
namespace {

// A program that repeatedly creates two handles of one object looks like a program that throws.
constexpr std::size_t kMost = 1024;

}  // namespace

bool ExceptionHandles::may_end_unreported(const Callback& callback) const {
  if (callback.call != Call::kHandleDestroyed) return false;
  if (missed_ && !began_.contains(callback.thread)) return true;
  const auto found = threads_.find(callback.thread);
  return found != threads_.end() && found->second.unreported;
}

bool ExceptionHandles::may_be_unreported(const Root& root) const {
  if (root.kind != abi::COR_PRF_GC_ROOT_HANDLE || root.flags != 0) return false;
  return missed_ || roots_.size() < unreported_ || roots_.contains(root.id);
}

void ExceptionHandles::created(const Callback& callback) {
  OfThread& thread = threads_[callback.thread];
  if (thread.exceptions.empty()) set_unreported(thread, false);
  const bool behind_one =
      thread.reported == Reported::kCreated || thread.reported == Reported::kCreatedAndDestroyed;
  if (behind_one && callback.object != 0 && callback.object == thread.made_for) {
    // The handle destroyed between the two was the thread's own for the previous exception.
    if (thread.reported == Reported::kCreatedAndDestroyed) set_unreported(thread, false);
    if (thread.exceptions.size() == kMost) thread.exceptions.erase(thread.exceptions.begin());
    thread.exceptions.push_back({thread.handle, callback.handle});
    thread.reported = Reported::kElse;
    return;
  }
  thread.reported = Reported::kCreated;
  thread.made_for = callback.object;
  thread.handle = callback.handle;
}

void ExceptionHandles::destroyed(const Callback& callback, bool alive) {
  const auto found = threads_.find(callback.thread);
  if (found == threads_.end()) return;
  OfThread& thread = found->second;
  const std::size_t before = thread.exceptions.size();
  const bool own = alive ? remove(thread.exceptions, callback.handle) : thread.unreported;
  if (!own) {
    // The thread's own handle is destroyed directly after that of the last exception.
    if (before == 0) set_unreported(thread, false);
    thread.reported = Reported::kDestroyed;
    return;
  }
  const Reported reported = thread.reported;
  thread.reported = reported == Reported::kCreated ? Reported::kCreatedAndDestroyed : Reported::kDestroyed;
  if (!alive) return set_unreported(thread, !thread.exceptions.empty());
  // The thread now has a handle for an exception still under way. Either both handles of an exception are
  // gone. Or the exception had only one, because its object was already under way; the end of that one
  // comes first.
  const bool behind_another = reported == Reported::kDestroyed || reported == Reported::kCreatedAndDestroyed;
  const bool over = before != thread.exceptions.size() || behind_another;
  if (over && !thread.exceptions.empty()) set_unreported(thread, true);
}

bool ExceptionHandles::remove(std::vector<Two>& exceptions, std::uint64_t handle) {
  for (auto each = exceptions.rbegin(); each != exceptions.rend(); ++each) {
    const auto found = std::find(each->begin(), each->end(), handle);
    if (found == each->end()) continue;
    *found = 0;
    if (*each == Two{}) exceptions.erase(std::prev(each.base()));
    return true;
  }
  return false;
}

void ExceptionHandles::rooted(const Root& root) {
  if (may_be_unreported(root)) roots_.insert(root.id);
}

void ExceptionHandles::set_unreported(OfThread& thread, bool unreported) {
  if (thread.unreported == unreported) return;
  thread.unreported = unreported;
  unreported_ += unreported ? 1 : -1;
}

}  // namespace gcrucible::rules
