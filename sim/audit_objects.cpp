// The audit of deaths, handles, finalization and bytes: what happened to objects, wherever they are.
#include <algorithm>
#include <iterator>

#include "sim/audit_parts.h"
#include "sim/reference_bytes.h"

namespace gcrucible::sim {

namespace {

std::string list_of(const std::vector<ObjectIndex>& objects) {
  std::string text;
  for (const ObjectIndex object : objects) text += (text.empty() ? "" : ", ") + std::to_string(object);
  return "[" + text + "]";
}

std::vector<ObjectIndex> numbers(const std::vector<FinalizableObject>& entries) {
  std::vector<ObjectIndex> objects;
  for (const FinalizableObject& entry : entries) objects.push_back(entry.object);
  return objects;
}

bool same(const std::vector<FinalizableObject>& left, const std::vector<FinalizableObject>& right) {
  return std::ranges::equal(left, right, [](const FinalizableObject& a, const FinalizableObject& b) {
    return a.object == b.object && a.critical == b.critical;
  });
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
    const auto told = std::ranges::lower_bound(referents, index, {}, &HandleReferent::handle);
    const Address wanted = after.object == kNoObject ? 0 : scene.after.objects().address[after.object];
    if (told == referents.end() || told->handle != index) {
      findings.add("what " + name + " holds from now on is not told");
    } else if (told->address != wanted) {
      findings.add(name + " is told to hold " + hex(told->address) + " instead of " + hex(wanted));
    }
  }
}

void audit_finalization(const AuditCase& scene, Findings& findings) {
  const std::vector<FinalizableObject>& queued = scene.expected.queued;
  if (!same(scene.collection.queued, queued)) {
    findings.add("finalizers of " + list_of(numbers(scene.collection.queued)) +
                 " are queued instead of those of " + list_of(numbers(queued)));
  }
  std::vector<FinalizableObject> queue;
  for (const bool critical : {true, false}) {
    for (const auto* entries : {&scene.before.finalizer_queue, &queued}) {
      std::ranges::copy_if(*entries, std::back_inserter(queue),
                           [&](const FinalizableObject& entry) { return entry.critical == critical; });
    }
  }
  if (!same(scene.after.finalizer_queue(), queue)) {
    findings.add("the finalizer queue holds " + list_of(numbers(scene.after.finalizer_queue())) +
                 " instead of " + list_of(numbers(queue)));
  }
  std::vector<bool> leaves(scene.before.count());
  for (const FinalizableObject& entry : queued) leaves[entry.object] = true;
  std::vector<ObjectIndex> registered;
  std::ranges::copy_if(scene.before.finalization_list, std::back_inserter(registered),
                       [&](ObjectIndex object) { return scene.expected.alive[object] && !leaves[object]; });
  if (scene.after.finalization_list() != registered) {
    findings.add("registered for finalization are " + list_of(scene.after.finalization_list()) +
                 " instead of " + list_of(registered));
  }
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
