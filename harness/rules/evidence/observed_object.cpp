#include "harness/rules/evidence/observed_object.h"

#include <algorithm>
#include <span>

namespace gcrucible::rules {
namespace {

// Null if the model does not list the objects at that moment.
const HeapPicture* picture_at(Moment moment, const Collection& collection) {
  if (!collection.model) return nullptr;
  const auto given = [](const std::optional<HeapPicture>& picture) { return picture ? &*picture : nullptr; };
  switch (moment) {
    case Moment::kStarted:
      return given(collection.model->before);
    case Moment::kFinished:
      return given(collection.model->after);
    case Moment::kRest:
      // A collection without brackets has no Started, so it is never open.
      if (collection.starts != 0 || collection.model->after) return given(collection.model->after);
      return collection.model->plan ? nullptr : given(collection.model->before);
    case Moment::kMoving:
      break;
  }
  return nullptr;
}

// Ascending by address.
template <typename Object>
const Object* find(std::span<const Object> objects, std::uint64_t address) {
  const auto found = std::lower_bound(objects.begin(), objects.end(), address,
                                      [](const Object& object, std::uint64_t at) { return object.at < at; });
  return found == objects.end() || found->at != address ? nullptr : &*found;
}

}  // namespace

Moment moment_of(const InfoEvent& info, const History& history) {
  const Collection& collection = history.collection();
  if (info.inside != kNoLine) {
    if (info.inside == collection.started_line) return Moment::kStarted;
    if (info.inside == collection.finished_line && !collection.open()) return Moment::kFinished;
  }
  return history.open_brackets() == 0 ? Moment::kRest : Moment::kMoving;
}

std::optional<ObservedObject> observed_object(const InfoEvent& info, const History& history,
                                              std::uint64_t address) {
  const Moment moment = moment_of(info, history);
  if (moment == Moment::kMoving) return std::nullopt;
  if (const HeapPicture* const picture = picture_at(moment, history.collection())) {
    if (const HeapObject* const object = find(std::span(picture->objects), address)) {
      return ObservedObject{.object_class = history.allocations().class_of(object->type),
                            .size = object->size,
                            .generation = object->generation};
    }
  }
  if (moment == Moment::kRest) {
    // Profilers call Info inside ObjectAllocated. A search through all announced objects would take time
    // proportional to the run.
    const KnownObject* const announced = history.last_announced();
    if (announced != nullptr && announced->at == address) {
      return ObservedObject{.object_class = announced->object_class, .size = std::nullopt};
    }
  }
  const auto reported = moment == Moment::kStarted ? history.left() : history.reported();
  if (const KnownObject* const object = find(reported, address)) {
    return ObservedObject{.object_class = object->object_class, .size = std::nullopt};
  }
  return std::nullopt;
}

bool is_of_64_bit_recording(std::uint64_t object, const History& history) {
  return history.header().source == "recorded" && object > 0xFFFFFFFFu;
}

}  // namespace gcrucible::rules
