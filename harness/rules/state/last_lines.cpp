#include "harness/rules/state/last_lines.h"

namespace gcrucible::rules {

void LastLines::take(std::uint32_t native, std::uint64_t line) {
  if (native != last_) {
    lines_[last_] = last_line_;
    last_ = native;
  }
  last_line_ = line;
}

std::uint64_t LastLines::of(std::uint32_t native) const {
  if (native == last_) return last_line_;
  const auto found = lines_.find(native);
  return found == lines_.end() ? 0 : found->second;
}

}  // namespace gcrucible::rules
