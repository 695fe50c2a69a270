// Methods that describe classes.
#include <algorithm>
#include <vector>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::clr {

namespace {

// The element type that GetVerifierCorElementType returns: every class is a CLASS, also strings and objects.
CorElementType reported_element_type(std::uint8_t element_type) {
  constexpr std::uint8_t kString = 0x0E, kClass = 0x12, kObject = 0x1C;
  const bool is_class = element_type == kString || element_type == kObject;
  return static_cast<CorElementType>(is_class ? kClass : element_type);
}

}  // namespace

HRESULT InfoFacade::IsArrayClass(ClassID classId, CorElementType* pBaseElemType, ClassID* pBaseClassId,
                                 ULONG* pcRank) {
  InfoCall call(*clr_, InfoMethod::kIsArrayClass, {trace::id(classId)});
  call.clear(pBaseElemType, pBaseClassId, pcRank);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_number(pBaseElemType), out_id(pBaseClassId), out_number(pcRank)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (classId == 0) return answer(E_INVALIDARG);
  const ClassEntry* entry = clr_->class_of(classId);
  if (entry == nullptr) return answer(E_INVALIDARG);
  if (entry->spec.kind != program::TypeKind::kArray) {
    // Of the three, the runtime writes only the class.
    set_out(pBaseClassId, 0);
    const bool left = call.leaves_outs();
    return call.done(S_FALSE, {left ? trace::null() : out_number(pBaseElemType), out_id(pBaseClassId),
                               left ? trace::null() : out_number(pcRank)});
  }
  set_out(pBaseElemType, reported_element_type(entry->spec.element_type));
  set_out(pBaseClassId, clr_->classes().element_class(entry->spec));
  set_out(pcRank, entry->spec.rank);
  return answer(S_OK);
}

HRESULT InfoFacade::GetClassIDInfo(ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken) {
  InfoCall call(*clr_, InfoMethod::kGetClassIDInfo, {trace::id(classId)});
  call.clear(pModuleId, pTypeDefToken);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_id(pModuleId), out_number(pTypeDefToken)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const ClassEntry* entry = clr_->class_of(classId);
  if (entry == nullptr) return answer(E_INVALIDARG);
  // Arrays have neither module nor token. This is not a failure.
  const bool is_array = entry->spec.kind == program::TypeKind::kArray;
  set_out(pModuleId, is_array ? ModuleID{0} : ModuleID{clr_->loads().module_at(entry->module).id});
  set_out(pTypeDefToken, entry->token);
  return answer(S_OK);
}

HRESULT InfoFacade::GetClassIDInfo2(ClassID classId, ModuleID* pModuleId, mdTypeDef* pTypeDefToken,
                                    ClassID* pParentClassId, ULONG32 cNumTypeArgs, ULONG32* pcNumTypeArgs,
                                    ClassID typeArgs[]) {
  InfoCall call(*clr_, InfoMethod::kGetClassIDInfo2, {trace::id(classId), trace::number(cNumTypeArgs)});
  call.clear(pModuleId, pTypeDefToken, pParentClassId, pcNumTypeArgs);
  std::vector<trace::Value> filled;
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_id(pModuleId), out_number(pTypeDefToken), out_id(pParentClassId),
                          out_number(pcNumTypeArgs), filled.empty() ? trace::null() : trace::list(filled)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (cNumTypeArgs > 0 && typeArgs == nullptr) return answer(E_INVALIDARG);
  const ClassEntry* entry = clr_->class_of(classId);
  if (entry == nullptr) return answer(E_INVALIDARG);
  if (entry->spec.kind == program::TypeKind::kArray) return answer(CORPROF_E_CLASSID_IS_ARRAY);
  set_out(pModuleId, clr_->loads().module_at(entry->module).id);
  set_out(pTypeDefToken, entry->token);
  // With a buffer: the number of entries filled. Without one: the number of arguments.
  const std::vector<ClassID> arguments = clr_->classes().arguments_of(*entry);
  const std::size_t given = std::min<std::size_t>(arguments.size(), cNumTypeArgs);
  for (std::size_t i = 0; i < given; ++i) {
    typeArgs[i] = arguments[i];
    filled.push_back(trace::id(arguments[i]));
  }
  set_out(pcNumTypeArgs, cNumTypeArgs == 0 ? arguments.size() : given);
  set_out(pParentClassId, entry->parent);
  return answer(S_OK);
}

