#include "harness/cli/text/status_line.h"

#include <utility>

#include "harness/cli/text/terminal.h"

namespace gcrucible::cli {
namespace {

constexpr std::chrono::milliseconds kBetween{250};
constexpr std::chrono::seconds kSilence{1};  // before the first line appears
const std::string kEmptyLine = "\r\x1b[K";

}  // namespace

StatusLine::StatusLine(const report::Style& style)
    : style_(&style), rewrites_(can_rewrite_lines()), next_(Clock::now() + kSilence) {}

void StatusLine::show(std::string text) {
  if (!rewrites_) return;
  // A line that the terminal wraps cannot be erased.
  text = report::shortened(*style_, text, width_by_now() - 1);
  say(kEmptyLine + report::plain(*style_, text));
  shown_ = true;
}

void StatusLine::show_now_and_then(const std::function<std::string()>& text) {
  if (!rewrites_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  show(text());
}

void StatusLine::clear() {
  if (std::exchange(shown_, false)) say(kEmptyLine);
}

}  // namespace gcrucible::cli
