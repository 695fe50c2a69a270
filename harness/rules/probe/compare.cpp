#include "harness/rules/probe/compare.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "harness/rules/judge/checker.h"
#include "harness/rules/probe/guesses.h"
#include "harness/rules/probe/misplaced.h"
#include "harness/rules/probe/threads.h"
#include "harness/rules/probe/truncated_ids.h"
#include "harness/rules/probe/truth.h"

namespace gcrucible::rules {

const HeapObject* object_in(const HeapPicture& heap, std::uint64_t at) {
  const auto found = std::ranges::lower_bound(heap.objects, at, {}, &HeapObject::at);
  return found != heap.objects.end() && found->at == at ? &*found : nullptr;
}

const HeapObject* object_at(const Collection& collection, std::uint64_t id) {
  return object_in(*collection.model->after, id);
}

namespace {

using Ids = std::vector<std::uint64_t>;
constexpr std::string_view kUnfilled =
    "the table had no object before the collection, because ObjectAllocated did not fill it";
// The thread of objects that were not announced.
constexpr std::uint32_t kUnannounced = ~std::uint32_t{0};

std::size_t index_of(ProbeRule rule) {
  return static_cast<std::size_t>(rule);
}

void put_in_order(Ids& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

bool has(const Ids& ascending, std::uint64_t id) {
  return std::binary_search(ascending.begin(), ascending.end(), id);
}

// The answer and the data to compare it with.
class Comparison {
 public:
  Comparison(const Collection& collection, const ProbeAnswer& answer, const Believed& believed,
             const Probes& probes, bool first_version, ProbeVerdict& verdict)
      : collection_(collection),
        answer_(answer),
        believed_(believed),
        probes_(probes),
        first_version_(first_version),
        verdict_(verdict),
        right_(after(collection, good_habit(), believed.ids)) {
    for (const ProbedObject& object : answer.objects) rows_.push_back(object.id);
    put_in_order(rows_);
    for (const ObjectReport& report : collection.objects) reported_.push_back(report.object);
    put_in_order(reported_);
    for (const Fate& fate : collection.fates) {
      if (fate.survives && is_due(fate)) (has(rows_, fate.to) ? present_ : missing_).push_back(&fate);
    }
    for (const std::uint64_t row : rows_) {
      if (object_at(collection, row) == nullptr) wrong_.push_back(row);
    }
  }

  void run() {
    find_doubles();
    if (missing_.empty() && wrong_.empty()) {
      if (verdict_.faults.empty()) note_kept();
      // An id is right and its class wrong if another object has taken the place in the table.
      if (!is_of_classes(right_) && blame_habit()) return;
      compare_facts(collection_, answer_, probes_, verdict_);
      return;
    }
    if (wrong_.empty() && blame_stopped_references()) return;
    if (blame_rows(misplaced_text(collection_, answer_, probes_))) return;
    const bool asked_before = believed_.unasked == 0;
    if (asked_before && blame_missing_brackets()) return;
    const bool explained = blame_habit() || (asked_before && (blame_threads() || blame_guess()));
    if (!explained && !blame_rows(foreign_text(collection_, answer_, probes_))) blame_nobody();
    add_what_threads_say();
  }

 private:
  bool is_due(const Fate& fate) const {
    if (answer_.knows_all() && fate.generation != kFrozen) return true;
    if (answer_.knows_allocated() && probes_.is_announced(fate.object)) return true;
    if (!answer_.knows_reported()) return false;
    return has(reported_, fate.to) || (collection_.references_stopped && fate.generation != kFrozen);
  }

  void fault(ProbeRule rule, std::string what, const Fate* fate, std::uint64_t address,
             bool explained = false, bool also_by_cache = false) {
    if (verdict_.is_full()) return;
    verdict_.faults.push_back({.rule = rule,
                               .what = std::move(what),
                               .object = fate == nullptr ? kNoObject : fate->object,
                               .address = address,
                               .explained = explained,
                               .causes = believed_.unasked == 0 ? causes_ : std::vector<std::string_view>(),
                               .also_by_cache = also_by_cache});
  }

  void find_doubles() {
    for (std::size_t i = 1; i < answer_.objects.size(); ++i) {
      const std::uint64_t at = answer_.objects[i].id;
      if (at != answer_.objects[i - 1].id || !missing_.empty()) continue;
      fault(ProbeRule::kCacheFollows,
            fmt::format("The probe has two objects at the same address, {}.", id(at)), nullptr, at);
    }
  }

  void keep(ProbeRule rule, std::uint64_t times = 1) { verdict_.kept[index_of(rule)] += times; }

  void note_kept() {
    if (rows_.empty() && believed_.ids.empty()) return;
    keep(ProbeRule::kCacheFollows);
    bool uncollected = false;
    for (const std::uint64_t row : rows_) {
      const Fate* const fate = collection_.fate_from(row);
      uncollected = uncollected || (fate != nullptr && !collection_.condemned(fate->generation));
    }
    if (uncollected) keep(ProbeRule::kKeepUncollected);
    bool exact = false, legacy = false, failed = false, saturated = false;
    for (const BatchCall& call : collection_.range_calls) {
      (is_exact(call.call) ? exact : legacy) = true;
      failed = failed || (is_exact(call.call) && call.returned && !call.succeeded());
    }
    for (const Range& range : collection_.ranges) saturated = saturated || range.length >= 0xFFFFFFFFu;
    if (exact && legacy) keep(ProbeRule::kBatchAppliedOnce);
    if (failed) keep(ProbeRule::kExactFailure);
    if (saturated) keep(ProbeRule::kSaturatedLength);
    if (collection_.reported.size() > 1) keep(ProbeRule::kMapAtOnce);
    if (first_version_ && changes()) keep(ProbeRule::kFirstVersion);
    if (collection_.references_stopped && answer_.knows_reported()) keep(ProbeRule::kReferencesFailure);
    const std::set<std::uint32_t> threads(believed_.threads.begin(), believed_.threads.end());
    if (threads.size() > 1) keep(ProbeRule::kThreadSafe);
  }

  // --- causes ---

  bool blame_stopped_references() {
    if (!collection_.references_stopped || !answer_.knows_reported()) return false;
    // The last object is the one for which the profiler returned an error.
    const std::uint64_t failed = collection_.objects.empty() ? 0 : collection_.objects.back().object;
    const bool unreported = std::all_of(missing_.begin(), missing_.end(), [&](const Fate* fate) {
      return fate->to == failed || !has(reported_, fate->to);
    });
    if (!unreported) return false;
    for (const Fate* const fate : missing_) {
      fault(ProbeRule::kReferencesFailure,
            fmt::format("The profiler failed a call of ObjectReferences, so the rest was not reported. It "
                        "claims to know everything that is reported, but it does not have {} at {}.",
                        text_of(*fate), id(fate->to)),
            fate, fate->to);
    }
    return true;
  }

  // The profiler's ids from before the collection are no longer correct.
  bool changes() const {
    return std::ranges::any_of(believed_.ids, [&](std::uint64_t id) {
      const Fate* const fate = collection_.fate_from(id);
      return fate != nullptr && (!fate->survives || fate->to != id);
    });
  }

  bool blame_missing_brackets() {
    if (!first_version_ || !changes()) return false;
    Ids before = believed_.ids;
    put_in_order(before);
    if (before != rows_) return false;
    for (const std::uint64_t id : before) {
      const Fate* const fate = collection_.fate_from(id);
      if (fate == nullptr || (fate->survives && fate->to == id)) continue;
      fault(ProbeRule::kFirstVersion,
            fmt::format("{}; the probe's answer is unchanged since before the collection. This runtime has "
                        "no GarbageCollectionFinished. The collection ends with RuntimeResumeStarted or, "
                        "during shutdown, with the next ObjectAllocated.",
                        truth_text(collection_, *fate)),
            fate, id);
    }
    return true;
  }

  // The ids of a tracker with that habit after the collection, as in after().
  Ids left_by(const Habit& habit) const {
    const auto place = static_cast<std::size_t>(&habit - habits().data());
    const Ids& before = believed_.by_habit.empty() ? believed_.ids : believed_.by_habit[place];
    return after(collection_, habit, before, believed_.earlier);
  }

  // The answer of a tracker with that habit, which has the objects in `left`.
  Ids answer_of(const Habit& habit, const Ids& left) const {
    Ids ids = left;
    const Ids further = left_behind(collection_, habit, believed_.ids, believed_.earlier);
    ids.insert(ids.end(), further.begin(), further.end());
    std::erase(ids, std::uint64_t{0});
    if (answer_.knows_reported()) ids.insert(ids.end(), reported_.begin(), reported_.end());
    put_in_order(ids);
    return ids;
  }

  // Whether the classes in the probe's answer match those in the table of such a tracker.
  bool is_of_classes(const Ids& left) const {
    if (std::ranges::all_of(answer_.objects, [](const ProbedObject& row) { return row.type == 0; }))
      return true;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> classes;  // by id; 0 for an unknown class
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] != 0) classes.emplace_back(left[i], class_before(believed_.ids[i]));
    }
    std::ranges::sort(classes);
    return std::ranges::all_of(answer_.objects, [&](const ProbedObject& row) {
      const auto first =
          std::lower_bound(classes.begin(), classes.end(), std::pair(row.id, std::uint64_t{0}));
      const auto last =
          std::find_if(first, classes.end(), [&](const auto& each) { return each.first != row.id; });
      return row.type == 0 || first == last || std::any_of(first, last, [&](const auto& each) {
               return each.second == 0 || each.second == row.type;
             });
    });
  }

