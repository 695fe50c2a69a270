// Methods that inspect objects and the heap.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/info/object_enum.h"

namespace gcrucible::clr {

namespace {

COR_PRF_GC_GENERATION_RANGE as_abi(const engine::GenerationRange& range) {
  return {.generation = static_cast<COR_PRF_GC_GENERATION>(range.generation),
          .rangeStart = range.start,
          .rangeLength = range.length,
          .rangeLengthReserved = range.reserved};
}

// The runtime does not validate ObjectIDs: it reads any address as an object. E_INVALIDARG stands for the
// undefined result.
constexpr HRESULT kNoSuchObject = E_INVALIDARG;

// The CLR's limit.
constexpr std::size_t kMostDimensions = 32;

}  // namespace

HRESULT InfoFacade::GetClassFromObject(ObjectID objectId, ClassID* pClassId) {
  InfoCall call(*clr_, InfoMethod::kGetClassFromObject, {trace::id(objectId)});
  call.clear(pClassId);
  if (const HRESULT hr = call.guard_object(objectId); failed(hr)) return call.done(hr, {out_id(pClassId)});
  const auto object = call.look_at(objectId);
  if (!object) return call.done(kNoSuchObject, {out_id(pClassId)});
  set_out(pClassId, clr_->classes().at(object->type).id);
  return call.done(S_OK, {out_id(pClassId)});
}

HRESULT InfoFacade::GetObjectSize(ObjectID objectId, ULONG* pcSize) {
  InfoCall call(*clr_, InfoMethod::kGetObjectSize, {trace::id(objectId)});
  call.clear(pcSize);
  if (const HRESULT hr = call.guard_object(objectId); failed(hr)) return call.done(hr, {out_number(pcSize)});
  const auto object = call.look_at(objectId);
  if (!object) return call.done(kNoSuchObject, {out_number(pcSize)});
  if (pcSize != nullptr && object->size > std::numeric_limits<ULONG>::max()) {
    *pcSize = std::numeric_limits<ULONG>::max();
    call.wrote();
    return call.done(COR_E_OVERFLOW, {out_number(pcSize)});
  }
  set_out(pcSize, object->size);
  return call.done(S_OK, {out_number(pcSize)});
}

HRESULT InfoFacade::GetObjectSize2(ObjectID objectId, SIZE_T* pcSize) {
  InfoCall call(*clr_, InfoMethod::kGetObjectSize2, {trace::id(objectId)});
  call.clear(pcSize);
  if (const HRESULT hr = call.guard_object(objectId); failed(hr)) return call.done(hr, {out_number(pcSize)});
  const auto object = call.look_at(objectId);
  if (!object) return call.done(kNoSuchObject, {out_number(pcSize)});
  set_out(pcSize, object->size);
  return call.done(S_OK, {out_number(pcSize)});
}

HRESULT InfoFacade::GetArrayObjectInfo(ObjectID objectId, ULONG32 cDimensions, ULONG32 pDimensionSizes[],
                                       int pDimensionLowerBounds[], BYTE** ppData) {
  InfoCall call(*clr_, InfoMethod::kGetArrayObjectInfo, {trace::id(objectId), trace::number(cDimensions)});
  call.clear(ppData);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (pDimensionSizes == nullptr || pDimensionLowerBounds == nullptr || ppData == nullptr) {
    return call.done(E_INVALIDARG);
  }
  if (const HRESULT hr = call.guard_object(objectId); failed(hr)) return call.done(hr);
  const auto object = call.look_at(objectId);
  if (!object) return call.done(kNoSuchObject);
  const sim::Type& type = clr_->engine().type(object->type);
  if (type.kind != sim::TypeKind::kArray) return call.done(E_INVALIDARG);
  std::vector<program::Dimension> dimensions;
  {
    const World::Look look(clr_->world());
    const auto several = clr_->array_shapes().of(object->object);
    dimensions.assign(several.begin(), several.end());
  }
  if (dimensions.empty()) {
    dimensions.push_back({.length = static_cast<std::uint32_t>(object->length), .lower_bound = 0});
  }
  if (cDimensions < dimensions.size()) return call.done(E_NOT_SUFFICIENT_BUFFER);
  std::array<trace::Value, kMostDimensions> sizes{};
  std::array<trace::Value, kMostDimensions> bounds{};
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    pDimensionSizes[i] = dimensions[i].length;
    pDimensionLowerBounds[i] = dimensions[i].lower_bound;
    sizes[i] = trace::number(dimensions[i].length);
    bounds[i] = trace::number(static_cast<std::uint32_t>(dimensions[i].lower_bound));
  }
  *ppData = reinterpret_cast<BYTE*>(objectId + type.first_element_offset);
  // One dimension is written as a number, several as lists.
  const std::size_t rank = dimensions.size();
  const auto reported = [rank](const auto& values) {
    return rank == 1 ? values[0] : trace::list({values.data(), rank});
  };
  return call.done(S_OK,
                   {reported(sizes), reported(bounds), trace::id(objectId + type.first_element_offset)});
}

