#include "harness/rules/entities/allocations.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "harness/abi/monitor_flags.h"
#include "harness/rules/entities/empty_out.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::rules {
namespace {

// More types than a program has. A damaged trace may contain any number.
constexpr std::uint64_t kMostTypes = 1 << 20;

bool is_wanted(std::uint8_t generation, EventMask mask) {
  if (reports_each_allocation(mask)) return true;
  return generation == kLarge && (mask.high & abi::COR_PRF_HIGH_MONITOR_LARGEOBJECT_ALLOCATED) != 0;
}

}  // namespace

void Allocations::take(const Callback& callback) {
  if (callback.call == Call::kObjectAllocated) {
    if (const Made* const made = last(callback.thread, callback.object)) ++last_[made->thread].announced;
  } else if (callback.call == Call::kHandleCreated) {
    if (callback.object != 0) handled_.try_emplace(callback.object, callback.line);
  } else if (callback.call == Call::kGarbageCollectionStarted) {
    // The model's line comes before Started, if there is one.
    if (!std::exchange(counted_, false)) count_made();
    stopping_ = false;
    empty_out(handled_);
    // Classes are unloaded only after a full collection. Array types of an unloaded class end without a
    // report.
    if (callback.generations.size() > 2 && callback.generations[2] != 0) forget_unloaded_names();
  } else if (callback.call == Call::kGarbageCollectionFinished) {
    // If the handle was created during the collection, its object may have died and another may have its
    // address.
    empty_out(handled_);
  }
  follow_loads(callback);
}

void Allocations::count_made() {
  made_before_.clear();
  for (const auto& [object_class, count] : made_) made_before_.push_back({object_class, count});
  made_.clear();
}

void Allocations::forget_unloaded_names() {
  named_unloaded_.clear();
  last_named_.clear();
}

void Allocations::forget_ids() {
  empty_out(handled_);
  seen_loaded_.clear();
  forget_unloaded_names();
}

void Allocations::follow_loads(const Callback& callback) {
  switch (callback.call) {
    case Call::kObjectAllocated:
      if (seen_loaded_.contains(callback.object_class)) {
        last_named_.erase(callback.thread);
      } else {
        // If the class is named again, its load did not come next after the first time.
        const bool first = named_unloaded_.emplace(callback.object_class, callback.thread).second;
        if (first) {
          last_named_[callback.thread] = callback.object_class;
        } else {
          last_named_.erase(callback.thread);
        }
      }
      return;
    case Call::kClassLoadFinished:
      seen_loaded_.insert(callback.object_class);
      named_unloaded_.erase(
          named_unloaded_.lower_bound({callback.object_class, 0}),
          named_unloaded_.upper_bound({callback.object_class, std::numeric_limits<std::uint32_t>::max()}));
      break;
    case Call::kClassUnloadStarted:
      seen_loaded_.erase(callback.object_class);
      break;
    default:
      break;
  }
  if (!last_named_.empty()) last_named_.erase(callback.thread);
}

Allocations::Naming Allocations::named(std::uint64_t object_class, std::uint32_t thread) const {
  if (!named_unloaded_.contains({object_class, thread})) return Naming::kNone;
  const auto last = last_named_.find(thread);
  return last != last_named_.end() && last->second == object_class ? Naming::kJustNow : Naming::kEarlier;
}

std::uint64_t Allocations::class_of(std::uint32_t type) const {
  return type < class_of_type_.size() ? class_of_type_[type] : 0;
}

std::optional<std::vector<ClassCount>> Allocations::made() const {
  return last_.empty() ? std::nullopt : std::optional(made_before_);
}

const Allocations::Made* Allocations::last(std::uint32_t thread, std::uint64_t object) const {
  const auto own = last_.find(thread);
  if (own != last_.end() && own->second.owes()) return &own->second;
  for (const auto& [number, made] : last_) {
    if (made.owes() && made.announced == 0 && made.at == object) return &made;
  }
  const auto found = own != last_.end() ? own : last_.find(latest_);
  return found == last_.end() ? nullptr : &found->second;
}

void Allocations::count(const Made& made) {
  if (made.generation != 0) return;
  if (!stopping_) {
    made_[made.object_class] += made.count;
    return;
  }
  const auto row = std::ranges::lower_bound(made_before_, made.object_class, {}, &ClassCount::object_class);
  if (row != made_before_.end() && row->object_class == made.object_class) {
    row->count += made.count;
  } else {
    made_before_.insert(row, {made.object_class, made.count});
  }
}

std::optional<Allocations::Made> Allocations::decode(const ModelLine& line) const {
  const trace::Event& event = *line.event;
  // The player on a real CLR writes its allocation line after the announcement. Such lines mix with the
  // runtime's own allocations.
  if (line.fact != Fact::kAllocated || trace::find(event, "watch") != nullptr) return std::nullopt;
  const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
  const std::uint64_t generation = number("generation");
  const trace::Value* const announced = trace::find(event, "announced");
  const trace::Value* const earlier = trace::find(event, "earlier");
  const trace::Value* const silent = trace::find(event, "silent");
  const bool to_come = announced == nullptr || announced->number != 0;
  return Made{
      .line = event.n,
      .thread = event.thread,
      .object = number("object"),
      .count = number("count"),
      .at = number("at"),
      .size = number("size"),
      .object_class = class_of(static_cast<std::uint32_t>(number("type"))),
      .generation = generation < kGenerationCount ? static_cast<std::uint8_t>(generation) : kNoGeneration,
      .reported = to_come || (earlier != nullptr && earlier->number == 0),
      .silent = silent != nullptr && silent->number != 0,
      .to_come = to_come};
}

std::optional<Allocations::Made> Allocations::sized(const ModelLine& line) const {
  const auto made = decode(line);
  const bool fits = made && made->reported && (made->generation == 0 || made->generation == kLarge);
  return fits ? made : std::nullopt;
}

std::optional<std::uint64_t> Allocations::handled(std::uint64_t object) const {
  const auto found = handled_.find(object);
  return found == handled_.end() ? std::nullopt : std::optional(found->second);
}

void Allocations::take(const ModelLine& line, const Masks& masks) {
  if (line.fact == Fact::kType) {
    const std::uint64_t type = trace::number_in(*line.event, "type").value_or(0);
    if (type >= kMostTypes) return;
    if (type >= class_of_type_.size()) class_of_type_.resize(type + 1);
    class_of_type_[type] = trace::number_in(*line.event, "class").value_or(0);
    return;
  }
  if (line.fact == Fact::kCollection) {
    const auto own = last_.find(line.event->thread);
    if (own != last_.end()) own->second.judged = true;
    count_made();
    counted_ = stopping_ = true;
  } else if (line.fact == Fact::kHeap) {
    stopping_ = false;
  }
  const auto made = decode(line);
  if (!made) return;
  latest_ = made->thread;
  Made& last = last_[latest_];
  last = *made;
  last.wanted = made->reported && is_wanted(made->generation, masks.required());
  // Objects from before the profiler was loaded count as new in its first collection.
  count(*made);
  if (!made->reported) return;
  if (made->generation == 0) {
    if (made->size > sizes_.largest_small) {
      sizes_.largest_small = made->size;
      sizes_.small_line = made->line;
    }
  } else if (made->generation == kLarge &&
             (sizes_.smallest_large == 0 || made->size < sizes_.smallest_large)) {
    sizes_.smallest_large = made->size;
    sizes_.large_line = made->line;
  }
}

}  // namespace gcrucible::rules
