// Rules about RootReferences and RootReferences2.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

#include "harness/rules/checks/roots/root_entries.h"
#include "harness/rules/evidence/stack_word.h"

namespace gcrucible::rules {
namespace {

std::string kind_text(std::uint32_t kind) {
  constexpr std::array<const char*, 4> kNames{"other", "stack", "finalizer", "handle"};
  return kind < kNames.size() ? kNames[kind] : fmt::format("{}, which has no name", kind);
}

std::vector<std::uint64_t> objects_of(const Collection& collection, Call which, bool with_failed) {
  std::vector<std::uint64_t> objects;
  for (const BatchCall& call : collection.root_calls) {
    if (call.call != which || (!with_failed && call.returned && call.hr < 0)) continue;
    for (std::uint32_t i = 0; i < call.count; ++i) objects.push_back(collection.roots[call.first + i].object);
  }
  std::sort(objects.begin(), objects.end());
  return objects;
}

// For a failed batch, runtimes either make both calls or only the exact one.
void pair_equal(const Collection& collection, const History&, Ruling& ruling) {
  if (collection.root_calls.empty()) return;
  const auto legacy = objects_of(collection, Call::kRootReferences, true);
  const auto all = objects_of(collection, Call::kRootReferences2, true);
  const auto successful = objects_of(collection, Call::kRootReferences2, false);
  if (legacy == all || legacy == successful) return ruling.kept();
  std::vector<std::uint64_t> only_exact, only_legacy;
  std::set_difference(successful.begin(), successful.end(), legacy.begin(), legacy.end(),
                      std::back_inserter(only_exact));
  std::set_difference(legacy.begin(), legacy.end(), successful.begin(), successful.end(),
                      std::back_inserter(only_legacy));
  const bool missing = !only_exact.empty();
  const std::uint64_t example = missing ? only_exact.front() : only_legacy.empty() ? 0 : only_legacy.front();
  Finding finding = finding_at(
      collection.root_calls.back(), collection,
      fmt::format("RootReferences2 reports {} roots, RootReferences {}; {} is reported by {} only.",
                  successful.size(), legacy.size(), id(example),
                  missing ? "RootReferences2" : "RootReferences"));
  finding.address = example;
  ruling.broken(std::move(finding));
}

void exact_first(const Collection& collection, const History&, Ruling& ruling) {
  std::map<std::uint32_t, const BatchCall*> last_of_thread;
  for (const BatchCall& legacy : collection.root_calls) {
    const BatchCall* const exact = std::exchange(last_of_thread[legacy.thread], &legacy);
    if (legacy.call != Call::kRootReferences) continue;
    if (exact != nullptr && exact->call == Call::kRootReferences2 && exact->count == legacy.count) {
      std::uint32_t same = 0;
      while (same < legacy.count &&
             collection.roots[exact->first + same].object == collection.roots[legacy.first + same].object) {
        ++same;
      }
      if (same == legacy.count) {
        ruling.kept();
        continue;
      }
      Finding finding =
          finding_at(legacy, collection,
                     fmt::format("RootReferences names {} where RootReferences2 (line {}) names {}.",
                                 id(collection.roots[legacy.first + same].object), exact->line,
                                 id(collection.roots[exact->first + same].object)));
      finding.entry = same;
      ruling.broken(std::move(finding));
      continue;
    }
    ruling.broken(finding_at(
        legacy, collection,
        fmt::format("RootReferences with {} does not follow a RootReferences2 with the same number.",
                    counted(legacy.count, "root"))));
  }
}

void known_flags(const Collection& collection, const History&, Ruling& ruling) {
  each_exact_root(collection, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    constexpr std::uint32_t kBoth = abi::COR_PRF_GC_ROOT_PINNING | abi::COR_PRF_GC_ROOT_WEAKREF;
    if ((root.flags & kBoth) == kBoth) {
      return ruling.broken(
          at_entry(finding_at(call, collection,
                              fmt::format("The root {} is both pinning and weak by its flags {:#x}.",
                                          id(root.object), root.flags)),
                   entry));
    }
    if ((root.flags & ~kAllRootFlags) == 0 && root.kind <= abi::COR_PRF_GC_ROOT_HANDLE) return ruling.kept();
    ruling.broken(at_entry(finding_at(call, collection,
                                      fmt::format("The root {} has kind {} and flags {:#x}; kinds go up to 3 "
                                                  "(handle), flags are a sum of 1, 2, 4 and 8.",
                                                  id(root.object), kind_text(root.kind), root.flags)),
                           entry));
  });
}

void live_target(const Collection& collection, const History& history, Ruling& ruling) {
  if (collection.root_calls.empty()) return;
  if (!collection.alive_known) {
    return ruling.cannot(
        "the trace lists neither the model's objects nor a complete round of ObjectReferences");
  }
  each_root(collection, kRootCalls, [&](const BatchCall& call, std::uint32_t entry, const Root& root) {
    if (root.object == 0) return;
    if (collection.is_alive(root.object)) return ruling.kept();
    if (may_be_stack_word(call, root, history)) return ruling.cannot(kStackWord);
    ruling.broken(
        finding_at_root(collection, call, entry, root,
                        fmt::format("A root ({}) names {}, where there is no object after the collection.",
                                    kind_text(root.kind), id(root.object))));
  });
}

constexpr Binding kBindings[] = {
    {.id = "roots/pair-equal", .occasion = "a report of roots", .collection = pair_equal},
    {.id = "roots/exact-first", .occasion = "a call of RootReferences", .collection = exact_first},
    {.id = "roots/known-flags", .occasion = "a root in RootReferences2", .collection = known_flags},
    {.id = "roots/live-target", .occasion = "a root that names an object", .collection = live_target},
};

}  // namespace

std::span<const Binding> root_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