  // Class of the object at `id` before the collection; 0 if unknown.
  std::uint64_t class_before(std::uint64_t id) const {
    const auto& before = collection_.model->before;
    const HeapObject* const object = before ? object_in(*before, id) : nullptr;
    return object == nullptr ? 0 : probes_.class_of(object->type);
  }

  // The answer is empty, and no earlier answer shows that the table had an object.
  bool may_be_unfilled() const { return rows_.empty() && !believed_.ids.empty() && !believed_.answered; }

  // A habit that leaves the correct objects explains nothing. Nor does the lack of a generation's update, if
  // the answer has generations.
  bool explains(const Habit& habit, const Ids& left) const {
    const bool has_generations = std::ranges::any_of(
        answer_.objects, [](const ProbedObject& row) { return row.generation != kNoGeneration; });
    if (habit.generations != Habit::Generations::kCurrent && has_generations) return false;
    const Ids answer = answer_of(habit, left);
    const bool is_wrong = answer != answer_of(good_habit(), right_) || !is_of_classes(right_);
    return answer == rows_ && is_wrong && is_of_classes(left);
  }

  bool blame_habit() {
    if (believed_.unasked != 0 && believed_.by_habit.empty()) return false;
    std::vector<const Habit*> causes;
    Ids left(believed_.ids.size(), 0);
    for (const Habit& habit : habits()) {
      Ids left_by_it = left_by(habit);
      if (!explains(habit, left_by_it)) continue;
      if (causes.empty()) left = std::move(left_by_it);
      causes.push_back(&habit);
    }
    const bool unfilled = may_be_unfilled();
    if (causes.empty() && (!unfilled || left == right_)) return false;
    // If mistakes against several specific rules leave the same objects, none of these rules is reported.
    const bool is_one_rule = std::ranges::all_of(causes, [&](const Habit* habit) {
      return habit->rule == causes.front()->rule || habit->rule == ProbeRule::kCacheFollows;
    });
    const ProbeRule rule = is_one_rule && !causes.empty() ? causes.front()->rule : ProbeRule::kCacheFollows;
    const bool also_by_cache =
        rule != ProbeRule::kCacheFollows && (unfilled || std::ranges::any_of(causes, [](const Habit* habit) {
                                               return habit->rule == ProbeRule::kCacheFollows;
                                             }));
    if (unfilled) causes_.push_back(kUnfilled);
    for (const Habit* const habit : causes) {
      if (std::ranges::find(causes_, habit->what) == causes_.end()) causes_.push_back(habit->what);
    }
    if (believed_.unasked == 0 && wrong_.empty() && takes_halves_for_one(believed_.ids, missing_, rows_))
      causes_.push_back(kHalves);
    return blame(left, fmt::format("{}", fmt::join(causes_, "; or ")), rule, also_by_cache);
  }

