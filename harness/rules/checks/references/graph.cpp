// Rules about the graph of roots, references and dependent handles, checked when all of it is known.
#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>

#include "harness/abi/enums.h"
#include "harness/abi/monitor_flags.h"
#include "harness/rules/collection/range_index.h"
#include "harness/rules/collection/relocation.h"
#include "harness/rules/evidence/reachable_set.h"
#include "harness/rules/evidence/runtime_settings.h"
#include "harness/rules/evidence/stack_word.h"
#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

// Recordings in which interior stack roots are missing: collections of generations 0 and 1 in .NET.
bool lacks_roots(const History& history, const Rule& rule) {
  return history.header().source == "recorded" && has_leeway(rule, history.header().runtime);
}

// What leads to some objects, except interior roots, weak roots and roots of the finalizer queue.
class Reasons {
 public:
  // `objects`: by address, with empty texts. Objects that something leads to get a text.
  Reasons(const Collection& collection, std::unordered_map<std::uint64_t, std::string>& objects)
      : objects_(objects) {
    for (const BatchCall& call : collection.root_calls) {
      if (call.call == Call::kRootReferences2)
        roots(std::span(collection.roots).subspan(call.first, call.count));
    }
    for (const ElementReport& report : collection.elements) {
      if (std::string* const why = wanted(report.element.value))
        *why = fmt::format("the dependent handle {:#x}", report.element.id);
    }
    for (const ObjectReport& report : collection.objects) {
      for (const std::uint64_t target :
           std::span(collection.references).subspan(report.first, report.count)) {
        if (target == report.object) continue;
        if (std::string* const why = wanted(target)) *why = fmt::format("object {}", id(report.object));
      }
    }
  }

 private:
  void roots(std::span<const Root> roots) {
    for (const Root& root : roots) {
      if ((root.flags & (abi::COR_PRF_GC_ROOT_WEAKREF | abi::COR_PRF_GC_ROOT_INTERIOR)) != 0) continue;
      // The finalizer queue holds objects that nothing else keeps alive.
      if (root.kind == abi::COR_PRF_GC_ROOT_FINALIZER) continue;
      std::string* const why = wanted(root.object);
      if (why == nullptr) continue;
      *why = root.kind == abi::COR_PRF_GC_ROOT_HANDLE ? fmt::format("the handle {:#x}", root.id) : "a root";
    }
  }
  // Null if the object is not in `objects` or already has a text.
  std::string* wanted(std::uint64_t object) {
    const auto found = objects_.find(object);
    return found == objects_.end() || !found->second.empty() ? nullptr : &found->second;
  }
  std::unordered_map<std::uint64_t, std::string>& objects_;
};

// An interior reference cannot become a reference to the whole object again. An object that only interior
// references kept in the previous collection has no other root and is in no field from then on.
void led_to_again(const Collection& collection, Ruling& ruling) {
  if (collection.unrooted_before.empty() || !collection.alive_known || collection.starts == 0) return;
  const Relocation relocation(collection);
  // An object in no range was not collected, unless another object has moved to its address.
  std::vector<std::uint64_t> addresses;
  for (const Unrooted& before : collection.unrooted_before) addresses.push_back(before.object);
  std::sort(addresses.begin(), addresses.end());
  const std::vector<std::uint8_t> taken_over = inside_new_ranges(addresses, collection.reported);
  const auto now_at = [&](std::uint64_t object) {
    const auto taken = relocation.taken(object);
    const auto at = std::lower_bound(addresses.begin(), addresses.end(), object) - addresses.begin();
    if (!taken && taken_over[static_cast<std::size_t>(at)] != 0) return std::uint64_t{0};
    return taken.value_or(object);
  };
  std::unordered_map<std::uint64_t, std::string> now;
  for (const std::uint64_t object : addresses) now[now_at(object)];
  const Reasons reasons(collection, now);
  for (const Unrooted& before : collection.unrooted_before) {
    const std::uint64_t after = now_at(before.object);
    if (after == 0) continue;
    const std::string& why = now[after];
    if (why.empty() || !collection.is_alive(after)) continue;
    Finding finding{
        .what = fmt::format(
            "Object {} is alive after the collection, but no reported root, reference or dependent handle "
            "leads to it. In collection {}, {} leads to it, so no unreported interior root has kept it.",
            id(before.object), collection.number, why),
        .collection = before.collection,
        .line = before.line,
        .callback = std::string(name_of(Call::kObjectReferences)),
        .thread = before.thread};
    ruling.broken(at_address(std::move(finding), before.object));
  }
}

