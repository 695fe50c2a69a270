// The causes that a finding about a wrong answer names: values in wrong places, empty answers, collections
// without a query, and collections without a GarbageCollectionStarted.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/rules/probe/compare.h"
#include "harness/rules/probe/habits.h"
#include "harness/rules/probe/misplaced.h"
#include "tests/support/catch.h"

namespace gcrucible::rules {
namespace {

using Ids = std::vector<std::uint64_t>;

constexpr std::uint64_t kOne = 0x1000, kTwo = 0x1018, kThree = 0x1030, kNew = 0x2000;

// Objects of 24 bytes at the three places. `to`: their places after the collection, 0 for a dead one.
Collection collected(const Ids& to, std::uint8_t generation) {
  Collection collection;
  collection.generations = {1, 1, 1, 1, 1};
  collection.model.emplace();
  HeapPicture& before = collection.model->before.emplace();
  HeapPicture& after = collection.model->after.emplace();
  before.ranges =
      after.ranges = {{.range = 0, .generation = 0, .start = kOne, .allocated = 0x2000, .reserved = 0x2000}};
  for (std::uint32_t i = 0; i < to.size(); ++i) {
    const std::uint64_t from = kOne + 24 * i;
    before.objects.push_back({.object = i, .at = from, .size = 24, .generation = generation, .type = 0});
    collection.fates.push_back({.object = i,
                                .from = from,
                                .to = to[i],
                                .size = 24,
                                .generation = generation,
                                .survives = to[i] != 0});
    if (to[i] == 0) continue;
    after.objects.push_back({.object = i, .at = to[i], .size = 24, .generation = generation, .type = 0});
    collection.ranges.push_back({from, to[i], 24});
  }
  std::ranges::sort(after.objects, {}, &HeapObject::at);
  collection.range_calls = {{.call = Call::kMovedReferences2,
                             .returned = true,
                             .first = 0,
                             .count = static_cast<std::uint32_t>(collection.ranges.size())}};
  if (!collection.ranges.empty()) collection.pairs = {{.exact = 0, .legacy = kNoIndex}};
  return collection;
}

ProbeAnswer answer_of(std::vector<ProbedObject> objects) {
  ProbeAnswer answer;
  answer.knows = 4;
  answer.objects = std::move(objects);
  std::ranges::sort(answer.objects, {}, &ProbedObject::id);
  return answer;
}

ProbeAnswer answer_with(const Ids& ids) {
  std::vector<ProbedObject> objects;
  for (const std::uint64_t at : ids) objects.push_back({.id = at});
  return answer_of(objects);
}

Believed believed_of(const Ids& ids) {
  return {.ids = ids, .threads = std::vector<std::uint32_t>(ids.size(), 1)};
}

std::vector<ProbeFault> faults(const Collection& collection, const ProbeAnswer& answer,
                               const Believed& believed) {
  ProbeVerdict verdict;
  compare_objects(collection, answer, believed, Probes(), false, verdict);
  return verdict.faults;
}

std::string first_text(const Collection& collection, const ProbeAnswer& answer, const Believed& believed) {
  const std::vector<ProbeFault> all = faults(collection, answer, believed);
  return all.empty() ? std::string() : all.front().what;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("probe causes: the size and the ObjectID are exchanged -> no habit of trackers is named") {
  const Collection collection = collected({kOne, kTwo, 0}, 0);
  const ProbeAnswer exchanged = answer_of({{.id = 24, .size = kOne}, {.id = 24, .size = kTwo}});
  CHECK(first_text(collection, exchanged, believed_of({kOne, kTwo, kThree})) ==
        "The probe has an object at 24, where there is no object. This is the result if the size and the "
        "ObjectID are exchanged.");
  // With one correct row, the arguments are not exchanged.
  const ProbeAnswer partly = answer_of({{.id = 24, .size = kOne}, {.id = kTwo, .size = 24}});
  CHECK_FALSE(contains(first_text(collection, partly, believed_of({kOne, kTwo})), "exchanged"));
}

TEST_CASE("probe causes: the ObjectID in the place of the class or the size") {
  const Collection collection = collected({kOne, kTwo}, 0);
  const Probes probes;
  CHECK(contains(misplaced_text(collection, answer_of({{.id = 0x77, .size = 24, .type = kTwo}}), probes),
                 "the arguments of ObjectAllocated are shifted by one"));
  CHECK(misplaced_text(collection, answer_of({{.id = 0x77, .size = kOne}}), probes) ==
        "This is the result if the ObjectID is taken for the size.");
  CHECK(misplaced_text(collection, answer_of({{.id = kOne, .size = 24}}), probes).empty());
  CHECK(misplaced_text(collection, answer_with({}), probes).empty());
}

TEST_CASE("probe causes: all ids outside of the heap -> another value may have been taken for the ObjectID") {
  const Collection collection = collected({kOne, kTwo}, 0);
  const std::string foreign = "No ObjectID of the answer is in the heap";
  CHECK(contains(first_text(collection, answer_with({0x77, 0x99}), believed_of({kOne, kTwo})), foreign));
  CHECK_FALSE(
      contains(first_text(collection, answer_with({0x77, 0x1004}), believed_of({kOne, kTwo})), foreign));
  CHECK_FALSE(
      contains(first_text(collection, answer_with({0x77, kOne}), believed_of({kOne, kTwo})), foreign));
}

TEST_CASE(
    "probe causes: an empty answer -> the table may have been empty before, unless an answer shows it") {
  const std::string unfilled = "the table had no object before the collection";
  const Collection collection = collected({kOne, kTwo}, 0);
  Believed believed = believed_of({kOne, kTwo});
  const std::string text = first_text(collection, answer_with({}), believed);
  CHECK(contains(text, "the probe has no object at all"));
  CHECK(contains(text, unfilled));
  CHECK(contains(text, "; or moved ranges are ignored"));
  // After a collection without a query, the list of mistakes may lack some, so it is no evidence.
  CHECK_FALSE(faults(collection, answer_with({}), believed).front().causes.empty());
  believed.unasked = 1;
  believed.by_habit.assign(habits().size(), believed.ids);
  CHECK(contains(first_text(collection, answer_with({}), believed), unfilled));
  CHECK(faults(collection, answer_with({}), believed).front().causes.empty());
  believed.answered = true;
  CHECK_FALSE(contains(first_text(collection, answer_with({}), believed), unfilled));
}

TEST_CASE("probe causes: an empty answer that no habit explains names the table alone") {
  Collection collection = collected({kOne, kTwo}, kLarge);
  collection.fates[1].generation = kFrozen;
  const std::vector<ProbeFault> all = faults(collection, answer_with({}), believed_of({kOne}));
  REQUIRE_FALSE(all.empty());
  CHECK(all.front().rule == ProbeRule::kCacheFollows);
  CHECK(all.front().explained);
}

TEST_CASE("probe causes: the last generation is remembered -> named only if the answer has no generations") {
  const std::string stale = "the generation of an object is not asked for again";
  Collection collection = collected({kOne, kTwo}, 1);
  collection.generations = {1, 0, 0, 0, 0};
  collection.ranges.clear();
  collection.range_calls.clear();
  collection.pairs.clear();
  collection.fates[1].generation = 0;
  const ProbeAnswer with_frozen = answer_of({{.id = kTwo}});
  Believed believed = believed_of({kOne});
  believed.answered = true;
  CHECK(contains(first_text(collection, answer_with({}), believed), stale));
  collection.fates[0].generation = kLarge;
  CHECK_FALSE(contains(first_text(collection, answer_with({}), believed), stale));
}

TEST_CASE("probe causes: of two ranges with closed ends, the one that was reported first wins") {
  Collection collection = collected({kNew, kNew + 0x100}, 0);
  const std::string text = first_text(collection, answer_with({kNew, kNew + 24}), believed_of({kOne, kTwo}));
  CHECK(contains(text, "the end of a range is treated as part of the range"));
  std::swap(collection.ranges[0], collection.ranges[1]);
  CHECK_FALSE(contains(first_text(collection, answer_with({kNew, kNew + 24}), believed_of({kOne, kTwo})),
                       "the end of a range"));
}

TEST_CASE("probe causes: ranges of earlier collections that are applied again") {
  const std::string uncleared = "ranges of earlier collections are not cleared, and are applied again";
  // An earlier collection moved what was at kOne; now that object stays, and the second one is dead.
  const Collection collection = collected({kOne, 0, kThree}, 0);
  Believed believed = believed_of({kOne, kTwo, kThree});
  believed.earlier.all = {{kTwo, kNew, 24}};
  const std::string text = first_text(collection, answer_with({kOne, kNew, kThree}), believed);
  CHECK(contains(text, uncleared));
  CHECK_FALSE(contains(text, "; or"));
  believed.earlier.all = {{kOne, kNew, 24}};
  CHECK(contains(first_text(collection, answer_with({kNew, kThree}), believed), uncleared));
  CHECK_FALSE(contains(first_text(collection, answer_with({kOne, kTwo, kThree}), believed), uncleared));
}

TEST_CASE("probe causes: values of MovedReferences2 that are exchanged, cut or left out") {
  constexpr std::uint64_t kHigh = 0x5500'0000'0000;
  Collection collection = collected({kOne, kTwo, kThree}, 0);
  collection.ranges = {{kOne, kHigh, 24}, {kTwo, kHigh + 24, 24}, {kThree, kHigh + 48, 24}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    collection.fates[i].to = collection.model->after->objects[i].at = kHigh + 24 * i;
  }
  const Believed believed = believed_of({kOne, kTwo, kThree});
  CHECK(contains(first_text(collection, answer_with({24}), believed),
                 "new addresses and lengths of moved ranges are exchanged"));
  CHECK(contains(first_text(collection, answer_with({kHigh + 24, kHigh + 48}), believed),
                 "the first entry of each call is left out"));
}

TEST_CASE("probe causes: every wrong generation is an old one -> it is not asked for again") {
  const std::string old = "the generation is not asked for again after the collection";
  Collection collection = collected({kOne, kTwo}, 0);
  for (HeapObject& object : collection.model->after->objects) object.generation = 1;
  const auto text = [&](std::uint8_t one, std::uint8_t two) {
    const ProbeAnswer answer = answer_of({{.id = kOne, .generation = one}, {.id = kTwo, .generation = two}});
    return first_text(collection, answer, believed_of({kOne, kTwo}));
  };
  CHECK(contains(text(0, 0), "is in gen 1, but the probe reports gen 0. This is the result if " + old));
  CHECK(contains(text(2, 2), "is in gen 1, but the probe reports gen 2."));
  CHECK_FALSE(contains(text(2, 2), old));
  CHECK_FALSE(contains(text(0, 1), old));
}

// The ranges of a swept collection of generation 1 that reported all three objects.
const std::vector<Range> kEarlier = {{kOne, kOne, 72}};

Collection provisional(const Ids& to, std::uint8_t generation) {
  Collection collection = collected(to, generation);
  collection.provisional = true;
  return collection;
}

std::string provisional_text(const Collection& collection, const Ids& answer) {
  Believed believed = believed_of({kOne, kTwo, kThree});
  believed.unasked = 1;
  believed.by_habit.assign(habits().size(), believed.ids);
  believed.earlier.last = kEarlier;
  return first_text(collection, answer_with(answer), believed);
}

TEST_CASE("probe causes: a provisional collection -> what the missing Started has led to") {
  const Collection collection = provisional({kNew, 0, kNew + 24}, 1);
  const std::string both = provisional_text(collection, {kOne, kTwo, kThree, kNew, kNew + 24});
  CHECK(contains(both,
                 "This is the result if ranges and generations are reset only in "
                 "GarbageCollectionStarted, which this collection does not have"));
  CHECK_FALSE(contains(both, "; or"));
  CHECK(contains(provisional_text(collection, {kOne, kTwo, kThree}),
                 "a collection without a GarbageCollectionStarted of its own is ignored"));
  const std::string lost = "ranges are accepted only after a GarbageCollectionStarted";
  CHECK(contains(provisional_text(collection, {}), lost));
  // A dead object is kept, and the missing Started has no part in it.
  const std::string other = provisional_text(provisional({kNew, kNew + 24, 0}, 1), {kNew, kNew + 24, kThree});
  CHECK(contains(other, "dead objects are kept"));
  CHECK_FALSE(contains(other, "GarbageCollectionStarted"));
}

TEST_CASE("probe causes: a provisional collection -> generation 2 counts as not collected") {
  const Collection collection = provisional({kOne, 0, kThree}, 2);
  const std::string text = provisional_text(collection, {kOne, kTwo, kThree});
  CHECK(contains(text, "the collected generations are those of the last GarbageCollectionStarted"));
  CHECK(contains(text, "dead objects are kept"));
}

TEST_CASE("probe causes: an answer that no habit explains names no cause after a provisional collection") {
  const std::vector<ProbeFault> all =
      faults(provisional({kNew, kNew + 24, 0}, 1), answer_with({kNew, kTwo, kThree}),
             believed_of({kOne, kTwo, kThree}));
  REQUIRE_FALSE(all.empty());
  CHECK_FALSE(all.front().explained);
  CHECK(contains(all.front().what, "No GarbageCollectionStarted was delivered for this collection."));
}

TEST_CASE("probe causes: a mistake in a collection without a query is named at the next one") {
  // The first collection moved objects one and two up by 24 bytes; the habit has left them.
  const Collection second = collected({0, kTwo, kThree}, 0);
  Believed believed = believed_of({kTwo, kThree});
  believed.unasked = 1;
  for (const Habit& habit : habits()) {
    const bool stays = habit.moved == Habit::Family::kStays;
    believed.by_habit.push_back(stays ? Ids{kOne, kTwo} : believed.ids);
  }
  const std::string text = first_text(second, answer_with({kTwo}), believed);
  CHECK(contains(text, "moved ranges are treated as surviving ones"));
  CHECK(contains(text, "The probe was not called after collection 1"));
}

}  // namespace
}  // namespace gcrucible::rules
