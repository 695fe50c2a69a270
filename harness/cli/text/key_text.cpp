#include "harness/cli/text/key_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/cli/text/head_columns.h"
#include "harness/scenario/language/language.h"

namespace gcrucible::cli {
namespace {

struct Meaning {
  std::string of;  // "heap": the key or the definition above it; empty at the top of a file
  std::string about;
  bool operator==(const Meaning&) const = default;
};

// A part that is used in several places is met in each of them.
void find_meanings(const yaml::Shape& shape, std::string of, std::string_view word,
                   std::vector<Meaning>& found) {
  if (!shape.definition.empty()) of = shape.definition;
  for (const yaml::Key& key : shape.keys) {
    if (key.name == word) {
      if (Meaning made{of, key.about}; std::ranges::find(found, made) == found.end())
        found.push_back(std::move(made));
    }
    find_meanings(key.shape, key.name, word, found);
  }
  for (const yaml::Shape& part : shape.parts) find_meanings(part, of, word, found);
}

}  // namespace

std::string key_text(std::string_view word, const report::Style& style) {
  std::vector<Meaning> found;
  find_meanings(scenario::language(), {}, word, found);
  if (found.empty()) return {};
  std::string text(word);
  text += "\n";
  for (const Meaning& each : found) {
    const std::string place =
        each.of.empty() ? std::string("a key of scenarios") : "a key of `" + each.of + "` in scenarios";
    text += report::field(style, "  is", kHeadColumns, place + ": " + each.about);
  }
  return text + report::field(style, "  see", kHeadColumns, "docs/reference/scenarios/keys.md has all keys");
}

}  // namespace gcrucible::cli
