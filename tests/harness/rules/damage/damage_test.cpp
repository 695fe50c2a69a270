// Recordings of a real CLR with one random change each: how many of those that leave no legal history the
// rules notice, for each kind of callback and of damage.
#include "tests/harness/rules/damage/damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "harness/rules/judge.h"
#include "tests/harness/rules/damage/legal.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

// Of programs that show what .NET leaves untold of handles, of suspensions and of exceptions at the edges of
// managed code (docs/deviations.md): that one such call is there more or less, or elsewhere, is what they are
// about, and most damages of them would be legal.
constexpr std::string_view kUntold[] = {"catching", "catching-server", "contexts",
                                        "edges",    "prepared",        "weak-references"};
// Of a program whose functions are compiled while others collect: which of them, and when, no rule demands.
constexpr std::string_view kCompiling = "at-once";

std::vector<Recording> recordings() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(in_source("/fixtures/traces"))) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Recording> all;
  for (const auto& file : files) all.push_back(load_recording(file));
  return all;
}

std::vector<Recording> whole_recordings() {
  std::vector<Recording> all = recordings();
  std::erase_if(all, [](const Recording& each) {
    return each.name == kCompiling || std::ranges::find(kUntold, each.name) != std::end(kUntold);
  });
  return all;
}

bool is_caught(const std::vector<trace::Event>& events) {
  rules::Judge judge;
  for (const trace::Event& event : events) judge.take(event);
  const auto verdicts = std::move(judge).verdicts();
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [](const auto& each) { return each.standing == rules::Standing::kBroken; });
}

// Of each kind of callback and of damage.
#ifdef GCRUCIBLE_SANITIZED  // which watch the judge, whatever it finds
constexpr bool kFew = true;
#else
constexpr bool kFew = false;
#endif
constexpr std::size_t kEach = kFew ? 5 : 30;
// In 100: of each pair, of those that leave no legal history, are noticed at least; of all may be legal at
// most.
constexpr std::size_t kNoticed = 95;
constexpr std::size_t kMostLegal = 10;
constexpr std::size_t kFewest = 3000;

// Pairs that do not reach it yet, with what they reach, in 100, and why.
struct Exception {
  std::string_view callback;
  Damage damage;
  std::size_t reached;
  std::string_view why;
};
const std::vector<Exception>& exceptions() {
  static const std::vector<Exception> kPairs = {};
  return kPairs;
}

struct Tally {
  std::size_t tried = 0;
  std::size_t legal = 0;
  std::size_t caught = 0;  // of those that are not legal
  std::vector<std::string> missed;

  std::size_t illegal() const { return tried - legal; }
  bool reaches(std::size_t share) const { return caught * 100 >= illegal() * share; }
};

using Pair = std::pair<std::string_view, Damage>;

std::map<Pair, Tally> damage_all(const std::vector<Recording>& all) {
  std::map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>> places;  // recording, unit
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < all[i].units.size(); ++k) places[all[i].units[k].name].emplace_back(i, k);
  }
  const char* const seed = std::getenv("GCRUCIBLE_DAMAGE_SEED");
  Dice dice(seed == nullptr ? 7 : std::strtoull(seed, nullptr, 10));
  std::map<Pair, Tally> tallies;
  for (const auto& [name, where] : places) {
    for (const Damage damage : kDamages) {
      Tally tally;
      for (std::size_t attempt = 0; attempt < 4 * kEach && tally.tried < kEach; ++attempt) {
        const auto [recording, unit] = where[dice.below(where.size())];
        const auto damaged = Damaged::of(all[recording], unit, damage, dice);
        if (!damaged) continue;
        ++tally.tried;
        // Said before it is judged.
        if (!legal_because(all[recording], damaged->change()).empty()) {
          ++tally.legal;
        } else if (is_caught(damaged->events())) {
          ++tally.caught;
        } else {
          tally.missed.push_back(damaged->what());
        }
      }
      if (tally.tried != 0) tallies[{name, damage}] = std::move(tally);
    }
  }
  return tallies;
}

std::string line_of(const Pair& pair, const Tally& tally, bool with_missed) {
  std::string text = fmt::format("{:40} {:9} {:3} of {:3} noticed, {:3} legal\n", pair.first,
                                 name_of(pair.second), tally.caught, tally.illegal(), tally.legal);
  if (!with_missed) return text;
  for (const std::string& each : tally.missed) text += fmt::format("    missed {}\n", each);
  return text;
}

std::size_t wanted(const Pair& pair) {
  for (const Exception& each : exceptions()) {
    if (each.callback == pair.first && each.damage == pair.second) return each.reached;
  }
  return kNoticed;
}

}  // namespace

TEST_CASE("recordings as they are break nothing") {
  for (const Recording& recording : recordings()) {
    INFO(recording.name);
    std::vector<trace::Event> events;
    for (const trace::Line& line : recording.lines) events.push_back(line.event());
    CHECK_FALSE(is_caught(events));
  }
}

TEST_CASE("damaged recordings are noticed, for each kind of callback and of damage") {
  const std::vector<Recording> all = whole_recordings();
  const std::map<Pair, Tally> tallies = damage_all(all);
  std::size_t tried = 0, legal = 0, caught = 0;
  std::string short_ones;
  for (const auto& [pair, tally] : tallies) {
    tried += tally.tried;
    legal += tally.legal;
    caught += tally.caught;
    if (std::getenv("GCRUCIBLE_DAMAGE") != nullptr) fmt::print("{}", line_of(pair, tally, true));
    if (!tally.reaches(wanted(pair))) short_ones += line_of(pair, tally, true);
  }
  fmt::print("{} damages, {} legal, {} of {} others noticed\n", tried, legal, caught, tried - legal);
  INFO("GCRUCIBLE_DAMAGE=1 prints all pairs; short of what is wanted are:\n" << short_ones);
  CHECK((kFew || short_ones.empty()));
  CHECK(tried >= (kFew ? kEach : kFewest));
  CHECK((kFew || legal * 100 <= tried * kMostLegal));
}

}  // namespace gcrucible::tests
