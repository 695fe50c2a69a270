#include "harness/rules/collection/collection_close.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "harness/rules/evidence/reachable_set.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint64_t kLegacyMost = 0xFFFFFFFFu;

std::uint64_t legacy_length(std::uint64_t length) {
  return std::min(length, kLegacyMost);
}

bool same_rows(const Collection& collection, const BatchCall& exact, const BatchCall& legacy) {
  if (exact.count != legacy.count) return false;
  for (std::uint32_t i = 0; i < exact.count; ++i) {
    const Range& a = collection.ranges[exact.first + i];
    const Range& b = collection.ranges[legacy.first + i];
    if (a.from != b.from || a.to != b.to || legacy_length(a.length) != b.length) return false;
  }
  return true;
}

// One thread reports a batch through both interfaces before it starts the next batch, so neighbours on one
// thread form a pair. If the older call comes first, it pairs only with equal rows, because it may also
// stand alone.
void pair_thread(Collection& collection, const std::vector<std::uint32_t>& calls) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const BatchCall& call = collection.range_calls[calls[i]];
    const BatchCall* const next = i + 1 < calls.size() ? &collection.range_calls[calls[i + 1]] : nullptr;
    const bool same_family = next != nullptr && family_of(call.call) == family_of(next->call);
    if (is_exact(call.call)) {
      CallPair pair{.exact = calls[i]};
      if (same_family && !is_exact(next->call)) pair.legacy = calls[++i];
      collection.pairs.push_back(pair);
    } else if (same_family && is_exact(next->call) && same_rows(collection, *next, call)) {
      collection.pairs.push_back({.exact = calls[i + 1], .legacy = calls[i], .legacy_first = true});
      ++i;
    } else {
      collection.pairs.push_back({.legacy = calls[i]});
    }
  }
}

void pair_calls(Collection& collection) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_thread;
  for (std::uint32_t i = 0; i < collection.range_calls.size(); ++i) {
    by_thread[collection.range_calls[i].thread].push_back(i);
  }
  for (const auto& [thread, calls] : by_thread) pair_thread(collection, calls);
  std::sort(collection.pairs.begin(), collection.pairs.end(), [](const CallPair& a, const CallPair& b) {
    return std::min(a.exact, a.legacy) < std::min(b.exact, b.legacy);
  });
}

void sum_up_reported(Collection& collection) {
  for (const CallPair& pair : collection.pairs) {
    const BatchCall& call = collection.range_calls[pair.exact != kNoIndex ? pair.exact : pair.legacy];
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Range& range = collection.ranges[call.first + i];
      collection.reported.push_back({.range = range,
                                     .family = family_of(call.call),
                                     .line = call.line,
                                     .thread = call.thread,
                                     .entry = i,
                                     .call = call.call,
                                     .at_least = pair.exact == kNoIndex && range.length == kLegacyMost});
    }
  }
}

using Destinations = std::map<std::uint32_t, std::uint64_t>;  // by object; objects that die are absent

Destinations reported_destinations(const HeapPicture& after) {
  Destinations goes_to;
  for (const HeapObject& object : after.objects) goes_to[object.object] = object.at;
  return goes_to;
}

// For a collection whose end was not recorded because the process died.
Destinations planned_destinations(const HeapPicture& before, const CollectionPlan& plan) {
  const std::set<std::uint32_t> dead(plan.deaths.begin(), plan.deaths.end());
  std::vector<Plug> plugs = plan.plugs;
  std::stable_sort(plugs.begin(), plugs.end(), [](const Plug& a, const Plug& b) { return a.from < b.from; });
  Destinations goes_to;
  for (const HeapObject& object : before.objects) {
    if (dead.contains(object.object)) continue;
    const auto above = std::upper_bound(plugs.begin(), plugs.end(), object.at,
                                        [](std::uint64_t at, const Plug& plug) { return at < plug.from; });
    const Plug* const plug = above == plugs.begin() ? nullptr : &*std::prev(above);
    const bool inside = plug != nullptr && object.at - plug->from < plug->length;
    goes_to[object.object] = inside ? plug->to + (object.at - plug->from) : object.at;
  }
  return goes_to;
}

void find_fates(Collection& collection) {
  if (!collection.model || !collection.model->before || !collection.model->before->whole) return;
  const CollectionModel& model = *collection.model;
  collection.fates_known = model.after && model.after->whole;
  const bool planned = model.plan && model.plan->dead == model.plan->deaths.size() &&
                       (model.plan->survivors == 0 || !model.plan->plugs.empty());
  if (!collection.fates_known && (model.after || !planned)) return;
  const Destinations goes_to =
      model.after ? reported_destinations(*model.after) : planned_destinations(*model.before, *model.plan);
  for (const HeapObject& object : model.before->objects) {
    const auto found = goes_to.find(object.object);
    const bool survives = found != goes_to.end();
    collection.fates.push_back({.object = object.object,
                                .from = object.at,
                                .to = survives ? found->second : 0,
                                .size = object.size,
                                .generation = object.generation,
                                .survives = survives});
  }
  std::stable_sort(collection.fates.begin(), collection.fates.end(),
                   [](const Fate& a, const Fate& b) { return a.from < b.from; });
}

void find_alive(Collection& collection) {
  if (collection.model && collection.model->after && collection.model->after->whole) {
    for (const HeapObject& object : collection.model->after->objects) collection.alive.push_back(object.at);
    collection.alive_known = true;
  } else if (!collection.objects.empty() && !collection.references_stopped && !collection.cut) {
    for (const ObjectReport& report : collection.objects) collection.alive.push_back(report.object);
    collection.alive_known = true;
    collection.alive_reported = true;
  }
  std::sort(collection.alive.begin(), collection.alive.end());
}

}  // namespace

const KnownObject* find(std::span<const KnownObject> objects, std::uint64_t address) {
  const auto object = std::ranges::lower_bound(objects, address, {}, &KnownObject::at);
  return object != objects.end() && object->at == address ? &*object : nullptr;
}

bool Collection::condemned(std::uint8_t generation) const {
  if (generation >= kGenerationCount || generation == kFrozen) return false;
  if (model && model->plan) return model->plan->condemned[generation];
  return generation < generations.size() && generations[generation] != 0;
}

const Fate* Collection::fate_from(std::uint64_t address) const {
  const auto fate = std::ranges::lower_bound(fates, address, {}, &Fate::from);
  return fate != fates.end() && fate->from == address ? &*fate : nullptr;
}

bool Collection::is_alive(std::uint64_t address) const {
  return std::ranges::binary_search(alive, address);
}

bool Collection::leaves(std::uint64_t address) const {
  return !bounds_before.empty() && !condemned(bounds_before.generation_of(address));
}

void close(Collection& collection, std::vector<KnownObject> known) {
  if (collection.model && collection.model->before) {
    collection.bounds_before = GenerationMap(collection.model->before->ranges);
  }
  if (collection.model && collection.model->after) {
    collection.bounds_after = GenerationMap(collection.model->after->ranges);
  }
  pair_calls(collection);
  sum_up_reported(collection);
  collection.by_old_address = RangeIndex(collection.reported, RangeIndex::Side::kOld);
  collection.by_new_address = RangeIndex(collection.reported, RangeIndex::Side::kNew);
  find_fates(collection);
  find_alive(collection);
  find_reach(collection);
  collection.known = std::move(known);
  std::stable_sort(collection.known.begin(), collection.known.end(),
                   [](const KnownObject& a, const KnownObject& b) { return a.at < b.at; });
}

}  // namespace gcrucible::rules
