// Handles that the profiler makes (ICorProfilerInfo13).
#include <optional>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {

namespace {

std::optional<sim::HandleKind> handle_kind(COR_PRF_HANDLE_TYPE type) {
  switch (type) {
    case COR_PRF_HANDLE_TYPE_WEAK:
      return sim::HandleKind::kWeakShort;
    case COR_PRF_HANDLE_TYPE_STRONG:
      return sim::HandleKind::kStrong;
    case COR_PRF_HANDLE_TYPE_PINNED:
      return sim::HandleKind::kPinned;
  }
  return std::nullopt;
}

}  // namespace

HRESULT InfoFacade::CreateHandle(ObjectID object, COR_PRF_HANDLE_TYPE type, ObjectHandleID* pHandle) {
  InfoCall call(*clr_, InfoMethod::kCreateHandle, {trace::id(object), trace::number(type)});
  call.clear(pHandle);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr,
                     {pHandle == nullptr ? trace::null() : trace::id(reinterpret_cast<UINT_PTR>(*pHandle))});
  };
  if (const HRESULT hr = call.guard_object(object); failed(hr)) return answer(hr);
  if (pHandle == nullptr) return answer(E_INVALIDARG);
  *pHandle = nullptr;
  call.wrote();
  const auto kind = handle_kind(type);
  if (!kind) return answer(E_INVALIDARG);
  const auto view = call.look_at(object);
  if (!view) return answer(E_INVALIDARG);
  const GCHandleID handle = clr_->create_handle({.kind = *kind, .object = view->object});
  if (handle == 0) return answer(E_OUTOFMEMORY);
  *pHandle = reinterpret_cast<ObjectHandleID>(handle);
  return answer(S_OK);
}

HRESULT InfoFacade::DestroyHandle(ObjectHandleID handle) {
  InfoCall call(*clr_, InfoMethod::kDestroyHandle, {trace::id(reinterpret_cast<UINT_PTR>(handle))});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  return call.done(clr_->destroy_handle(reinterpret_cast<UINT_PTR>(handle)) ? S_OK : E_INVALIDARG);
}

HRESULT InfoFacade::GetObjectIDFromHandle(ObjectHandleID handle, ObjectID* pObject) {
  InfoCall call(*clr_, InfoMethod::kGetObjectIDFromHandle, {trace::id(reinterpret_cast<UINT_PTR>(handle))});
  call.clear(pObject);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pObject)});
  const auto object = clr_->handles().object_at(reinterpret_cast<UINT_PTR>(handle));
  if (!object || pObject == nullptr) return call.done(E_INVALIDARG, {out_id(pObject)});
  *pObject = *object;
  return call.done(S_OK, {out_id(pObject)});
}

}  // namespace gcrucible::clr
