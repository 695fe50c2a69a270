#include "sim/finalization_queue.h"

#include <algorithm>
#include <utility>

namespace gcrucible::sim {

void FinalizationQueue::carry(std::size_t at, Part from, Part to) {
  for (; from < to; ++from) {
    const std::size_t last = --end_[from];
    std::swap(entries_[at], entries_[last]);
    at = last;
  }
  for (; from > to; --from) {
    const std::size_t first = end_[from - 1]++;
    std::swap(entries_[at], entries_[first]);
    at = first;
  }
}

void FinalizationQueue::enroll(FinalizableObject entry) {
  entries_.push_back(entry);
  carry(entries_.size() - 1, kFree, kYoungest);
}

void FinalizationQueue::enroll_aged(FinalizableObject entry, Generation generation) {
  const Part part = part_of(generation);
  entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(end_[part]), entry);
  for (Part later = part; later < kFree; ++later) ++end_[later];
}

void FinalizationQueue::suppress(ObjectIndex object) {
  if (suppressed_.size() <= object) suppressed_.resize(std::size_t{object} + 1);
  suppressed_[object] = true;
}

bool FinalizationQueue::take_mark(ObjectIndex object) {
  if (!is_suppressed(object)) return false;
  suppressed_[object] = false;
  return true;
}

void FinalizationQueue::enroll_again(FinalizableObject entry) {
  if (!take_mark(entry.object)) enroll(entry);
}

std::vector<FinalizableObject> FinalizationQueue::scan(Generation oldest, const std::vector<bool>& live) {
  std::vector<FinalizableObject> queued;
  for (Part part = part_of(oldest); part <= kYoungest; ++part) {
    // From the end, because an entry that leaves changes places with the last one.
    for (std::size_t at = end_[part]; at-- > begin_of(part);) {
      const FinalizableObject entry = entries_[at];
      if (live[entry.object]) continue;
      if (take_mark(entry.object)) {
        carry(at, part, kFree);
        entries_.pop_back();
      } else {
        carry(at, part, entry.critical ? kCritical : kOrdinary);
        queued.push_back(entry);
      }
    }
  }
  std::ranges::reverse(queued);
  std::stable_partition(queued.begin(), queued.end(),
                        [](const FinalizableObject& entry) { return !entry.critical; });
  return queued;
}

void FinalizationQueue::grow_older(Generation oldest) {
  const Part into = part_of(oldest) == 0 ? 0 : part_of(oldest) - 1;
  for (Part part = into; part < kYoungest; ++part) end_[part] = end_[part + 1];
}

void FinalizationQueue::follow(Generation oldest, const std::vector<Generation>& generation) {
  for (Part part = part_of(oldest); part <= kYoungest; ++part) {
    for (std::size_t at = begin_of(part); at < end_[part];) {
      const Part now = part_of(generation[entries_[at].object]);
      if (now != part) carry(at, part, now);
      // An entry that went to a younger part is replaced by the last entry of this part. That entry is not
      // visited yet.
      if (now <= part) ++at;
    }
  }
}

std::optional<FinalizableObject> FinalizationQueue::take_next() {
  if (entries_.empty() || due() == 0) return std::nullopt;
  const bool only_critical = ordinary().empty();
  const FinalizableObject entry = entries_.back();
  entries_.pop_back();
  --end_[kOrdinary];
  if (only_critical) --end_[kCritical];
  take_mark(entry.object);
  return entry;
}

}  // namespace gcrucible::sim
