// Writes events as JSON Lines. docs/trace-format.md says what stands in them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/trace/event.h"
#include "harness/trace/json_text.h"

namespace gcrucible::trace {

inline constexpr std::uint64_t kFormatVersion = 1;

// Where lines go: a file, memory that outlives a crash, a string in a test. Each call is one whole line with
// its line feed, except that lines held back until the header arrive in one call.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;
  virtual void write(std::span<const char> characters) = 0;
};

// Called under the journal's lock, so it has none. Does not own the output and makes one line at a time, so
// that memory does not grow with the trace.
class JsonWriter final : public Sink {
 public:
  // The header is the first line of a file although it is known only at Initialize's return. kHold keeps
  // earlier lines back until it comes. kPassOn writes in order of arrival, for an output that must lose
  // nothing when the profiler dies inside Initialize; whoever makes a file of it puts the header first.
  enum class BeforeHeader : std::uint8_t { kHold, kPassOn };

  explicit JsonWriter(Output& output, BeforeHeader before = BeforeHeader::kHold)
      : output_(output), holds_(before == BeforeHeader::kHold) {}

  // Holds for ids in lines after it. Where ranges overlap, the one added first counts.
  void add_rebase(const Rebase& rebase) { text_.add_rebase(rebase); }

  void on(const Event& event) override;

 private:
  void format(const Event& event);

  Output& output_;
  bool holds_;
  JsonText text_;
  std::vector<char> held_;
};

}  // namespace gcrucible::trace
