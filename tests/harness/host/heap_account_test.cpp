#include "harness/host/player/heap_account.h"

#include "sim/collecting/collector.h"
#include "sim/heap.h"
#include "sim/literal_memory.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

// Two objects of one type in generation 0; the first one is rooted.
struct TwoObjects {
  TwoObjects() {
    sim::Type type;
    type.base_size = 24;
    const sim::TypeIndex number = heap.add_type(std::move(type));
    for (int i = 0; i < 2; ++i) {
      const sim::ObjectIndex object = heap.allocate({.type = number}).object;
      account.note_allocated(object, 1, 0);
      if (i == 0) heap.add_root({.kind = sim::RootKind::kStatic, .object = object});
    }
  }

  void collect(int times_noted) {
    sim::Collection collection = collector.plan({});
    for (int i = 0; i < times_noted; ++i) account.note_deaths(collection);
    collector.move(collection);
  }

  sim::LiteralMemory memory;
  sim::Heap heap{{}, memory};
  sim::Collector collector{heap};
  host::CallTree calls;
  host::HeapAccount account{heap, calls};
};

TEST_CASE("HeapAccount: agrees with a heap whose deaths it has counted") {
  TwoObjects two;
  CHECK(two.account.check().empty());
  two.collect(1);
  CHECK(two.account.check().empty());
}

TEST_CASE("HeapAccount: contradicts a heap whose deaths it counted never or twice") {
  for (const int times : {0, 2}) {
    TwoObjects two;
    two.collect(times);
    const auto findings = two.account.check();
    REQUIRE(findings.size() == 2);
    const std::string gone = std::to_string(times) + " objects of " + std::to_string(times * 24) + " bytes";
    CHECK(findings[0].what == "of type 0, 2 objects of 48 bytes were made, but " + gone +
                                  " were reclaimed and 1 objects of 24 bytes are alive");
    CHECK(findings[1].what.starts_with("of calls in node 0, 2 objects"));
  }
}

}  // namespace
}  // namespace gcrucible::tests