  // The tracker has the objects in `left`. False if all of these are correct.
  bool blame(const Ids& left, const std::string& likely, ProbeRule rule, bool also_by_cache) {
    const std::size_t faults_before = verdict_.faults.size();
    // If two objects would be at one address, the answer does not show which one is there. Of a dead object
    // that says nothing, so such an object comes last.
    for (const bool clear : {true, false}) {
      for (std::size_t i = 0; i < left.size(); ++i) {
        const Fate* const fate = collection_.fate_from(believed_.ids[i]);
        if (fate == nullptr || left[i] == (fate->survives ? fate->to : 0)) continue;
        const bool elsewhere = left[i] != 0 && std::ranges::count(left, left[i]) == 1;
        if (clear != (elsewhere || fate->survives)) continue;
        const std::string place = elsewhere        ? "has it at " + id(left[i])
                                  : rows_.empty()  ? std::string("has no object at all")
                                  : fate->survives ? std::string("does not have it")
                                                   : "has an object at " + id(left[i]) + ", perhaps this one";
        fault(rule,
              fmt::format("{}; the probe {}. This is the result if {}.{}", truth_text(collection_, *fate),
                          place, likely, doubt_text()),
              fate, fate->survives ? fate->to : fate->from, true, also_by_cache);
      }
    }
    for (std::size_t i = 0; i < wrong_.size() && verdict_.faults.size() == faults_before; ++i) {
      fault(rule,
            fmt::format(
                "The probe has an object at {}, where there is no object now. This is the result if {}.{}",
                id(wrong_[i]), likely, doubt_text()),
            nullptr, wrong_[i], true, also_by_cache);
    }
    return verdict_.faults.size() != faults_before;
  }

