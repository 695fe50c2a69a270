// Any bytes give either a scenario or messages.
#include <algorithm>
#include <random>
#include <string>

#include "harness/scenario/scenario.h"
#include "tests/harness/scenario/everything.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/property.h"

namespace gcrucible::scenario {
namespace {

std::string mutated(std::string text, std::mt19937_64& random) {
  for (std::uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
    if (text.empty()) return text;
    const std::size_t at = random() % text.size();
    const std::size_t line = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
    const std::size_t end = std::min(
        text.size(), text.find('\n', at) == std::string::npos ? text.size() : text.find('\n', at) + 1);
    static constexpr char kNasty[] = "[]{}:,-?&*!|>'\"%@`# \n\t\\0~<";
    switch (random() % 7) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text[at] = kNasty[random() % (sizeof kNasty - 1)];
        break;
      case 2:
        text.insert(at, 1, kNasty[random() % (sizeof kNasty - 1)]);
        break;
      case 3:
        text.erase(line, end - line);
        break;
      case 4:
        text.insert(line, text.substr(line, end - line));
        break;
      case 5:
        text.erase(at, 1 + random() % 20);
        break;
      default:
        text[at] = static_cast<char>('0' + random() % 10);
        break;
    }
  }
  return text;
}

TEST_CASE("parse: random damage gives a scenario or errors") {
  tests::property("a scenario or errors", [](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 10; ++i) {
      const Expected<Scenario> loaded =
          parse(mutated(std::string(tests::kEverything), random), "mutated.yaml");
      RC_ASSERT((loaded || !loaded.error().empty()));
    }
  });
}

TEST_CASE("parse: random bytes give errors") {
  tests::property("errors without a crash", [](const std::string& text) {
    const Expected<Scenario> loaded = parse(text, "random.yaml");
    RC_ASSERT(!tests::error_in(loaded).empty());
  });
}

}  // namespace
}  // namespace gcrucible::scenario