HRESULT InfoFacade::IsFrozenObject(ObjectID objectId, BOOL* pbFrozen) {
  InfoCall call(*clr_, InfoMethod::kIsFrozenObject, {trace::id(objectId)});
  call.clear(pbFrozen);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_flag(pbFrozen)});
  // The runtime reads a heap that it makes only after Initialize.
  if (pbFrozen == nullptr || clr_->life() == Life::kInitializing) InfoCall::dereference_null();
  // The runtime treats null as an object of the non-GC heap, here and in GetObjectGeneration.
  if (objectId == 0) {
    set_out(pbFrozen, 1);
    return call.done(S_OK, {out_flag(pbFrozen)});
  }
  const auto object = call.look_at(objectId);
  if (!object) return call.done(kNoSuchObject, {out_flag(pbFrozen)});
  set_out(pbFrozen, object->generation == sim::Generation::kFrozen ? 1 : 0);
  return call.done(S_OK, {out_flag(pbFrozen)});
}

HRESULT InfoFacade::EnumerateObjectReferences(ObjectID objectId, ObjectReferenceCallback callback,
                                              void* clientData) {
  InfoCall call(*clr_, InfoMethod::kEnumerateObjectReferences,
                {trace::id(objectId), reported_function(callback)});
  if (callback == nullptr) return call.done(E_INVALIDARG);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (objectId == 0) InfoCall::dereference_null();
  const auto object = call.look_at(objectId);
  if (!object) return call.done(kNoSuchObject);
  const sim::Type& type = clr_->engine().type(object->type);
  if (!sim::has_references(type)) return call.done(S_FALSE);
  // The callback gets the address of the reference itself, from which profilers find the field. If the heap
  // has no bytes, the address is that of a copy.
  const bool has_bytes = clr_->engine().heap().memory().bytes(objectId) != nullptr;
  std::vector<engine::ReferenceView> references;
  {
    const World::Look look(clr_->world());
    references = clr_->engine().references_of(object->object);
  }
  std::vector<std::uint64_t> visited;
  bool goes_on = true;
  for (const engine::ReferenceView& reference : references) {
    if (reference.target == 0) continue;
    ObjectID copy = reference.target;
    // A loader is found through the method table, so the address is the runtime's own.
    const bool is_own = reference.offset != 0;
    auto* place = has_bytes && is_own ? reinterpret_cast<ObjectID*>(objectId + reference.offset) : &copy;
    visited.push_back(reference.target);
    goes_on = callback(objectId, place, clientData) != 0;
    if (!goes_on) break;
  }
  call.visited(std::move(visited), !goes_on);
  return call.done(S_OK);
}

HRESULT InfoFacade::GetGenerationBounds(ULONG cObjectRanges, ULONG* pcObjectRanges,
                                        COR_PRF_GC_GENERATION_RANGE ranges[]) {
  InfoCall call(*clr_, InfoMethod::kGetGenerationBounds, {trace::number(cObjectRanges)});
  call.clear(pcObjectRanges);
  if (const HRESULT hr = call.guard(); failed(hr))
    return call.done(hr, {out_number(pcObjectRanges), trace::null()});
  const auto rows = clr_->generations().rows();
  if (!rows) return call.done(E_FAIL, {out_number(pcObjectRanges), trace::null()});
  if (cObjectRanges > 0 && ranges == nullptr) {
    return call.done(E_INVALIDARG, {out_number(pcObjectRanges), trace::null()});
  }
  const std::size_t filled = std::min<std::size_t>(rows->size(), cObjectRanges);
  for (std::size_t i = 0; i < filled; ++i) ranges[i] = as_abi((*rows)[i]);
  set_out(pcObjectRanges, rows->size());
  return call.done(S_OK, {out_number(pcObjectRanges), trace::generation_ranges(ranges, filled)});
}

