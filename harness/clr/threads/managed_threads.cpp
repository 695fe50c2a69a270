#include "harness/clr/threads/managed_threads.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "harness/clr/concurrency/mutators.h"
#include "harness/clr/threads/thread_state.h"
#include "harness/platform/threads/lock_scheduler.h"
#include "harness/platform/threads/own_locks.h"
#include "harness/platform/threads/thread_name.h"
#include "harness/platform/threads/thread_number.h"

namespace gcrucible::clr {

std::uint32_t native_thread_number() {
  return platform::thread_number();
}

ManagedThreads::~ManagedThreads() {
  for (const auto& desk : desks_) finish(*desk);
}

std::uint32_t ManagedThreads::adopt(abi::ThreadID id) {
  this_thread().managed = id;
  this_thread().of_runtime = true;
  {
    const std::scoped_lock lock(turn_);
    desks_.push_back(std::make_unique<Desk>());
    desks_.back()->thread = std::this_thread::get_id();
    desk_of_.push_back(desks_.back().get());
  }
  const std::scoped_lock lock(mutex_);
  threads_.push_back({.id = id, .os_id = native_thread_number(), .alive = true});
  return static_cast<std::uint32_t>(threads_.size() - 1);
}

void ManagedThreads::start(std::uint32_t thread, abi::ThreadID id) {
  {
    const std::scoped_lock lock(turn_);
    if (desk_of_.size() <= thread) desk_of_.resize(thread + 1);
    desk_of_[thread] = &open_desk("managed " + std::to_string(thread));
  }
  {
    const std::scoped_lock lock(mutex_);
    if (threads_.size() <= thread) threads_.resize(thread + 1);
    threads_[thread] = {.id = id, .os_id = 0, .alive = true};
  }
  run(thread, [this, thread, id] {
    this_thread().managed = id;
    const std::scoped_lock lock(mutex_);
    threads_[thread].os_id = native_thread_number();
  });
}

ManagedThreads::Desk& ManagedThreads::open_desk(std::string name) {
  desks_.push_back(std::make_unique<Desk>());
  Desk& desk = *desks_.back();
  // The desk may get work before its thread runs.
  desk.attended = true;
  ++natives_;
  desk.native = std::thread([this, &desk, name = std::move(name)] {
    platform::name_this_thread(name.c_str());
    this_thread().of_runtime = true;
    {
      std::unique_lock lock(turn_);
      attend(lock, desk, [&desk] { return desk.quit; });
    }
    platform::lock_table::forget(native_thread_number());
    // Only destructors run on the thread from here on.
    this_thread().of_runtime = false;
    this_thread().managed = 0;
  });
  desk.thread = desk.native.get_id();
  return desk;
}

void ManagedThreads::call(Desk& desk) {
  const platform::OwnLocks own;
  desk.wake.notify_all();
}

void ManagedThreads::attend(std::unique_lock<std::mutex>& lock, Desk& desk,
                            const std::function<bool()>& finished) {
  std::optional<platform::OwnLocks> own(std::in_place);
  for (;;) {
    desk.attended = desk.request == nullptr;
    desk.wake.wait(lock, [&] { return desk.request != nullptr || finished(); });
    desk.attended = false;
    Request* const request = std::exchange(desk.request, nullptr);
    if (request == nullptr) return;
    lock.unlock();
    own.reset();
    try {
      (*request->work)();
    } catch (...) {
      request->failure = std::current_exception();
    }
    own.emplace();
    lock.lock();
    request->done = true;
    request->from->wake.notify_all();
  }
}

bool ManagedThreads::hand(std::unique_lock<std::mutex> lock, Desk* desk, const std::function<void()>& work) {
  if (desk == nullptr) return false;
  // A thread cannot wait for itself.
  if (desk->thread == std::this_thread::get_id()) {
    lock.unlock();
    work();
    return true;
  }
  if (!desk->attended || desk->quit) return false;
  Desk guest;
  Desk* const own = own_desk();
  const std::function<void()> done_for = Mutators::run_on_behalf_of(work);
  Request request{&done_for, own == nullptr ? &guest : own};
  // Among Mutators, several threads hold the world together, and none alone.
  const bool owner = world_->mine() && this_thread().mutating.all == nullptr;
  if (owner) world_->hand_to(desk->thread);
  desk->attended = false;
  desk->request = &request;
  call(*desk);
  attend(lock, *request.from, [&request] { return request.done; });
  lock.unlock();
  if (owner) world_->hand_to(std::this_thread::get_id());
  if (request.failure != nullptr) std::rethrow_exception(request.failure);
  return true;
}

ManagedThreads::Desk* ManagedThreads::desk_of(std::uint32_t thread) const {
  return thread < desk_of_.size() ? desk_of_[thread] : nullptr;
}

ManagedThreads::Desk* ManagedThreads::own_desk() {
  const std::thread::id self = std::this_thread::get_id();
  for (const auto& desk : desks_) {
    if (desk->thread == self) return desk.get();
  }
  return nullptr;
}

bool ManagedThreads::try_run(std::uint32_t thread, const std::function<void()>& work) {
  std::unique_lock lock(turn_);
  Desk* const desk = desk_of(thread);
  return hand(std::move(lock), desk, work);
}

bool ManagedThreads::try_run_on_native(const std::function<void()>& work) {
  std::unique_lock lock(turn_);
  if (native_ == nullptr) native_ = &open_desk("native");
  return hand(std::move(lock), native_, work);
}

void ManagedThreads::run_on_collector(std::uint32_t heap, const std::function<void()>& work) {
  const bool forced = !this_thread().of_runtime;
  const std::function<void()> collect = [&] {
    this_thread().collector = true;
    this_thread().heap = static_cast<std::uint16_t>(heap);
    this_thread().forced = forced;
    work();
  };
  std::unique_lock lock(turn_);
  Desk& desk = collector(heap);
  if (!hand(std::move(lock), &desk, collect)) work();
}

void ManagedThreads::run_on_collectors(std::uint16_t heaps, const std::function<void(std::uint16_t)>& work) {
  const bool forced = this_thread().forced;
  const auto run = [&](std::size_t heap) {
    this_thread().collector = true;
    this_thread().heap = static_cast<std::uint16_t>(heap);
    this_thread().forced = forced;
    work(static_cast<std::uint16_t>(heap));
  };
  std::unique_lock lock(turn_);
  std::vector<Desk*> desks{nullptr};
  for (std::uint16_t heap = 1; heap < heaps; ++heap) desks.push_back(&collector(heap));
  run_at_desks(std::move(lock), desks, run);
}

void ManagedThreads::run_at_once(std::span<const std::uint32_t> threads,
                                 const std::function<void(std::size_t)>& work) {
  std::unique_lock lock(turn_);
  std::vector<Desk*> desks;
  for (const std::uint32_t each : threads) {
    Desk* const desk = desk_of(each);
    const bool own = desk != nullptr && desk->thread == std::this_thread::get_id();
    if (!own && (desk == nullptr || !desk->attended || desk->quit))
      throw std::logic_error("thread " + std::to_string(each) +
                             " cannot begin to work at the same time as others");
    desks.push_back(own ? nullptr : desk);
  }
  run_at_desks(std::move(lock), desks, work);
}

void ManagedThreads::run_at_desks(std::unique_lock<std::mutex> lock, const std::vector<Desk*>& desks,
                                  const std::function<void(std::size_t)>& work) {
  std::optional<std::size_t> here;
  std::vector<std::function<void()>> works;
  std::vector<Request> requests;
  works.reserve(desks.size());
  requests.reserve(desks.size());
  Desk guest;
  Desk* own = own_desk();
  if (own == nullptr) own = &guest;
  for (std::size_t i = 0; i < desks.size(); ++i) {
    if (desks[i] == nullptr) {
      here = i;
      continue;
    }
    works.emplace_back([&work, i] { work(i); });
    requests.push_back({.work = &works.back(), .from = own});
    desks[i]->attended = false;
    desks[i]->request = &requests.back();
    call(*desks[i]);
  }
  lock.unlock();
  std::exception_ptr failure = nullptr;
  try {
    if (here) work(*here);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  attend(lock, *own, [&] { return std::ranges::all_of(requests, &Request::done); });
  lock.unlock();
  for (const Request& request : requests) {
    if (failure == nullptr) failure = request.failure;
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

ManagedThreads::Desk& ManagedThreads::collector(std::uint32_t heap) {
  if (collectors_.size() <= heap) collectors_.resize(heap + 1);
  if (collectors_[heap] == nullptr) collectors_[heap] = &open_desk("gc heap " + std::to_string(heap));
  return *collectors_[heap];
}

void ManagedThreads::end_collectors() {
  std::vector<Desk*> desks;
  {
    const std::scoped_lock lock(turn_);
    desks = std::exchange(collectors_, {});
  }
  for (Desk* const desk : desks) {
    if (desk != nullptr) finish(*desk);
  }
}

void ManagedThreads::finish(Desk& desk) {
  if (!desk.native.joinable()) return;
  {
    const std::scoped_lock lock(turn_);
    desk.quit = true;
    call(desk);
  }
  desk.native.join();
  --natives_;
  // The system may reuse the thread's id.
  const std::scoped_lock lock(turn_);
  desk.thread = {};
}

void ManagedThreads::end(std::uint32_t thread) {
  {
    const std::scoped_lock lock(mutex_);
    threads_[thread].alive = false;
  }
  Desk* desk = nullptr;
  {
    const std::scoped_lock lock(turn_);
    desk = desk_of(thread);
  }
  if (desk != nullptr) finish(*desk);
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
  std::vector<abi::ThreadID> ids;
  {
    const std::scoped_lock lock(mutex_);
    for (const ManagedThread& thread : threads_) {
      if (thread.alive) ids.push_back(thread.id);
    }
  }
  for (const ManagedThread& thread : foreign_.living()) ids.push_back(thread.id);
  return ids;
}

std::optional<ManagedThread> ManagedThreads::find(abi::ThreadID id) const {
  {
    const std::scoped_lock lock(mutex_);
    for (const ManagedThread& thread : threads_) {
      if (thread.alive && thread.id == id) return thread;
    }
  }
  for (const ManagedThread& thread : foreign_.living()) {
    if (thread.id == id) return thread;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> ManagedThreads::number_of(abi::ThreadID id) const {
  const std::scoped_lock lock(mutex_);
  for (std::uint32_t i = 0; i < threads_.size(); ++i) {
    if (threads_[i].alive && threads_[i].id == id) return i;
  }
  return std::nullopt;
}

}  // namespace gcrucible::clr
