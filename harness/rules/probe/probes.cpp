#include "harness/rules/probe/probes.h"

#include <algorithm>

#include "harness/rules/entities/allocations.h"
#include "harness/rules/entities/call_tree.h"
#include "harness/rules/entities/types.h"
#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/compare.h"
#include "harness/rules/probe/estimates/compare_estimates.h"

namespace gcrucible::rules {
namespace {

constexpr std::uint32_t kMostNumbers = 1u << 28;
// Nobody needs a cause after more collections without a query, and each costs time.
constexpr std::uint32_t kMostUnasked = 4;
// Each query walks through all of them, for a mistake that is rare.
constexpr std::size_t kMostRanges = 4096;
constexpr std::uint32_t kBefore = ~std::uint32_t{0};

bool has(const std::vector<std::uint64_t>& ascending, std::uint64_t id) {
  return std::binary_search(ascending.begin(), ascending.end(), id);
}

}  // namespace

bool Probes::take(const trace::Event& event) {
  if (event.kind == trace::EventKind::kProbe) {
    open_ = decode_question(event);
    asked_ = asked_ever_ = true;
    return true;
  }
  if (!asked_ || event.kind != trace::EventKind::kReturn || event.link != open_.line) return false;
  asked_ = false;
  decode_answer(event, open_);
  (open_.at_end ? last_ : answer_) = std::move(open_);
  open_ = {};
  return true;
}

// Computes what the profiler can know after the collection, with or without a query.
void Probes::follow(const Collection& collection, const Allocations& allocations) {
  const std::vector<HeapObject>& before = collection.model->before->objects;
  for (const HeapObject& object : before) {
    // A damaged trace may contain any number.
    if (object.type > kMostNumbers || object.object > kMostNumbers) continue;
    if (object.type >= classes_.size()) classes_.resize(std::size_t{object.type} + 1);
    if (classes_[object.type] == 0) classes_[object.type] = allocations.class_of(object.type);
    const KnownObject* const known = collection.known_at(object.at);
    if (known == nullptr || known->announced == kNoLine) continue;
    if (object.object >= announced_.size()) announced_.resize(std::size_t{object.object} + 1);
    announced_[object.object] = true;
    Counted& counted = allocated_[known->object_class];
    ++counted.objects;
    counted.bytes += object.size;
    if (known->node >= allocated_by_node_.size()) allocated_by_node_.resize(std::size_t{known->node} + 1);
    ++allocated_by_node_[known->node].objects;
    allocated_by_node_[known->node].bytes += object.size;
    spreads_.allocate(known->node, object.size);
  }
  alive_.clear();
  // Both lists ascend by address.
  for (std::size_t i = 0; i < collection.fates.size(); ++i) {
    const Fate& fate = collection.fates[i];
    if (!is_announced(fate.object)) continue;
    if (fate.survives) {
      alive_.push_back(fate.to);
      continue;
    }
    const std::uint64_t type = i < before.size() ? class_of(before[i].type) : 0;
    Counted& counted = reclaimed_[{type, fate.generation}];
    ++counted.objects;
    counted.bytes += fate.size;
    spreads_.reclaim(fate.generation, fate.size);
  }
  std::sort(alive_.begin(), alive_.end());
}

std::size_t Probes::leave_out_new(const Collection& collection, std::span<const KnownObject> announced,
                                  ProbeAnswer& answer) {
  std::vector<std::uint64_t> ids;
  for (const KnownObject& object : announced) {
    if (object.announced < answer.line && object_at(collection, object.at) == nullptr)
      ids.push_back(object.at);
  }
  std::sort(ids.begin(), ids.end());
  std::erase_if(answer.objects, [&](const ProbedObject& object) { return has(ids, object.id); });
  return ids.size();
}

void Probes::forget_unloaded(const Types& types) {
  const auto move_to = [](Counted& total, const Counted& counted) {
    total += counted;
    return true;
  };
  std::erase_if(allocated_, [&](const auto& sum) {
    return types.was_unloaded(sum.first) && move_to(unloaded_allocated_, sum.second);
  });
  std::erase_if(reclaimed_, [&](const auto& sum) {
    const auto [type, generation] = sum.first;
    return types.was_unloaded(type) && move_to(unloaded_reclaimed_[generation], sum.second);
  });
}

void Probes::compare(const Collection& collection, std::span<const KnownObject> announced,
                     const Circumstances& circumstances, const Believed& believed, const Types& types,
                     const CallTree& calls, ProbeAnswer& answer) {
  // Classes may have been unloaded since the query.
  for (std::vector<ProbedTotal>* const totals : {&answer.allocated, &answer.alive, &answer.reclaimed})
    std::erase_if(*totals, [&](const ProbedTotal& total) { return types.was_unloaded(total.type); });
  const bool is_alone = leave_out_new(collection, announced, answer) == 0 && believed.unasked == 0;
  compare_objects(collection, answer, believed, *this, circumstances.first_version, verdict_);
  if (verdict_.faults.empty() && !circumstances.attached && is_alone) {
    if (circumstances.allocations) {
      compare_totals(collection, answer, *this, types, verdict_);
      if (calls.whole()) compare_functions(answer, *this, calls, verdict_);
      compare_estimates(collection, answer, *this, types, calls, verdict_);
    }
    compare_balance(answer, types, verdict_);
  }
}

// Without a query, the profiler's ids are assumed to have been updated correctly.
void Probes::follow_habits(const Collection& collection, const Believed& believed,
                           std::vector<Range> ranges) {
  believed_ = after(collection, good_habit(), believed.ids, believed.earlier);
  const bool is_known = believed.unasked == 0 || !believed.by_habit.empty();
  if (lost_ || believed.ids.empty() || !is_known || ++unasked_count_ > kMostUnasked) {
    std::erase(believed_, std::uint64_t{0});
    return;
  }
  for (std::size_t i = 0; i < habits().size(); ++i) {
    by_habit_.push_back(after(collection, habits()[i],
                              believed.by_habit.empty() ? believed.ids : believed.by_habit[i],
                              believed.earlier));
  }
  earlier_.last = std::move(ranges);
}

void Probes::believe(const ProbeAnswer& answer) {
  for (const ProbedObject& object : answer.objects) believed_.push_back(object.id);
  answered_ = answered_ || !answer.objects.empty();
}

void Probes::remember(std::span<const Range> ranges) {
  earlier_.last.clear();
  earlier_.too_many = earlier_.too_many || earlier_.all.size() + ranges.size() > kMostRanges;
  if (earlier_.too_many) {
    earlier_.all.clear();
  } else {
    earlier_.all.insert(earlier_.all.end(), ranges.begin(), ranges.end());
  }
}

void Probes::close(const Collection& collection, std::span<const KnownObject> announced,
                   const Circumstances& circumstances, const Allocations& allocations, const Types& types,
                   const CallTree& calls) {
  verdict_ = {};
  // The collection came after the answer before Shutdown, so that answer does not include it.
  if (last_ && collection.number > last_->collection) lost_ = true;
  std::optional<ProbeAnswer> answer = std::exchange(answer_, std::nullopt);
  if (collection.orphaned && answer && answer->answered && !answer->cut && !lost_ && collection.model &&
      collection.model->after && collection.model->after->whole) {
    verdict_.line = answer->line;
    verdict_.thread = answer->thread;
    compare_orphans(collection, *answer, verdict_);
    lost_ = !verdict_.faults.empty();
    believe(*answer);
    return;
  }
  // A run without queries and a recording do not need the following.
  if (!collection.model || !collection.model->before) return;
  const auto give_up = [&](std::string_view why) {
    lost_ = true;
    verdict_.why = why;
  };
  if (!collection.fates_known)
    return give_up("the trace does not list all objects before and after each collection");
  Believed believed{.ids = believed_,
                    .threads = std::vector<std::uint32_t>(believed_.size(), kBefore),
                    .unasked = unasked_,
                    .by_habit = std::move(by_habit_),
                    .earlier = earlier_,
                    .answered = answered_};
  by_habit_.clear();
  for (const KnownObject& object : collection.known) {
    if (object.announced == kNoLine) continue;
    believed.ids.push_back(object.at);
    believed.threads.push_back(object.thread);
    for (std::vector<std::uint64_t>& ids : believed.by_habit) ids.push_back(object.at);
  }
  std::vector<Range> ranges = ranges_of(collection);
  remember(ranges);
  if (answer && answer->sampling) spreads_.state(*answer->sampling, !announced_.empty());
  follow(collection, allocations);
  forget_unloaded(types);
  if (!circumstances.watched || collection.unreported)
    return give_up("the profiler was not notified of a collection (COR_PRF_MONITOR_GC)");
  const bool bracketed = collection.starts != 0 && collection.finishes != 0;
  if (!bracketed && !circumstances.first_version && !collection.orphaned)
    return give_up("the runtime did not report the beginning or the end of a collection");
  if (unasked_ == 0 && !believed.ids.empty()) unasked_ = collection.number;
  if (lost_ || !answer || !answer->answered || answer->collection != collection.number)
    return follow_habits(collection, believed, std::move(ranges));
  if (answer->cut) return give_up("the answer is longer than a trace can hold");
  verdict_.line = answer->line;
  verdict_.thread = answer->thread;
  unasked_ = unasked_count_ = 0;
  compare(collection, announced, circumstances, believed, types, calls, *answer);
  if (!verdict_.estimates.empty()) estimates_ = verdict_.estimates;
  if (!verdict_.faults.empty()) {
    lost_ = true;
    return;
  }
  believed_.clear();
  believe(*answer);
}

ProbeVerdict Probes::at_end(std::span<const KnownObject> announced, const Circumstances& circumstances,
                            const Types& types) const {
  ProbeVerdict verdict;
  if (lost_ || !last_ || !last_->answered || last_->cut || circumstances.attached || !circumstances.watched ||
      !circumstances.allocations)
    return verdict;
  verdict.line = last_->line;
  verdict.thread = last_->thread;
  std::vector<std::uint64_t> ids;
  for (const ProbedObject& object : last_->objects) ids.push_back(object.id);
  if (last_->knows_allocated()) {
    for (const KnownObject& object : announced) {
      ++verdict.kept[static_cast<std::size_t>(ProbeRule::kAllocations)];
      // Reports after the answer before Shutdown do not count.
      if (has(ids, object.at) || object.announced > last_->line) continue;
      verdict.faults.push_back(
          {.rule = ProbeRule::kAllocations,
           .what = fmt::format("Object {} was announced by ObjectAllocated at line {}, and no collection has "
                               "begun since. The probe does not have the object.",
                               id(object.at), object.announced),
           .address = object.at});
    }
    for (const std::uint64_t at : alive_) {
      if (has(ids, at)) continue;
      verdict.faults.push_back({.rule = ProbeRule::kCacheFollows,
                                .what = fmt::format("Object {} was alive after the last collection, but the "
                                                    "probe no longer has it before Shutdown.",
                                                    id(at)),
                                .address = at});
    }
  }
  if (verdict.faults.empty()) compare_balance(*last_, types, verdict);
  return verdict;
}

}  // namespace gcrucible::rules
