// Standard output: its style, and writing to it even if the reader has gone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/style.h"

namespace gcrucible::cli {

enum class ColorChoice { kAuto, kAlways, kNever };

// Colour if the terminal supports it (respects NO_COLOR and TERM=dumb). UTF-8 by the locale; width by the
// terminal or COLUMNS.
report::Style style_of_output(ColorChoice color);

// Whether standard output is a terminal that can rewrite a line.
bool can_rewrite_lines();
// The current width, however narrow; users resize the window during a command.
std::size_t width_by_now();

// Write to standard output and standard error. A reader that closed the pipe is no error. Flushed at once,
// because a run may be long and a user watches it.
void say(std::string_view text);
void complain(std::string_view text);
// While it is alive, say() and complain() of this thread keep their text, and lines cannot be rewritten.
class KeptOutput {
 public:
  struct Piece {
    bool complaint = false;
    std::string text;
  };

  KeptOutput();
  KeptOutput(const KeptOutput&) = delete;
  KeptOutput& operator=(const KeptOutput&) = delete;
  ~KeptOutput();
  std::vector<Piece> take() { return std::exchange(pieces_, {}); }

 private:
  friend void say(std::string_view text);
  friend void complain(std::string_view text);
  void keep(bool complaint, std::string_view text);

  std::vector<Piece> pieces_;
};
// Whether writing to standard output failed for another reason than a closed pipe, for example a full disk.
bool output_was_lost();

}  // namespace gcrucible::cli
