// Recordings of a real CLR with one random change each. Counts how many illegal changes the rules notice,
// for each kind of callback and damage.
#include "tests/harness/rules/damage/damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "harness/rules/judge/judge.h"
#include "tests/harness/rules/damage/legal.h"
#include "tests/support/catch.h"
#include "tests/support/recordings.h"
#include "tests/support/share.h"

namespace gcrucible::tests {
namespace {

// Recordings of what .NET does not report about handles, suspensions and exceptions at the edges of managed
// code (docs/deviations.md). A missing, additional or moved callback is normal there, so most damages would
// be legal.
constexpr std::string_view kUnreported[] = {"catching", "catching-server", "contexts",
                                            "edges",    "prepared",        "weak-references"};
// A program whose functions are compiled during collections. No rule demands which functions, or when.
constexpr std::string_view kCompiling = "at-once";

std::vector<Recording> loaded_recordings() {
  std::vector<Recording> all;
  for (const auto& file : recordings()) all.push_back(load_recording(file));
  return all;
}

std::vector<Recording> whole_recordings() {
  std::vector<Recording> all = loaded_recordings();
  std::erase_if(all, [](const Recording& each) {
    return each.name == kCompiling || std::ranges::find(kUnreported, each.name) != std::end(kUnreported);
  });
  return all;
}

// The judge's results for one trace.
struct Said {
  std::size_t rules = 0;  // violated rules
  std::uint64_t findings = 0;
  std::string ids;
};

Said judged(const std::vector<trace::Event>& events) {
  rules::Judge judge;
  for (const trace::Event& event : events) judge.take(event);
  Said said;
  for (const rules::Verdict& verdict : std::move(judge).verdicts()) {
    if (verdict.standing != rules::Standing::kBroken || verdict.follows != nullptr) continue;
    ++said.rules;
    said.findings += verdict.breaks;
    said.ids += fmt::format("{}{} x{}", said.ids.empty() ? "" : ", ", verdict.rule->id, verdict.breaks);
  }
  return said;
}

// How many findings each change causes.
struct Volume {
  std::vector<Said> all;

  void add(Said said, const std::string& what) {
    if (said.rules == 0) return;
    said.ids = what + ": " + said.ids;
    all.push_back(std::move(said));
  }
  void add(const Volume& more) { all.insert(all.end(), more.all.begin(), more.all.end()); }
  // The number that `share` of 100 changes do not exceed.
  template <typename Number>
  std::uint64_t at_most(std::size_t share, Number Said::*number) const {
    std::vector<std::uint64_t> counts;
    for (const Said& each : all) counts.push_back(each.*number);
    std::ranges::sort(counts);
    return counts.empty() ? 0 : counts[std::min(counts.size() - 1, counts.size() * share / 100)];
  }
  std::string text() const {
    std::string text = "findings and rules that they break, of a change that breaks any:\n";
    for (const std::size_t share : {50, 90, 95, 99, 100}) {
      text += fmt::format("  {:3} of 100 changes: at most {} findings, {} rules\n", share,
                          at_most(share, &Said::findings), at_most(share, &Said::rules));
    }
    return text;
  }
};

// Number of damages for each kind of callback and damage.
#ifdef GCRUCIBLE_SANITIZED  // sanitizers watch the judge itself
constexpr bool kFew = true;
#else
constexpr bool kFew = false;
#endif
const std::size_t kEach = kFew ? 5 : share_of(30);
// In percent. Minimum noticed of the illegal damages of each pair, and maximum of legal damages of all.
constexpr std::size_t kNoticed = 98;
constexpr std::size_t kMostLegal = 10;
const std::size_t kFewest = share_of(3000);

struct Tally {
  std::size_t tried = 0;
  std::size_t legal = 0;
  std::size_t caught = 0;  // of the illegal ones
  std::vector<std::string> missed;
  Volume volume;

  std::size_t illegal() const { return tried - legal; }
  // A share of the damages is too few for percents: one may be missed.
  bool reaches(std::size_t share) const {
    return caught * 100 >= illegal() * share || (!plays_everything() && illegal() - caught <= 1);
  }
};

struct Kind {
  std::string what;  // a callback, an Info method, or the damage to a whole collection
  std::string damage;
  auto operator<=>(const Kind&) const = default;
};

std::uint64_t number_of_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Tries all kinds, even those not noticed yet; otherwise only those that must be noticed.
bool tries_all() {
  return std::getenv("GCRUCIBLE_DAMAGE_ALL") != nullptr;
}

// GCRUCIBLE_DAMAGE_ONLY: kinds separated by ; such as "MovedReferences2 shift". Empty: all.
bool is_selected(std::string_view name, Damage damage) {
  const char* const only = std::getenv("GCRUCIBLE_DAMAGE_ONLY");
  if (only == nullptr || *only == '\0') return true;
  const std::string kind = fmt::format(";{} {};", name, name_of(damage));
  return fmt::format(";{};", only).find(kind) != std::string::npos;
}

template <typename OneMore>
Tally tally_of(Dice& dice, OneMore one_more) {
  Tally tally;
  const std::size_t each = number_of_environment("GCRUCIBLE_DAMAGE_EACH", kEach);
  for (std::size_t attempt = 0; attempt < 4 * each && tally.tried < each; ++attempt) {
    const auto [recording, damaged, because] = one_more(dice);
    if (!damaged) continue;
    ++tally.tried;
    const Said said = judged(damaged->events());
    tally.volume.add(said, damaged->what());
    if (!because.empty()) {
      ++tally.legal;
    } else if (said.rules != 0) {
      ++tally.caught;
    } else {
      tally.missed.push_back(damaged->what());
    }
  }
  return tally;
}

struct Attempt {
  const Recording* recording;
  std::optional<Damaged> damaged;
  std::string_view because;
};

using Places = std::map<std::string_view, std::vector<std::pair<std::size_t, std::size_t>>>;

std::map<Kind, Tally> damage_callbacks(const std::vector<Recording>& all, Dice& dice) {
  Places places;  // recording, unit
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < all[i].units.size(); ++k) places[all[i].units[k].name].emplace_back(i, k);
  }
  std::map<Kind, Tally> tallies;
  for (const auto& [name, where] : places) {
    for (const Damage damage : tries_all() ? kDamages : kFirstDamages) {
      if (!is_selected(name, damage)) continue;
      Tally tally = tally_of(dice, [&](Dice& each) {
        const auto [recording, unit] = where[each.below(where.size())];
        Attempt attempt{&all[recording], Damaged::of(all[recording], unit, damage, each), {}};
        if (attempt.damaged) attempt.because = legal_because(all[recording], attempt.damaged->change());
        return attempt;
      });
      if (tally.tried != 0) tallies[{std::string(name), std::string(name_of(damage))}] = std::move(tally);
    }
  }
  return tallies;
}

