// Numbers events and threads and passes events to sinks. Recorder and harness write traces only through it.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/trace/event.h"

namespace gcrucible::trace {

// Any thread may call it. Lines are numbered in the order in which calls obtain the lock. The sinks must
// outlive the journal. Arguments of an event are read before the call returns. The header is always line 0,
// even if header() is called later. Its contents are known only when Initialize has returned, and other lines
// exist at that time.
class Journal {
 public:
  explicit Journal(std::vector<Sink*> sinks) : sinks_(std::move(sinks)) {}

  void header(std::span<const Field> fields);
  // These return the line number of the entry. The return line refers to it.
  std::uint64_t callback(std::string_view method, std::span<const Field> fields);
  // `args` are the [in] parameters in signature order, including buffer capacities.
  std::uint64_t info(std::string_view method, std::uint64_t inside, std::span<const Value> args);
  void returned(std::uint64_t entry, std::int32_t hr);
  // `out` are the [out] parameters in signature order. An entry is null if the caller passed a null pointer
  // or nothing was written. A method without [out] parameters has no field "out". `more` follows "out".
  void returned(std::uint64_t entry, std::int32_t hr, std::span<const Value> out,
                std::span<const Field> more = {});
  // The harness calls the profiler's gcrucible_probe. returned() writes the answer.
  std::uint64_t probe(std::string_view why, std::span<const Field> fields);
  void model(std::string_view fact, std::span<const Field> fields);
  // Writes {"end":true,"lines":N} and `fields`. Later events are dropped, and their entries are kNoLine. A
  // real runtime calls on other threads during and after Shutdown.
  void end(std::span<const Field> fields);

  // Lines so far. The header counts, even if it is not written yet.
  std::uint64_t lines() const;

 private:
  std::uint64_t add(Event event);
  std::uint32_t number_of_this_thread();

  mutable std::mutex mutex_;
  std::vector<Sink*> sinks_;
  std::uint64_t next_ = 1;
  bool ended_ = false;
  // By an identity that is never reused, unlike std::thread::id after a thread's end.
  std::unordered_map<std::uint64_t, std::uint32_t> threads_;
  std::uint64_t last_thread_ = ~std::uint64_t{0};
  std::uint32_t last_number_ = 0;
};

}  // namespace gcrucible::trace
