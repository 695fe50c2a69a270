#include "harness/rules/entities/info/answers_inside.h"

#include <algorithm>

#include "harness/abi/hresults.h"
#include "harness/rules/entities/empty_out.h"

namespace gcrucible::rules {
namespace {

constexpr InfoSet kOfClasses{InfoMethod::kIsArrayClass, InfoMethod::kGetClassIDInfo2,
                             InfoMethod::kGetClassLayout, InfoMethod::kGetBoxClassLayout};
constexpr InfoSet kOfObjects{InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectSize,
                             InfoMethod::kGetObjectSize2, InfoMethod::kGetArrayObjectInfo,
                             InfoMethod::kEnumerateObjectReferences};

// The first answer counts. Another one that contradicts it is a finding of its own.
void show(std::optional<bool>& fact, AnswersInside::Shown& shown, bool value, const InfoEvent& info) {
  if (fact) return;
  fact = value;
  shown = {.line = info.line, .method = info.method};
}

}  // namespace

std::optional<bool> shows_array(const InfoEvent& info) {
  switch (info.method) {
    case InfoMethod::kIsArrayClass:
      if (info.hr == abi::S_OK) return true;
      return info.hr == abi::S_FALSE ? std::optional(false) : std::nullopt;
    case InfoMethod::kGetClassIDInfo2:
      if (info.hr == abi::CORPROF_E_CLASSID_IS_ARRAY) return true;
      return info.succeeded() ? std::optional(false) : std::nullopt;
    case InfoMethod::kGetClassLayout:
    case InfoMethod::kGetBoxClassLayout:
      return info.succeeded() ? std::optional(false) : std::nullopt;
    case InfoMethod::kGetArrayObjectInfo:
      // Short buffers for an array are refused in another way.
      if (info.succeeded()) return true;
      return info.hr == abi::E_INVALIDARG && info.null_outs == 0 ? std::optional(false) : std::nullopt;
    default:
      return std::nullopt;
  }
}

void AnswersInside::take(const InfoEvent& info) {
  if (info.inside_call != Call::kGarbageCollectionStarted &&
      info.inside_call != Call::kGarbageCollectionFinished)
    return;
  if (info.inside == kNoLine) return;
  if (info.inside != inside_) {
    empty_out(classes_);
    empty_out(objects_);
    inside_ = info.inside;
  }
  if (kOfClasses.has(info.method)) take_class(info);
  if (kOfObjects.has(info.method)) take_object(info);
}

void AnswersInside::take_class(const InfoEvent& info) {
  const std::uint64_t asked = info.arg(0).value_or(0);
  OfClass& of = classes_[asked];
  if (const auto array = shows_array(info)) show(of.array, of.array_shown, *array, info);
  if (!info.succeeded()) return;
  if (info.method == InfoMethod::kGetClassIDInfo2) {
    const std::uint64_t parent = info.out(2).value_or(0);
    if (parent == 0 || of.parent != 0) return;
    of.parent = parent;
    classes_[parent].children.push_back(asked);
  } else if (info.method == InfoMethod::kGetClassLayout && of.layout_line == kNoLine) {
    const Rows rows = info.out_rows(0);
    if (rows.size() == 0 || rows.size() < info.out(1).value_or(0)) return;
    for (std::uint64_t i = 0; i < rows.size(); ++i) of.offsets.push_back(rows.number(i, 1));
    std::ranges::sort(of.offsets);
    of.layout_line = info.line;
  }
}

void AnswersInside::take_object(const InfoEvent& info) {
  OfObject& of = objects_[info.arg(0).value_or(0)];
  // A call without a pointer for the size fails, and shows nothing about the object.
  const bool of_size =
      info.method == InfoMethod::kGetObjectSize || info.method == InfoMethod::kGetObjectSize2;
  if (of_size && info.null_outs != 0) return;
  switch (info.method) {
    case InfoMethod::kGetClassFromObject:
      if (info.succeeded() && of.object_class == 0) of.object_class = info.out(0).value_or(0);
      return;
    case InfoMethod::kGetObjectSize:
      of.short_hr = info.hr;
      of.short_size = info.out(0).value_or(0);
      of.short_line = info.line;
      return;
    case InfoMethod::kGetObjectSize2:
      of.exact_hr = info.hr;
      of.exact_size = info.out(0).value_or(0);
      of.exact_line = info.line;
      return;
    default:
      break;
  }
  if (of.object_class == 0) return;
  OfClass& its = classes_[of.object_class];
  if (info.method == InfoMethod::kEnumerateObjectReferences) {
    if (info.succeeded()) show(its.references, its.references_shown, info.hr != abi::S_FALSE, info);
    return;
  }
  if (const auto array = shows_array(info)) show(its.array, its.array_shown, *array, info);
  if (!info.succeeded()) return;
  const std::uint64_t dimensions = info.arg(1).value_or(its.most_dimensions);
  if (dimensions < its.most_dimensions) {
    its.most_dimensions = dimensions;
    its.dimensions_shown = {.line = info.line, .method = info.method};
  }
}

const AnswersInside::OfClass* AnswersInside::of_class(const InfoEvent& info,
                                                      std::uint64_t object_class) const {
  if (info.inside == kNoLine || info.inside != inside_) return nullptr;
  const auto found = classes_.find(object_class);
  return found == classes_.end() ? nullptr : &found->second;
}

const AnswersInside::OfObject* AnswersInside::of_object(const InfoEvent& info, std::uint64_t object) const {
  if (info.inside == kNoLine || info.inside != inside_) return nullptr;
  const auto found = objects_.find(object);
  return found == objects_.end() ? nullptr : &found->second;
}

}  // namespace gcrucible::rules
