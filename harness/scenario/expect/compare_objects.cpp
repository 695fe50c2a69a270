// Expectations about objects: alive or dead, address, generation.
#include <fmt/format.h>

#include <algorithm>

#include "harness/scenario/expect/comparison.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {
namespace {

const rules::HeapObject* before(const ObservedCollection& observed, const Named& object) {
  return find(observed.model.before, object.number);
}
const rules::HeapObject* after(const ObservedCollection& observed, const Named& object) {
  return find(observed.model.after, object.number);
}

bool was_there(const ObservedCollection& observed, const Named& object) {
  return !observed.model.before || before(observed, object) != nullptr;
}

// The reason why an object is not in the heap after the collection.
std::string absence_text(const ObservedCollection& observed, const Named& object,
                         const Comparison& comparison) {
  if (was_there(observed, object)) return "it died";
  const auto& allocated = comparison.summary().allocated;
  const auto made = allocated.find(object.number);
  if (made == allocated.end() || made->second < observed.line)
    return "it was dead before the collection already";
  // Only one kind of collection comes before its own step.
  return "it was allocated only after the collection: for a profiler that sets COR_PRF_MONITOR_GC a "
         "background collection is a blocking one, made at its `begin`";
}

std::string names(const std::vector<std::uint32_t>& numbers, const Scenario& scenario, bool handles) {
  std::string text;
  for (const std::uint32_t number : numbers) {
    std::string name;
    if (handles && number < scenario.handle_names.size()) name = scenario.handle_names[number];
    if (!handles) {
      const auto found = std::ranges::find(scenario.program.names, number, &program::ObjectName::object);
      if (found != scenario.program.names.end()) name = found->name;
    }
    if (!name.empty()) name = name_in_quotes(name);
    if (name.empty()) name = fmt::format("{} {}", handles ? "handle" : "object", number);
    text += (text.empty() ? "" : ", ") + name;
  }
  return text.empty() ? (handles ? "no handle" : "no object") : text;
}

void compare_set(const std::optional<Whole<Named>>& expected, const std::vector<std::uint32_t>& observed,
                 bool handles, std::string_view what, Comparison& comparison) {
  if (!expected) return;
  std::vector<std::uint32_t> wanted;
  for (const Named& each : expected->items) wanted.push_back(each.number);
  std::vector<std::uint32_t> got = observed;
  std::ranges::sort(wanted);
  std::ranges::sort(got);
  comparison.check(
      wanted == got, expected->place,
      fmt::format("{} to be {}", names(wanted, comparison.scenario(), handles), what),
      fmt::format("{} {}", names(got, comparison.scenario(), handles), got.size() > 1 ? "were" : "was"));
}

void compare_addresses(const ExpectedCollection& expected, const ObservedCollection& observed,
                       Comparison& comparison) {
  const auto both = [&](const Named& object, const auto& use) {
    const rules::HeapObject* const was = before(observed, object);
    const rules::HeapObject* const is = after(observed, object);
    if (was == nullptr || is == nullptr) {
      comparison.fail(object.place,
                      fmt::format("{} to live through the collection", name_in_quotes(object.name)),
                      was == nullptr ? "it was not in the heap before it" : "it died");
      return;
    }
    use(*was, *is);
  };
  for (const Named& object : expected.moves) {
    both(object, [&](const rules::HeapObject& was, const rules::HeapObject& is) {
      comparison.check(was.at != is.at, object.place, fmt::format("{} to move", name_in_quotes(object.name)),
                       fmt::format("it stayed at {}", to_text(is.at)));
    });
  }
  for (const Named& object : expected.unmoved) {
    both(object, [&](const rules::HeapObject& was, const rules::HeapObject& is) {
      comparison.check(was.at == is.at, object.place,
                       fmt::format("{} to stay where it was", name_in_quotes(object.name)),
                       fmt::format("it moved from {} to {}", to_text(was.at), to_text(is.at)));
    });
  }
  for (std::size_t i = 1; i < expected.ascending.size(); ++i) {
    const Named& low = expected.ascending[i - 1];
    const Named& high = expected.ascending[i];
    const std::string expected_order =
        fmt::format("{} at a higher address than {}", name_in_quotes(high.name), name_in_quotes(low.name));
    const rules::HeapObject* const first = after(observed, low);
    const rules::HeapObject* const second = after(observed, high);
    if (first == nullptr || second == nullptr) {
      comparison.fail(
          high.place, expected_order,
          fmt::format("{} is not in the heap", name_in_quotes((first == nullptr ? low : high).name)));
      continue;
    }
    comparison.check(first->at < second->at, high.place, expected_order,
                     fmt::format("{} is at {} and {} at {}", name_in_quotes(high.name), to_text(second->at),
                                 name_in_quotes(low.name), to_text(first->at)));
  }
}

// A known holder of the object: its finalizer, or a reported root. References from other objects are not
// checked.
std::string holder_of(const ObservedCollection& observed, const Named& object, const rules::HeapObject& is) {
  if (std::ranges::find(observed.model.queued, object.number) != observed.model.queued.end())
    return ", queued for its finalizer";
  for (const rules::Root& root : observed.report.roots) {
    if (root.object != is.at) continue;
    const auto& words = root_kind_words();
    return ", and a root holds it" +
           (root.kind < words.size() ? " (" + words[root.kind] + ")" : std::string());
  }
  return {};
}

}  // namespace

void compare_objects(const ExpectedCollection& expected, const ObservedCollection& observed,
                     Comparison& comparison) {
  const bool needs_heap = !expected.dead.empty() || !expected.alive.empty() || !expected.at.empty() ||
                          !expected.generation.empty() || !expected.moves.empty() ||
                          !expected.unmoved.empty() || !expected.ascending.empty();
  if (needs_heap && !observed.model.after) {
    comparison.fail(expected.place, "this collection to end", "the trace does not show the heap after it");
  } else {
    for (const Named& object : expected.dead) {
      const rules::HeapObject* const is = after(observed, object);
      comparison.check(is == nullptr && was_there(observed, object), object.place,
                       fmt::format("{} to die", name_in_quotes(object.name)),
                       is == nullptr ? absence_text(observed, object, comparison)
                                     : fmt::format("it lives, at {}{}", to_text(is->at),
                                                   holder_of(observed, object, *is)));
    }
    for (const Named& object : expected.alive) {
      comparison.check(after(observed, object) != nullptr, object.place,
                       fmt::format("{} to live", name_in_quotes(object.name)),
                       absence_text(observed, object, comparison));
    }
    for (const auto& [object, address] : expected.at) {
      const rules::HeapObject* const is = after(observed, object);
      comparison.check(
          is != nullptr && is->at == address, object.place,
          fmt::format("{} at {} after the collection", name_in_quotes(object.name), to_text(address)),
          is == nullptr ? absence_text(observed, object, comparison) : "it is at " + to_text(is->at));
    }
    for (const auto& [object, generation] : expected.generation) {
      const rules::HeapObject* const is = after(observed, object);
      const auto wanted = static_cast<std::uint32_t>(generation);
      const std::string got = is == nullptr ? absence_text(observed, object, comparison)
                                            : "it is in " + generation_name(is->generation);
      comparison.check(
          is != nullptr && is->generation == wanted, object.place,
          fmt::format("{} in {} after the collection", name_in_quotes(object.name), generation_name(wanted)),
          got);
    }
    compare_addresses(expected, observed, comparison);
  }
  compare_set(expected.queued, observed.model.queued, false, "newly queued for finalization", comparison);
  compare_set(expected.cleared, observed.model.cleared_handles, true, "cleared", comparison);
}

}  // namespace gcrucible::scenario
