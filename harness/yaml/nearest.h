// Which known word somebody probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::yaml {

// Edits (insert, delete, replace, swap of neighbours; case is half an edit, so it counts in halves) between
// two words.
std::size_t distance_in_halves(std::string_view a, std::string_view b);

// The nearest known word if it is near enough to be meant (about a third of the letters may be wrong), or the
// only one that begins with it; else empty.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// "did you mean \"x\"?" or, where nothing is near, "known are a, b, c" if those are few, else `otherwise`.
std::string suggestion(std::string_view word, const std::vector<std::string>& known,
                       std::string otherwise = {});

}  // namespace gcrucible::yaml
