#include "harness/schedule/thread_pool.h"

namespace gcrucible::schedule {

ThreadPool::ThreadPool(std::uint32_t actors) : cues_(actors) {
  for (Actor actor = 0; actor < actors; ++actor) threads_.emplace_back([this, actor] { act(actor); });
}

ThreadPool::~ThreadPool() {
  stage_ = nullptr;
  for (BinarySemaphore& cue : cues_) cue.give();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::play(Stage& stage, const std::function<void(Actor)>& part) {
  stage_ = &stage;
  part_ = &part;
  playing_ = static_cast<std::uint32_t>(cues_.size());
  for (BinarySemaphore& cue : cues_) cue.give();
  if (!cues_.empty()) over_.take();
}

void ThreadPool::act(Actor actor) {
  for (;;) {
    cues_[actor].take();
    if (stage_ == nullptr) return;
    stage_->enter(actor);
    (*part_)(actor);
    stage_->leave();
    if (playing_.fetch_sub(1) == 1) over_.give();
  }
}

}  // namespace gcrucible::schedule