HRESULT InfoFacade::GetClassLayout(ClassID classID, COR_FIELD_OFFSET rFieldOffset[], ULONG cFieldOffset,
                                   ULONG* pcFieldOffset, ULONG* pulClassSize) {
  InfoCall call(*clr_, InfoMethod::kGetClassLayout, {trace::id(classID), trace::number(cFieldOffset)});
  call.clear(pcFieldOffset, pulClassSize);
  const auto answer = [&](HRESULT hr, std::size_t filled) {
    return call.done(hr, {filled == 0 ? trace::null() : trace::field_offsets(rFieldOffset, filled),
                          out_number(pcFieldOffset), out_number(pulClassSize)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr, 0);
  if (pcFieldOffset == nullptr || (cFieldOffset > 0 && rFieldOffset == nullptr))
    return answer(E_INVALIDARG, 0);
  const ClassEntry* entry = clr_->class_of(classID);
  // Arrays and strings have no field layout.
  const bool value = entry != nullptr && entry->spec.kind == program::TypeKind::kValue;
  if (entry == nullptr || (!value && entry->spec.kind != program::TypeKind::kClass))
    return answer(E_INVALIDARG, 0);
  // Only the class's own fields, as metadata declares them. Its parents report theirs.
  const std::vector<const program::FieldSpec*> fields = program::own_fields(entry->spec);
  const std::size_t filled = std::min<std::size_t>(fields.size(), cFieldOffset);
  for (std::size_t i = 0; i < filled; ++i) {
    // Field tokens are numbered through the types in order, as in metadata.
    rFieldOffset[i] = {.ridOfField = entry->first_field + static_cast<mdFieldDef>(i),
                       .ulOffset = fields[i]->offset};
  }
  // With a buffer: the number of entries filled. Without one: the number of fields.
  set_out(pcFieldOffset, cFieldOffset == 0 ? fields.size() : filled);
  // For a value type, offsets and size exclude the header.
  set_out(pulClassSize, value ? entry->spec.value.size : entry->spec.base_size);
  return answer(S_OK, filled);
}

HRESULT InfoFacade::GetStringLayout(ULONG* pBufferLengthOffset, ULONG* pStringLengthOffset,
                                    ULONG* pBufferOffset) {
  InfoCall call(*clr_, InfoMethod::kGetStringLayout, {});
  call.clear(pBufferLengthOffset, pStringLengthOffset, pBufferOffset);
  const HRESULT hr = call.guard();
  if (!failed(hr)) {
    // The buffer's length no longer exists. Its offset equals that of the string length.
    set_out(pBufferLengthOffset, 8);
    set_out(pStringLengthOffset, 8);
    set_out(pBufferOffset, 12);
  }
  return call.done(
      hr, {out_number(pBufferLengthOffset), out_number(pStringLengthOffset), out_number(pBufferOffset)});
}

HRESULT InfoFacade::GetStringLayout2(ULONG* pStringLengthOffset, ULONG* pBufferOffset) {
  InfoCall call(*clr_, InfoMethod::kGetStringLayout2, {});
  call.clear(pStringLengthOffset, pBufferOffset);
  const HRESULT hr = call.guard();
  if (!failed(hr)) {
    set_out(pStringLengthOffset, 8);
    set_out(pBufferOffset, 12);
  }
  return call.done(hr, {out_number(pStringLengthOffset), out_number(pBufferOffset)});
}

HRESULT InfoFacade::GetBoxClassLayout(ClassID classId, ULONG32* pBufferOffset) {
  InfoCall call(*clr_, InfoMethod::kGetBoxClassLayout, {trace::id(classId)});
  call.clear(pBufferOffset);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_number(pBufferOffset)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const ClassEntry* entry = clr_->class_of(classId);
  if (pBufferOffset == nullptr || entry == nullptr || !entry->value_type) return answer(E_INVALIDARG);
  *pBufferOffset = 8;  // after the method table
  return answer(S_OK);
}

}  // namespace gcrucible::clr
