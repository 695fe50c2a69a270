// Rules that compare ObjectReferences with the model's heap.
#include <algorithm>
#include <utility>
#include <vector>

#include "harness/rules/judge/checker.h"

namespace gcrucible::rules {
namespace {

const HeapPicture* heap_of(const Collection& collection, Ruling& ruling) {
  if (collection.objects.empty()) return nullptr;
  if (collection.model && collection.model->after && collection.model->after->whole)
    return &*collection.model->after;
  ruling.cannot("the trace has no model of the whole heap");
  return nullptr;
}

Finding of_object(const ObjectReport& report, const Collection& collection, std::string what) {
  Finding finding = finding_at(report, collection, std::move(what));
  finding.address = report.object;
  return finding;
}

void class_of_type(const Collection& collection, const History& history, Ruling& ruling) {
  const HeapPicture* const heap = heap_of(collection, ruling);
  if (heap == nullptr) return;
  for (const ObjectReport& report : collection.objects) {
    // Null is covered by references/class-of-unloading.
    if (report.object_class == 0) continue;
    const auto object =
        std::lower_bound(heap->objects.begin(), heap->objects.end(), report.object,
                         [](const HeapObject& each, std::uint64_t at) { return each.at < at; });
    // A missing object is covered by references/live-target and the rules about the graph.
    if (object == heap->objects.end() || object->at != report.object) continue;
    const std::uint64_t type = history.allocations().class_of(object->type);
    if (type == 0) {
      ruling.cannot("the trace does not list the types");
      continue;
    }
    if (type == report.object_class) {
      ruling.kept();
      continue;
    }
    Finding finding =
        of_object(report, collection,
                  fmt::format("Object {} is reported with class {:#x}; its type has the ClassID {:#x}.",
                              id(report.object), report.object_class, type));
    finding.object = object->object;
    ruling.broken(std::move(finding));
  }
}

// The first value that occurs more often in `here` than in `there`, both ascending; 0 if there is none.
std::uint64_t more_often(const std::vector<std::uint64_t>& here, const std::vector<std::uint64_t>& there) {
  std::size_t i = 0;
  for (const std::uint64_t each : here) {
    while (i < there.size() && there[i] < each) ++i;
    if (i == there.size() || there[i] != each) return each;
    ++i;
  }
  return 0;
}

void every_reference(const Collection& collection, const History&, Ruling& ruling) {
  const HeapPicture* const heap = heap_of(collection, ruling);
  if (heap == nullptr) return;
  if (!heap->references) return ruling.cannot("the trace does not list the references of the model");
  for (const ObjectReport& report : collection.objects) {
    std::vector<std::uint64_t> held;
    for (auto each = std::lower_bound(heap->references->begin(), heap->references->end(),
                                      HeapReference{.from = report.object, .to = 0});
         each != heap->references->end() && each->from == report.object; ++each) {
      held.push_back(each->to);
    }
    const auto first = collection.references.begin() + static_cast<std::ptrdiff_t>(report.first);
    std::vector<std::uint64_t> reported(first, first + report.count);
    // Nulls are covered by references/empty-is-zero.
    std::erase(reported, 0);
    std::sort(reported.begin(), reported.end());
    if (reported == held) {
      ruling.kept();
      continue;
    }
    const std::uint64_t missing = more_often(held, reported);
    const std::uint64_t invented = more_often(reported, held);
    std::string what = fmt::format("Object {} holds {} but is reported with {}", id(report.object),
                                   counted(held.size(), "reference"), reported.size());
    if (missing != 0) what += fmt::format("; one to {} is not reported", id(missing));
    if (invented != 0) what += fmt::format("; it holds none, or fewer, to {}", id(invented));
    ruling.broken(of_object(report, collection, what + "."));
  }
}

void class_of_allocated(const Callback& callback, const History& history, Ruling& ruling) {
  const Allocations::Made* const made = history.allocations().last(callback.thread, callback.object);
  // Whether the object is the allocated one is covered by allocation/each-object.
  if (made == nullptr || made->object_class == 0 || callback.object_class == 0) return;
  const bool first = made->announced == 0 && made->at == callback.object;
  const bool another = made->announced != 0 && made->announced < made->count;
  if (!first && !another) return;
  if (callback.object_class == made->object_class) return ruling.kept();
  ruling.broken(finding_at(
      callback, history.collection(),
      fmt::format("Object {} is announced with class {:#x}; its type has the ClassID {:#x} (line {}).",
                  id(callback.object), callback.object_class, made->object_class, made->line)));
}

constexpr Binding kBindings[] = {
    {.id = "references/class-of-type",
     .occasion = "a call of ObjectReferences or ObjectAllocated about an object that the model lists",
     .calls = {Call::kObjectAllocated},
     .entry = class_of_allocated,
     .collection = class_of_type},
    {.id = "references/every-reference",
     .occasion = "a call of ObjectReferences about a heap that the model lists",
     .collection = every_reference},
};

}  // namespace

std::span<const Binding> reference_model_bindings() {
  return kBindings;
}

}  // namespace gcrucible::rules
