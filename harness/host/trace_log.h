// The trace's way into memory that outlives a crash.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "harness/platform/mapped_log.h"
#include "harness/trace/json_writer.h"

namespace gcrucible::host {

// Each write is a whole line; how many bytes stand is the log's to say, in the control block. Called under
// the journal's lock.
class TraceLog final : public trace::Output {
 public:
  explicit TraceLog(platform::MappedLog log) : log_(std::move(log)) {}

  void write(std::span<const char> characters) override {
    if (!full_ && !log_.append(std::as_bytes(characters))) full_ = true;
  }
  bool finish() { return log_.finish() && !full_; }
  bool full() const { return full_; }
  const std::string& error() const { return log_.error(); }
  bool lost() const { return log_.lost(); }
  std::uint64_t strange_bytes() const { return log_.strange_bytes(); }
  platform::MappedFile give_back() && { return std::move(log_).give_back(); }

 private:
  platform::MappedLog log_;
  bool full_ = false;
};

}  // namespace gcrucible::host
