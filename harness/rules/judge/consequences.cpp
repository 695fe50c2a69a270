#include "harness/rules/judge/consequences.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace gcrucible::rules {
namespace {

// Maximum distance between a cause and its consequence, in collections.
enum class Distance : std::uint8_t {
  kSame,
  kNear,      // one collection before or after, because the cause shifts the borders of collections
  kAnywhere,  // a wrong beginning causes a wrong end at any later time
};

constexpr std::size_t kAll = ~std::size_t{0};

// Rules about one call alone, which wrong ranges do not affect.
constexpr std::string_view kApartFromRanges[] = {"roots/pair-equal", "roots/exact-first", "roots/known-flags",
                                                 "finalization/known-flags"};
// Rules about one call or about one pair of calls, which a wrong frame of the collection does not affect.
constexpr std::string_view kApartFromFrames[] = {"bracket/generation-count",
                                                 "bracket/downward-closed",
                                                 "bracket/truth-values",
                                                 "bracket/reason",
                                                 "ranges/legacy-same-batch",
                                                 "ranges/legacy-saturates",
                                                 "ranges/no-empty-call",
                                                 "ranges/batch-limit",
                                                 "roots/pair-equal",
                                                 "roots/exact-first",
                                                 "roots/known-flags",
                                                 "roots/kinds-and-flags",
                                                 "references/empty-is-zero",
                                                 "finalization/known-flags",
                                                 "allocated-by-class/no-zero",
                                                 "allocation/allocating-thread",
                                                 "allocation/not-after-attach",
                                                 "allocation/heap-of-flag"};

// What a consequence shares with its cause, apart from the collection.
enum class Link : std::uint8_t {
  kNothing,  // the cause affects everything near it
  kFrame,    // a collection whose reports are mixed with those of another one
  kThread,   // the native thread
  kAfter,    // not before the cause
  kRange,    // not in a range that is reported correctly
  kSubject,  // the line or the address
};

// Globs, the nearest to a cause first. A violation of one also violates those after it.
struct Chain {
  Distance reach = Distance::kSame;
  std::span<const std::string_view> rules;
  std::size_t causes = kAll;  // only so many of the first may be causes
  Link link = Link::kSubject;
};

template <std::size_t N, std::size_t M>
constexpr std::array<std::string_view, N + M> joined(const std::array<std::string_view, N>& first,
                                                     const std::array<std::string_view, M>& then) {
  std::array<std::string_view, N + M> all{};
  std::ranges::copy(then, std::ranges::copy(first, all.begin()).out);
  return all;
}

// The contents of a collection, which a wrong frame affects.
constexpr auto kContents = std::to_array<std::string_view>(
    {"ranges/*", "moved/*", "surviving/*", "roots/*", "references/*", "dependent-handles/*", "generations/*",
     "finalization/*", "allocated-by-class/*", "handles/*", "objects/*", "profiler-handles/*", "allocation/*",
     "masks/*", "suspension/*", "ids/object-id-reuse", "shutdown/*"});

constexpr std::string_view kStart[] = {"start/initialize-first", "*"};
constexpr std::string_view kShutdown[] = {"shutdown/once", "life/nothing-after-shutdown",
                                          "suspension/suspender-only-suspends", "bracket/*"};
constexpr std::string_view kSuspension[] = {"suspension/known-reason",
                                            "suspension/ends-once",
                                            "suspension/same-thread",
                                            "suspension/resume-same-thread",
                                            "suspension/thread-pairs",
                                            "suspension/threads-inside",
                                            "suspension/no-destroyed-threads",
                                            "suspension/own-thread-before",
                                            "suspension/own-thread-first",
                                            "suspension/suspended-threads-rest",
                                            "suspension/suspender-only-suspends"};
constexpr std::string_view kSuspended[] = {"suspension/known-reason",     "suspension/ends-once",
                                           "bracket/suspended",           "bracket/resumed-between",
                                           "bracket/background-finishes", "masks/no-background",
                                           "threads/triggering-thread",   "shutdown/*"};
constexpr auto kFrame =
    joined(std::to_array<std::string_view>({"bracket/pairs", "bracket/no-nesting", "bracket/started-first",
                                            "bracket/finished-last", "bracket/*"}),
           kContents);
constexpr auto kBracketCalls =
    joined(std::to_array<std::string_view>(
               {"bracket/suspended", "bracket/order", "bracket/nothing-told-twice", "bracket/no-running-code",
                "bracket/one-for-all-threads", "bracket/generation-count", "bracket/*"}),
           kContents);
// Code may run, because the collection never ends.
constexpr std::string_view kEndless[] = {"bracket/pairs", "bracket/no-allocation", "bracket/no-running-code"};
// A report that is missing in its place.
constexpr auto kMisplaced =
    joined(std::to_array<std::string_view>({"bracket/order", "bracket/nothing-told-twice"}), kContents);
constexpr std::string_view kRunningCode[] = {
    "bracket/no-running-code",           "exceptions/*", "loads/*", "ids/*", "threads/*", "handles/*",
    "suspension/suspender-only-suspends"};
constexpr std::string_view kNoAllocation[] = {"bracket/no-allocation", "allocation/*", "allocated-by-class/*",
                                              "ids/object-id-reuse"};
constexpr std::string_view kRanges[] = {"ranges/calls-add-up",
                                        "moved/half-open-range",
                                        "surviving/half-open-range",
                                        "ranges/legacy-same-batch",
                                        "ranges/legacy-follows",
                                        "ranges/exact-first",
                                        "ranges/no-empty-call",
                                        "ranges/only-condemned",
                                        "ranges/every-survivor",
                                        "ranges/object-start",
                                        "ranges/no-dead-start",
                                        "ranges/*",
                                        "moved/*",
                                        "surviving/*",
                                        "bracket/ids-hold-until-next",
                                        "roots/*",
                                        "references/*",
                                        "dependent-handles/*",
                                        "generations/*",
                                        "finalization/*",
                                        "allocated-by-class/*",
                                        "handles/initial-object",
                                        "objects/*",
                                        "allocation/*",
                                        "profiler-handles/*"};
constexpr std::string_view kRoots[] = {"roots/pair-equal",      "roots/exact-first",     "roots/handle-ids",
                                       "handles/every-handle",  "roots/stack-owner",     "roots/live-target",
                                       "roots/finalizer-queue", "finalization/survives", "roots/*",
                                       "objects/alignment",     "references/*",          "finalization/*"};
constexpr std::string_view kReferences[] = {"dependent-handles/handle-ids",
                                            "handles/every-handle",
                                            "dependent-handles/live-pairs",
                                            "references/once",
                                            "references/uncollected-stay",
                                            "references/live-target",
                                            "references/addresses-after",
                                            "references/ascending",
                                            "references/class-stays",
                                            "references/*",
                                            "objects/*",
                                            "handles/initial-object",
                                            "generations/*",
                                            "allocated-by-class/*"};
constexpr std::string_view kAllocation[] = {
    "allocation/each-object",      "ids/object-id-reuse",       "allocation/*",
    "bracket/ids-hold-until-next", "allocated-by-class/census", "allocated-by-class/first",
    "allocated-by-class/*",        "masks/allocated-by-class",  "references/class-stays"};
constexpr std::string_view kHandles[] = {"handles/created-before-destroyed", "handles/every-handle",
                                         "roots/handle-ids", "handles/*", "objects/alignment"};
constexpr std::string_view kFinalization[] = {"roots/finalizer-queue", "finalization/survives",
                                              "finalization/*"};
constexpr std::string_view kExceptions[] = {"exceptions/nest", "exceptions/phases",
                                            "exceptions/same-function", "exceptions/thrown-object",
                                            "exceptions/*"};
constexpr std::string_view kLoads[] = {"ids/unique",
                                       "ids/load-pairs",
                                       "loads/nest",
                                       "loads/known",
                                       "loads/unload-inside",
                                       "loads/attached-once",
                                       "ids/die-with-container",
                                       "loads/at-once",
                                       "loads/ended-at-shutdown"};
constexpr std::string_view kThreads[] = {"ids/unique", "threads/known", "threads/assigned-at-once",
                                         "suspension/*"};
// One id, used once.
constexpr std::string_view kStaleIds[] = {"object-ids/exception-anew", "object-ids/cache-follows",
                                          "object-ids/only-valid-ids"};
constexpr std::string_view kGenerations[] = {"bracket/generation-count",
                                             "bracket/downward-closed",
                                             "bracket/condemned-generations",
                                             "ranges/*",
                                             "moved/*",
                                             "surviving/*",
                                             "references/uncollected-stay",
                                             "references/addresses-after",
                                             "references/closed-graph",
                                             "finalization/survives",
                                             "allocation/each-object",
                                             "masks/gc-brings-all",
                                             "generations/shift-when-collected"};

constexpr std::array kChains{Chain{Distance::kAnywhere, kStart, 1, Link::kNothing},
                             Chain{Distance::kAnywhere, kShutdown, 1, Link::kAfter},
                             Chain{Distance::kAnywhere, kSuspension, kAll, Link::kNothing},
                             Chain{Distance::kNear, kSuspended, 2, Link::kNothing},
                             Chain{Distance::kAnywhere, kRunningCode, 1, Link::kThread},
                             Chain{Distance::kNear, kNoAllocation, 2, Link::kNothing},
                             Chain{Distance::kNear, kFrame, 4, Link::kFrame},
                             Chain{Distance::kSame, kEndless, 1, Link::kNothing},
                             Chain{Distance::kSame, kBracketCalls, 7},
                             Chain{Distance::kSame, kMisplaced, 2, Link::kNothing},
                             Chain{Distance::kSame, kRanges, 14, Link::kRange},
                             Chain{Distance::kSame, kRoots},
                             Chain{Distance::kSame, kReferences},
                             Chain{Distance::kNear, kAllocation},
                             Chain{Distance::kAnywhere, kHandles},
                             Chain{Distance::kSame, kFinalization},
                             Chain{Distance::kNear, kExceptions, kAll, Link::kNothing},
                             Chain{Distance::kAnywhere, kLoads, kAll, Link::kNothing},
                             Chain{Distance::kAnywhere, kThreads, 2, Link::kNothing},
                             Chain{Distance::kAnywhere, kStaleIds, 1},
                             Chain{Distance::kSame, kGenerations, 3, Link::kNothing}};

// Index of the rule's glob, or the number of globs if the rule is not in the chain.
std::size_t place_in(const Chain& chain, const Rule& rule) {
  const auto found = std::ranges::find_if(
      chain.rules, [&](std::string_view glob) { return rule.id == glob || matches(glob, rule.id); });
  return static_cast<std::size_t>(found - chain.rules.begin());
}

bool is_about_frames(const Chain& chain) {
  return chain.rules.front().starts_with("bracket/");
}

// Cause and consequence have the same side: a profiler violation does not follow from the runtime.
// Exception: a life without a beginning or an end.
bool may_follow(const Chain& chain, const Verdict& verdict, const Verdict& cause) {
  const auto is_one_of = [&](std::span<const std::string_view> ids) {
    return std::ranges::find(ids, verdict.rule->id) != ids.end();
  };
  if (chain.link == Link::kRange && is_one_of(kApartFromRanges)) return false;
  // A wrong number of generations is also a wrong set of them.
  const bool by_count =
      cause.rule->id == "bracket/generation-count" && verdict.rule->id == "bracket/downward-closed";
  if (is_about_frames(chain) && !by_count && is_one_of(kApartFromFrames)) return false;
  return verdict.rule->breaker == cause.rule->breaker ||
         (chain.reach == Distance::kAnywhere && cause.rule->breaker == Breaker::kRuntime &&
          verdict.rule->id.starts_with("life/"));
}

bool near(std::uint32_t collection, const std::set<std::uint32_t>& others, std::uint32_t distance) {
  const auto found = others.lower_bound(collection < distance ? 0 : collection - distance);
  return found != others.end() && *found <= collection + distance;
}

bool reaches(Distance reach, const Verdict& cause, const Verdict& verdict) {
  if (reach == Distance::kAnywhere) return true;
  const std::uint32_t distance = reach == Distance::kSame ? 0 : 1;
  return std::ranges::all_of(verdict.collections, [&](std::uint32_t collection) {
    return near(collection, cause.collections, distance);
  });
}

bool are_near(std::uint64_t line, std::uint64_t other) {
  // A call, and the older one of its batch.
  constexpr std::uint64_t kMostApart = 2;
  return line != kNoLine && other != kNoLine && std::max(line, other) - std::min(line, other) <= kMostApart;
}

// Whether the cause explains this violation.
bool explains(const Chain& chain, const Verdict& cause, const Subject& subject) {
  if (chain.link == Link::kNothing || cause.subjects.size() == kMostSubjects) return true;
  if (chain.link == Link::kFrame && subject.in_mixed_reports) return true;
  if (chain.link == Link::kRange && subject.address != 0 && !subject.in_good_range &&
      is_about_ranges(*cause.rule) && !cause.rule->id.starts_with("ranges/legacy-"))
    return true;
  return std::ranges::any_of(cause.subjects, [&](const Subject& of_cause) {
    if (chain.link == Link::kAfter) return subject.line == kNoLine || subject.line >= of_cause.line;
    if (subject.address != 0 && subject.address == of_cause.address) return true;
    // Such a finding has the line of GarbageCollectionStarted, whatever is wrong.
    if (is_about_frames(chain) && (subject.of_collection || of_cause.of_collection)) return false;
    if (chain.link == Link::kThread) return subject.thread == of_cause.thread;
    return are_near(subject.line, of_cause.line);
  });
}

// The verdict at the end of the chain.
const Verdict* first_of(const std::vector<const Verdict*>& follows, const std::vector<Verdict>& verdicts,
                        const Verdict* verdict) {
  while (const Verdict* const next = follows[static_cast<std::size_t>(verdict - verdicts.data())])
    verdict = next;
  return verdict;
}

}  // namespace

