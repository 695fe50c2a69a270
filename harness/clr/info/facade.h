// The object that Initialize gets as IUnknown: every method of ICorProfilerInfo and its successors.
#pragma once

#include "harness/abi/abi.h"
#include "harness/clr/clr.h"
#include "harness/clr/info/entrance.h"

namespace gcrucible::clr {

using namespace gcrucible::abi;  // the interface's own names, as in a profiler's code

// Answers for simulated objects as the runtime does. Other methods return E_NOTIMPL and are counted. It is
// one object with one table, which lives as long as the process. Some profilers use Initialize's pointer as
// an ICorProfilerInfo without QueryInterface, and others never call AddRef. Any thread may call it at any
// time. The Clr must outlive it.
class InfoFacade final : public NewestInfo {
 public:
  explicit InfoFacade(Clr& clr) : clr_(&clr) {}
  virtual ~InfoFacade() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

#define GCRUCIBLE_DECLARE(slot, version, method, parameters, ...) \
  HRESULT GCRUCIBLE_STDCALL method parameters override;
  GCRUCIBLE_INFO_METHODS(GCRUCIBLE_DECLARE)
#undef GCRUCIBLE_DECLARE

 private:
  Clr* clr_;
  std::unique_ptr<Entrance> entrance_ = info_entrance(*this);
};

}  // namespace gcrucible::clr
