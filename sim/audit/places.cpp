// The audit of ranges, generations and plugs: where objects are and how they got there.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "sim/audit/parts.h"
#include "sim/collecting/policy.h"

namespace gcrucible::sim {

namespace {

void audit_range(const AuditCase& scene, const Range& range, Findings& findings) {
  const Heap& heap = scene.after;
  const ObjectColumns& columns = heap.objects();
  const std::string name = "range " + hex(range.start);
  if (range.allocated > range.reserved) findings.add(name + " has more allocated than it reserved");
  Address end = range.start;
  for (const ObjectIndex object : range.objects) {
    const Address address = columns.address[object];
    if (columns.dead[object])
      findings.add(name + " still lists " + named(object, address) + ", which is dead");
    if (address < end)
      findings.add(named(object, address) + " overlaps what lies below it, up to " + hex(end));
    end = address + heap.padded_size_of(object);
    if (end > range.end()) findings.add(named(object, address) + " ends after its range");
    if (address % heap.settings().alignment != 0) findings.add(named(object, address) + " is not aligned");
    if (columns.generation[object] != range.generation) {
      findings.add(named(object, address) + " is of " + std::string(name_of(columns.generation[object])) +
                   " in a range of " + std::string(name_of(range.generation)));
    }
  }
  for (const Gap& gap : range.gaps) {
    if (gap.length == 0) continue;
    const ObjectIndex inside = heap.object_covering(gap.start);
    const auto next = std::ranges::lower_bound(range.objects, gap.start, {},
                                               [&](ObjectIndex object) { return columns.address[object]; });
    const bool runs_into = next != range.objects.end() && columns.address[*next] - gap.start < gap.length;
    if (inside != kNoObject || runs_into || gap.start < range.start || gap.start + gap.length > range.end()) {
      findings.add("the gap at " + hex(gap.start) + " of " + name + " is not free");
    }
  }
}

bool expected_to_compact(const AuditCase& scene, Generation generation) {
  if (!scene.expected.condemned[index_of(generation)] || generation == Generation::kPinned) return false;
  const Mode mode = scene.collection.request.mode[index_of(generation)];
  if (mode != Mode::kPolicy) return mode == Mode::kCompact;
  if (!is_small_object_heap(generation)) return false;
  std::uint64_t allocated = 0;
  std::uint64_t surviving = 0;
  for (const Range& range : scene.before.ranges) {
    if (range.generation == generation && !range.released && !range.objects.empty())
      allocated += range.allocated;
  }
  for (ObjectIndex object = 0; object < scene.before.count(); ++object) {
    if (scene.before.generation[object] == generation && scene.expected.alive[object]) {
      surviving += scene.after.padded_size_of(object);
    }
  }
  return policy_compacts(allocated, surviving);
}

Generation promotion_of(const AuditCase& scene, Generation generation) {
  if (!scene.collection.request.promote || !scene.expected.condemned[index_of(generation)]) return generation;
  if (generation == Generation::k0) return Generation::k1;
  return generation == Generation::k1 ? Generation::k2 : generation;
}

// By object: the generation of an object that pinning holds back; nullopt for all others. In a range whose
// survivors go elsewhere, all remaining objects are held back, if all of them are pinned. In a range that
// slides, everything from the first pinned object on is held back. A pinned object can be demoted only if
// there is free space below it.
std::vector<std::optional<Generation>> expected_to_be_held(const AuditCase& scene,
                                                           const PerGeneration<bool>& compacts) {
  std::vector<std::optional<Generation>> held(scene.before.count());
  const CollectionRequest& request = scene.collection.request;
  if (request.pinned == PinnedPolicy::kPromote) return held;
  const bool stays = request.pinned == PinnedPolicy::kStay;
  const std::vector<Generation> regions = expected_of_regions(scene);
  const auto& address = scene.after.objects().address;
  for (std::size_t i = 0; i < scene.before.ranges.size(); ++i) {
    const Range& range = scene.before.ranges[i];
    if (!is_small_object_heap(range.generation) || !compacts[index_of(range.generation)]) continue;
    const Generation stayed = request.promote ? regions[i] : range.generation;
    const Generation generation = stays ? stayed : Generation::k0;
    if (generation == promotion_of(scene, range.generation)) continue;
    std::vector<ObjectIndex> kept;
    std::ranges::copy_if(range.objects, std::back_inserter(kept), [&](ObjectIndex object) {
      return scene.expected.alive[object] && range.covers(address[object]);
    });
    std::ranges::sort(kept, {}, [&](ObjectIndex object) { return address[object]; });
    if (request.destination == Destination::kFresh) {
      const auto pinned = [&](ObjectIndex object) { return scene.expected.pinned[object]; };
      if (!std::ranges::all_of(kept, pinned)) continue;
      for (const ObjectIndex object : kept) held[object] = generation;
      continue;
    }
    bool holds = false;
    Address end = scene.after.pad(range.start);
    for (const ObjectIndex object : kept) {
      holds = holds || (scene.expected.pinned[object] && (stays || address[object] > end));
      if (holds) held[object] = generation;
      end = address[object] + scene.after.padded_size_of(object);
    }
  }
  return held;
}

}  // namespace

void audit_ranges(const AuditCase& scene, Findings& findings) {
  const std::vector<Range>& ranges = scene.after.ranges();
  std::vector<std::pair<Address, Address>> spaces;
  std::vector<std::uint32_t> listed(scene.before.count());
  for (const Range& range : ranges) {
    for (const ObjectIndex object : range.objects) ++listed[object];
    if (range.released) {
      if (!range.objects.empty()) findings.add("the released range " + hex(range.start) + " lists objects");
      continue;
    }
    spaces.emplace_back(range.start, range.limit());
    audit_range(scene, range, findings);
  }
  std::ranges::sort(spaces);
  for (std::size_t i = 1; i < spaces.size(); ++i) {
    if (spaces[i].first < spaces[i - 1].second) findings.add("two ranges overlap at " + hex(spaces[i].first));
  }
  for (ObjectIndex object = 0; object < scene.before.count(); ++object) {
    const std::uint32_t wanted = scene.after.objects().dead[object] ? 0 : 1;
    if (listed[object] == wanted) continue;
    findings.add(named(object, scene.after.objects().address[object]) + " is in the lists of " +
                 std::to_string(listed[object]) + " ranges");
  }
}

void audit_generations(const AuditCase& scene, Findings& findings) {
  const ObjectColumns& columns = scene.after.objects();
  PerGeneration<bool> compacts{};
  for (std::size_t i = 0; i < kGenerationCount; ++i) {
    const auto generation = static_cast<Generation>(i);
    const std::string name(name_of(generation));
    if (scene.collection.condemned[i] != scene.expected.condemned[i]) {
      findings.add(name +
                   (scene.expected.condemned[i] ? " was not condemned" : " was condemned without request"));
    }
    compacts[i] = expected_to_compact(scene, generation);
    if (scene.collection.compacts[i] != compacts[i]) {
      findings.add(name + (compacts[i] ? " was swept" : " was compacted"));
    }
  }
  const auto held = expected_to_be_held(scene, compacts);
  for (ObjectIndex object = 0; object < scene.before.count(); ++object) {
    if (columns.dead[object] || !scene.expected.alive[object]) continue;
    const Generation before = scene.before.generation[object];
    const Generation after = columns.generation[object];
    const auto name = [&] { return named(object, scene.before.address[object]); };
    if (columns.address[object] != scene.before.address[object]) {
      const auto moved = [&] { return name() + " moved to " + hex(columns.address[object]); };
      if (scene.expected.pinned[object]) findings.add(moved() + " although it is pinned");
      if (!scene.expected.condemned[index_of(before)])
        findings.add(moved() + " although it was not condemned");
      if (!compacts[index_of(before)]) {
        findings.add(moved() + " although " + std::string(name_of(before)) + " sweeps");
      }
    }
    const Generation wanted = held[object].value_or(promotion_of(scene, before));
    if (after != wanted) {
      findings.add(name() + " is in " + std::string(name_of(after)) + " and should be in " +
                   std::string(name_of(wanted)));
    }
  }
}

namespace {

// One range's plan, and where its plugs go.
struct PlugAudit {
  const AuditCase& scene;
  const RangePlan& plan;
  const Range& range;
  std::vector<std::uint32_t>& covered;  // how many plugs hold each object
  Findings& findings;