bool is_about_ranges(const Rule& rule) {
  return rule.id.starts_with("ranges/") || rule.id.starts_with("moved/") || rule.id.starts_with("surviving/");
}

std::vector<std::string_view> chained_rules() {
  std::vector<std::string_view> globs;
  for (const Chain& chain : kChains) globs.insert(globs.end(), chain.rules.begin(), chain.rules.end());
  return globs;
}

void find_consequences(std::vector<Verdict>& verdicts) {
  std::vector<const Verdict*> broken;
  for (const Verdict& verdict : verdicts) {
    if (verdict.standing == Standing::kBroken && verdict.rule->kind != RuleKind::kAdvice)
      broken.push_back(&verdict);
  }
  if (broken.size() < 2) return;
  std::vector<const Verdict*> follows(verdicts.size(), nullptr);
  for (const Chain& chain : kChains) {
    std::vector<std::pair<std::size_t, const Verdict*>> placed;
    for (const Verdict* const each : broken) {
      const std::size_t place = place_in(chain, *each->rule);
      if (place != chain.rules.size()) placed.emplace_back(place, each);
    }
    std::ranges::stable_sort(placed, {}, &std::pair<std::size_t, const Verdict*>::first);
    // In Clang 14, C++20 lambdas cannot capture structured bindings.
    for (const auto& follower : placed) {
      const std::size_t place = follower.first;
      const Verdict& verdict = *follower.second;
      const Verdict*& owner = follows[static_cast<std::size_t>(&verdict - verdicts.data())];
      if (owner != nullptr) continue;
      std::vector<const Verdict*> causes;
      for (const auto& [at, each] : placed) {
        if (at < place && at < chain.causes && may_follow(chain, verdict, *each) &&
            reaches(chain.reach, *each, verdict) && first_of(follows, verdicts, each) != &verdict)
          causes.push_back(each);
      }
      const bool explained = std::ranges::all_of(verdict.subjects, [&](const Subject& subject) {
        return std::ranges::any_of(
            causes, [&](const Verdict* const cause) { return explains(chain, *cause, subject); });
      });
      if (!causes.empty() && explained) owner = causes.front();
    }
  }
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (follows[i] != nullptr) verdicts[i].follows = first_of(follows, verdicts, &verdicts[i])->rule;
  }
}

}  // namespace gcrucible::rules
