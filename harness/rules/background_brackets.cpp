#include "harness/rules/background_brackets.h"

namespace gcrucible::rules {
namespace {

// More than any runtime has open: a damaged trace.
constexpr std::size_t kMostOpen = 64;
// A background collection, and a young one inside it.
constexpr std::uint32_t kMostMissed = 2;

}  // namespace

void BackgroundBrackets::take(const Callback& callback) {
  switch (callback.call) {
    case Call::kStarted:
      if (open_.size() < kMostOpen) open_.push_back({.of_all = callback.of_all(), .line = callback.line});
      break;
    case Call::kFinished:
      if (!open_.empty()) {
        if (open_.back().of_all && open_.back().same_pause) ++credit_;
        open_.pop_back();
      } else if (missed_ != 0) {
        --missed_;
      } else if (credit_ != 0) {
        --credit_;
      }
      break;
    case Call::kResumeStarted:
      for (Started& each : open_) each.same_pause = false;
      break;
    default:
      break;
  }
}

void BackgroundBrackets::lose_track() {
  open_.clear();
  credit_ = 0;
  missed_ = kMostMissed;
}

}  // namespace gcrucible::rules
