#include "tests/harness/calls/witness.h"

#include <algorithm>

namespace gcrucible::tests {

using abi::CallbackMethod;
using abi::HRESULT;

namespace {

template <typename T>
std::vector<std::uint64_t> copy(abi::ULONG count, const T* from) {
  std::vector<std::uint64_t> values;
  for (abi::ULONG i = 0; i < count && from != nullptr; ++i)
    values.push_back(static_cast<std::uint64_t>(from[i]));
  return values;
}

}  // namespace

HRESULT Witness::note(Seen seen) {
  seen.thread = std::this_thread::get_id();
  {
    const std::scoped_lock lock(mutex_);
    seen_.push_back(seen);
  }
  return react ? react(seen) : abi::S_OK;
}

std::vector<Seen> Witness::seen(CallbackMethod method) const {
  std::vector<Seen> found;
  for (const Seen& each : seen()) {
    if (each.method == method) found.push_back(each);
  }
  return found;
}

std::vector<std::string> Witness::order() const {
  std::vector<std::string> names;
  for (const Seen& each : seen()) {
    if (each.method == CallbackMethod::kShutdown) continue;
    if (names.empty() || names.back() != each.name()) names.emplace_back(each.name());
  }
  return names;
}

HRESULT Witness::Initialize(abi::IUnknown* runtime) {
  void* found = nullptr;
  const HRESULT hr = runtime->QueryInterface(abi::NewestInfo::iid, &found);
  if (abi::failed(hr)) return hr;
  info = static_cast<abi::NewestInfo*>(found);
  if (initializing) {
    if (const HRESULT result = initializing(); abi::failed(result)) return result;
  }
  return info->SetEventMask2(low_, high_);
}

HRESULT Witness::ThreadCreated(abi::ThreadID thread) {
  return note({.method = CallbackMethod::kThreadCreated, .first = thread});
}
HRESULT Witness::ThreadDestroyed(abi::ThreadID thread) {
  return note({.method = CallbackMethod::kThreadDestroyed, .first = thread});
}
HRESULT Witness::ThreadAssignedToOSThread(abi::ThreadID thread, abi::DWORD native) {
  return note({.method = CallbackMethod::kThreadAssignedToOSThread, .first = thread, .second = native});
}
HRESULT Witness::ThreadNameChanged(abi::ThreadID thread, abi::ULONG length, abi::WCHAR* name) {
  return note({.method = CallbackMethod::kThreadNameChanged, .first = thread, .text = {name, name + length}});
}
HRESULT Witness::RuntimeSuspendStarted(abi::COR_PRF_SUSPEND_REASON reason) {
  return note(
      {.method = CallbackMethod::kRuntimeSuspendStarted, .first = static_cast<std::uint64_t>(reason)});
}
HRESULT Witness::RuntimeSuspendFinished() {
  return note({.method = CallbackMethod::kRuntimeSuspendFinished});
}
HRESULT Witness::RuntimeSuspendAborted() {
  return note({.method = CallbackMethod::kRuntimeSuspendAborted});
}
HRESULT Witness::RuntimeResumeStarted() {
  return note({.method = CallbackMethod::kRuntimeResumeStarted});
}
HRESULT Witness::RuntimeResumeFinished() {
  return note({.method = CallbackMethod::kRuntimeResumeFinished});
}
HRESULT Witness::RuntimeThreadSuspended(abi::ThreadID thread) {
  return note({.method = CallbackMethod::kRuntimeThreadSuspended, .first = thread});
}
HRESULT Witness::RuntimeThreadResumed(abi::ThreadID thread) {
  return note({.method = CallbackMethod::kRuntimeThreadResumed, .first = thread});
}
HRESULT Witness::GarbageCollectionStarted(int count, abi::BOOL* collected, abi::COR_PRF_GC_REASON reason) {
  return note({.method = CallbackMethod::kGarbageCollectionStarted,
               .numbers = copy(static_cast<abi::ULONG>(count), collected),
               .first = static_cast<std::uint64_t>(reason)});
}
HRESULT Witness::GarbageCollectionFinished() {
  return note({.method = CallbackMethod::kGarbageCollectionFinished});
}
HRESULT Witness::MovedReferences(abi::ULONG count, abi::ObjectID* from, abi::ObjectID* to,
                                 abi::ULONG* lengths) {
  return note({.method = CallbackMethod::kMovedReferences,
               .ids = copy(count, from),
               .to = copy(count, to),
               .numbers = copy(count, lengths)});
}
HRESULT Witness::MovedReferences2(abi::ULONG count, abi::ObjectID* from, abi::ObjectID* to,
                                  abi::SIZE_T* lengths) {
  return note({.method = CallbackMethod::kMovedReferences2,
               .ids = copy(count, from),
               .to = copy(count, to),
               .numbers = copy(count, lengths)});
}
HRESULT Witness::SurvivingReferences(abi::ULONG count, abi::ObjectID* from, abi::ULONG* lengths) {
  return note({.method = CallbackMethod::kSurvivingReferences,
               .ids = copy(count, from),
               .numbers = copy(count, lengths)});
}
HRESULT Witness::SurvivingReferences2(abi::ULONG count, abi::ObjectID* from, abi::SIZE_T* lengths) {
  return note({.method = CallbackMethod::kSurvivingReferences2,
               .ids = copy(count, from),
               .numbers = copy(count, lengths)});
}
HRESULT Witness::FinalizeableObjectQueued(abi::DWORD flags, abi::ObjectID object) {
  return note({.method = CallbackMethod::kFinalizeableObjectQueued, .first = object, .second = flags});
}
HRESULT Witness::RootReferences2(abi::ULONG count, abi::ObjectID* objects, abi::COR_PRF_GC_ROOT_KIND* kinds,
                                 abi::COR_PRF_GC_ROOT_FLAGS* flags, abi::UINT_PTR* ids) {
  return note({.method = CallbackMethod::kRootReferences2,
               .ids = copy(count, objects),
               .to = copy(count, kinds),
               .numbers = copy(count, flags),
               .extra = copy(count, ids)});
}
HRESULT Witness::RootReferences(abi::ULONG count, abi::ObjectID* objects) {
  return note({.method = CallbackMethod::kRootReferences, .ids = copy(count, objects)});
}
HRESULT Witness::ConditionalWeakTableElementReferences(abi::ULONG count, abi::ObjectID* keys,
                                                       abi::ObjectID* values, abi::GCHandleID* ids) {
  return note({.method = CallbackMethod::kConditionalWeakTableElementReferences,
               .ids = copy(count, keys),
               .to = copy(count, values),
               .extra = copy(count, ids)});
}
HRESULT Witness::ObjectReferences(abi::ObjectID object, abi::ClassID class_id, abi::ULONG count,
                                  abi::ObjectID* references) {
  return note({.method = CallbackMethod::kObjectReferences,
               .ids = copy(count, references),
               .first = object,
               .second = class_id,
               .null_array = references == nullptr});
}
HRESULT Witness::ObjectsAllocatedByClass(abi::ULONG count, abi::ClassID* classes, abi::ULONG* objects) {
  return note({.method = CallbackMethod::kObjectsAllocatedByClass,
               .ids = copy(count, classes),
               .numbers = copy(count, objects)});
}
HRESULT Witness::ObjectAllocated(abi::ObjectID object, abi::ClassID class_id) {
  return note({.method = CallbackMethod::kObjectAllocated, .first = object, .second = class_id});
}
HRESULT Witness::HandleCreated(abi::GCHandleID handle, abi::ObjectID object) {
  return note({.method = CallbackMethod::kHandleCreated, .first = handle, .second = object});
}
HRESULT Witness::HandleDestroyed(abi::GCHandleID handle) {
  return note({.method = CallbackMethod::kHandleDestroyed, .first = handle});
}

}  // namespace gcrucible::tests
