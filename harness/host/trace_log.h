// The trace's way into memory that outlives a crash.
#pragma once

#include <span>

#include "harness/host/control_block.h"
#include "harness/platform/mapped_log.h"
#include "harness/trace/json_writer.h"

namespace gcrucible::host {

// Each write is a whole line; the control block says how many bytes and lines stand. Called under the
// journal's lock.
class TraceLog final : public trace::Output {
 public:
  TraceLog(platform::MappedLog log, ControlBlock& control) : log_(std::move(log)), control_(&control) {}

  void write(std::span<const char> characters) override {
    if (full_) return;
    if (log_.append(std::as_bytes(characters))) {
      control_->trace_lines.fetch_add(1, std::memory_order_release);
    } else {
      full_ = true;
    }
  }
  bool finish() { return log_.finish() && !full_; }
  bool full() const { return full_; }
  const std::string& error() const { return log_.error(); }

 private:
  platform::MappedLog log_;
  ControlBlock* control_;
  bool full_ = false;
};

}  // namespace gcrucible::host
