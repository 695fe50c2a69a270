// Numbers events and threads and hands events to sinks: the one way into a trace, for recorder and harness
// alike.
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

// Any thread may call it; lines get their numbers in the order in which calls obtain the lock. The sinks
// outlive it. Arguments of an event are read before the call returns. Line 0 is the header's whenever
// header() is called: what it says is known only once Initialize has returned, and by then there are lines.
class Journal {
 public:
  explicit Journal(std::vector<Sink*> sinks) : sinks_(std::move(sinks)) {}

  void header(std::span<const Field> fields);
  // These return the line number of the entry, which the return line names.
  std::uint64_t callback(std::string_view method, std::span<const Field> fields);
  // `args` are the [in] parameters in order of the signature, a buffer's capacity among them.
  std::uint64_t info(std::string_view method, std::uint64_t inside, std::span<const Value> args);
  void returned(std::uint64_t entry, std::int32_t hr);
  // `out` are the [out] parameters in order of the signature; null where the caller passed a null pointer or
  // where nothing was written. A method that has none has no field "out".
  // `more` stands behind it.
  void returned(std::uint64_t entry, std::int32_t hr, std::span<const Value> out,
                std::span<const Field> more = {});
  // The profiler's gcrucible_probe is asked; returned() tells its answer.
  std::uint64_t probe(std::string_view why, std::span<const Field> fields);
  void model(std::string_view fact, std::span<const Field> fields);
  // Writes {"end":true,"lines":N} with `fields` in addition. What comes later (a real runtime calls on other
  // threads during and after Shutdown) is dropped, and its entries are kNoLine.
  void end(std::span<const Field> fields);

  // Lines so far; the header counts, written or not.
  std::uint64_t lines() const;

 private:
  std::uint64_t add(Event event);
  std::uint32_t number_of_this_thread();

  mutable std::mutex mutex_;
  std::vector<Sink*> sinks_;
  std::uint64_t next_ = 1;
  bool ended_ = false;
  // By an identity that is never used twice, unlike std::thread::id after a thread's end.
  std::unordered_map<std::uint64_t, std::uint32_t> threads_;
  std::uint64_t last_thread_ = ~std::uint64_t{0};
  std::uint32_t last_number_ = 0;
};

}  // namespace gcrucible::trace
