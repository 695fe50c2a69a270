#include "harness/clr/managed_threads.h"

#include <utility>

#include "harness/clr/thread_state.h"
#include "harness/platform/thread_number.h"

namespace gcrucible::clr {

std::uint32_t native_thread_number() {
  return platform::thread_number();
}

ManagedThreads::~ManagedThreads() {
  for (std::uint32_t i = 0; i < desks_.size(); ++i) end(i);
  if (native_ != nullptr) finish(*native_);
}

std::uint32_t ManagedThreads::adopt(abi::ThreadID id) {
  const std::scoped_lock lock(mutex_);
  threads_.push_back({.id = id, .os_id = native_thread_number(), .alive = true});
  desks_.push_back(std::make_unique<Desk>());
  desks_.back()->thread = std::this_thread::get_id();
  this_thread().managed = id;
  return static_cast<std::uint32_t>(threads_.size() - 1);
}

void ManagedThreads::adopt_foreign(abi::ThreadID id) {
  const std::scoped_lock lock(mutex_);
  foreign_.push_back({.id = id, .os_id = native_thread_number(), .alive = true});
}

void ManagedThreads::start(std::uint32_t thread, abi::ThreadID id) {
  {
    const std::scoped_lock lock(mutex_);
    if (threads_.size() <= thread) {
      threads_.resize(thread + 1);
      desks_.resize(thread + 1);
    }
    threads_[thread] = {.id = id, .os_id = 0, .alive = true};
  }
  desks_[thread] = open_desk();
  run(thread, [this, thread, id] {
    this_thread().managed = id;
    const std::scoped_lock lock(mutex_);
    threads_[thread].os_id = native_thread_number();
  });
}

std::unique_ptr<ManagedThreads::Desk> ManagedThreads::open_desk() {
  auto desk = std::make_unique<Desk>();
  // It may get work before its thread is there.
  desk->attended = true;
  desk->native = std::thread([this, own = desk.get()] {
    std::unique_lock lock(turn_);
    attend(lock, *own, [own] { return own->quit; });
  });
  desk->thread = desk->native.get_id();
  return desk;
}

void ManagedThreads::attend(std::unique_lock<std::mutex>& lock, Desk& desk,
                            const std::function<bool()>& finished) {
  for (;;) {
    desk.attended = desk.request == nullptr;
    desk.wake.wait(lock, [&] { return desk.request != nullptr || finished(); });
    desk.attended = false;
    Request* const request = std::exchange(desk.request, nullptr);
    if (request == nullptr) return;
    lock.unlock();
    try {
      (*request->work)();
    } catch (...) {
      request->failure = std::current_exception();
    }
    lock.lock();
    request->done = true;
    request->from->wake.notify_all();
  }
}

void ManagedThreads::hand(Desk& desk, const std::function<void()>& work) {
  // Whoever is there already cannot wait for itself.
  if (desk.thread == std::this_thread::get_id()) return work();
  Desk guest;
  Desk* const own = own_desk();
  Request request{&work, own == nullptr ? &guest : own};
  const bool owner = world_->mine();
  {
    std::unique_lock lock(turn_);
    if (!desk.attended) {
      lock.unlock();
      return work();
    }
    if (owner) world_->hand_to(desk.thread);
    desk.attended = false;
    desk.request = &request;
    desk.wake.notify_all();
    attend(lock, *request.from, [&request] { return request.done; });
  }
  if (owner) world_->hand_to(std::this_thread::get_id());
  if (request.failure != nullptr) std::rethrow_exception(request.failure);
}

ManagedThreads::Desk* ManagedThreads::own_desk() {
  const std::thread::id self = std::this_thread::get_id();
  if (native_ != nullptr && native_->thread == self) return native_.get();
  for (const auto& desk : desks_) {
    if (desk != nullptr && desk->thread == self) return desk.get();
  }
  return nullptr;
}

void ManagedThreads::run(std::uint32_t thread, const std::function<void()>& work) {
  hand(*desks_[thread], work);
}

void ManagedThreads::run_on_native(const std::function<void()>& work) {
  if (native_ == nullptr) native_ = open_desk();
  hand(*native_, work);
}

void ManagedThreads::finish(Desk& desk) {
  if (!desk.native.joinable()) return;
  {
    const std::scoped_lock lock(turn_);
    desk.quit = true;
    desk.wake.notify_all();
  }
  desk.native.join();
}

void ManagedThreads::end(std::uint32_t thread) {
  if (desks_[thread] != nullptr) finish(*desks_[thread]);
  const std::scoped_lock lock(mutex_);
  threads_[thread].alive = false;
}

bool ManagedThreads::alive(std::uint32_t thread) const {
  const std::scoped_lock lock(mutex_);
  return thread < threads_.size() && threads_[thread].alive;
}

ManagedThread ManagedThreads::at(std::uint32_t thread) const {
  const std::scoped_lock lock(mutex_);
  return thread < threads_.size() ? threads_[thread] : ManagedThread{};
}

std::vector<abi::ThreadID> ManagedThreads::living() const {
  const std::scoped_lock lock(mutex_);
  std::vector<abi::ThreadID> ids;
  for (const auto* list : {&threads_, &foreign_}) {
    for (const ManagedThread& thread : *list) {
      if (thread.alive) ids.push_back(thread.id);
    }
  }
  return ids;
}

std::optional<ManagedThread> ManagedThreads::find(abi::ThreadID id) const {
  const std::scoped_lock lock(mutex_);
  for (const auto* list : {&threads_, &foreign_}) {
    for (const ManagedThread& thread : *list) {
      if (thread.alive && thread.id == id) return thread;
    }
  }
  return std::nullopt;
}

}  // namespace gcrucible::clr
