// The significant part of the order of callbacks when several heaps report at the same time.
#include "harness/compare/order.h"

#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using compare::ObservedCall;
using compare::Order;
using compare::Queued;
using Calls = std::vector<ObservedCall>;
using Names = std::vector<std::string>;

ObservedCall started() {
  return {"GarbageCollectionStarted", 1, {}};
}
ObservedCall finished() {
  return {"GarbageCollectionFinished", 1, {}};
}
ObservedCall moved(std::uint32_t thread, Names objects) {
  return {"MovedReferences2", thread, std::move(objects)};
}
ObservedCall older(std::uint32_t thread, Names objects) {
  return {"MovedReferences", thread, std::move(objects)};
}
ObservedCall swept(std::uint32_t thread, Names objects) {
  return {"SurvivingReferences2", thread, std::move(objects)};
}
ObservedCall queued(std::uint32_t thread, const std::string& object) {
  return {"FinalizeableObjectQueued", thread, {object}};
}

// The names of the differences.
Names what(const Calls& a, const Calls& b) {
  Names names;
  for (const Order& each : compare::differences_of_calls(a, b)) names.push_back(each.what);
  // The order of the two runs does not matter.
  CHECK(compare::differences_of_calls(b, a).size() == names.size());
  return names;
}

const Calls kTwoHeaps{started(),
                      queued(1, "f"),
                      moved(1, {"a", "f"}),
                      older(1, {"a", "f"}),
                      moved(2, {"b", "c"}),
                      older(2, {"b", "c"}),
                      finished()};

constexpr const char* kOfA = "callbacks in order, with those of the heap of a";
constexpr const char* kOfB = "callbacks in order, with those of the heap of b";

}  // namespace

TEST_CASE("compare order: between heaps it is no difference") {
  CHECK(what(kTwoHeaps, kTwoHeaps).empty());
  const Calls turned{started(),
                     moved(1, {"b", "c"}),
                     queued(7, "f"),
                     moved(7, {"a", "f"}),
                     older(1, {"b", "c"}),
                     older(7, {"a", "f"}),
                     finished()};
  CHECK(what(kTwoHeaps, turned).empty());
}

TEST_CASE("compare order: within one heap it is a difference like a missing callback") {
  Calls swapped = kTwoHeaps;
  std::swap(swapped[4], swapped[5]);
  CHECK(what(kTwoHeaps, swapped) == Names{kOfB});
  Calls late = kTwoHeaps;
  std::swap(late[1], late[3]);
  CHECK(what(kTwoHeaps, late) == Names{kOfA});
  Calls missing = kTwoHeaps;
  missing.erase(missing.begin() + 5);
  CHECK(what(kTwoHeaps, missing) == Names{kOfB});
  missing.erase(missing.begin() + 4);
  CHECK(what(kTwoHeaps, missing) == Names{"b: callbacks of its heap", "c: callbacks of its heap"});
  // The order of two families of one heap is significant too.
  const Calls large{started(), swept(1, {"l"}), moved(1, {"a"}), moved(2, {"b"}), finished()};
  const Calls other{started(), moved(1, {"a"}), swept(1, {"l"}), moved(2, {"b"}), finished()};
  CHECK(what(large, other) == Names{kOfA});
}

TEST_CASE("compare order: callbacks before and after those of the heaps stay there") {
  Calls early = kTwoHeaps;
  std::swap(early[0], early[1]);
  CHECK(what(kTwoHeaps, early) == Names{"callbacks in order"});
  Calls late = kTwoHeaps;
  std::swap(late[5], late[6]);
  CHECK(what(kTwoHeaps, late) == Names{"callbacks in order"});
  // Heaps report at two places. The difference is in one of them.
  const ObservedCall roots{"RootReferences2", 1, {}};
  const Calls twice{started(), moved(1, {"a"}), moved(2, {"b"}), roots, older(1, {"a"}), older(2, {"b"})};
  const Calls once{started(), moved(1, {"a"}), moved(2, {"b"}), older(2, {"b"}), roots, older(1, {"a"})};
  CHECK(what(twice, twice).empty());
  CHECK(what(twice, once) == Names{kOfB});
}

