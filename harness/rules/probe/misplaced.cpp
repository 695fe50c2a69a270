#include "harness/rules/probe/misplaced.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "harness/rules/probe/compare.h"

namespace gcrucible::rules {
namespace {

// What an answer's row may be compared with.
class Heap {
 public:
  Heap(const Collection& collection, const Probes& probes) : model_(*collection.model), probes_(probes) {}

  // The object that is or was there; null if there is none.
  const HeapObject* object_at(std::uint64_t at) const {
    for (const auto* const picture : {&model_.after, &model_.before}) {
      const HeapObject* const found = *picture ? object_in(**picture, at) : nullptr;
      if (found != nullptr) return found;
    }
    return nullptr;
  }
  bool has(std::uint64_t at) const {
    const auto has_it = [at](const std::optional<HeapPicture>& picture) {
      return picture && std::ranges::any_of(picture->ranges, [at](const HeapRange& range) {
               return range.start <= at && at < range.end();
             });
    };
    return has_it(model_.before) || has_it(model_.after);
  }
  std::uint64_t class_of(const HeapObject& object) const { return probes_.class_of(object.type); }
  bool is_class(std::uint64_t id) const { return probes_.is_class(id); }

 private:
  const CollectionModel& model_;
  const Probes& probes_;
};

bool is_size(const Heap& heap, const ProbedObject& row) {
  const HeapObject* const object = heap.object_at(row.size);
  return object != nullptr && (row.id == object->size || row.id == 0);
}

bool is_class_of_type(const Heap& heap, const ProbedObject& row) {
  const HeapObject* const object = heap.object_at(row.type);
  return object != nullptr && row.id != 0 && row.id == heap.class_of(*object);
}

bool is_class(const Heap& heap, const ProbedObject& row) {
  return heap.is_class(row.id);
}

bool is_before_object(const Heap& heap, const ProbedObject& row) {
  return heap.object_at(row.type) != nullptr;
}

bool is_beside_object(const Heap& heap, const ProbedObject& row) {
  return heap.object_at(row.size) != nullptr;
}

struct Mistake {
  bool (*shows_in)(const Heap& heap, const ProbedObject& row);
  std::string_view what;
};

// More specific ones first.
constexpr Mistake kMistakes[] = {
    {is_size, "This is the result if the size and the ObjectID are exchanged."},
    {is_class_of_type, "This is the result if the ClassID and the ObjectID are exchanged."},
    {is_class, "This is the ClassID of an object; it may have been taken for the ObjectID."},
    {is_before_object,
     "The class that the probe reports is the ObjectID of an object. This is the result if the arguments of "
     "ObjectAllocated are shifted by one, for example because the first one (this, self) is left out."},
    {is_beside_object, "This is the result if the ObjectID is taken for the size."},
};

}  // namespace

std::string misplaced_text(const Collection& collection, const ProbeAnswer& answer, const Probes& probes) {
  if (answer.objects.empty() || !collection.model) return {};
  const Heap heap(collection, probes);
  const auto mistake = std::ranges::find_if(kMistakes, [&](const Mistake& each) {
    return std::ranges::all_of(answer.objects,
                               [&](const ProbedObject& row) { return each.shows_in(heap, row); });
  });
  return mistake == std::ranges::end(kMistakes) ? std::string() : std::string(mistake->what);
}

std::string foreign_text(const Collection& collection, const ProbeAnswer& answer, const Probes& probes) {
  if (answer.objects.empty() || !collection.model) return {};
  const Heap heap(collection, probes);
  if (std::ranges::any_of(answer.objects, [&](const ProbedObject& row) { return heap.has(row.id); }))
    return {};
  return "No ObjectID of the answer is in the heap, so another value may have been taken for the ObjectID: a "
         "ClassID, a size, or the profiler's own address (this, self).";
}

}  // namespace gcrucible::rules
