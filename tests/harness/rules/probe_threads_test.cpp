// How a finding about a wrong probe answer names the threads that reported the collection.
#include <string>
#include <vector>

#include "harness/rules/probe/threads.h"
#include "tests/support/catch.h"

namespace gcrucible::rules {
namespace {

// Two ranges of one object each: line 10 on thread 1 and line 20 on thread 2.
struct Reported {
  Collection collection;
  Fate first{.object = 0, .from = 0x1000, .to = 0x1000, .size = 24, .survives = true};
  Fate second{.object = 1, .from = 0x2000, .to = 0x2000, .size = 24, .survives = true};

  Reported() {
    collection.model.emplace();
    collection.starts = 1;
    collection.started_thread = 1;
    add(0x1000, 10, 11, 1);
    add(0x2000, 20, 21, 2);
    collection.by_old_address = RangeIndex(collection.reported, RangeIndex::Side::kOld);
  }

  void add(std::uint64_t at, std::uint64_t line, std::uint64_t return_line, std::uint32_t thread) {
    collection.range_calls.push_back({.call = Call::kSurvivingReferences2,
                                      .line = line,
                                      .thread = thread,
                                      .returned = true,
                                      .return_line = return_line});
    collection.reported.push_back(
        {.range = {.from = at, .to = at, .length = 24}, .line = line, .thread = thread});
  }

  std::string text(const std::vector<const Fate*>& missing, const std::vector<const Fate*>& present) const {
    return missing_thread_text(collection, missing, present);
  }
};

TEST_CASE("probe threads: all ranges of one thread are missing -> that thread is named") {
  const Reported reported;
  CHECK(reported.text({&reported.second}, {&reported.first}) ==
        " Exactly the objects in ranges reported on thread 2 are missing; GarbageCollectionStarted was "
        "delivered on thread 1.");
  CHECK(reported.text({&reported.first}, {&reported.second}) ==
        " Exactly the objects in ranges reported on thread 1 are missing.");
  CHECK(reported.text({&reported.first, &reported.second}, {}).empty());
  const Fate neighbour{.object = 2, .from = 0x2008, .to = 0x2008, .size = 8, .survives = true};
  CHECK(reported.text({&reported.second}, {&reported.first, &neighbour}).empty());
  const Fate unreported{.object = 3, .from = 0x3000, .to = 0x3000, .size = 24, .survives = true};
  CHECK(reported.text({&reported.second, &unreported}, {&reported.first}).empty());
  CHECK(reported.text({&unreported}, {&reported.first, &reported.second}).empty());
  CHECK(reported.text({}, {&reported.first, &reported.second}).empty());
}

TEST_CASE("probe threads: ranges reported on one thread only -> no thread is named") {
  Reported reported;
  reported.collection.range_calls.pop_back();
  CHECK(reported.text({&reported.first}, {}).empty());
}

TEST_CASE("probe threads: callbacks overlap when threads switch inside an open call") {
  Reported reported;
  CHECK(overlap_text(reported.collection).empty());
  reported.collection.model->turns_inside_callbacks = true;
  CHECK(overlap_text(reported.collection).empty());
  reported.collection.range_calls[0].return_line = 22;
  const std::string text = overlap_text(reported.collection);
  CHECK(
      text.starts_with(" Callbacks of this collection overlapped, first SurvivingReferences2 at line 10 on "
                       "thread 1 and SurvivingReferences2 at line 20 on thread 2. The answer may"));
  // If threads switch only between callbacks, the profiler's code on the first thread has ended.
  reported.collection.model->turns_inside_callbacks = false;
  CHECK(overlap_text(reported.collection).empty());
}

}  // namespace
}  // namespace gcrucible::rules
