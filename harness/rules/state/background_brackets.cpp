#include "harness/rules/state/background_brackets.h"

#include <utility>
#include <vector>

namespace gcrucible::rules {
namespace {

// No runtime has this many brackets open. Only a damaged trace exceeds the limit.
constexpr std::size_t kMostOpen = 64;
// A background collection, and a young one inside it.
constexpr std::uint32_t kMostMissed = 2;

bool is_of_one(const Callback& callback) {
  return callback.generations == std::vector<std::uint8_t>{1, 1, 0, 0, 0};
}

}  // namespace

void BackgroundBrackets::take(const Callback& callback) {
  switch (callback.call) {
    case Call::kGarbageCollectionStarted:
      provisional_ = false;
      if (open_.size() < kMostOpen)
        open_.push_back({.of_all = callback.of_all(), .of_one = is_of_one(callback), .line = callback.line});
      break;
    case Call::kGarbageCollectionFinished:
      if (std::exchange(provisional_, false)) break;
      if (!open_.empty()) {
        if (open_.back().of_all && open_.back().same_pause) ++credit_;
        provisional_ = open_.back().of_one && open_.back().same_pause && open_.size() == 1;
        open_.pop_back();
      } else if (missed_ != 0) {
        --missed_;
      } else if (credit_ != 0) {
        --credit_;
      }
      break;
    case Call::kRuntimeResumeStarted:
      provisional_ = false;
      for (Started& each : open_) each.same_pause = false;
      break;
    default:
      break;
  }
}

void BackgroundBrackets::lose_track() {
  open_.clear();
  provisional_ = false;
  credit_ = 0;
  missed_ = kMostMissed;
}

}  // namespace gcrucible::rules
