// The loading of a profiler library: its only export, and the class factory that it returns.
//
//   extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
//   void** out) {
//     return gcrucible::abi::get_class_object<MyProfiler>(kMyClsid, clsid, iid, out);
//   }
#pragma once

#include <atomic>
#include <new>

#include "harness/abi/hresults.h"
#include "harness/abi/unknown.h"

#if defined(_WIN32)
#define GCRUCIBLE_EXPORT __declspec(dllexport)
#else
#define GCRUCIBLE_EXPORT __attribute__((visibility("default")))
#endif

namespace gcrucible::abi {

// Creates one `Profiler` for each call of CreateInstance. `Profiler` is default-constructible, starts with
// one reference and answers QueryInterface (see CallbackBase). If its constructor throws, the call returns an
// HRESULT.
template <typename Profiler>
class ClassFactory final : public IClassFactory {
 public:
  ClassFactory() = default;
  ClassFactory(const ClassFactory&) = delete;
  ClassFactory& operator=(const ClassFactory&) = delete;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return E_POINTER;
    if (riid != IUnknown::iid && riid != IClassFactory::iid) {
      *ppvObject = nullptr;
      return E_NOINTERFACE;
    }
    *ppvObject = static_cast<IClassFactory*>(this);
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

  HRESULT GCRUCIBLE_STDCALL CreateInstance(IUnknown* pUnkOuter, REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return E_POINTER;
    *ppvObject = nullptr;
    if (pUnkOuter != nullptr) return CLASS_E_NOAGGREGATION;
    Profiler* profiler = nullptr;
    try {
      profiler = new Profiler;
    } catch (const std::bad_alloc&) {
      return E_OUTOFMEMORY;
    } catch (...) {
      return E_FAIL;
    }
    const HRESULT hr = profiler->QueryInterface(riid, ppvObject);
    profiler->Release();
    return hr;
  }

  // The library stays loaded as long as the runtime exists, so no count is needed.
  HRESULT GCRUCIBLE_STDCALL LockServer(BOOL) override { return S_OK; }

 private:
  // Only Release destroys a factory.
  ~ClassFactory() = default;

  std::atomic<ULONG> references_{1};
};

// The body of DllGetClassObject for a library whose only class is `own`.
template <typename Profiler>
HRESULT get_class_object(REFCLSID own, REFCLSID asked, REFIID riid, void** ppvObject) {
  if (ppvObject == nullptr) return E_POINTER;
  *ppvObject = nullptr;
  if (asked != own) return CLASS_E_CLASSNOTAVAILABLE;
  auto* const factory = new (std::nothrow) ClassFactory<Profiler>;
  if (factory == nullptr) return E_OUTOFMEMORY;
  const HRESULT hr = factory->QueryInterface(riid, ppvObject);
  factory->Release();
  return hr;
}

}  // namespace gcrucible::abi
