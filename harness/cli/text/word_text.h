// What `gcrucible explain` says of the words that verdicts, summaries and rules print.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/report/style.h"

namespace gcrucible::cli {

struct Word {
  std::string_view word;
  std::string_view means;
};

// In the order of the alphabet; docs/words.md has the same table.
std::span<const Word> words();

// Of a word with spaces or hyphens between its parts: "not played", "not-played"; empty where it is none.
std::string word_text(std::string_view word, const report::Style& style);

}  // namespace gcrucible::cli
