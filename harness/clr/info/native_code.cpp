// Methods about the native code of functions. Each function has one piece of code, which exists from the
// start, as precompiled code does. Functions that a step or a hook compiles count as compiled by the JIT.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/info/object_enum.h"

namespace gcrucible::clr {

namespace {

// The order of the checks and their results are those of .NET 10 (fixtures/prober/net10.txt). `unsafe`: the
// method refuses to answer where it was called.
HRESULT function_from_ip(Clr& clr, InfoCall& call, LPCBYTE ip, FunctionID* id, ReJITID* version,
                         bool unsafe = false, bool with_lightweight = false) {
  if (const HRESULT hr = call.guard(); failed(hr)) return hr;
  if (clr.life() == Life::kInitializing) return CORPROF_E_NOT_YET_AVAILABLE;
  if (unsafe) return CORPROF_E_ASYNCHRONOUS_UNSAFE;
  const FunctionEntry* const function = clr.functions().with_code(reinterpret_cast<UINT_PTR>(ip));
  if (function == nullptr || (function->lightweight && !with_lightweight)) return E_FAIL;
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

// The prolog, the one instruction of the body (`ret`), and the epilog, in the form in which .NET 10 describes
// optimized code.
constexpr std::uint32_t kProlog = 0xFFFFFFFE, kEpilog = 0xFFFFFFFD;  // -2 and -3
constexpr std::array<COR_DEBUG_IL_TO_NATIVE_MAP, 3> kMap{
    {{.ilOffset = kProlog, .nativeStartOffset = 0, .nativeEndOffset = 8},
     {.ilOffset = 0, .nativeStartOffset = 8, .nativeEndOffset = kCodeSize - 8},
     {.ilOffset = kEpilog, .nativeStartOffset = kCodeSize - 8, .nativeEndOffset = kCodeSize}}};

// The places are checked before the function. `missing`: the result without a function.
HRESULT il_to_native(const FunctionEntry* function, HRESULT missing, ULONG32 capacity, ULONG32* count,
                     COR_DEBUG_IL_TO_NATIVE_MAP* map) {
  if (capacity > 0 && (count == nullptr || map == nullptr)) return E_INVALIDARG;
  if (function == nullptr) return missing;
  set_out(count, kMap.size());
  if (map != nullptr) std::copy_n(kMap.begin(), std::min<std::size_t>(capacity, kMap.size()), map);
  return S_OK;
}

// The functions that were compiled, with their recompiled versions if these are wanted.
std::vector<COR_PRF_FUNCTION> compiled_functions(Clr& clr, bool with_versions) {
  std::vector<COR_PRF_FUNCTION> found;
  const std::span<const FunctionEntry> functions = clr.functions().all();
  for (std::uint32_t i = 0; i < functions.size(); ++i) {
    if (functions[i].shared != i || functions[i].lightweight || !clr.hooks().compiled(i).done) continue;
    found.push_back({.functionId = functions[i].id, .reJitId = 0});
    if (!with_versions) continue;
    const MethodPlace place{.module = functions[i].place.module,
                            .row = functions[i].place.token & 0x00FFFFFFu};
    for (const ReJITID id : clr.code().versions(place)) {
      if (id != 0) found.push_back({.functionId = functions[i].id, .reJitId = id});
    }
  }
  return found;
}

HRESULT enumerate_compiled(Clr& clr, InfoCall& call, bool with_versions, ICorProfilerFunctionEnum** out) {
  call.clear(out);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (out == nullptr) return call.done(E_INVALIDARG);
  using FunctionEnum = IdEnum<ICorProfilerFunctionEnum, COR_PRF_FUNCTION>;
  std::vector<COR_PRF_FUNCTION> found = compiled_functions(clr, with_versions);
  std::vector<std::uint64_t> ids;
  for (const COR_PRF_FUNCTION& each : found) ids.push_back(each.functionId);
  call.visited(std::move(ids));
  *out = new FunctionEnum(std::move(found), clr.handed_out(), call.origin("ICorProfilerFunctionEnum"));
  return call.done(S_OK);
}

// The function whose code begins there; null if none does.
const FunctionEntry* function_beginning_at(Clr& clr, UINT_PTR code) {
  const FunctionEntry* const function = clr.functions().with_code(code);
  return function != nullptr && function->code == code ? function : nullptr;
}

// Answers with what fill() writes, and with the count that goes with it.
HRESULT answer_filled(InfoCall& call, ULONG32* count, auto&& fill) {
  call.clear(count);
  HRESULT hr = call.guard();
  if (!failed(hr)) hr = fill();
  return call.done(hr, {out_number(count), trace::null()});
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
  return answer_filled(call, pcCodeInfos, [&] {
    return code_infos(clr_->functions().find(functionID), E_INVALIDARG, cCodeInfos, pcCodeInfos, codeInfos);
  });
}

HRESULT InfoFacade::GetCodeInfo3(FunctionID functionID, ReJITID reJitId, ULONG32 cCodeInfos,
                                 ULONG32* pcCodeInfos, COR_PRF_CODE_INFO* codeInfos) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo3,
                {trace::id(functionID), trace::id(reJitId), trace::number(cCodeInfos)});
  return answer_filled(call, pcCodeInfos, [&] {
    const FunctionEntry* const function = clr_->functions().find(functionID);
    return code_infos(version(function, reJitId),
                      function == nullptr ? E_INVALIDARG : CORPROF_E_FUNCTION_NOT_COMPILED, cCodeInfos,
                      pcCodeInfos, codeInfos);
  });
}

HRESULT InfoFacade::GetCodeInfo4(UINT_PTR pNativeCodeStartAddress, ULONG32 cCodeInfos, ULONG32* pcCodeInfos,
                                 COR_PRF_CODE_INFO* codeInfos) {
  InfoCall call(*clr_, InfoMethod::kGetCodeInfo4,
                {trace::id(pNativeCodeStartAddress), trace::number(cCodeInfos)});
  return answer_filled(call, pcCodeInfos, [&] {
    return code_infos(function_beginning_at(*clr_, pNativeCodeStartAddress), CORPROF_E_FUNCTION_NOT_COMPILED,
                      cCodeInfos, pcCodeInfos, codeInfos);
  });
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

HRESULT InfoFacade::GetILToNativeMapping(FunctionID functionId, ULONG32 cMap, ULONG32* pcMap,
                                         COR_DEBUG_IL_TO_NATIVE_MAP* map) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping, {trace::id(functionId), trace::number(cMap)});
  return answer_filled(call, pcMap, [&] {
    return il_to_native(clr_->functions().find(functionId), E_INVALIDARG, cMap, pcMap, map);
  });
}

