#include "harness/trace/read/read_ahead.h"

#include <utility>

namespace gcrucible::trace {
namespace {

// Large enough to make the hand-over cheap compared with parsing, and small enough for the cache.
constexpr std::size_t kLinesOfBatch = 512;

}  // namespace

ReadAhead::ReadAhead(Reader reader) : reader_(std::move(reader)) {
  for (Batch& batch : batches_) batch.lines.resize(kLinesOfBatch);
  thread_ = std::thread([this] { work(); });
}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  turn_.notify_all();
  thread_.join();
}

void ReadAhead::work() {
  for (std::size_t i = 0;; i = 1 - i) {
    Batch& batch = batches_[i];
    {
      std::unique_lock lock(mutex_);
      turn_.wait(lock, [&] { return stopped_ || !batch.full; });
      if (stopped_) return;
    }
    batch.filled = 0;
    do {
      batch.then = reader_.next(batch.lines[batch.filled]);
    } while (batch.then == Reader::Step::kLine && ++batch.filled < batch.lines.size());
    {
      const std::lock_guard lock(mutex_);
      batch.full = true;
    }
    turn_.notify_all();
    if (batch.then != Reader::Step::kLine) return;
  }
}

Reader::Step ReadAhead::next(const Event*& event) {
  Batch* batch = &batches_[current_];
  if (mine_ && given_ == batch->filled) {
    if (batch->then != Reader::Step::kLine) return batch->then;
    {
      const std::lock_guard lock(mutex_);
      batch->full = false;
    }
    turn_.notify_all();
    mine_ = false;
    current_ = 1 - current_;
    batch = &batches_[current_];
  }
  if (!mine_) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return batch->full; });
    mine_ = true;
    given_ = 0;
  }
  if (given_ == batch->filled) return batch->then;
  event = &batch->lines[given_++].event();
  return Reader::Step::kLine;
}

}  // namespace gcrucible::trace
