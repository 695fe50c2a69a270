#include "harness/compare/known.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace gcrucible::compare {
namespace {

struct RootRow {
  KnownRow row;
  std::string_view root;  // reported only in the simulated run; see root_words()
  bool in_full_too;       // applies to collections of generation 2 too
};

constexpr std::array kRows{
    RootRow{{"interior-root-keeps-its-object",
             "a real CLR does not report an interior reference if the collection does not collect the "
             "generation that the object is in afterwards"},
            "stack interior",
            false},
    RootRow{{"references-across-generations-are-updated",
             "for an object in a static a real CLR reports no root, but a handle of the array that contains "
             "the statics; the table has no row for an unreported handle of the scenario"},
            "handle",
            true},
};

constexpr KnownRow kSwept{"Collections that are asked to sweep",
                          "a real CLR compacts where that is worthwhile, whatever was requested"};
constexpr KnownRow kLeft{"Collections that are left to the runtime",
                         "the scenario does not specify whether they compact; pinned survivors stay young in "
                         "a compacting collection and get older in a sweeping one"};
constexpr KnownRow kBesidePinned{
    "The object that begins where a pinned survivor ends",
    "it is next to a pinned object in only one of the two runs, and stays with that object there"};

constexpr KnownRow kExchanged{"Pinned survivors where server heaps exchange regions",
                              "before it plans, a heap may take regions of another heap, and a pinned object "
                              "is in the generation of its region"};

// Whether threads of several heaps reported ranges.
bool has_heaps(const CollectionStory& story) {
  const auto first = std::ranges::find_if(story.calls, &ObservedCall::of_heap);
  return std::any_of(first, story.calls.end(), [&](const ObservedCall& call) {
    return call.of_heap() && call.thread != first->thread;
  });
}

}  // namespace

const KnownRow* row_of_fate(const std::string& name, const BothReported& both) {
  const auto simulated = both.simulated.objects.find(name);
  const auto real = both.real.objects.find(name);
  if (simulated == both.simulated.objects.end() || real == both.real.objects.end()) return nullptr;
  if (simulated->second.before != real->second.before || !is_small(real->second)) return nullptr;
  if (simulated->second.after == "dead" || real->second.after == "dead") return nullptr;
  if (compacts_instead(both.real)) return &kSwept;
  if (both.real.asked == "policy") return &kLeft;
  const bool pinned = is_pinned(simulated->second) && is_pinned(real->second);
  if (pinned && has_heaps(both.simulated) && has_heaps(both.real)) return &kExchanged;
  if (both.simulated.beside_pinned.contains(name) != both.real.beside_pinned.contains(name))
    return &kBesidePinned;
  return nullptr;
}

const KnownRow* row_of_roots(const ObjectStory& simulated, const ObjectStory& real,
                             const BothReported& both) {
  // Both lists are sorted.
  std::vector<std::string> here, there;
  std::set_difference(simulated.roots.begin(), simulated.roots.end(), real.roots.begin(), real.roots.end(),
                      std::back_inserter(here));
  std::set_difference(real.roots.begin(), real.roots.end(), simulated.roots.begin(), simulated.roots.end(),
                      std::back_inserter(there));
  if (here.empty() || !there.empty()) return nullptr;
  const std::vector<std::string>& condemned = both.real.condemned;
  const bool full = std::find(condemned.begin(), condemned.end(), "gen 2") != condemned.end();
  const RootRow* row = nullptr;
  for (const std::string& root : here) {
    row = std::ranges::find_if(
        kRows, [&](const RootRow& each) { return each.root == root && (each.in_full_too || !full); });
    if (row == kRows.end()) return nullptr;
  }
  return &row->row;
}

const KnownRow* row_of_calls(const std::vector<std::string>& simulated, const std::vector<std::string>& real,
                             const BothReported& both) {
  // If none of the scenario's roots is reported, no callback of roots concerns the scenario either.
  if (compacts_instead(both.real)) return &kSwept;
  std::vector<std::string> rootless;
  std::copy_if(simulated.begin(), simulated.end(), std::back_inserter(rootless),
               [](const std::string& name) { return !name.starts_with("RootReferences"); });
  if (rootless != real) return nullptr;
  const KnownRow* row = nullptr;
  for (const auto& [name, object] : both.simulated.objects) {
    const auto other = both.real.objects.find(name);
    if (other == both.real.objects.end() || object.roots == other->second.roots) continue;
    row = row_of_roots(object, other->second, both);
    if (row == nullptr) return nullptr;
  }
  return row;
}

}  // namespace gcrucible::compare
