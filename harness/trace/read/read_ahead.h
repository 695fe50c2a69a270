// A reader that works on its own thread, so that parsing a long trace and judging it take two cores.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "harness/trace/read/reader.h"

namespace gcrucible::trace {

// Gives the same lines, steps and errors as the reader it owns, in the same order. One thread calls it. Two
// batches of lines are held: one that is given out, one that is being filled.
class ReadAhead {
 public:
  explicit ReadAhead(Reader reader);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  // Waits until the thread has ended, which is at most one batch of lines later.
  ~ReadAhead();

  // The event lives until the next call; it is set where the answer is kLine.
  Reader::Step next(const Event*& event);

  // As of the reader, once next() has answered anything but kLine.
  const ReadError* error() const { return reader_.error(); }
  std::uint64_t lines() const { return reader_.lines(); }

 private:
  struct Batch {
    std::vector<Line> lines;
    std::size_t filled = 0;
    Reader::Step then = Reader::Step::kLine;  // what came behind the last line
    bool full = false;                        // it is the caller's turn
  };
  void work();

  Reader reader_;
  std::array<Batch, 2> batches_;
  std::size_t current_ = 0;  // that the caller reads
  std::size_t given_ = 0;    // lines of it
  bool mine_ = false;        // the caller has the current batch
  std::mutex mutex_;
  std::condition_variable turn_;
  bool stopped_ = false;
  std::thread thread_;  // last: it starts when all else is there
};

}  // namespace gcrucible::trace