  // No id of the answer is that of an object, for the reason in `text`; empty: no reason is known.
  bool blame_rows(const std::string& text) {
    if (text.empty() || wrong_.size() != rows_.size()) return false;
    for (const std::uint64_t row : wrong_) {
      fault(ProbeRule::kCacheFollows,
            fmt::format("The probe has an object at {}, where there is no object. {}", id(row), text),
            nullptr, row, true);
    }
    return true;
  }

  bool blame_guess() {
    const std::optional<Guess> guess = guess_of(collection_, {.believed = believed_.ids,
                                                              .missing = missing_,
                                                              .present = present_,
                                                              .wrong = wrong_,
                                                              .answer = rows_});
    if (!guess) return false;
    causes_ = {guess->what};
    for (const Fate* const fate : missing_) {
      fault(ProbeRule::kCacheFollows,
            fmt::format("{}; the probe {}. This is the result if {}.", truth_text(collection_, *fate),
                        guess->halved ? "has it at " + id(static_cast<std::uint32_t>(fate->to))
                                      : std::string("does not have it"),
                        guess->what),
            fate, fate->to, true);
    }
    return true;
  }

  // The whole table is correct except for reports on other threads. With few objects this may be chance.
  bool blame_threads() {
    constexpr std::size_t kLeastMissing = 3;
    constexpr std::ptrdiff_t kLeastPresent = 2;
    if (missing_.size() < kLeastMissing) return false;
    for (const std::uint32_t thread :
         std::set<std::uint32_t>(believed_.threads.begin(), believed_.threads.end())) {
      if (thread == kUnannounced) continue;
      Ids of_thread;
      for (std::size_t i = 0; i < believed_.ids.size(); ++i) {
        const std::uint32_t each = believed_.threads[i];
        if (each == thread || each == kUnannounced) of_thread.push_back(believed_.ids[i]);
      }
      const Ids left = after(collection_, good_habit(), of_thread);
      if (answer_of(good_habit(), left) != rows_) continue;
      if (std::ranges::count_if(left, [](std::uint64_t at) { return at != 0; }) < kLeastPresent) continue;
      for (const Fate* const fate : missing_) {
        fault(ProbeRule::kThreadSafe,
              fmt::format("{}; the probe does not have it. Nor does it have any other object announced on a "
                          "thread other than {}.",
                          truth_text(collection_, *fate), thread),
              fate, fate->to);
      }
      return true;
    }
    return false;
  }

  // For a fault that may belong to an earlier collection.
  std::string doubt_text() const {
    return believed_.unasked == 0 ? std::string()
                                  : fmt::format(
                                        " The probe was not called after collection {}, so the mistake may "
                                        "be from that collection.",
                                        believed_.unasked);
  }

  // The runtime announced this collection by its reports alone, which may be the reason.
  std::string start_text() const {
    return collection_.provisional ? " No GarbageCollectionStarted was delivered for this collection."
                                   : std::string();
  }

  void blame_nobody() {
    for (const std::uint64_t row : wrong_) {
      const Fate* const fate = collection_.fate_from(row);
      fault(ProbeRule::kCacheFollows,
            fate == nullptr
                ? fmt::format("The probe has an object at {}, where there is no object now and "
                              "was none before the collection.{}",
                              id(row), doubt_text())
                : fmt::format("{}; the probe still has an object at {}.{}{}", truth_text(collection_, *fate),
                              id(row), doubt_text(), start_text()),
            fate, row);
    }
    for (const Fate* const fate : missing_) {
      const bool collected = collection_.condemned(fate->generation);
      const bool doubtful = collected || !wrong_.empty() || believed_.unasked != 0;
      fault(doubtful ? ProbeRule::kCacheFollows : ProbeRule::kKeepUncollected,
            fmt::format("{}; the probe does not have it.{}{}", truth_text(collection_, *fate), doubt_text(),
                        start_text()),
            fate, fate->to);
    }
  }

  // Added to the likely cause of an answer, which may be chance.
  void add_what_threads_say() {
    if (verdict_.faults.empty()) return;
    std::string& text = verdict_.faults.front().what;
    if (wrong_.empty()) text += missing_thread_text(collection_, missing_, present_);
    text += overlap_text(collection_);
  }

  const Collection& collection_;
  const ProbeAnswer& answer_;
  const Believed& believed_;
  const Probes& probes_;
  const bool first_version_;
  ProbeVerdict& verdict_;
  std::vector<std::string_view> causes_;  // of all faults, as in Finding
  Ids right_;                             // the correct ids of the objects in `believed_`
  Ids rows_;
  Ids reported_;
  std::vector<const Fate*> missing_;
  std::vector<const Fate*> present_;
  Ids wrong_;
};

}  // namespace

void compare_objects(const Collection& collection, const ProbeAnswer& answer, const Believed& believed,
                     const Probes& probes, bool first_version, ProbeVerdict& verdict) {
  Comparison(collection, answer, believed, probes, first_version, verdict).run();
}

}  // namespace gcrucible::rules