  std::string where() const { return " in range " + hex(range.start); }
  std::string name(const Plug& plug) const { return "the plug " + hex(plug.from) + where(); }
  // Compacting the LOH makes one plug for each object. Elsewhere only pinned objects cut a run of
  // survivors.
  bool single() const { return plan.compacts && plan.before == Generation::kLarge; }
  // Returns the end of the plug.
  Address check_objects(const Plug& plug) const;
  void check() const;
};

Address PlugAudit::check_objects(const Plug& plug) const {
  const bool pinned = plug.pinned != 0;
  Address end = plug.from;
  for (std::uint32_t at = plug.first; at < plug.first + plug.count; ++at) {
    const ObjectIndex object = range.objects[at];
    const Address old = scene.before.address[object];
    ++covered[object];
    if (old != end) findings.add(name(plug) + " is not contiguous at " + named(object, old));
    end = old + scene.after.padded_size_of(object);
    if (!scene.expected.alive[object]) findings.add(name(plug) + " covers the dead " + named(object, old));
    if (scene.expected.pinned[object] != pinned) {
      findings.add(name(plug) + (pinned ? " is pinned without " : " is not pinned with the pinned ") +
                   named(object, old));
    }
    const Address now = scene.after.objects().address[object];
    if (now - plug.to != old - plug.from) {
      findings.add(named(object, old) + " is at " + hex(now) + ", " + name(plug) + " puts it to " +
                   hex(plug.to + (old - plug.from)));
    }
  }
  return end;
}

void PlugAudit::check() const {
  if (plan.before != range.generation || plan.compacts != scene.collection.compacts[index_of(plan.before)]) {
    findings.add("the plan and the generation disagree" + where());
  }
  if (plan.plug_count != 0 && plan.after != promotion_of(scene, plan.before)) {
    findings.add("survivors that are not held back are to be in " + std::string(name_of(plan.after)) +
                 where());
  }
  Address last_end = 0;
  bool last_pinned = false;
  for (std::uint32_t i = 0; i < plan.plug_count; ++i) {
    const Plug& plug = scene.collection.plugs[plan.first_plug + i];
    if (plug.count == 0 || plug.first + std::uint64_t{plug.count} > range.objects.size()) {
      findings.add(name(plug) + " has positions that are not there");
      continue;
    }
    if (plug.from < last_end) findings.add(name(plug) + " overlaps the one before");
    if (!plan.compacts && plug.from != plug.to) findings.add(name(plug) + " moves in a sweeping generation");
    const bool pinned = plug.pinned != 0;
    if (plug.from == last_end && pinned == last_pinned && !single())
      findings.add(name(plug) + " continues the one before");
    if (single() && plug.count != 1) findings.add(name(plug) + " holds more than one object of the LOH");
    last_end = check_objects(plug);
    last_pinned = pinned;
  }
}

}  // namespace

void audit_plugs(const AuditCase& scene, Findings& findings) {
  const Collection& collection = scene.collection;
  std::vector<std::uint32_t> covered(scene.before.count());
  std::vector<std::uint32_t> planned(scene.before.ranges.size());
  for (const RangePlan& plan : collection.ranges) {
    ++planned[plan.range];
    PlugAudit{scene, plan, scene.before.ranges[plan.range], covered, findings}.check();
  }
  for (RangeIndex index = 0; index < scene.before.ranges.size(); ++index) {
    const Range& range = scene.before.ranges[index];
    const bool due =
        collection.condemned[index_of(range.generation)] && !range.released && !range.objects.empty();
    if (planned[index] != (due ? 1 : 0)) {
      findings.add("range " + hex(range.start) + " has " + std::to_string(planned[index]) + " plans");
    }
  }
  for (ObjectIndex object = 0; object < scene.before.count(); ++object) {
    if (scene.before.dead[object] || !scene.expected.alive[object]) continue;
    const std::uint32_t wanted = scene.expected.condemned[index_of(scene.before.generation[object])] ? 1 : 0;
    if (covered[object] == wanted) continue;
    findings.add(named(object, scene.before.address[object]) + " is in " + std::to_string(covered[object]) +
                 " plugs instead of " + std::to_string(wanted));
  }
}

}  // namespace gcrucible::sim