TEST_CASE("compare order: the heap of an object is no difference") {
  const Calls one{started(),
                  queued(3, "f"),
                  moved(3, {"a", "b"}),
                  older(3, {"a", "b"}),
                  moved(3, {"c", "f"}),
                  older(3, {"c", "f"}),
                  finished()};
  CHECK(what(kTwoHeaps, one).empty());
  Calls missing = one;
  missing.erase(missing.begin() + 5);
  CHECK(what(kTwoHeaps, missing) == Names{"c: callbacks of its heap", "f: callbacks of its heap"});
  Calls late = one;
  std::swap(late[1], late[5]);
  CHECK(what(kTwoHeaps, late).size() == 2);
  // If one thread reports an object's finalizer and another its place, the two have no order.
  const Calls apart{started(), queued(2, "f"), moved(1, {"a", "b", "c", "f"}), older(1, {"a", "b", "c", "f"}),
                    finished()};
  const Calls other{started(), moved(1, {"a", "b", "c", "f"}), older(1, {"a", "b", "c", "f"}), queued(2, "f"),
                    finished()};
  CHECK(what(apart, other).empty());
  CHECK(what(kTwoHeaps, apart).empty());
}

TEST_CASE("compare order: with one heap the order counts and batches do not") {
  const Calls cut{started(), moved(1, {"a"}), moved(1, {"b"}), older(1, {"a"}), older(1, {"b"})};
  const Calls whole{started(), moved(1, {"a", "b"}), older(1, {"a", "b"})};
  CHECK(what(cut, whole).empty());
  const Calls turns{started(), moved(1, {"a"}), older(1, {"a"}), moved(1, {"b"}), older(1, {"b"})};
  CHECK(what(turns, whole) == Names{"callbacks in order"});
}

TEST_CASE("compare order: finalizers are queued in the order of their heap") {
  using Queue = std::vector<Queued>;
  const auto differ = [](const Queue& a, const Queue& b) {
    CHECK(compare::difference_of_queues(a, b).has_value() == compare::difference_of_queues(b, a).has_value());
    return compare::difference_of_queues(a, b).has_value();
  };
  const Queue two{{"f", 1}, {"g", 1}, {"h", 2}, {"i critical", 2}};
  CHECK_FALSE(differ(two, two));
  CHECK_FALSE(differ(two, {{"h", 1}, {"f", 5}, {"i critical", 1}, {"g", 5}}));
  CHECK_FALSE(differ(two, {{"h", 1}, {"f", 1}, {"i critical", 1}, {"g", 1}}));
  CHECK(differ(two, {{"g", 1}, {"f", 1}, {"h", 2}, {"i critical", 2}}));
  CHECK(differ(two, {{"g", 1}, {"h", 1}, {"f", 1}, {"i critical", 1}}));
  CHECK(differ(two, {{"f", 1}, {"g", 1}, {"h", 2}}));
  CHECK(differ(two, {{"f", 1}, {"g", 1}, {"h", 2}, {"i", 2}}));
  // An object that is registered twice is queued twice.
  CHECK_FALSE(differ({{"f", 1}, {"f", 1}, {"g", 1}}, {{"f", 2}, {"f", 2}, {"g", 1}}));
  CHECK(differ({{"f", 1}, {"g", 1}, {"f", 1}}, {{"f", 1}, {"f", 1}, {"g", 1}}));
  CHECK(differ({{"f", 1}, {"f", 1}}, {{"f", 1}}));
  const auto order = compare::difference_of_queues(two, {{"g", 1}, {"f", 1}, {"h", 2}, {"i critical", 2}});
  REQUIRE(order);
  CHECK(order->a == Names{"f", "g", "on another heap h", "i critical"});
}

}  // namespace gcrucible::tests
