#include "harness/schedule/troupe.h"

namespace gcrucible::schedule {

Troupe::Troupe(std::uint32_t actors) : cues_(actors) {
  for (Actor actor = 0; actor < actors; ++actor) threads_.emplace_back([this, actor] { act(actor); });
}

Troupe::~Troupe() {
  stage_ = nullptr;
  for (Baton& cue : cues_) cue.give();
  for (std::thread& thread : threads_) thread.join();
}

void Troupe::play(Stage& stage, const std::function<void(Actor)>& part) {
  stage_ = &stage;
  part_ = &part;
  playing_ = static_cast<std::uint32_t>(cues_.size());
  for (Baton& cue : cues_) cue.give();
  if (!cues_.empty()) over_.take();
}

void Troupe::act(Actor actor) {
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
