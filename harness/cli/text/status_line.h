// One line on a terminal that says how far a long command has come, and goes when something else is said.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "harness/report/style.h"

namespace gcrucible::cli {

// Shows nothing where lines cannot be rewritten. `style` outlives it. One thread at a time.
class StatusLine {
 public:
  explicit StatusLine(const report::Style& style);
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  bool rewrites() const { return rewrites_; }
  bool shown() const { return shown_; }
  // At once, in place of the line before.
  void show(std::string text);
  // What `text` answers, as often as eyes can follow, and not before a second has passed.
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
