#include "harness/clr/threads/world.h"

#include <chrono>

namespace gcrucible::clr {

namespace {

// Readers poll. A notification in each callback would slow the many callbacks that no thread waits for.
void pause() {
  std::this_thread::sleep_for(std::chrono::microseconds(20));
}

}  // namespace

void World::lock() {
  {
    std::unique_lock lock(mutex_);
    const std::uint64_t mine = next_++;
    turn_.wait(lock, [&] { return serving_ == mine; });
  }
  // Steps follow each other closely. A reader that waited through the last step looks before the next one.
  while (waiting_ != 0) pause();
  owner(std::this_thread::get_id());
  close();
}

bool World::try_lock() {
  {
    const std::scoped_lock lock(mutex_);
    if (next_ != serving_) return false;
    ++next_;
  }
  owner(std::this_thread::get_id());
  close();
  return true;
}

void World::unlock() {
  const std::scoped_lock lock(mutex_);
  owner({});
  open();
  ++serving_;
  turn_.notify_all();
}

bool World::awaited() {
  const std::scoped_lock lock(mutex_);
  return next_ - serving_ > 1;
}

void World::owner(std::thread::id thread) {
  owner_ = thread;
  if (owned_ != nullptr) *owned_ = thread != std::thread::id{} ? 1 : 0;
}

void World::wait_for_readers() const {
  while (readers_ != 0) pause();
}

World::Look::Look(World& world) : world_(&world), owner_(world.mine()) {
  if (!owner_) {
    bool waits = false;
    for (;;) {
      world.readers_.fetch_add(1, std::memory_order_seq_cst);
      if (!world.closed_.load(std::memory_order_seq_cst)) break;
      world.readers_.fetch_sub(1, std::memory_order_seq_cst);
      if (!waits) world.waiting_.fetch_add(1);
      waits = true;
      pause();
    }
    if (waits) world.waiting_.fetch_sub(1);
  }
  alone_ = std::unique_lock(world.looking_);
}

World::Look::~Look() {
  alone_.unlock();
  if (!owner_) world_->readers_.fetch_sub(1, std::memory_order_seq_cst);
}

}  // namespace gcrucible::clr
