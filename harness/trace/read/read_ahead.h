// A reader with its own thread. Parsing a long trace and judging it then use two cores.
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

// Returns the same lines, steps and errors as the reader that it owns, in the same order. Only one thread may
// call it. It holds two batches of lines: one for the caller, one being filled.
class ReadAhead {
 public:
  explicit ReadAhead(Reader reader);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  // Waits for the end of the thread, at most one batch of lines.
  ~ReadAhead();

  // The event is valid until the next call. It is set if the result is kLine.
  Reader::Step next(const Event*& event);

  // The reader's values. Valid once next() has returned something other than kLine.
  const ReadError* error() const { return reader_.error(); }
  std::uint64_t lines() const { return reader_.lines(); }

 private:
  struct Batch {
    std::vector<Line> lines;
    std::size_t filled = 0;
    Reader::Step then = Reader::Step::kLine;  // the step after the last line
    bool full = false;                        // it is the caller's turn
  };
  void work();

  Reader reader_;
  std::array<Batch, 2> batches_;
  std::size_t current_ = 0;  // the batch that the caller reads
  std::size_t given_ = 0;    // lines of it passed to the caller
  bool mine_ = false;        // the caller has the current batch
  std::mutex mutex_;
  std::condition_variable turn_;
  bool stopped_ = false;
  std::thread thread_;  // last: starts after all other members are constructed
};

}  // namespace gcrucible::trace
