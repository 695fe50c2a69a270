// Finds the known word that the author of a file probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::yaml {

// Edit distance of two words: insert, delete, replace, swap of neighbours. A difference in case is half an
// edit, so the result counts in halves.
std::size_t distance_in_halves(std::string_view a, std::string_view b);

// The nearest known word, if at most about a third of its letters differ. Otherwise the only known word that
// begins with `word`. Otherwise the shortest of which `word` is an abbreviation. Otherwise empty.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// "did you mean \"x\"?" if a word is near. Otherwise "known are a, b, c" for a short list, or `otherwise`.
std::string suggestion(std::string_view word, const std::vector<std::string>& known,
                       std::string otherwise = {});

}  // namespace gcrucible::yaml
