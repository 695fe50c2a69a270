// Writes the trace into memory that survives a crash.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "harness/platform/memory/mapped_log.h"
#include "harness/platform/process/forks.h"
#include "harness/protocol/trace_seal.h"
#include "harness/trace/json_writer.h"

namespace gcrucible::host {

// Each write is a whole line. The log publishes the number of valid bytes in the control block. Called under
// the journal's lock.
class TraceLog final : public trace::Output {
 public:
  // `seal` outlives this object.
  TraceLog(platform::MappedLog log, protocol::TraceSeal& seal) : log_(std::move(log)), seal_(&seal) {}

  void write(std::span<const char> characters) override {
    // A forked copy of this process has the same memory, and must not write there.
    if (full_ || platform::is_forked_copy()) return;
    sum_.add(std::as_bytes(characters));
    seal_->set(log_.length() + characters.size(), sum_.value());
    if (!log_.append(std::as_bytes(characters))) full_ = true;
  }
  bool finish() { return log_.finish() && !full_; }
  // The same check, if more lines may follow.
  bool look() { return log_.look() && !full_; }
  bool full() const { return full_; }
  const std::string& error() const { return log_.error(); }
  bool lost() const { return log_.lost(); }
  std::uint64_t strange_bytes() const { return log_.strange_bytes(); }
  platform::MappedFile give_back() && { return std::move(log_).give_back(); }

 private:
  platform::MappedLog log_;
  protocol::TraceSeal* seal_;
  protocol::Checksum sum_;
  bool full_ = false;
};

}  // namespace gcrucible::host
