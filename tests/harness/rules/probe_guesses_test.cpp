// The cause named for a wrong probe answer. No cause is named unless it explains the answer exactly.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/rules/entities/types.h"
#include "harness/rules/probe/compare.h"
#include "harness/rules/probe/guesses.h"
#include "harness/rules/probe/habits.h"
#include "tests/support/catch.h"

namespace gcrucible::rules {
namespace {

using Ids = std::vector<std::uint64_t>;

constexpr std::uint64_t kHigh = 0x5500'0000'0000;

Fate alive(std::uint64_t at, std::uint64_t size = 24, std::uint8_t generation = 0) {
  return {.from = at, .to = at, .size = size, .generation = generation, .survives = true};
}

Fate dead(std::uint64_t at, std::uint8_t generation) {
  return {.from = at, .size = 24, .generation = generation};
}

// A full collection that reported one surviving range by both calls.
Collection collected(Range range, std::vector<Fate> fates) {
  Collection collection;
  collection.generations = {1, 1, 1, 1, 1};
  collection.ranges = {range, {range.from, range.from, std::min<std::uint64_t>(range.length, 0xFFFFFFFFu)}};
  collection.range_calls = {{.call = Call::kSurvivingReferences2, .returned = true, .first = 0, .count = 1},
                            {.call = Call::kSurvivingReferences, .returned = true, .first = 1, .count = 1}};
  collection.pairs = {{.exact = 0, .legacy = 1}};
  collection.fates = std::move(fates);
  return collection;
}

// Texts of the habits that leave `left` of all objects, each once.
std::vector<std::string> habits_that_leave(const Collection& collection, const Ids& left) {
  Ids ids;
  for (const Fate& fate : collection.fates) ids.push_back(fate.from);
  std::vector<std::string> found;
  for (const Habit& habit : habits()) {
    const std::string what(habit.what);
    if (after(collection, habit, ids) == left && std::ranges::find(found, what) == found.end())
      found.push_back(what);
  }
  return found;
}

bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

TEST_CASE("probe guesses: only frozen objects are missing -> frozen objects are named first") {
  const std::string frozen =
      "frozen objects are treated as dead, because they are in no generation and no range reports them";
  const std::string uncollected =
      "objects that no range reports are treated as dead, even in generations that were not collected";
  Collection collection = collected({kHigh, kHigh, 24}, {alive(kHigh), alive(kHigh + 4096, 24, kFrozen)});
  const auto found = habits_that_leave(collection, {kHigh, 0});
  REQUIRE(found.size() >= 2);
  CHECK(found.front() == frozen);
  CHECK(has(found, uncollected));
  CHECK_FALSE(has(habits_that_leave(collection, {kHigh, kHigh + 4096}), frozen));
  // An object of generation 2, which was not collected, is also missing.
  collection.generations = {1, 0, 0, 0, 0};
  collection.fates.push_back(alive(kHigh + 8192, 24, 2));
  CHECK_FALSE(has(habits_that_leave(collection, {kHigh, 0, 0}), frozen));
  CHECK(has(habits_that_leave(collection, {kHigh, 0, 0}), uncollected));
}

TEST_CASE("probe guesses: 32-bit lengths are recognized with and without a sign") {
  const std::string cut = "lengths of MovedReferences2 and SurvivingReferences2 (SIZE_T) are kept in 32 bits";
  const std::uint64_t size = 0xC000'0000;
  // In 32 bits, the length of 7 GiB becomes 3 GiB, so objects beyond 3 GiB are lost. As a signed number the
  // length is negative, so all objects are lost.
  const Collection collection = collected({kHigh, kHigh, 0x1'C000'0000}, {alive(kHigh), alive(kHigh + size)});
  CHECK(has(habits_that_leave(collection, {kHigh, 0}), cut));
  CHECK(has(habits_that_leave(collection, {0, 0}), cut));
  CHECK_FALSE(has(habits_that_leave(collection, {0, kHigh + size}), cut));
  CHECK(has(habits_that_leave(collection, {kHigh, 0}),
            "lengths of SurvivingReferences2 (SIZE_T) alone are kept in 32 bits"));
  CHECK_FALSE(has(habits_that_leave(collection, {kHigh, 0}),
                  "lengths of MovedReferences2 (SIZE_T) alone are kept in 32 bits"));
  const Collection small = collected({kHigh, kHigh, 0x4000}, {alive(kHigh), alive(kHigh + 0x2000)});
  CHECK_FALSE(has(habits_that_leave(small, {kHigh, 0}), cut));
}

TEST_CASE(
    "probe guesses: the last entry of a call is left out -> only with several entries it is the only cause") {
  const std::string last = "the last entry of each call is left out";
  Collection collection = collected({kHigh, kHigh, 24}, {alive(kHigh), alive(kHigh + 4096)});
  collection.ranges = {{kHigh, kHigh, 24}, {kHigh + 4096, kHigh + 4096, 24}};
  collection.range_calls = {{.call = Call::kSurvivingReferences2, .returned = true, .first = 0, .count = 2}};
  collection.pairs = {{.exact = 0, .legacy = kNoIndex}};
  const auto found = habits_that_leave(collection, {kHigh, 0});
  CHECK(has(found, last));
  CHECK(has(found, "only the first entry of each call is used"));
  collection.ranges.push_back({kHigh + 8192, kHigh + 8192, 24});
  collection.range_calls.front().count = 3;
  collection.fates.push_back(alive(kHigh + 8192));
  CHECK(habits_that_leave(collection, {kHigh, kHigh + 4096, 0}) == std::vector<std::string>{last});
}

TEST_CASE("probe guesses: the first or the last object of a range is treated as outside") {
  const std::string first = "the object that begins where a range begins is treated as outside";
  const std::string last = "the object that ends where a range ends is treated as outside";
  const Collection collection =
      collected({kHigh, kHigh, 72}, {alive(kHigh), alive(kHigh + 24), alive(kHigh + 48, 20)});
  CHECK(habits_that_leave(collection, {0, kHigh + 24, kHigh + 48}) == std::vector{first});
  CHECK(habits_that_leave(collection, {kHigh, kHigh + 24, 0}) == std::vector{last});
}

TEST_CASE("probe guesses: kept dead objects of LOH and POH are named by generation") {
  const std::string beyond = "generations above 2 (LOH and POH) are ignored, so their dead objects are kept";
  const std::string pinned = "generation 4 (POH) is ignored, so its dead objects are kept";
  const Collection collection =
      collected({kHigh, kHigh, 24},
                {alive(kHigh), dead(kHigh + 24, 0), dead(kHigh + 48, kLarge), dead(kHigh + 72, kPinnedHeap)});
  CHECK(habits_that_leave(collection, {kHigh, 0, kHigh + 48, kHigh + 72}) == std::vector{beyond});
  CHECK(habits_that_leave(collection, {kHigh, 0, 0, kHigh + 72}) == std::vector{pinned});
  CHECK(has(habits_that_leave(collection, {kHigh, 0, kHigh + 48, 0}),
            "generation 3 (LOH) is ignored, so its dead objects are kept"));
  CHECK_FALSE(has(habits_that_leave(collection, {kHigh, kHigh + 24, kHigh + 48, kHigh + 72}), beyond));
}

// The newer call of a full collection, with these ranges in this order. All objects survive and stay.
Collection survived(const std::vector<Range>& ranges, const Ids& objects) {
  Collection collection = collected(ranges.front(), {});
  collection.ranges = ranges;
  collection.range_calls = {{.call = Call::kSurvivingReferences2,
                             .returned = true,
                             .first = 0,
                             .count = static_cast<std::uint32_t>(ranges.size())}};
  collection.pairs = {{.exact = 0, .legacy = kNoIndex}};
  for (const std::uint64_t at : objects) collection.fates.push_back(alive(at));
  return collection;
}

TEST_CASE("probe guesses: ranges that are searched without being sorted") {
  const std::string unsorted =
      "ranges are searched as if they were sorted by address, which the runtime does not promise";
  const Range one{0x1000, 0x1000, 24}, two{0x2000, 0x2000, 24}, three{0x3000, 0x3000, 24};
  const Ids all{0x1000, 0x2000, 0x3000};
  // A search by halves ends at range two for the highest id. A search in turn stops at range three for the
  // other ids.
  CHECK(has(habits_that_leave(survived({three, one, two}, all), {0x1000, 0x2000, 0}), unsorted));
  CHECK(has(habits_that_leave(survived({three, one, two}, all), {0, 0, 0x3000}), unsorted));
  CHECK_FALSE(has(habits_that_leave(survived({one, two, three}, all), {0x1000, 0x2000, 0}), unsorted));
}

TEST_CASE("probe guesses: lengths that are read as 32-bit numbers") {
  const std::string halves = "the lengths of the newer calls (SIZE_T) are read as an array of 32-bit numbers";
  const Ids all{0x1000, 0x2000, 0x3000};
  // The three lengths that are read: 24, the high half of 24, and the second length.
  const Collection collection =
      survived({{0x1000, 0x1000, 24}, {0x2000, 0x2000, 48}, {0x3000, 0x3000, 72}}, all);
  CHECK(habits_that_leave(collection, {0x1000, 0, 0x3000}) == std::vector{halves});
}

TEST_CASE("probe guesses: generationCollected that is read as bytes") {
  const std::string bytes =
      "generationCollected (BOOL, 4 bytes each) is read as an array of bytes, so dead objects of older "
      "generations are kept";
  Collection collection =
      collected({kHigh, kHigh, 24}, {alive(kHigh), dead(kHigh + 24, 0), dead(kHigh + 48, 1),
                                     dead(kHigh + 72, kLarge), dead(kHigh + 96, kPinnedHeap)});
  CHECK(habits_that_leave(collection, {kHigh, 0, kHigh + 48, kHigh + 72, 0}) == std::vector{bytes});
  CHECK_FALSE(has(habits_that_leave(collection, {kHigh, 0, 0, kHigh + 72, 0}), bytes));
}

TEST_CASE("probe guesses: wrong ids that are the low halves of the missing ones are 32-bit") {
  const Fate one = alive(kHigh + 0x40), two = alive(kHigh + 0x80);
  const auto guess = [](const std::vector<const Fate*>& missing, const Ids& wrong) {
    return guess_of({}, {.believed = {}, .missing = missing, .present = {}, .wrong = wrong, .answer = wrong});
  };
  REQUIRE(guess({&one, &two}, {0x40, 0x80}));
  CHECK(guess({&one, &two}, {0x40, 0x80})->halved);
  CHECK_FALSE(guess({&one, &two}, {0x40}));
  CHECK_FALSE(guess({&one}, {0x40, 0x80}));
  CHECK_FALSE(guess({&one}, {0x48}));
}

TEST_CASE("probe guesses: only root targets are present -> references are not followed") {
  Collection collection;
  const Fate root = alive(0x1000), other = alive(0x2000), third = alive(0x3000);
  collection.roots = {{.object = 0}, {.object = 0x1008}};
  collection.references = {0x2000};
  const auto guess = [&](const std::vector<const Fate*>& missing, const std::vector<const Fate*>& present) {
    return guess_of(collection,
                    {.believed = {}, .missing = missing, .present = present, .wrong = {}, .answer = {}});
  };
  REQUIRE(guess({&other}, {&root}));
  CHECK(guess({&other}, {&root})->what.find("its array is no longer valid") != std::string_view::npos);
  CHECK_FALSE(guess({&other, &third}, {&root}));
  CHECK_FALSE(guess({&other}, {&root, &third}));
  CHECK_FALSE(guess({&root}, {&other}));
  CHECK_FALSE(guess({&other}, {}));
}

TEST_CASE("probe guesses: a sum that is short by 2^32 is explained by 32 bits") {
  const auto text = [](std::uint64_t allocated, std::uint64_t gone, std::uint64_t left) {
    ProbeAnswer answer;
    answer.allocated = {{.type = 5, .objects = 2, .bytes = allocated}};
    answer.reclaimed = {{.type = 5, .objects = 1, .bytes = gone}};
    answer.alive = {{.type = 5, .objects = 1, .bytes = left}};
    ProbeVerdict verdict;
    compare_balance(answer, Types(), verdict);
    REQUIRE(verdict.faults.size() == 1);
    CHECK(verdict.faults[0].explained == (verdict.faults[0].what.find("32 bits") != std::string::npos));
    return verdict.faults[0].explained;
  };
  CHECK(text(8, 0x1'0000'0000, 8));
  CHECK_FALSE(text(9, 0x1'0000'0000, 8));
  CHECK_FALSE(text(0x1'0000'0010, 8, 9));
}

}  // namespace
}  // namespace gcrucible::rules
