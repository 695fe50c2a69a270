#include "harness/compare/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/abi/event_mask.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/compare/order.h"
#include "harness/rules/decode/call.h"

namespace gcrucible::compare {
namespace {

std::string list(const std::vector<std::string>& words) {
  return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

std::string list(const std::map<std::string, std::int64_t>& counts) {
  std::vector<std::string> words;
  for (const auto& [name, count] : counts) words.push_back(fmt::format("{} {}", count, name));
  return list(words);
}

std::string or_none(const std::string& word) {
  return word.empty() ? "not there" : word;
}

class Differences {
 public:
  void at(const CollectionStory& collection) {
    collection_ = collection.number;
    line_ = collection.line;
  }
  void add(std::string what, std::string a, std::string b) {
    if (a != b)
      found.push_back({collection_, line_, std::move(what), std::move(a), std::move(b), nullptr, 0});
  }
  // For the fate of an object, which also affects later collections.
  void add(std::string what, std::string a, std::string b, const KnownRow* known) {
    const std::size_t before = found.size();
    add(std::move(what), std::move(a), std::move(b));
    if (found.size() == before || known == nullptr) return;
    found.back().known = known;
    if (parted_ == 0) parted_ = collection_;
  }
  // Call at the end of a collection.
  void follow(std::size_t since) {
    for (; since < found.size(); ++since) {
      if (found[since].known == nullptr) found[since].follows = parted_;
    }
  }
  void add(std::string what, const std::vector<std::string>& a, const std::vector<std::string>& b) {
    if (a != b) add(std::move(what), list(a), list(b));
  }
  void add(std::string what, const std::vector<std::string>& a, const std::vector<std::string>& b,
           const KnownRow* known) {
    const std::size_t before = found.size();
    add(std::move(what), a, b);
    if (found.size() != before) found.back().known = known;
  }

  std::vector<Difference> found;

 private:
  std::uint32_t collection_ = 0;
  std::uint32_t line_ = 0;
  std::uint32_t parted_ = 0;
};

// The facts that both stories can contain.
struct Common {
  std::uint32_t callbacks = 0;     // the lower of the two interface versions
  bool shows_collections = false;  // both show when collections begin and end

  bool brackets() const { return callbacks >= 2; }
  bool dependents() const { return callbacks >= 5; }
};

Common common(const Story& a, const Story& b) {
  return {.callbacks = std::min(a.callback_version.value_or(abi::kNewestCallbackVersion),
                                b.callback_version.value_or(abi::kNewestCallbackVersion)),
          .shows_collections = a.shows_collections() && b.shows_collections()};
}

// The scenario lets the runtime choose between compacting and sweeping. Both are then the same story.
bool is_open(const CollectionStory& a, const CollectionStory& b) {
  return a.asked == "policy" || b.asked == "policy";
}

std::string reported(const ObjectStory& object, bool open, const Common& both) {
  // Without SurvivingReferences, swept objects are not reported.
  if (!both.brackets() && open) return {};
  if (!both.brackets() && object.reported == "surviving") return "not reported";
  const bool small = object.before.starts_with("gen ");
  return open && small && object.reported != "not reported" && !object.reported.empty() ? "reported"
                                                                                        : object.reported;
}

std::vector<std::string> roots(const ObjectStory& object, const Common& both) {
  if (both.brackets()) return object.roots;
  return std::vector<std::string>(object.roots.size(), kRootOfUnknownKind);
}

// The calls that both profilers can receive, under names that both would use.
std::vector<ObservedCall> calls(const CollectionStory& story, bool open, const Common& both) {
  std::vector<ObservedCall> reported;
  for (ObservedCall call : story.calls) {
    if (rules::interface_of(rules::call_of(call.name)) > both.callbacks) continue;
    const bool exact = call.name.ends_with("2");
    const bool ranges =
        call.name.starts_with("MovedReferences") || call.name.starts_with("SurvivingReferences");
    if (open && ranges && !both.brackets()) continue;
    if (open && ranges) call.name = exact ? kEitherExact : kEither;
    reported.push_back(std::move(call));
  }
  return reported;
}

// One collection of each run. `both` is set if one run was simulated and the other recorded.
struct Sides {
  std::optional<BothReported> both;
  bool a_is_simulated = false;

  const KnownRow* of_roots(const ObjectStory& a, const ObjectStory& b) const {
    if (!both) return nullptr;
    return a_is_simulated ? row_of_roots(a, b, *both) : row_of_roots(b, a, *both);
  }
  const KnownRow* of_fate(const std::string& name) const { return both ? row_of_fate(name, *both) : nullptr; }
  const KnownRow* of_calls(const Order& order) const {
    if (!both) return nullptr;
    return a_is_simulated ? row_of_calls(order.a, order.b, *both) : row_of_calls(order.b, order.a, *both);
  }
};

void compare_object(const std::string& name, const ObjectStory& a, const ObjectStory& b, bool open,
                    const Common& both, const Sides& sides, Differences& differences) {
  differences.add(name + ": generation before", or_none(a.before), or_none(b.before));
  const KnownRow* const fate = sides.of_fate(name);
  differences.add(name + ": generation afterwards", or_none(a.after), or_none(b.after), fate);
  differences.add(name + ": reported as", or_none(reported(a, open, both)), or_none(reported(b, open, both)),
                  fate);
  differences.add(name + ": roots", roots(a, both), roots(b, both), sides.of_roots(a, b));
  differences.add(name + ": ObjectReferences", a.references_reported ? "reported" : "not reported",
                  b.references_reported ? "reported" : "not reported");
  differences.add(name + ": references", a.references, b.references);
}

void compare_collection(const CollectionStory& a, const CollectionStory& b, const Common& both,
                        const Sides& sides, Differences& differences) {
  const bool open = is_open(a, b);
  const std::size_t before = differences.found.size();
  differences.at(a);
  if (both.shows_collections && !a.unannounced && !b.unannounced)
    differences.add("collections under the request", std::to_string(a.starts), std::to_string(b.starts));
  if (both.brackets()) {
    differences.add("condemned", a.condemned, b.condemned);
    differences.add("reason", a.reason, b.reason);
  }
  std::set<std::string> names;
  for (const auto& [name, object] : a.objects) names.insert(name);
  for (const auto& [name, object] : b.objects) names.insert(name);
  static const ObjectStory nowhere;
  for (const std::string& name : names) {
    const auto in_a = a.objects.find(name);
    const auto in_b = b.objects.find(name);
    compare_object(name, in_a == a.objects.end() ? nowhere : in_a->second,
                   in_b == b.objects.end() ? nowhere : in_b->second, open, both, sides, differences);
  }
  differences.add("allocated by class", list(a.allocated), list(b.allocated));
  if (both.brackets()) {
    if (std::optional<Order> order = difference_of_queues(a.queued, b.queued))
      differences.add("queued for finalization", order->a, order->b);
  }
  if (both.dependents()) differences.add("dependent handles", a.dependents, b.dependents);
  for (Order& order : differences_of_calls(calls(a, open, both), calls(b, open, both)))
    differences.add(order.what, order.a, order.b, sides.of_calls(order));
  differences.follow(before);
}

}  // namespace

std::vector<Difference> compare(const Story& a, const Story& b) {
  Differences differences;
  std::vector<std::string> names_a, names_b;
  for (const auto& [number, name] : a.names) names_a.push_back(name);
  for (const auto& [number, name] : b.names) names_b.push_back(name);
  differences.add("named objects", names_a, names_b);
  differences.add("requested collections", std::to_string(a.collections.size()),
                  std::to_string(b.collections.size()));
  const Common both = common(a, b);
  if (both.shows_collections)
    differences.add("collections that were not requested", std::to_string(a.unasked),
                    std::to_string(b.unasked));
  const std::size_t in_both = std::min(a.collections.size(), b.collections.size());
  for (std::size_t i = 0; i < in_both; ++i) {
    const CollectionStory &of_a = a.collections[i], &of_b = b.collections[i];
    Sides sides;
    if (a.recorded != b.recorded && a.runtime == b.runtime)
      sides.both.emplace(a.recorded ? BothReported{of_b, of_a} : BothReported{of_a, of_b});
    sides.a_is_simulated = !a.recorded;
    compare_collection(of_a, of_b, both, sides, differences);
  }
  return std::move(differences.found);
}

namespace {

// The flags that are set only in `mask`.
std::string only_in(const rules::EventMask& mask, const rules::EventMask& other) {
  std::vector<std::string> names;
  for (const abi::MaskFlag& flag : abi::kMaskFlags) {
    if (flag.composite) continue;
    const bool low = flag.word == abi::MaskWord::kLow;
    const std::uint32_t has = low ? mask.low : mask.high;
    const std::uint32_t lacks = low ? other.low : other.high;
    if ((has & flag.value & ~lacks) != 0) names.emplace_back(flag.name);
  }
  return list(names);
}

}  // namespace

std::vector<std::string> left_out(const Story& a, const Story& b) {
  std::vector<std::string> sentences;
  const Common both = common(a, b);
  const std::uint32_t of_a = a.callback_version.value_or(abi::kNewestCallbackVersion);
  const std::uint32_t of_b = b.callback_version.value_or(abi::kNewestCallbackVersion);
  const char* const older = of_a < of_b ? "A" : "B";
  if (of_a != of_b && !both.brackets()) {
    sentences.push_back(
        fmt::format("{} was reported through ICorProfilerCallback alone. There a collection lasts from "
                    "RuntimeSuspendFinished, of a suspension with COR_PRF_SUSPEND_FOR_GC, to "
                    "RuntimeResumeStarted. Not compared, because that interface does not report it: "
                    "condemned generations, the reason, survivors that did not move, kinds of roots, queued "
                    "finalizers, dependent handles, and callbacks of newer interfaces.",
                    older));
  } else if (of_a != of_b) {
    sentences.push_back(
        fmt::format("{} was reported through ICorProfilerCallback{} at most: callbacks of newer interfaces "
                    "are not compared{}.",
                    older, both.callbacks, both.dependents() ? "" : ", nor are dependent handles"));
  }
  for (const auto& [letter, story] : {std::pair("A", &a), std::pair("B", &b)}) {
    if (story->shows_collections()) continue;
    sentences.push_back(fmt::format(
        "{} does not show its collections: it has no GarbageCollectionStarted, and COR_PRF_MONITOR_SUSPENDS "
        "is not in its event mask. The number of collections is not compared.",
        letter));
  }
  return sentences;
}

std::vector<std::string> hints(const Story& a, const Story& b) {
  std::vector<std::string> sentences;
  if (a.mask && b.mask && *a.mask != *b.mask) {
    sentences.push_back(fmt::format(
        "The event masks differ: A alone has {}; B alone has {}. Callbacks that only one mask enables are "
        "missing in the other run. To compare the rest, use the same mask for both. For the recorder, set "
        "GCRUCIBLE_RECORDER_MASK, or --mask of gcrucible record. Another profiler sets its mask itself.",
        only_in(*a.mask, *b.mask), only_in(*b.mask, *a.mask)));
  }
  if (a.runtime != b.runtime) {
    sentences.push_back(
        fmt::format("The runtimes differ: A is {}, B is {}. docs/deviations.md describes their differences.",
                    a.runtime, b.runtime));
  }
  if (a.recorded != b.recorded) {
    sentences.push_back(
        fmt::format("{} is simulated and {} was recorded: docs/deviations.md describes where the two are "
                    "known to differ.",
                    a.recorded ? "B" : "A", a.recorded ? "A" : "B"));
  }
  return sentences;
}

}  // namespace gcrucible::compare
