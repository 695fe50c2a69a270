// Where text goes: how standard output looks, and writing to it although nobody may read it any more.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/report/style.h"

namespace gcrucible::cli {

enum class ColorChoice { kAuto, kAlways, kNever };

// Colour for a terminal that wants it (NO_COLOR and TERM=dumb are respected), UTF-8 by the locale, width by
// the terminal or COLUMNS.
report::Style style_of_output(ColorChoice color);

// Standard output is a terminal on which a line can be written anew.
bool can_rewrite_lines();
// How wide that is by now, however narrow; people change it while a command goes on.
std::size_t width_by_now();

// Standard output and standard error; a reader that went away is no error. Flushed at once, because a run may
// be long and somebody looks on.
void say(std::string_view text);
void complain(std::string_view text);
// Whether standard output failed other than by a reader that went away, as on a full disk.
bool output_was_lost();

}  // namespace gcrucible::cli