void closed_graph(const Collection& collection, const History& history, Ruling& ruling) {
  const bool lacking = lacks_roots(history, ruling.rule());
  if (lacking && !scans_conservatively(history.header()) && knows_dependent_handles(history))
    led_to_again(collection, ruling);
  if (collection.objects.empty()) return;
  if (collection.reached.empty() || collection.starts == 0) return ruling.cannot(kNoCompleteGraph);
  if (!knows_dependent_handles(history) &&
      std::ranges::find(collection.reached, Reached::kNot) != collection.reached.end())
    return ruling.cannot(kNoDependentHandles);
  const bool lenient = lacking && !collection.condemned(2) && !collection.roots.empty();
  for (std::size_t i = 0; i < collection.reached.size(); ++i) {
    if (collection.reached[i] != Reached::kNot) {
      ruling.kept();
      continue;
    }
    if (lenient) {
      ruling.cannot(
          "an object that nothing reported keeps alive may have an interior root that the runtime does not "
          "report");
      continue;
    }
    const ObjectReport& report = collection.objects[collection.reports[i]];
    const std::uint64_t object = collection.alive[i];
    ruling.broken(
        at_address(finding_at(report, collection,
                              fmt::format("Object {} is alive after the collection, but no reported root, "
                                          "reference or dependent handle leads to it.",
                                          id(object))),
                   object));
  }
}

void empty_is_zero(const Callback& callback, const History& history, Ruling& ruling) {
  for (std::uint32_t i = 0; i < callback.references.size(); ++i) {
    if (callback.references[i] != 0) continue;
    Finding finding = finding_at(callback, history.collection(),
                                 fmt::format("A reference of object {} is null.", id(callback.object)));
    finding.entry = i;
    ruling.broken(std::move(finding));
  }
  if (callback.references.empty()) ruling.kept();
}

void class_of_unloading(const Callback& callback, const History& history, Ruling& ruling) {
  if (callback.object_class != 0) {
    if (history.loads().any_class_unloads()) ruling.kept();
    return;
  }
  if (!history.reported_from_start(abi::COR_PRF_MONITOR_CLASS_LOADS)) {
    return ruling.cannot("the trace does not record which classes are unloaded");
  }
  const auto& open = history.loads().open();
  const bool unloading = std::any_of(open.begin(), open.end(), [](const Loads::Open& each) {
    return each.step.kind == LoadStep::Kind::kClass && each.step.unloads();
  });
  if (unloading) return ruling.kept();
  ruling.broken(
      at_address(finding_at(callback, history.collection(),
                            fmt::format("Object {} is reported with class 0, but no class is being unloaded.",
                                        id(callback.object))),
                 callback.object));
}

void error_leaves_the_bracket(const Collection& collection, const History&, Ruling& ruling) {
  if (!collection.references_stopped) return;
  if (collection.finishes != 0) return ruling.kept();
  ruling.broken(finding_of(collection,
                           "The profiler failed ObjectReferences, and GarbageCollectionFinished was not "
                           "delivered for this collection."));
}

