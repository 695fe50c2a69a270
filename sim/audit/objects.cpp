// The audit of deaths, handles, finalization and bytes. These checks do not depend on where objects are.
#include <algorithm>
#include <optional>
#include <span>

#include "sim/audit/parts.h"
#include "sim/reference_bytes.h"

namespace gcrucible::sim {

namespace {

std::string list_of(const std::vector<ObjectIndex>& objects) {
  std::string text;
  for (const ObjectIndex object : objects) text += (text.empty() ? "" : ", ") + std::to_string(object);
  return "[" + text + "]";
}

// Without `critical`: all entries. Otherwise only the critical or only the ordinary ones.
std::vector<ObjectIndex> numbers(std::span<const FinalizableObject> entries,
                                 std::optional<bool> critical = {}) {
  std::vector<ObjectIndex> objects;
  for (const FinalizableObject& entry : entries) {
    if (critical.value_or(entry.critical) == entry.critical) objects.push_back(entry.object);
  }
  return objects;
}

// The audit does not check the queue's order. The tests of the queue do.
std::vector<ObjectIndex> sorted(std::vector<ObjectIndex> objects) {
  std::ranges::sort(objects);
  return objects;
}

void compare(const std::vector<ObjectIndex>& found, const std::vector<ObjectIndex>& expected,
             std::string_view what, Findings& findings) {
  if (sorted(found) == sorted(expected)) return;
  findings.add(std::string(what) + " " + list_of(found) + " instead of " + list_of(expected));
}

}  // namespace

void audit_deaths(const AuditCase& scene, Findings& findings) {
  std::uint64_t deaths = 0;
  std::uint64_t survivors = 0;
  for (ObjectIndex object = 0; object < scene.before.count(); ++object) {
    const bool alive = scene.expected.alive[object];
    const auto name = [&] { return named(object, scene.before.address[object]); };
    if (scene.before.dead[object]) {
      if (!scene.after.objects().dead[object]) findings.add(name() + " was dead before and is alive again");
      continue;
    }
    if (scene.expected.condemned[index_of(scene.before.generation[object])]) ++(alive ? survivors : deaths);
    if (alive && scene.after.objects().dead[object])
      findings.add(name() + " is reachable and was taken for dead");
    if (!alive && !scene.after.objects().dead[object]) findings.add(name() + " is unreachable and was kept");
    if (alive != scene.collection.live[object]) {
      findings.add(name() + (alive ? " is reachable and not marked" : " is unreachable and marked"));
    }
  }
  if (deaths != scene.collection.dead_count || survivors != scene.collection.survivor_count) {
    findings.add("the collection counts " + std::to_string(scene.collection.dead_count) + " dead and " +
                 std::to_string(scene.collection.survivor_count) + " survivors, there are " +
                 std::to_string(deaths) + " and " + std::to_string(survivors));
  }
}

void audit_handles(const AuditCase& scene, Findings& findings) {
  if (scene.collection.cleared_handles != scene.expected.cleared) {
    findings.add("the collection clears handles " + list_of(scene.collection.cleared_handles) +
                 " instead of " + list_of(scene.expected.cleared));
  }
  for (HandleIndex index = 0; index < scene.before.handles.size(); ++index) {
    const Handle& before = scene.before.handles[index];
    const Handle& after = scene.after.handles()[index];
    if (before.freed) continue;
    const bool cleared = std::ranges::binary_search(scene.expected.cleared, index);
    const std::string name = "handle " + std::to_string(index);
    if (cleared && (after.object != kNoObject || after.secondary != kNoObject)) {
      findings.add(name + " still holds " + named(before.object, scene.before.address[before.object]) +
                   ", which is dead or about to be finalized");
    }
    if (!cleared && (after.object != before.object || after.secondary != before.secondary)) {
      findings.add(name + " has lost its object");
    }
    if (after.slot == 0) continue;
    const auto& referents = scene.collection.handle_referents;
    const auto reported = std::ranges::lower_bound(referents, index, {}, &HandleReferent::handle);
    const Address wanted = after.object == kNoObject ? 0 : scene.after.objects().address[after.object];
    if (reported == referents.end() || reported->handle != index) {
      findings.add("the new object of " + name + " is not reported");
    } else if (reported->address != wanted) {
      findings.add(name + " is reported to hold " + hex(reported->address) + " instead of " + hex(wanted));
    }
  }
}

void audit_finalization(const AuditCase& scene, Findings& findings) {
  const FinalizationQueue& before = scene.before.finalization;
  const FinalizationQueue& after = scene.after.finalization();
  for (const bool critical : {true, false}) {
    const std::string which = critical ? "critical" : "ordinary";
    const std::vector<ObjectIndex> queued = numbers(scene.expected.queued, critical);
    compare(numbers(scene.collection.queued, critical), queued, "newly queued " + which + " finalizers are",
            findings);
    std::vector<ObjectIndex> due = numbers(critical ? before.critical() : before.ordinary());
    due.insert(due.end(), queued.begin(), queued.end());
    compare(numbers(critical ? after.critical() : after.ordinary()), due, which + " finalizers due are",
            findings);
  }
  std::vector<ObjectIndex> registered = numbers(before.registered());
  std::erase_if(registered, [&](ObjectIndex object) { return !scene.expected.alive_unqueued[object]; });
  compare(numbers(after.registered()), registered, "registered for finalization are", findings);
}

void audit_bytes(const AuditCase& scene, Findings& findings) {
  if (scene.before.byte_hash.empty()) return;
  const ObjectColumns& columns = scene.after.objects();
  for (const Range& range : scene.after.ranges()) {
    if (range.released || scene.after.memory().bytes(range.start) == nullptr) continue;
    for (const ObjectIndex object : range.objects) {
      if (columns.dead[object] || !range.covers(columns.address[object])) continue;
      if (hash_of_bytes(scene.after, object) != scene.before.byte_hash[object]) {
        findings.add("bytes of " + named(object, columns.address[object]) +
                     " outside its reference fields changed");
      }
      each_differing_reference(scene.after, object, scene.after.memory().bytes(columns.address[object]),
                               [&](std::size_t slot, std::uint64_t, Address value, Address wanted) {
                                 findings.add("reference " + std::to_string(slot) + " of " +
                                              named(object, columns.address[object]) + " holds " +
                                              hex(value) + " instead of " + hex(wanted));
                               });
    }
  }
}

}  // namespace gcrucible::sim