// .NET 10 does not look at the version of a function that was never compiled again.
HRESULT InfoFacade::GetILToNativeMapping2(FunctionID functionId, ReJITID reJitId, ULONG32 cMap,
                                          ULONG32* pcMap, COR_DEBUG_IL_TO_NATIVE_MAP* map) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping2,
                {trace::id(functionId), trace::id(reJitId), trace::number(cMap)});
  return answer_filled(call, pcMap, [&] {
    return il_to_native(clr_->functions().find(functionId), E_INVALIDARG, cMap, pcMap, map);
  });
}

HRESULT InfoFacade::GetILToNativeMapping3(UINT_PTR pNativeCodeStartAddress, ULONG32 cMap, ULONG32* pcMap,
                                          COR_DEBUG_IL_TO_NATIVE_MAP* map) {
  InfoCall call(*clr_, InfoMethod::kGetILToNativeMapping3,
                {trace::id(pNativeCodeStartAddress), trace::number(cMap)});
  return answer_filled(call, pcMap, [&] {
    return il_to_native(function_beginning_at(*clr_, pNativeCodeStartAddress),
                        pNativeCodeStartAddress == 0 ? E_INVALIDARG : E_FAIL, cMap, pcMap, map);
  });
}

HRESULT InfoFacade::EnumJITedFunctions(ICorProfilerFunctionEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumJITedFunctions, {});
  return enumerate_compiled(*clr_, call, false, ppEnum);
}

HRESULT InfoFacade::EnumJITedFunctions2(ICorProfilerFunctionEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumJITedFunctions2, {});
  return enumerate_compiled(*clr_, call, true, ppEnum);
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
  const HRESULT hr = function_from_ip(*clr_, call, ip, functionId, pReJitId, false, true);
  return call.done(hr, {out_id(functionId), out_id(pReJitId)});
}

}  // namespace gcrucible::clr
