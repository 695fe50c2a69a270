// Expectations about the reported graph: references, roots, dependent handles, counts by class.
#include <fmt/format.h>

#include <algorithm>

#include "harness/scenario/expect/comparison.h"
#include "harness/scenario/language/words.h"

namespace gcrucible::scenario {
namespace {

// Graph reports use addresses from after the move. Null, with a finding, if the object is not there.
const rules::HeapObject* after(const ObservedCollection& observed, const Named& object,
                               Comparison& comparison) {
  const rules::HeapObject* const found = find(observed.model.after, object.number);
  if (found == nullptr) {
    comparison.fail(object.place,
                    fmt::format("{} to be in the heap after the collection", name_in_quotes(object.name)),
                    "it is not there");
  }
  return found;
}

std::string name_at(const ObservedCollection& observed, std::uint64_t address, const Scenario& scenario) {
  if (observed.model.after) {
    for (const rules::HeapObject& each : observed.model.after->objects) {
      if (each.at != address) continue;
      const auto named = std::ranges::find(scenario.program.names, each.object, &program::ObjectName::object);
      if (named != scenario.program.names.end()) return name_in_quotes(named->name);
    }
  }
  return to_text(address);
}

std::string names_at(const ObservedCollection& observed, const std::vector<std::uint64_t>& addresses,
                     const Scenario& scenario) {
  std::string text;
  for (const std::uint64_t address : addresses) {
    text += (text.empty() ? "" : ", ") + name_at(observed, address, scenario);
  }
  return text.empty() ? "nothing" : text;
}

std::string names_of(const std::vector<Named>& objects) {
  std::string text;
  for (const Named& object : objects) text += (text.empty() ? "" : ", ") + name_in_quotes(object.name);
  return text.empty() ? "nothing" : text;
}

std::string text_of(const RootLook& look) {
  std::string text = look.kind < root_kind_words().size() ? root_kind_words()[look.kind] : to_text(look.kind);
  for (std::size_t bit = 0; bit < root_flag_words().size(); ++bit) {
    if ((look.flags >> bit & 1u) != 0) text += " " + root_flag_words()[bit];
  }
  return text;
}

std::string text_of(const std::vector<RootLook>& looks) {
  std::string text;
  for (const RootLook& look : looks) text += (text.empty() ? "" : ", ") + text_of(look);
  return text.empty() ? "none" : "[" + text + "]";
}

// The addresses of `objects`, in order. nullopt, with a finding, if an object does not exist.
std::optional<std::vector<std::uint64_t>> addresses_of(const std::vector<Named>& objects,
                                                       const ObservedCollection& observed,
                                                       Comparison& comparison) {
  std::vector<std::uint64_t> result;
  for (const Named& object : objects) {
    const rules::HeapObject* const found = after(observed, object, comparison);
    if (found == nullptr) return std::nullopt;
    result.push_back(found->at);
  }
  return result;
}

void compare_roots(const Of<std::vector<RootLook>>& expected, const ObservedCollection& observed,
                   Comparison& comparison) {
  const rules::HeapObject* const object = after(observed, expected.object, comparison);
  if (object == nullptr) return;
  std::vector<RootLook> got;
  for (const rules::Root& root : observed.report.roots) {
    if (root.object >= object->at && root.object - object->at < std::max<std::uint64_t>(1, object->size)) {
      got.push_back({root.kind, root.flags});
    }
  }
  std::ranges::sort(got);
  comparison.check(
      got == expected.value, expected.object.place,
      fmt::format("the roots of {} to be {}", name_in_quotes(expected.object.name), text_of(expected.value)),
      "RootReferences2 reported " + text_of(got) +
          (got.empty() ? comparison.because("RootReferences2") : ""));
}

// The references that ObjectReferences reported for the object at that address. Empty if it did not come.
std::optional<std::vector<std::uint64_t>> references_of(const rules::CollectionReport& report,
                                                        std::uint64_t object) {
  std::optional<std::vector<std::uint64_t>> references;
  for (const rules::ObjectReport& each : report.objects) {
    if (each.object != object) continue;
    if (!references) references.emplace();
    const auto first = report.references.begin() + static_cast<std::ptrdiff_t>(each.first);
    references->insert(references->end(), first, first + each.count);
  }
  return references;
}

}  // namespace

void compare_references(const ExpectedCollection& expected, const ObservedCollection& observed,
                        Comparison& comparison) {
  const Scenario& scenario = comparison.scenario();
  for (const auto& [object, targets] : expected.references) {
    if (comparison.skips("ObjectReferences", object.place)) continue;
    const rules::HeapObject* const found = after(observed, object, comparison);
    const auto wanted = addresses_of(targets, observed, comparison);
    if (found == nullptr || !wanted) continue;
    const auto got = references_of(observed.report, found->at);
    comparison.check(
        got == wanted, object.place,
        fmt::format("ObjectReferences for {} to report {}", name_in_quotes(object.name), names_of(targets)),
        got ? "it reported " + names_at(observed, *got, scenario)
            : "it was not called for it" + comparison.because("ObjectReferences"));
  }
  for (const auto& roots : expected.roots) {
    if (!comparison.skips("RootReferences2", roots.object.place)) compare_roots(roots, observed, comparison);
  }
  for (const auto& [key, values] : expected.dependent) {
    if (comparison.skips("ConditionalWeakTableElementReferences", key.place)) continue;
    const rules::HeapObject* const found = after(observed, key, comparison);
    auto wanted = addresses_of(values, observed, comparison);
    if (found == nullptr || !wanted) continue;
    std::vector<std::uint64_t> got;
    for (const rules::ElementReport& each : observed.report.elements) {
      if (each.element.key == found->at) got.push_back(each.element.value);
    }
    std::ranges::sort(*wanted);
    std::ranges::sort(got);
    comparison.check(got == *wanted, key.place,
                     fmt::format("the dependents of {} to be {}", name_in_quotes(key.name), names_of(values)),
                     "ConditionalWeakTableElementReferences reported " + names_at(observed, got, scenario) +
                         (got.empty() ? comparison.because("ConditionalWeakTableElementReferences") : ""));
  }
  for (const auto& [type, count] : expected.allocated_by_class) {
    if (comparison.skips("ObjectsAllocatedByClass", type.place)) continue;
    const auto id = comparison.summary().classes.find(type.number);
    std::uint64_t got = 0;
    if (id != comparison.summary().classes.end()) {
      for (const rules::CountReport& each : observed.report.class_counts)
        got += each.count.object_class == id->second ? each.count.count : 0;
    }
    comparison.check(
        got == count, type.place,
        fmt::format("ObjectsAllocatedByClass to count {} of {}", counted(count, "object"),
                    name_in_quotes(type.name)),
        fmt::format("it counted {}{}", got, got == 0 ? comparison.because("ObjectsAllocatedByClass") : ""));
  }
}

}  // namespace gcrucible::scenario
