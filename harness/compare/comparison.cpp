#include "harness/compare/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "harness/abi/event_mask.h"

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
    if (a != b) found.push_back({collection_, line_, std::move(what), std::move(a), std::move(b)});
  }
  void add(std::string what, const std::vector<std::string>& a, const std::vector<std::string>& b) {
    if (a != b) add(std::move(what), list(a), list(b));
  }

  std::vector<Difference> found;

 private:
  std::uint32_t collection_ = 0;
  std::uint32_t line_ = 0;
};

// Where the scenario leaves it to the runtime whether a collection compacts, either is the same story.
bool is_open(const CollectionStory& a, const CollectionStory& b) {
  return a.asked == "policy" || b.asked == "policy";
}

std::string told(const ObjectStory& object, bool open) {
  const bool small = object.before.starts_with("gen ");
  return open && small && object.told != "not told" && !object.told.empty() ? "told" : object.told;
}

std::vector<std::string> calls(const CollectionStory& story, bool open) {
  std::vector<std::string> names;
  for (const std::string& name : story.calls) {
    const bool exact = name.ends_with("2");
    const bool ranges = name.starts_with("MovedReferences") || name.starts_with("SurvivingReferences");
    const std::string shown = !open || !ranges ? name
                              : exact          ? "Moved or SurvivingReferences2"
                                               : "Moved or SurvivingReferences";
    // With large objects beside small ones, one family stands in two parts of the report or both in one.
    if (open && ranges && std::find(names.begin(), names.end(), shown) != names.end()) continue;
    names.push_back(shown);
  }
  return names;
}

void compare_object(const std::string& name, const ObjectStory& a, const ObjectStory& b, bool open,
                    Differences& differences) {
  differences.add(name + ": generation before", or_none(a.before), or_none(b.before));
  differences.add(name + ": generation afterwards", or_none(a.after), or_none(b.after));
  differences.add(name + ": told as", or_none(told(a, open)), or_none(told(b, open)));
  differences.add(name + ": roots", a.roots, b.roots);
  differences.add(name + ": ObjectReferences", a.references_told ? "told" : "not told",
                  b.references_told ? "told" : "not told");
  differences.add(name + ": references", a.references, b.references);
}

void compare_collection(const CollectionStory& a, const CollectionStory& b, Differences& differences) {
  differences.at(a);
  differences.add("collections under the request", std::to_string(a.starts), std::to_string(b.starts));
  differences.add("condemned", a.condemned, b.condemned);
  differences.add("reason", a.reason, b.reason);
  std::set<std::string> names;
  for (const auto& [name, object] : a.objects) names.insert(name);
  for (const auto& [name, object] : b.objects) names.insert(name);
  static const ObjectStory nowhere;
  for (const std::string& name : names) {
    const auto in_a = a.objects.find(name);
    const auto in_b = b.objects.find(name);
    compare_object(name, in_a == a.objects.end() ? nowhere : in_a->second,
                   in_b == b.objects.end() ? nowhere : in_b->second, is_open(a, b), differences);
  }
  differences.add("allocated by class", list(a.allocated), list(b.allocated));
  differences.add("queued for finalization", a.queued, b.queued);
  differences.add("dependent handles", a.dependents, b.dependents);
  differences.add("callbacks in order", calls(a, is_open(a, b)), calls(b, is_open(a, b)));
}

}  // namespace

std::vector<Difference> compare(const Story& a, const Story& b) {
  Differences differences;
  std::vector<std::string> names_a, names_b;
  for (const auto& [number, name] : a.names) names_a.push_back(name);
  for (const auto& [number, name] : b.names) names_b.push_back(name);
  differences.add("named objects", names_a, names_b);
  differences.add("collections asked for", std::to_string(a.collections.size()),
                  std::to_string(b.collections.size()));
  differences.add("collections that nobody asked for", std::to_string(a.unasked), std::to_string(b.unasked));
  const std::size_t both = std::min(a.collections.size(), b.collections.size());
  for (std::size_t i = 0; i < both; ++i) compare_collection(a.collections[i], b.collections[i], differences);
  return std::move(differences.found);
}

namespace {

// The flags that only the first mask has.
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

std::vector<std::string> hints(const Story& a, const Story& b) {
  std::vector<std::string> sentences;
  if (a.mask && b.mask && *a.mask != *b.mask) {
    sentences.push_back(fmt::format(
        "The event masks differ: A alone has {}; B alone has {}. What only one of them asks for is "
        "not told in the other run; give both the same mask to compare the rest: the recorder's is "
        "GCRUCIBLE_RECORDER_MASK, or --mask of gcrucible record; another profiler's is its own affair.",
        only_in(*a.mask, *b.mask), only_in(*b.mask, *a.mask)));
  }
  if (a.runtime != b.runtime) {
    sentences.push_back(fmt::format(
        "The runtimes differ: A is {}, B is {}. docs/deviations.md says what they do differently.", a.runtime,
        b.runtime));
  }
  if (a.recorded != b.recorded) {
    sentences.push_back(fmt::format(
        "{} is simulated and {} was recorded: docs/deviations.md says where the two are known to differ.",
        a.recorded ? "B" : "A", a.recorded ? "A" : "B"));
  }
  return sentences;
}

}  // namespace gcrucible::compare
