#include "harness/rules/collection_close.h"

#include <algorithm>
#include <map>
#include <utility>

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

// One thread tells a batch through both interfaces before it goes on to the next, so neighbours on a thread
// pair up. An older call that comes first pairs only with equal rows: it may as well stand alone.
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

void tell(Collection& collection) {
  for (const CallPair& pair : collection.pairs) {
    const BatchCall& call = collection.range_calls[pair.exact != kNoIndex ? pair.exact : pair.legacy];
    for (std::uint32_t i = 0; i < call.count; ++i) {
      const Range& range = collection.ranges[call.first + i];
      collection.told.push_back({.range = range,
                                 .family = family_of(call.call),
                                 .line = call.line,
                                 .thread = call.thread,
                                 .entry = i,
                                 .call = call.call,
                                 .at_least = pair.exact == kNoIndex && range.length == kLegacyMost});
    }
  }
}

void find_fates(Collection& collection) {
  if (!collection.model || !collection.model->before || !collection.model->after) return;
  const HeapPicture& before = *collection.model->before;
  const HeapPicture& after = *collection.model->after;
  if (!before.whole || !after.whole) return;
  std::map<std::uint32_t, std::uint64_t> goes_to;
  for (const HeapObject& object : after.objects) goes_to[object.object] = object.at;
  for (const HeapObject& object : before.objects) {
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
  collection.fates_known = true;
}

void find_alive(Collection& collection) {
  if (collection.model && collection.model->after && collection.model->after->whole) {
    for (const HeapObject& object : collection.model->after->objects) collection.alive.push_back(object.at);
    collection.alive_known = true;
  } else if (!collection.objects.empty() && !collection.references_stopped) {
    for (const ObjectReport& report : collection.objects) collection.alive.push_back(report.object);
    collection.alive_known = true;
    collection.alive_reported = true;
  }
  std::sort(collection.alive.begin(), collection.alive.end());
}

}  // namespace

bool Collection::condemned(std::uint8_t generation) const {
  if (generation >= kGenerationCount || generation == kFrozen) return false;
  if (model && model->plan) return model->plan->condemned[generation];
  return generation < generations.size() && generations[generation] != 0;
}

void close(Collection& collection, std::vector<std::uint64_t> known) {
  if (collection.model && collection.model->before) {
    collection.bounds_before = GenerationMap(collection.model->before->ranges);
  }
  if (collection.model && collection.model->after) {
    collection.bounds_after = GenerationMap(collection.model->after->ranges);
  }
  pair_calls(collection);
  tell(collection);
  find_fates(collection);
  find_alive(collection);
  collection.known = std::move(known);
  std::sort(collection.known.begin(), collection.known.end());
}

}  // namespace gcrucible::rules
