// The enumerators that Info methods hand out: a copy of ids, taken during the method's call.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/clr/entrance.h"
#include "harness/clr/info/handed_out.h"

namespace gcrucible::clr {

// By slot.
template <typename Interface>
inline constexpr std::tuple kEnumRows{
    MethodRow{&Interface::QueryInterface, "QueryInterface", "riid ppvObject"},
    MethodRow{&Interface::AddRef, "AddRef", ""},
    MethodRow{&Interface::Release, "Release", ""},
    MethodRow{&Interface::Skip, "Skip", "celt"},
    MethodRow{&Interface::Reset, "Reset", ""},
    MethodRow{&Interface::Clone, "Clone", "ppEnum"},
    MethodRow{&Interface::GetCount, "GetCount", "pcelt"},
    MethodRow{&Interface::Next, "Next", "celt ids pceltFetched"}};

// One of ICorProfilerObjectEnum, ThreadEnum and others, which differ only in what they enumerate. Owned by
// its reference count, which starts at one for the caller. The ledger lists it while it lives.
template <typename Interface, typename Id>
class IdEnum final : public Interface {
 public:
  IdEnum(std::vector<Id> ids, std::shared_ptr<HandedOut> ledger, const HandedOut::Origin& origin)
      : ids_(std::move(ids)), ledger_(std::move(ledger)), origin_(origin) {
    ledger_->made(this, origin_);
  }
  IdEnum(const IdEnum&) = delete;
  IdEnum& operator=(const IdEnum&) = delete;
  virtual ~IdEnum() { ledger_->gone(this); }

  abi::HRESULT GCRUCIBLE_STDCALL QueryInterface(abi::REFIID riid, void** ppvObject) override {
    if (ppvObject == nullptr) return abi::E_POINTER;
    *ppvObject = nullptr;
    if (riid != abi::IUnknown::iid && riid != Interface::iid) return abi::E_NOINTERFACE;
    *ppvObject = static_cast<Interface*>(this);
    AddRef();
    return abi::S_OK;
  }
  abi::ULONG GCRUCIBLE_STDCALL AddRef() override { return ++references_; }
  abi::ULONG GCRUCIBLE_STDCALL Release() override {
    const abi::ULONG left = --references_;
    if (left == 0) delete this;
    return left;
  }

  abi::HRESULT GCRUCIBLE_STDCALL Skip(abi::ULONG celt) override {
    const std::size_t skipped = std::min<std::size_t>(celt, ids_.size() - at_);
    at_ += skipped;
    return skipped == celt ? abi::S_OK : abi::S_FALSE;
  }
  abi::HRESULT GCRUCIBLE_STDCALL Reset() override {
    at_ = 0;
    return abi::S_OK;
  }
  abi::HRESULT GCRUCIBLE_STDCALL Clone(Interface** ppEnum) override {
    if (ppEnum == nullptr) return abi::E_INVALIDARG;
    *ppEnum = new IdEnum(ids_, ledger_, origin_);  // from the beginning, as the runtime's clones
    return abi::S_OK;
  }
  abi::HRESULT GCRUCIBLE_STDCALL GetCount(abi::ULONG* pcelt) override {
    if (pcelt == nullptr) return abi::E_INVALIDARG;
    *pcelt = static_cast<abi::ULONG>(ids_.size());
    return abi::S_OK;
  }
  abi::HRESULT GCRUCIBLE_STDCALL Next(abi::ULONG celt, Id ids[], abi::ULONG* pceltFetched) override {
    if (celt > 0 && ids == nullptr) return abi::E_INVALIDARG;
    if (celt > 1 && pceltFetched == nullptr) return abi::E_INVALIDARG;
    const std::size_t fetched = std::min<std::size_t>(celt, ids_.size() - at_);
    for (std::size_t i = 0; i < fetched; ++i) ids[i] = ids_[at_ + i];
    at_ += fetched;
    if (pceltFetched != nullptr) *pceltFetched = static_cast<abi::ULONG>(fetched);
    return fetched == celt ? abi::S_OK : abi::S_FALSE;
  }

 private:
  std::atomic<abi::ULONG> references_{1};
  std::vector<Id> ids_;
  std::shared_ptr<HandedOut> ledger_;
  HandedOut::Origin origin_;
  std::size_t at_ = 0;
  static constexpr std::size_t kDestructors = 2;
  Entrance entrance_{static_cast<Interface*>(this), ways_in<kEnumRows<Interface>>(), kDestructors};
};

using ObjectEnum = IdEnum<abi::ICorProfilerObjectEnum, abi::ObjectID>;
using ModuleEnum = IdEnum<abi::ICorProfilerModuleEnum, abi::ModuleID>;
using ThreadEnum = IdEnum<abi::ICorProfilerThreadEnum, abi::ThreadID>;

}  // namespace gcrucible::clr
