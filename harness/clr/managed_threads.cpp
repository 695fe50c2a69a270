#include "harness/clr/managed_threads.h"

#include "harness/clr/thread_state.h"
#include "harness/platform/thread_number.h"

namespace gcrucible::clr {

std::uint32_t native_thread_number() {
  return platform::thread_number();
}

ManagedThreads::~ManagedThreads() {
  for (std::uint32_t i = 0; i < workers_.size(); ++i) end(i);
  if (native_ != nullptr) finish(*native_);
}

std::uint32_t ManagedThreads::adopt(abi::ThreadID id) {
  const std::scoped_lock lock(mutex_);
  threads_.push_back({.id = id, .os_id = native_thread_number(), .alive = true});
  workers_.push_back(nullptr);
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
      workers_.resize(thread + 1);
    }
    threads_[thread] = {.id = id, .os_id = 0, .alive = true};
    workers_[thread] = std::make_unique<Worker>();
  }
  Worker* worker = workers_[thread].get();
  worker->native = std::thread([worker, id] {
    this_thread().managed = id;
    serve(*worker);
  });
  run(thread, [this, thread] {
    const std::scoped_lock lock(mutex_);
    threads_[thread].os_id = native_thread_number();
  });
}

void ManagedThreads::serve(Worker& worker) {
  std::unique_lock lock(worker.mutex);
  for (;;) {
    worker.wake.wait(lock, [&worker] { return worker.work != nullptr || worker.quit; });
    if (worker.work == nullptr) return;
    (*worker.work)();
    worker.work = nullptr;
    worker.wake.notify_all();
  }
}

void ManagedThreads::hand(Worker& worker, const std::function<void()>& work) {
  // Whoever is there already cannot wait for itself.
  if (worker.native.get_id() == std::this_thread::get_id()) return work();
  const bool owner = world_->mine();
  if (owner) world_->hand_to(worker.native.get_id());
  {
    std::unique_lock lock(worker.mutex);
    worker.work = &work;
    worker.wake.notify_all();
    worker.wake.wait(lock, [&worker] { return worker.work == nullptr; });
  }
  if (owner) world_->hand_to(std::this_thread::get_id());
}

void ManagedThreads::run(std::uint32_t thread, const std::function<void()>& work) {
  Worker* worker = workers_[thread].get();
  if (worker == nullptr) return work();
  hand(*worker, work);
}

void ManagedThreads::run_on_native(const std::function<void()>& work) {
  if (native_ == nullptr) {
    native_ = std::make_unique<Worker>();
    native_->native = std::thread([worker = native_.get()] { serve(*worker); });
  }
  hand(*native_, work);
}

void ManagedThreads::finish(Worker& worker) {
  if (!worker.native.joinable()) return;
  {
    const std::scoped_lock lock(worker.mutex);
    worker.quit = true;
  }
  worker.wake.notify_all();
  worker.native.join();
}

void ManagedThreads::end(std::uint32_t thread) {
  if (workers_[thread] != nullptr) finish(*workers_[thread]);
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
