// A progress line on a terminal. It disappears before other output.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/report/style.h"

namespace gcrucible::cli {

// Shows nothing if lines cannot be rewritten. `style` must outlive it. Not thread-safe.
class StatusLine {
 public:
  explicit StatusLine(const report::Style& style);
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  bool rewrites() const { return rewrites_; }
  bool shown() const { return shown_; }
  // Shows immediately and replaces the previous line.
  void show(std::string text);
  // Shows the result of `text` at a readable rate, and only after the first second.
  void show_now_and_then(const std::function<std::string()>& text);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  const report::Style* style_;
  bool rewrites_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace gcrucible::cli