void addresses_after(const Collection& collection, const History& history, Ruling& ruling) {
  const bool moves = std::any_of(collection.reported.begin(), collection.reported.end(),
                                 [](const ReportedRange& each) { return each.range.from != each.range.to; });
  if (!moves) return;
  const RangeIndex& by_old = collection.by_old_address;
  const RangeIndex& by_new = collection.by_new_address;
  AddressFinder living(collection.alive);
  const auto check = [&](std::uint64_t address, auto place, std::string_view what) {
    if (address == 0) return;
    // The model lists an object there, whatever the ranges contain.
    if (collection.alive_known && !collection.alive_reported && living.find(address) != kNoIndex) {
      return ruling.kept();
    }
    if (by_new.holding(address) != nullptr) return ruling.kept();
    const ReportedRange* const old = by_old.holding(address);
    if (old == nullptr || old->range.from == old->range.to) return;
    ruling.broken(
        at_address(place(fmt::format("{} {} is reported by its old address; the range {} moved it away.",
                                     what, id(address), text_of(*old))),
                   address));
  };
  for (const BatchCall& call : collection.root_calls) {
    for (std::uint32_t i = 0; i < call.count; ++i) {
      if (may_be_stack_word(call, collection.roots[call.first + i], history)) continue;
      check(
          collection.roots[call.first + i].object,
          [&](std::string text) {
            Finding finding = finding_at(call, collection, std::move(text));
            finding.entry = i;
            return finding;
          },
          "The root");
    }
  }
  for (const ElementReport& report : collection.elements) {
    const auto place = [&](std::string text) {
      return Finding{.what = std::move(text),
                     .collection = collection.number,
                     .line = report.line,
                     .callback = std::string(name_of(Call::kConditionalWeakTableElementReferences)),
                     .entry = report.entry};
    };
    check(report.element.key, place, "The key");
    check(report.element.value, place, "The value");
  }
  for (const ObjectReport& report : collection.objects) {
    const auto place = [&](std::string text) { return finding_at(report, collection, std::move(text)); };
    check(report.object, place, "The object");
    for (std::uint32_t i = 0; i < report.count; ++i) {
      // A reference to a live object is checked with that object.
      const std::size_t at = report.first + i;
      if (at < collection.targets.size() && collection.targets[at] != kNoIndex) continue;
      check(collection.references[at], place, "A reference to");
    }
  }
}

// Calls `take(before, address, now)` for each object whose class was reported before the collection and is
// reported in it.
template <typename Take>
void each_seen_again(const Collection& collection, Take take) {
  if (collection.objects.empty() || collection.known_classes.empty()) return;
  std::vector<ClassOf> now;
  now.reserve(collection.objects.size());
  for (const ObjectReport& report : collection.objects) now.push_back({report.object, report.object_class});
  if (!std::is_sorted(now.begin(), now.end())) std::sort(now.begin(), now.end());
  std::vector<std::uint64_t> addresses(now.size());
  std::transform(now.begin(), now.end(), addresses.begin(), [](const ClassOf& each) { return each.object; });
  // An object in no range that is reported again was not collected, unless another object has moved to its
  // address.
  const std::vector<std::uint8_t> collected = inside_new_ranges(addresses, collection.reported);
  const Relocation relocation(collection);
  AddressFinder finder(addresses);
  for (const ClassOf& before : collection.known_classes) {
    const auto taken = relocation.taken(before.object);
    const std::uint64_t address = taken.value_or(before.object);
    const std::uint32_t at = finder.find(address);
    if (at != kNoIndex && (taken || collected[at] == 0)) take(before, address, now[at].type);
  }
}

void class_stays(const Collection& collection, const History&, Ruling& ruling) {
  each_seen_again(collection, [&](const ClassOf& before, std::uint64_t address, std::uint64_t now) {
    if (now == before.type || before.type == 0 || now == 0) return ruling.kept();
    ruling.broken(
        at_address(finding_of(collection, fmt::format("Object {}, previously at {}, is reported with class "
                                                      "{:#x}; it was reported with {:#x} before.",
                                                      id(address), id(before.object), now, before.type)),
                   address));
  });
}

// .NET 10 reports an object without its class only where the managed object that keeps a collectible assembly
// loaded is gone. Each instance that a collection finds alive keeps that object too, whatever its generation.
void null_of_survivor(const Collection& collection, Ruling& ruling) {
  std::vector<const ObjectReport*> nulls;
  for (const ObjectReport& report : collection.objects) {
    if (report.object_class == 0) nulls.push_back(&report);
  }
  std::ranges::sort(nulls, {}, [](const ObjectReport* each) { return each->object; });
  std::vector<std::uint64_t> addresses;
  for (const ObjectReport* each : nulls) addresses.push_back(each->object);
  const std::vector<std::uint8_t> survives = inside_new_ranges(addresses, collection.reported);
  for (std::size_t i = 0; i < nulls.size(); ++i) {
    if (survives[i] == 0) {
      ruling.cannot("an object is reported without a class, and its class may be one that is being unloaded");
      continue;
    }
    ruling.broken(at_address(finding_at(*nulls[i], collection,
                                        fmt::format("Object {} is reported with class 0, but it is alive "
                                                    "after the collection and keeps its class loaded.",
                                                    id(nulls[i]->object))),
                             nulls[i]->object));
  }
}

// A callback has reported that the class is being unloaded, or was unloaded.
bool is_reported_unloading(std::uint64_t object_class, const History& history) {
  const Loads::Life life = history.loads().life(LoadStep::Kind::kClass, object_class);
  return life == Loads::Life::kUnloading || life == Loads::Life::kUnloaded;
}