std::map<Kind, Tally> damage_answers(const std::vector<Recording>& all, Dice& dice) {
  Places places;  // recording, answer
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < all[i].answers.size(); ++k)
      places[all[i].answers[k].method].emplace_back(i, k);
  }
  std::map<Kind, Tally> tallies;
  for (const auto& [name, where] : places) {
    for (const Damage damage : kAnswerDamages) {
      if (!is_selected(name, damage)) continue;
      Tally tally = tally_of(dice, [&](Dice& each) {
        const auto [recording, answer] = where[each.below(where.size())];
        Attempt attempt{&all[recording], Damaged::of_answer(all[recording], answer, damage, each), {}};
        if (attempt.damaged)
          attempt.because = legal_answer_because(all[recording], attempt.damaged->change());
        return attempt;
      });
      if (tally.tried != 0) tallies[{std::string(name), std::string(name_of(damage))}] = std::move(tally);
    }
  }
  return tallies;
}

std::string line_of(const Kind& kind, const Tally& tally, bool with_missed) {
  std::string text = fmt::format("{:40} {:40} {:3} of {:3} noticed, {:3} legal\n", kind.what, kind.damage,
                                 tally.caught, tally.illegal(), tally.legal);
  if (!with_missed) return text;
  for (const std::string& each : tally.missed) text += fmt::format("    missed {}\n", each);
  return text;
}

}  // namespace

TEST_CASE("undamaged recordings violate nothing") {
  for (const Recording& recording : loaded_recordings()) {
    INFO(recording.name);
    std::vector<trace::Event> events;
    for (const trace::Line& line : recording.lines) events.push_back(line.event());
    CHECK(judged(events).ids.empty());
  }
}

TEST_CASE("damage to every kind of callback is noticed in few findings") {
  const std::vector<Recording> all = whole_recordings();
  Dice dice(number_of_environment("GCRUCIBLE_DAMAGE_SEED", 7));
  std::map<Kind, Tally> tallies = damage_callbacks(all, dice);
  if (tries_all()) tallies.merge(damage_answers(all, dice));
  std::size_t tried = 0, legal = 0, caught = 0;
  std::string short_ones;
  Volume volume;
  for (const auto& [kind, tally] : tallies) {
    volume.add(tally.volume);
    tried += tally.tried;
    legal += tally.legal;
    caught += tally.caught;
    if (std::getenv("GCRUCIBLE_DAMAGE") != nullptr) fmt::print("{}", line_of(kind, tally, true));
    if (!tally.reaches(kNoticed)) short_ones += line_of(kind, tally, true);
  }
  fmt::print("{} damages, {} legal, {} of {} others noticed\n", tried, legal, caught, tried - legal);
  fmt::print("{}", volume.text());
  if (std::getenv("GCRUCIBLE_DAMAGE") != nullptr) {
    for (const Said& each : volume.all) {
      if (each.rules > 2 || each.findings > 3)
        fmt::print("loud {} {} {}\n", each.rules, each.findings, each.ids);
    }
  }
  // One cause, one finding. Before consequences were recognized, these were 7 and 4 of 90, 481 and 7 of 99.
  CHECK((kFew || volume.at_most(90, &Said::findings) <= 2));
  CHECK((kFew || volume.at_most(90, &Said::rules) <= 1));
  CHECK((kFew || volume.at_most(99, &Said::findings) <= 6));
  CHECK((kFew || volume.at_most(99, &Said::rules) <= 2));
  CHECK((kFew || volume.at_most(100, &Said::rules) <= 5));
  INFO("GCRUCIBLE_DAMAGE=1 prints all pairs; short of what is wanted are:\n" << short_ones);
  CHECK((kFew || short_ones.empty()));
  CHECK(tried >= (kFew ? kEach : kFewest));
  CHECK((kFew || legal * 100 <= tried * kMostLegal));
}

}  // namespace gcrucible::tests
