#include "harness/rules/evidence/reachable_set.h"

#include <algorithm>
#include <utility>

#include "harness/abi/enums.h"

namespace gcrucible::rules {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;  // indices into Collection::alive

// Fills Collection::reports. Returns false if some object was not reported.
bool find_reports(Collection& collection) {
  std::vector<std::uint32_t>& report_of = collection.reports;
  report_of.assign(collection.alive.size(), kNoIndex);
  AddressFinder finder(collection.alive);
  for (std::uint32_t i = 0; i < collection.objects.size(); ++i) {
    const std::uint32_t at = finder.find(collection.objects[i].object);
    if (at != kNoIndex) report_of[at] = i;
  }
  return std::find(report_of.begin(), report_of.end(), kNoIndex) == report_of.end();
}

class Closure {
 public:
  explicit Closure(Collection& collection) : collection_(collection), finder_(collection.alive) {
    for (const ElementReport& report : collection.elements) {
      const std::uint32_t key = finder_.find(report.element.key);
      const std::uint32_t value = finder_.find(report.element.value);
      if (key != kNoIndex && value != kNoIndex) dependents_.emplace_back(key, value);
    }
    std::sort(dependents_.begin(), dependents_.end());
  }

  void seed(std::uint32_t object) {
    if (object != kNoIndex) pending_.push_back(object);
  }

  void seed_roots(bool weak) {
    for (const BatchCall& call : collection_.root_calls) {
      if (call.call != Call::kRootReferences2) continue;
      for (std::uint32_t i = 0; i < call.count; ++i) {
        const Root& root = collection_.roots[call.first + i];
        if (((root.flags & abi::COR_PRF_GC_ROOT_WEAKREF) != 0) != weak) continue;
        seed((root.flags & abi::COR_PRF_GC_ROOT_INTERIOR) != 0 ? holder(root.object)
                                                               : finder_.find(root.object));
      }
    }
  }

  void mark(Reached how) {
    while (!pending_.empty()) {
      const std::uint32_t object = pending_.back();
      pending_.pop_back();
      if (collection_.reached[object] != Reached::kNot) continue;
      collection_.reached[object] = how;
      const ObjectReport& report = collection_.objects[collection_.reports[object]];
      for (std::uint32_t i = 0; i < report.count; ++i) seed(collection_.targets[report.first + i]);
      auto edge = std::lower_bound(dependents_.begin(), dependents_.end(), Edge{object, 0});
      for (; edge != dependents_.end() && edge->first == object; ++edge) seed(edge->second);
    }
  }

 private:
  // The object that contains a field, if there is one at a lower address.
  std::uint32_t holder(std::uint64_t field) const {
    const auto above = std::upper_bound(collection_.alive.begin(), collection_.alive.end(), field);
    if (above == collection_.alive.begin()) return kNoIndex;
    return static_cast<std::uint32_t>(above - collection_.alive.begin() - 1);
  }

  Collection& collection_;
  AddressFinder finder_;
  std::vector<Edge> dependents_;
  std::vector<std::uint32_t> pending_;
};

// Among the unexplained objects, finds those that no other of them refers to.
void find_unrooted(Collection& collection) {
  if (collection.condemned(2) || collection.roots.empty()) return;
  std::vector<bool> led_to(collection.alive.size(), false);
  AddressFinder finder(collection.alive);
  for (const ElementReport& report : collection.elements) {
    for (const std::uint64_t address : {report.element.key, report.element.value}) {
      if (const std::uint32_t at = finder.find(address); at != kNoIndex) led_to[at] = true;
    }
  }
  const auto unexplained = [&](std::size_t i) { return collection.reached[i] == Reached::kNot; };
  for (std::size_t i = 0; i < collection.alive.size(); ++i) {
    if (!unexplained(i)) continue;
    const ObjectReport& report = collection.objects[collection.reports[i]];
    for (std::uint64_t at = report.first; at < report.first + report.count; ++at) {
      if (collection.targets[at] != kNoIndex) led_to[collection.targets[at]] = true;
    }
  }
  for (std::size_t i = 0; i < collection.alive.size(); ++i) {
    if (!unexplained(i) || led_to[i]) continue;
    const ObjectReport& report = collection.objects[collection.reports[i]];
    collection.unrooted.push_back({.object = collection.alive[i],
                                   .collection = collection.number,
                                   .line = report.line,
                                   .thread = report.thread});
  }
}

}  // namespace

std::uint32_t AddressFinder::find(std::uint64_t address) {
  if (next_ < sorted_.size() && sorted_[next_] == address) return static_cast<std::uint32_t>(next_++);
  const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), address);
  if (found == sorted_.end() || *found != address) return kNoIndex;
  const auto at = static_cast<std::size_t>(found - sorted_.begin());
  next_ = at + 1;
  return static_cast<std::uint32_t>(at);
}

std::vector<std::uint8_t> inside_new_ranges(std::span<const std::uint64_t> sorted,
                                            std::span<const ReportedRange> ranges) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;  // start, end
  parts.reserve(ranges.size());
  for (const ReportedRange& range : ranges) parts.emplace_back(range.range.to, range.new_end());
  std::sort(parts.begin(), parts.end());
  std::vector<std::uint8_t> inside(sorted.size(), 0);
  std::size_t next = 0;
  std::uint64_t reach = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (; next < parts.size() && parts[next].first <= sorted[i]; ++next) {
      reach = std::max(reach, parts[next].second);
    }
    inside[i] = sorted[i] < reach ? 1 : 0;
  }
  return inside;
}

bool has_64_bit_objects(const Collection& collection, const History& history) {
  return history.header().source == "recorded" && collection.alive_reported &&
         collection.reports.size() == collection.alive.size() &&
         std::all_of(collection.alive.begin(), collection.alive.end(),
                     [](std::uint64_t address) { return address % kWord == 0; });
}

void find_reach(Collection& collection) {
  if (!collection.alive_known || collection.objects.empty()) return;
  AddressFinder finder(collection.alive);
  collection.targets.reserve(collection.references.size());
  for (const std::uint64_t target : collection.references) collection.targets.push_back(finder.find(target));

  // For a profiler that has the callback, no call means that there are no roots.
  const bool roots_reported =
      collection.exact_calls ||
      std::any_of(collection.root_calls.begin(), collection.root_calls.end(),
                  [](const BatchCall& call) { return call.call == Call::kRootReferences2; });
  const bool all_reported = find_reports(collection);
  if (collection.references_stopped || !roots_reported || !all_reported) return;
  collection.reached.assign(collection.alive.size(), Reached::kNot);
  Closure closure(collection);
  const std::vector<std::uint8_t> collected = inside_new_ranges(collection.alive, collection.reported);
  for (std::uint32_t i = 0; i < collected.size(); ++i) {
    if (collected[i] == 0) closure.seed(i);
  }
  closure.seed_roots(false);
  closure.mark(Reached::kStrong);
  closure.seed_roots(true);
  closure.mark(Reached::kWeakOnly);
  find_unrooted(collection);
}

}  // namespace gcrucible::rules
