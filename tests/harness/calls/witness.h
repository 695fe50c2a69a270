// A profiler inside the test. It records every callback with its arguments and then runs the test's code.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/clr/clr.h"

namespace gcrucible::tests {

// One callback as it was received. For the meaning of the fields, see the methods of Witness.
struct Seen {
  abi::CallbackMethod method = {};
  std::thread::id thread = {};
  std::vector<std::uint64_t> ids = {}, to = {}, numbers = {}, extra = {};
  std::uint64_t first = 0, second = 0;
  bool null_array = false;
  std::u16string text = {};

  std::string_view name() const { return abi::name_of(method); }
};

// Lives on the test's stack: AddRef and Release have no effect. `react` is called on the callback's own
// thread after the callback was recorded. The profiler returns its result.
class Witness final : public abi::CallbackBase {
 public:
  explicit Witness(std::uint32_t low, std::uint32_t high = 0, int level = 11)
      : CallbackBase(level), low_(low), high_(high) {}

  std::function<abi::HRESULT(const Seen&)> react;
  // Called in Initialize before the mask is set.
  std::function<abi::HRESULT()> initializing;
  abi::NewestInfo* info = nullptr;
  clr::Clr* clr = nullptr;  // set by the rig

  std::vector<Seen> seen() const {
    const std::scoped_lock lock(mutex_);
    return seen_;
  }
  std::vector<Seen> seen(abi::CallbackMethod method) const;
  std::size_t count(abi::CallbackMethod method) const { return seen(method).size(); }
  // Names of all callbacks except Initialize, Shutdown and LoadAsNotificationOnly. Consecutive equal names
  // appear once.
  std::vector<std::string> order() const;

  abi::HRESULT GCRUCIBLE_STDCALL Initialize(abi::IUnknown* runtime) override;
  abi::HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    return note({.method = abi::CallbackMethod::kShutdown});
  }
  // first: ThreadID; second: number of the operating system; text: name
  abi::HRESULT GCRUCIBLE_STDCALL ThreadCreated(abi::ThreadID) override;
  abi::HRESULT GCRUCIBLE_STDCALL ThreadDestroyed(abi::ThreadID) override;
  abi::HRESULT GCRUCIBLE_STDCALL ThreadAssignedToOSThread(abi::ThreadID, abi::DWORD) override;
  abi::HRESULT GCRUCIBLE_STDCALL ThreadNameChanged(abi::ThreadID, abi::ULONG, abi::WCHAR*) override;
  // first: reason, or ThreadID
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeSuspendStarted(abi::COR_PRF_SUSPEND_REASON) override;
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeSuspendFinished() override;
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeSuspendAborted() override;
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeResumeStarted() override;
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeResumeFinished() override;
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeThreadSuspended(abi::ThreadID) override;
  abi::HRESULT GCRUCIBLE_STDCALL RuntimeThreadResumed(abi::ThreadID) override;
  // numbers: generationCollected; first: reason
  abi::HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, abi::BOOL*, abi::COR_PRF_GC_REASON) override;
  abi::HRESULT GCRUCIBLE_STDCALL GarbageCollectionFinished() override;
  // ids: old starts; to: new starts; numbers: lengths
  abi::HRESULT GCRUCIBLE_STDCALL MovedReferences(abi::ULONG, abi::ObjectID*, abi::ObjectID*,
                                                 abi::ULONG*) override;
  abi::HRESULT GCRUCIBLE_STDCALL MovedReferences2(abi::ULONG, abi::ObjectID*, abi::ObjectID*,
                                                  abi::SIZE_T*) override;
  abi::HRESULT GCRUCIBLE_STDCALL SurvivingReferences(abi::ULONG, abi::ObjectID*, abi::ULONG*) override;
  abi::HRESULT GCRUCIBLE_STDCALL SurvivingReferences2(abi::ULONG, abi::ObjectID*, abi::SIZE_T*) override;
  // first: object; second: flags
  abi::HRESULT GCRUCIBLE_STDCALL FinalizeableObjectQueued(abi::DWORD, abi::ObjectID) override;
  // ids: objects; to: kinds; numbers: flags; extra: root ids
  abi::HRESULT GCRUCIBLE_STDCALL RootReferences2(abi::ULONG, abi::ObjectID*, abi::COR_PRF_GC_ROOT_KIND*,
                                                 abi::COR_PRF_GC_ROOT_FLAGS*, abi::UINT_PTR*) override;
  abi::HRESULT GCRUCIBLE_STDCALL RootReferences(abi::ULONG, abi::ObjectID*) override;
  // ids: keys; to: values; extra: root ids
  abi::HRESULT GCRUCIBLE_STDCALL ConditionalWeakTableElementReferences(abi::ULONG, abi::ObjectID*,
                                                                       abi::ObjectID*,
                                                                       abi::GCHandleID*) override;
  // first: object; second: class; ids: references
  abi::HRESULT GCRUCIBLE_STDCALL ObjectReferences(abi::ObjectID, abi::ClassID, abi::ULONG,
                                                  abi::ObjectID*) override;
  // ids: classes; numbers: counts
  abi::HRESULT GCRUCIBLE_STDCALL ObjectsAllocatedByClass(abi::ULONG, abi::ClassID*, abi::ULONG*) override;
  // first: object; second: class
  abi::HRESULT GCRUCIBLE_STDCALL ObjectAllocated(abi::ObjectID, abi::ClassID) override;
  // first: handle; second: object
  abi::HRESULT GCRUCIBLE_STDCALL HandleCreated(abi::GCHandleID, abi::ObjectID) override;
  abi::HRESULT GCRUCIBLE_STDCALL HandleDestroyed(abi::GCHandleID) override;

 private:
  abi::HRESULT note(Seen seen);

  std::uint32_t low_;
  std::uint32_t high_;
  mutable std::mutex mutex_;
  std::vector<Seen> seen_;
};

}  // namespace gcrucible::tests
