// The data that the history passes from one collection to the next.
#include <algorithm>
#include <map>
#include <utility>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/catalogue/rule.h"
#include "harness/rules/collection/collection_close.h"
#include "harness/rules/collection/relocation.h"
#include "harness/rules/entities/empty_out.h"
#include "harness/rules/entities/queued_class.h"
#include "harness/rules/state/history.h"

namespace gcrucible::rules {

std::vector<KnownObject> History::all_reported() const {
  std::vector<KnownObject> objects;
  objects.reserve(collection_.objects.size());
  for (const ObjectReport& report : collection_.objects) {
    objects.push_back({.at = report.object, .object_class = report.object_class});
  }
  std::sort(objects.begin(), objects.end(),
            [](const KnownObject& a, const KnownObject& b) { return a.at < b.at; });
  return objects;
}

std::vector<KnownObject> History::survivors() const {
  if (collection_.alive_reported) {
    return reported_.size() == collection_.objects.size() ? reported_ : all_reported();
  }
  std::vector<KnownObject> objects;
  if (collection_.alive_known) {
    objects.reserve(collection_.model->after->objects.size());
    for (const HeapObject& object : collection_.model->after->objects) {
      objects.push_back({.at = object.at, .object_class = allocations_.class_of(object.type)});
    }
  }
  return objects;
}

void History::hand_over_finalizers() {
  collection_.finalizers_before = std::move(finalizers_);
  finalizers_.clear();
  if (!collection_.alive_reported || (collection_.finalizers_before.empty() && collection_.queued.empty()))
    return;
  std::vector<std::uint64_t> classes;
  for (const ObjectReport& report : collection_.objects) classes.push_back(report.object_class);
  std::sort(classes.begin(), classes.end());
  std::map<std::uint64_t, FinalizerOf> known;
  for (const FinalizerOf& each : collection_.finalizers_before) {
    if (std::binary_search(classes.begin(), classes.end(), each.type)) known[each.type] = each;
  }
  for (const QueuedObject& queued : collection_.queued) {
    const std::uint64_t type = class_of_queued(collection_, queued);
    if (type != 0) known[type] = {.type = type, .flags = queued.flags, .line = queued.line};
  }
  for (const auto& [type, each] : known) finalizers_.push_back(each);
}

void History::hand_over() {
  std::sort(classes_.begin(), classes_.end());
  collection_.known_classes = std::exchange(classes_, std::move(classes_later_));
  classes_later_.clear();
  collection_.handled = std::exchange(handled_, std::move(handled_later_));
  handled_later_.clear();
  collection_.thrown = std::exchange(thrown_, std::move(thrown_later_));
  thrown_later_.clear();
  exceptions_.follow(collection_, collections_);
  // The key of a dependent handle remains until the handle is created anew.
  std::vector<HandledObject> keys;
  for (const ElementReport& report : collection_.elements) {
    if (report.element.key != 0) {
      keys.push_back({report.element.key, report.element.id, report.line, true});
    }
  }
  handled_.insert(handled_.begin(), keys.begin(), keys.end());
  // The rule for queued objects decides whether they may be reported by either address.
  const Rule* const survives = find_rule("finalization/survives");
  collection_.queued_either_way = survives != nullptr && has_leeway(*survives, header_.runtime);
  collection_.queued_before = queued_;
  collection_.unrooted_before = std::exchange(unrooted_, collection_.unrooted);
  hand_over_finalizers();
  collection_.profiler_handles = profiler_handles_.handles();
  collection_.handle_answers = profiler_handles_.take_answers();
  profiler_handles_.follow(collection_);
  if (collection_.alive_known && !collection_.objects.empty()) {
    for (const ObjectReport& report : collection_.objects) {
      classes_.push_back({report.object, report.object_class});
    }
  }
  const Relocation relocation(collection_);
  for (std::uint64_t& object : queued_) object = relocation.after(object);
  for (const QueuedObject& queued : collection_.queued) {
    queued_.push_back(relocation.after(queued.object));
    if (collection_.queued_either_way) queued_.push_back(queued.object);
  }
  std::sort(queued_.begin(), queued_.end());
  queued_.erase(std::unique(queued_.begin(), queued_.end()), queued_.end());
  // Removes objects that are gone. Possible only if the list of live objects is complete.
  if (collection_.alive_known) {
    std::erase_if(queued_, [&](std::uint64_t object) { return !collection_.is_alive(object); });
  }
}

void History::follow_ends(const Callback& callback) {
  if (callback.call == Call::kClassUnloadFinished) types_.unloaded_now(callback.object_class);
  if (callback.call == Call::kAssemblyLoadStarted || callback.call == Call::kAssemblyUnloadFinished)
    buffer_answers_.forget(callback.assembly);
  if (callback.call == Call::kHandleCreated) own_calls_.created(callback.handle);
}

void History::forget_ids(std::uint32_t flags) {
  using Kind = LoadStep::Kind;
  if ((flags & abi::COR_PRF_MONITOR_THREADS) != 0) threads_.forget_lives();
  if ((flags & abi::COR_PRF_MONITOR_APPDOMAIN_LOADS) != 0) loads_.forget(Kind::kAppDomain);
  if ((flags & abi::COR_PRF_MONITOR_ASSEMBLY_LOADS) != 0) loads_.forget(Kind::kAssembly);
  if ((flags & abi::COR_PRF_MONITOR_MODULE_LOADS) != 0) loads_.forget(Kind::kModule);
  if ((flags & abi::COR_PRF_MONITOR_CLASS_LOADS) != 0) loads_.forget(Kind::kClass);
  if ((flags & abi::COR_PRF_MONITOR_GC) != 0) handles_.forget();
  if ((flags & (abi::COR_PRF_MONITOR_GC | abi::COR_PRF_MONITOR_CLASS_LOADS)) != 0) allocations_.forget_ids();
}

void History::forget_addresses() {
  live_.clear();
  live_later_.clear();
  left_ = 0;
  left_known_ = false;
  left_bounds_ = GenerationMap();
  finalizers_.clear();
  reported_.clear();
  unreported_ = true;
  classes_.clear();
  classes_later_.clear();
  handled_.clear();
  handled_later_.clear();
  thrown_.clear();
  thrown_later_.clear();
  queued_.clear();
  unrooted_.clear();
  empty_out(allocated_);
  profiler_handles_.forget();
}

Probes::Circumstances History::circumstances() const {
  return {.watched = monitors_gc() && !gap_,
          .attached = attached_,
          .allocations = reported_from_start(kEachAllocation),
          .first_version = has_first_version()};
}

ProbeVerdict History::probe_at_end() const {
  return probes_.at_end(announced(), circumstances(), types_);
}

Collection History::close_collection() {
  // Before the first collection of a process all objects are in generation 0. A scenario may begin with
  // older objects.
  collection_.left_known =
      left_known_ || (collections_ == 1 && reported_from_start(abi::COR_PRF_MONITOR_GC) &&
                      !collection_.orphaned && header_.source == "recorded");
  // The recorder keeps all callbacks. Other traces may contain only a part.
  collection_.exact_calls = exact_seen_ && header_.source == "recorded";
  collection_.bounds_left = std::move(left_bounds_);
  left_bounds_ = GenerationMap();
  if (collection_.starts > 1 || collection_.finishes > 1) collection_.mixed = true;
  close(collection_, live_);
  hand_over();
  collection_.known_complete = !unreported_;
  probes_.close(collection_, live_later_, circumstances(), allocations_, types_, call_tree_);
  // Without a complete list of live objects, earlier objects may be gone.
  live_ = survivors();
  left_ = live_.size();
  left_known_ = collection_.alive_known && collection_.starts != 0 && collection_.finishes != 0 &&
                monitors_gc(collection_);
  if (collection_.asked_after && collection_.starts != 0 && monitors_gc(collection_))
    left_bounds_ = collection_.asked_after->map;
  live_.insert(live_.end(), live_later_.begin(), live_later_.end());
  unreported_ = !collection_.alive_known || unreported_later_;
  unreported_later_ = false;
  live_later_.clear();
  if (gap_) forget_addresses();
  gap_ = false;
  Collection closed = std::exchange(collection_, Collection());
  collection_.number = last_number_ + 1;
  follow_masks();
  return closed;
}

}  // namespace gcrucible::rules