HRESULT InfoFacade::GetObjectGeneration(ObjectID objectId, COR_PRF_GC_GENERATION_RANGE* range) {
  InfoCall call(*clr_, InfoMethod::kGetObjectGeneration, {trace::id(objectId)});
  call.clear(range);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {trace::generation_ranges(range, range == nullptr ? 0 : 1)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  // The runtime reads a heap that it makes only after Initialize.
  if (range == nullptr || clr_->life() == Life::kInitializing) InfoCall::dereference_null();
  std::optional<engine::GenerationRange> found;
  {
    const World::Look look(clr_->world());
    found = clr_->engine().range_of(objectId);
  }
  call.name_stale(objectId);
  if (objectId == 0 || (found && found->generation == sim::Generation::kFrozen)) {
    // TEST:nongcheap in rules.md (GC-GEN-010): no generation, no range.
    *range = {.generation = static_cast<COR_PRF_GC_GENERATION>(std::numeric_limits<std::int32_t>::max()),
              .rangeStart = 0,
              .rangeLength = 0,
              .rangeLengthReserved = 0};
    call.wrote();
    return answer(CORPROF_E_NOT_GC_OBJECT);
  }
  if (!found) return answer(E_FAIL);
  *range = as_abi(*found);
  return answer(S_OK);
}

HRESULT InfoFacade::GetLOHObjectSizeThreshold(DWORD* pThreshold) {
  InfoCall call(*clr_, InfoMethod::kGetLOHObjectSizeThreshold, {});
  call.clear(pThreshold);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_number(pThreshold)});
  if (pThreshold == nullptr) return call.done(E_INVALIDARG, {trace::null()});
  // The heap's own limit is the smallest size that goes to the LOH. The documented limit is one byte less.
  const std::uint64_t smallest = clr_->engine().heap().settings().large_object_threshold;
  *pThreshold = static_cast<DWORD>(clr_->runtime().large_at_threshold ? smallest : smallest - 1);
  return call.done(S_OK, {out_number(pThreshold)});
}

HRESULT InfoFacade::GetNonGCHeapBounds(ULONG cObjectRanges, ULONG* pcObjectRanges,
                                       COR_PRF_NONGC_HEAP_RANGE ranges[]) {
  InfoCall call(*clr_, InfoMethod::kGetNonGCHeapBounds, {trace::number(cObjectRanges)});
  call.clear(pcObjectRanges);
  if (cObjectRanges > 0 && ranges == nullptr) {
    return call.done(E_INVALIDARG, {out_number(pcObjectRanges), trace::null()});
  }
  // Before the runtime has started there is no such heap, and the pointer is not checked.
  if (pcObjectRanges == nullptr && !clr_->started()) InfoCall::dereference_null();
  std::vector<engine::GenerationRange> rows;
  {
    const World::Look look(clr_->world());
    rows = clr_->engine().frozen_ranges();
  }
  const std::size_t filled = std::min<std::size_t>(rows.size(), cObjectRanges);
  for (std::size_t i = 0; i < filled; ++i) {
    ranges[i] = {
        .rangeStart = rows[i].start, .rangeLength = rows[i].length, .rangeLengthReserved = rows[i].reserved};
  }
  set_out(pcObjectRanges, rows.size());
  return call.done(S_OK, {out_number(pcObjectRanges), trace::nongc_ranges(ranges, filled)});
}

HRESULT InfoFacade::EnumerateNonGCObjects(ICorProfilerObjectEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumerateNonGCObjects, {});
  call.clear(ppEnum);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (ppEnum == nullptr) return call.done(E_INVALIDARG);
  std::vector<ObjectID> objects;
  {
    const World::Look look(clr_->world());
    clr_->engine().walk_generation(sim::Generation::kFrozen, [&](sim::Address object, sim::TypeIndex) {
      objects.push_back(object);
      return true;
    });
  }
  call.visited({objects.begin(), objects.end()});
  *ppEnum = new ObjectEnum(std::move(objects), clr_->handed_out(), call.origin("ICorProfilerObjectEnum"));
  return call.done(S_OK);
}

// Obsolete: later runtimes return an empty enumerator (GC-INFO-014).
HRESULT InfoFacade::EnumModuleFrozenObjects(ModuleID moduleID, ICorProfilerObjectEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumModuleFrozenObjects, {trace::id(moduleID)});
  call.clear(ppEnum);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (ppEnum == nullptr) return call.done(E_INVALIDARG);
  if (clr_->loads().module_of(moduleID) == nullptr) return call.done(CORPROF_E_DATAINCOMPLETE);
  call.visited({});
  *ppEnum = new ObjectEnum({}, clr_->handed_out(), call.origin("ICorProfilerObjectEnum"));
  return call.done(S_OK);
}

}  // namespace gcrucible::clr
