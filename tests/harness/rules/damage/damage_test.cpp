// Recordings of a real CLR with one random change each: how many of them the rules notice, for each kind of
// callback and of damage.
#include "tests/harness/rules/damage/damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "harness/rules/judge.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

std::vector<Recording> recordings() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(GCRUCIBLE_SOURCE_DIR "/fixtures/traces")) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Recording> all;
  for (const auto& file : files) all.push_back(load_recording(file));
  return all;
}

bool is_caught(const Damaged& damaged) {
  rules::Judge judge;
  for (const trace::Event& event : damaged.events()) judge.take(event);
  const auto verdicts = std::move(judge).verdicts();
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [](const auto& each) { return each.standing == rules::Standing::kBroken; });
}

// In 100, over all kinds: what the checkers that exist notice. It rises with each that is added.
constexpr std::size_t kShareNoticed = 80;

struct Tally {
  std::size_t tried = 0;
  std::size_t caught = 0;
  std::vector<std::string> missed;
};

}  // namespace

TEST_CASE("damaged recordings are noticed") {
  const std::vector<Recording> all = recordings();
  std::map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>> places;  // recording, unit
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < all[i].units.size(); ++k) places[all[i].units[k].name].emplace_back(i, k);
  }
  constexpr std::size_t kEach = 20;
  Dice dice(7);
  std::map<std::pair<std::string_view, Damage>, Tally> tallies;
  for (const auto& [name, where] : places) {
    for (const Damage damage : kDamages) {
      Tally tally;
      for (std::size_t attempt = 0; attempt < 4 * kEach && tally.tried < kEach; ++attempt) {
        const auto [recording, unit] = where[dice.below(where.size())];
        const auto damaged = Damaged::of(all[recording], unit, damage, dice);
        if (!damaged) continue;
        ++tally.tried;
        if (is_caught(*damaged)) {
          ++tally.caught;
        } else {
          tally.missed.push_back(damaged->what());
        }
      }
      if (tally.tried != 0) tallies[{name, damage}] = std::move(tally);
    }
  }
  std::size_t tried = 0, caught = 0;
  for (const auto& [pair, tally] : tallies) {
    tried += tally.tried;
    caught += tally.caught;
    if (std::getenv("GCRUCIBLE_DAMAGE") == nullptr) continue;
    fmt::print("{:40} {:9} {:3} of {:3}  {}\n", pair.first, name_of(pair.second), tally.caught, tally.tried,
               tally.missed.empty() ? "" : tally.missed.front());
  }
  fmt::print("{} of {} damages noticed\n", caught, tried);
  CHECK(caught * 100 >= tried * kShareNoticed);
}

}  // namespace gcrucible::tests
