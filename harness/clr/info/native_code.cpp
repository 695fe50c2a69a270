// Methods about the native code of functions. Each function has one piece of code, which exists from the
// start, as precompiled code does.
#include <algorithm>
#include <cstring>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {

namespace {

// The order of the checks and their results are those of .NET 10 (fixtures/prober/net10.txt). `unsafe`: the
// method refuses to answer where it was called.
HRESULT function_from_ip(Clr& clr, InfoCall& call, LPCBYTE ip, FunctionID* id, ReJITID* version,
                         bool unsafe = false) {
  if (const HRESULT hr = call.guard(); failed(hr)) return hr;
  if (clr.life() == Life::kInitializing) return CORPROF_E_NOT_YET_AVAILABLE;
  if (unsafe) return CORPROF_E_ASYNCHRONOUS_UNSAFE;
  const FunctionEntry* const function = clr.functions().with_code(reinterpret_cast<UINT_PTR>(ip));
  if (function == nullptr) return E_FAIL;
  set_out(id, function->id);
  set_out(version, 0);
  return S_OK;
}

// Fills a buffer with the one piece of a function's code. `missing`: the result without a function.
HRESULT code_infos(const FunctionEntry* function, HRESULT missing, ULONG32 capacity, ULONG32* count,
                   COR_PRF_CODE_INFO* infos) {
  if (function == nullptr) return missing;
  if (capacity > 0 && infos == nullptr) return E_INVALIDARG;
  set_out(count, 1);
  if (capacity > 0) infos[0] = {.startAddress = function->code, .size = kCodeSize};
  return S_OK;
}

// A recompiled version of the function is not called, so it has no code.
const FunctionEntry* version(const FunctionEntry* function, ReJITID version) {
  return version == 0 ? function : nullptr;
}

}  // namespace

HRESULT InfoFacade::GetCodeInfo(FunctionID functionId, LPCBYTE* pStart, ULONG* pcSize) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo, {trace::id(functionId)});
  call.clear(pStart, pcSize);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_address(pStart), out_number(pcSize)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (call.inside(CallbackMethod::kRuntimeThreadSuspended)) return answer(CORPROF_E_ASYNCHRONOUS_UNSAFE);
  const FunctionEntry* const function = clr_->functions().find(functionId);
  if (function == nullptr) return answer(E_INVALIDARG);
  set_out(pStart, reinterpret_cast<LPCBYTE>(function->code));
  set_out(pcSize, kCodeSize);
  return answer(S_OK);
}

HRESULT InfoFacade::GetCodeInfo2(FunctionID functionID, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                 COR_PRF_CODE_INFO* codeInfos) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo2, {trace::id(functionID), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  HRESULT hr = call.guard();
  if (!failed(hr))
    hr = code_infos(clr_->functions().find(functionID), E_INVALIDARG, cCodeInfos, pcCodeInfos, codeInfos);
  return call.done(hr, {out_number(pcCodeInfos), trace::null()});
}

HRESULT InfoFacade::GetCodeInfo3(FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos,
                                 ULONG32* pcCodeInfos, COR_PRF_CODE_INFO* codeInfos) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo3,
                {trace::id(functionID), trace::id(reJitId), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  HRESULT hr = call.guard();
  const FunctionEntry* const function = clr_->functions().find(functionID);
  if (!failed(hr)) {
    hr = code_infos(version(function, reJitId),
                    function == nullptr ? E_INVALIDARG : CORPROF_E_FUNCTION_NOT_COMPILED, cCodeInfos,
                    pcCodeInfos, codeInfos);
  }
  return call.done(hr, {out_number(pcCodeInfos), trace::null()});
}

HRESULT InfoFacade::GetCodeInfo4(UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                 COR_PRF_CODE_INFO* codeInfos) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo4,
                {trace::id(pNativeCodeStartAddress), trace::number(cCodeInfos)});
  call.clear(pcCodeInfos);
  HRESULT hr = call.guard();
  if (!failed(hr)) {
    const FunctionEntry* const function = clr_->functions().with_code(pNativeCodeStartAddress);
    const bool begins = function != nullptr && function->code == pNativeCodeStartAddress;
    hr = code_infos(begins ? function : nullptr, CORPROF_E_FUNCTION_NOT_COMPILED, cCodeInfos, pcCodeInfos,
                    codeInfos);
  }
  return call.done(hr, {out_number(pcCodeInfos), trace::null()});
}

HRESULT InfoFacade::GetNativeCodeStartAddresses(FunctionID functionID, ReJITID reJitId,
                                                ULONG32 cCodeStartAddresses, ULONG32* pcCodeStartAddresses,
                                                UINT_PTR* codeStartAddresses) {
  InfoCall call(*clr_, InfoMethod::kGetNativeCodeStartAddresses,
                {trace::id(functionID), trace::id(reJitId), trace::number(cCodeStartAddresses)});
  call.clear(pcCodeStartAddresses);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_number(pcCodeStartAddresses), trace::null()});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const FunctionEntry* const function = clr_->functions().find(functionID);
  if (function == nullptr) return answer(E_INVALIDARG);
  if (cCodeStartAddresses > 0 && codeStartAddresses == nullptr) return answer(E_INVALIDARG);
  if (version(function, reJitId) == nullptr) return answer(S_OK);
  set_out(pcCodeStartAddresses, 1);
  if (cCodeStartAddresses > 0) codeStartAddresses[0] = function->code;
  return answer(S_OK);
}

HRESULT InfoFacade::GetFunctionFromIP(LPCBYTE ip, FunctionID* pFunctionId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP, {});
  call.clear(pFunctionId);
  const bool unsafe = call.inside(CallbackMethod::kRuntimeThreadSuspended);
  const HRESULT hr = function_from_ip(*clr_, call, ip, pFunctionId, nullptr, unsafe);
  return call.done(hr, {out_id(pFunctionId)});
}

HRESULT InfoFacade::GetFunctionFromIP2(LPCBYTE ip, FunctionID* pFunctionId, ReJITID* pReJitId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP2, {});
  call.clear(pFunctionId, pReJitId);
  const HRESULT hr = function_from_ip(*clr_, call, ip, pFunctionId, pReJitId);
  return call.done(hr, {out_id(pFunctionId), out_id(pReJitId)});
}

HRESULT InfoFacade::GetFunctionFromIP3(LPCBYTE ip, FunctionID* functionId, ReJITID* pReJitId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromIP3, {});
  call.clear(functionId, pReJitId);
  const HRESULT hr = function_from_ip(*clr_, call, ip, functionId, pReJitId);
  return call.done(hr, {out_id(functionId), out_id(pReJitId)});
}

}  // namespace gcrucible::clr
