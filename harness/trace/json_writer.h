// Writes events as JSON Lines. The format is described in docs/trace-format.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/trace/event.h"
#include "harness/trace/json_text.h"

namespace gcrucible::trace {

inline constexpr std::uint64_t kFormatVersion = 1;

// The destination of lines: a file, memory that outlives a crash, a string in a test. Each call passes one
// whole line with its line feed. Exception: lines that were held back until the header arrive in one call.
class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  virtual ~Output() = default;
  virtual void write(std::span<const char> characters) = 0;
};

// The journal calls it under its lock, so it has no lock. It does not own the output. It builds one line at a
// time, so its memory does not grow with the trace.
class JsonWriter final : public Sink {
 public:
  // The header is the first line of a file, but is known only when Initialize returns. kHold holds earlier
  // lines back until the header comes. kPassOn writes in order of arrival, for an output that must not lose
  // lines if the profiler dies inside Initialize. The code that makes a file of that output must put the
  // header first.
  enum class BeforeHeader : std::uint8_t { kHold, kPassOn };

  explicit JsonWriter(Output& output, BeforeHeader before = BeforeHeader::kHold)
      : output_(output), holds_(before == BeforeHeader::kHold) {}

  // Applies to ids in later lines. If ranges overlap, the one added first applies.
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
