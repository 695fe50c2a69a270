// Generations of pinned objects in small regions: the plan agrees with the audit, which computes them apart.
#include <algorithm>
#include <vector>

#include "sim/literal_memory.h"
#include "tests/sim/random_world.h"
#include "tests/support/property.h"

namespace gcrucible::sim {
namespace {

// Few objects for each region, so that collections fill regions and leave others.
class SmallRegions {
 public:
  explicit SmallRegions(Tape& tape) : tape_(&tape), world_(memory_, settings(tape)) {}

  void step() {
    for (std::uint32_t count = tape_->below(24); count > 0; --count) make();
    for (Root& root : world_.heap.roots()) root.removed = root.removed || tape_->below(6) == 1;
    CollectionRequest request;
    request.condemned = static_cast<Generation>(tape_->below(3));
    const auto usual = static_cast<Mode>(1 + tape_->below(2));
    request.mode.fill(usual);
    if (tape_->below(4) == 1) request.mode[tape_->below(3)] = static_cast<Mode>(tape_->below(3));
    request.destination = tape_->coin() ? Destination::kSlide : Destination::kFresh;
    request.pinned = tape_->below(5) == 1 ? PinnedPolicy::kDemote : PinnedPolicy::kStay;
    request.promote = tape_->below(8) != 1;
    RC_ASSERT(text_of(world_.collect(request).findings) == "");
    check_regions();
  }

 private:
  static HeapSettings settings(Tape& tape) {
    HeapSettings settings;
    settings.heaps = static_cast<std::uint16_t>(1 + tape.below(2));
    settings.balanced = tape.coin();
    settings.range_length.fill(160);
    if (tape.below(4) == 1) settings.range_length[tape.below(3)] = 320;
    return settings;
  }
  void make() {
    Allocation allocation{.type = world_.node};
    if (tape_->below(8) == 1) allocation.generation = static_cast<Generation>(1 + tape_->below(2));
    if (tape_->below(3) == 1) allocation.heap = static_cast<std::uint16_t>(world_.heap.settings().heaps - 1);
    const ObjectIndex object = world_.heap.allocate(allocation).object;
    if (tape_->below(3) != 1) world_.root(object, tape_->below(4) == 1);
  }
  // Each range with objects has a region of its generation, unless allocation has just opened it.
  void check_regions() {
    for (const Range& range : world_.heap.ranges()) {
      if (range.released || range.objects.empty() || !is_small_object_heap(range.generation)) continue;
      RC_ASSERT(range.region < world_.heap.regions().of(range.heap)[index_of(range.generation)].size());
    }
  }

  Tape* tape_;
  LiteralMemory memory_;
  World world_;
};

TEST_CASE("regions: plan and audit agree in small regions") {
  tests::property("there is no finding", [] {
    const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
    Tape tape(*rc::gen::container<std::vector<std::uint8_t>>(2000, byte));
    SmallRegions regions(tape);
    while (!tape.empty()) regions.step();
  });
}

}  // namespace
}  // namespace gcrucible::sim
