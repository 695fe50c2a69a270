// A profiler that does nothing: every callback returns S_OK. Only ProfilerDetachSucceeded returns E_FAIL,
// because a profiler that does not override it does not support detaching. A profiler derives from this class
// and overrides the callbacks that it needs.
//
// The object counts its references, starts with one, and deletes itself when the count reaches zero.
// Therefore it must be created with `new`. Any thread may call AddRef, Release and QueryInterface. The
// runtime calls from any thread and from several at once. Derived classes must protect their own data.
#pragma once

#include <atomic>

#include "harness/abi/callback.h"
#include "harness/abi/hresults.h"
#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"

namespace gcrucible::abi {

class CallbackBase : public NewestCallback {
 public:
  // Answers QueryInterface up to ICorProfilerCallback<highest_version>, like a profiler of that version.
  explicit CallbackBase(int highest_version = kNewestCallbackVersion) : highest_version_(highest_version) {}

  CallbackBase(const CallbackBase&) = delete;
  CallbackBase& operator=(const CallbackBase&) = delete;
  // After the last slot of the interface, so the runtime does not see it.
  virtual ~CallbackBase() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return E_POINTER;
    const int version = interface_version(kCallbackInterfaces, riid);
    if (version < 0 || version > highest_version_) {
      *ppvObject = nullptr;
      return E_NOINTERFACE;
    }
    // One inheritance chain: every version has the same address.
    *ppvObject = static_cast<NewestCallback*>(this);
    AddRef();
    return S_OK;
  }

  ULONG GCRUCIBLE_STDCALL AddRef() override {
    return references_.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  ULONG GCRUCIBLE_STDCALL Release() override {
    const ULONG left = references_.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (left == 0) delete this;
    return left;
  }

// The names of the parameters come with the rows, and are not used.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define GCRUCIBLE_DEFAULT(slot, version, method, parameters, ...)                              \
  HRESULT GCRUCIBLE_STDCALL method parameters override {                                       \
    return slot == static_cast<int>(CallbackMethod::kProfilerDetachSucceeded) ? E_FAIL : S_OK; \
  }
  GCRUCIBLE_CALLBACKS(GCRUCIBLE_DEFAULT)
#undef GCRUCIBLE_DEFAULT
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

 private:
  std::atomic<ULONG> references_{1};
  const int highest_version_;
};

}  // namespace gcrucible::abi