// The model has the type of the object, and the type was never unloaded.
const ObjectReport* null_of_loaded(const Collection& collection, const History& history) {
  if (!collection.model || !collection.model->after) return nullptr;
  const auto& objects = collection.model->after->objects;
  for (const ObjectReport& report : collection.objects) {
    if (report.object_class != 0) continue;
    const auto found = std::ranges::lower_bound(objects, report.object, {}, &HeapObject::at);
    if (found == objects.end() || found->at != report.object) continue;
    const std::uint64_t type = history.allocations().class_of(found->type);
    if (type == 0 || history.types().was_unloaded(type) || is_reported_unloading(type, history)) continue;
    return &report;
  }
  return nullptr;
}

// Used if class unloads are not reported. All objects of a class that is being unloaded have no class, and
// the class never comes back. Classes of the core library are never unloaded, and each process has objects
// of them.
void null_of_living(const Collection& collection, const History& history, Ruling& ruling) {
  if (history.reported_from_start(abi::COR_PRF_MONITOR_CLASS_LOADS) || collection.objects.empty()) return;
  if (const ObjectReport* const report = null_of_loaded(collection, history)) {
    return ruling.broken(at_address(
        finding_at(*report, collection,
                   fmt::format("Object {} is reported with class 0, but its type was never unloaded.",
                               id(report->object))),
        report->object));
  }
  std::vector<std::uint64_t> living;
  const ObjectReport* null = nullptr;
  for (const ObjectReport& report : collection.objects) {
    if (report.object_class != 0) living.push_back(report.object_class);
    if (report.object_class == 0 && null == nullptr) null = &report;
  }
  // Simulated processes have only the scenario's objects.
  const bool has_core_library = history.header().source == "recorded";
  if (null != nullptr && living.empty() && has_core_library && !collection.references_stopped) {
    return ruling.broken(at_address(
        finding_at(*null, collection,
                   fmt::format("All of {} are reported with class 0, and the classes of the core library are "
                               "never unloaded.",
                               counted(collection.objects.size(), "object"))),
        null->object));
  }
  if (!collection.known_classes.empty()) ruling.kept(living.size());
  const bool keeps_classes = is_real_net10(history.header());
  if (keeps_classes && null != nullptr) null_of_survivor(collection, ruling);
  std::sort(living.begin(), living.end());
  bool comes_back = false;
  each_seen_again(collection, [&](const ClassOf& before, std::uint64_t address, std::uint64_t now) {
    const bool lives = std::binary_search(living.begin(), living.end(), before.type);
    if (now == 0 && before.type != 0 && (lives || keeps_classes)) {
      return ruling.broken(at_address(
          finding_of(
              collection,
              fmt::format("Object {} is reported with class 0; it was reported with class {:#x}, which {}.",
                          id(address), before.type,
                          lives ? "other objects still have" : "it keeps loaded while it lives")),
          address));
    }
    // One finding is enough: all objects reported without classes get their classes back together.
    if (now == 0 || before.type != 0 || std::exchange(comes_back, true)) return;
    ruling.broken(at_address(
        finding_of(collection,
                   fmt::format("Object {}, previously at {}, is reported with class {:#x}. It was reported "
                               "with class 0 before, and an unloaded class is never loaded again.",
                               id(address), id(before.object), now)),
        address));
  });
}

constexpr Binding kBindings[] = {
    {.id = "references/closed-graph",
     .occasion = "a complete round of ObjectReferences",
     .collection = closed_graph},
    {.id = "references/empty-is-zero",
     .occasion = "an object without references in ObjectReferences",
     .calls = {Call::kObjectReferences},
     .entry = empty_is_zero},
    {.id = "references/class-of-unloading",
     .occasion = "an object that is reported again, or after a class was unloaded",
     .calls = {Call::kObjectReferences},
     .entry = class_of_unloading,
     .collection = null_of_living},
    {.id = "references/class-stays",
     .occasion = "an object that is reported in two collections",
     .collection = class_stays},
    {.id = "references/error-leaves-the-bracket",
     .occasion = "a call of ObjectReferences that the profiler fails",
     .collection = error_leaves_the_bracket},
    {.id = "references/addresses-after", .occasion = "an object that moves", .collection = addresses_after},
};

}  // namespace

std::span<const Binding> graph_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
