#include "harness/report/text/places.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/report/tables.h"

namespace gcrucible::report {
namespace {

constexpr std::size_t kMostNames = 8;

}  // namespace

Places::Objects Places::objects_of(const rules::HeapPicture& heap) {
  Objects objects;
  objects.reserve(heap.objects.size());
  for (const rules::HeapObject& each : heap.objects) objects.push_back({each.at, each.size, each.object});
  return objects;
}

Places::Places(const Names& names, const rules::Collection& collection) : names_(&names) {
  if (!collection.model) return;
  if (collection.model->before) before_ = objects_of(*collection.model->before);
  if (collection.model->after) {
    after_ = objects_of(*collection.model->after);
    return;
  }
  // The process died before the heap after the collection was reported: use the planned addresses.
  for (const rules::Fate& fate : collection.fates) {
    if (fate.survives) after_.push_back({fate.to, fate.size, fate.object});
  }
  std::sort(after_.begin(), after_.end(), [](const Object& a, const Object& b) { return a.at < b.at; });
}

void Places::allocated(std::uint32_t object, std::uint64_t at, std::uint64_t size) {
  const auto above =
      std::lower_bound(after_.begin(), after_.end(), at,
                       [](const Object& each, std::uint64_t address) { return each.at < address; });
  after_.insert(above, {at, size, object});
}

Places Places::settled() const {
  Places next = *this;
  next.before_ = next.after_;
  return next;
}

std::string Places::at(const Objects& objects, std::uint64_t address) const {
  if (address == 0) return "null";
  auto above = std::upper_bound(objects.begin(), objects.end(), address,
                                [](std::uint64_t value, const Object& each) { return value < each.at; });
  if (above == objects.begin()) return address_text(address);
  --above;
  if (above->at == address) return names_->object(above->object);
  if (address - above->at >= above->size) return address_text(address);
  return fmt::format("{}+{}", names_->object(above->object), address - above->at);
}

std::string Places::held(std::uint64_t from, std::uint64_t length) const {
  auto object = std::lower_bound(before_.begin(), before_.end(), from,
                                 [](const Object& each, std::uint64_t at) { return each.at < at; });
  std::string text;
  std::size_t count = 0;
  for (; object != before_.end() && object->at - from < length; ++object) {
    if (count++ < kMostNames) text += (text.empty() ? "" : " ") + names_->object(object->object);
  }
  return count <= kMostNames ? text : text + fmt::format(" and {} more", count - kMostNames);
}

}  // namespace gcrucible::report
