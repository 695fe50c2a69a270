// Info methods of hooks: how a profiler registers them, and what it may ask inside them. The checks and their
// order are those of .NET 10.
#include "harness/clr/hooks/frame_data.h"
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {

namespace {

// .NET distinguishes slow hooks from direct ones by the flags that slow hooks need.
constexpr DWORD kSlowHooks =
    COR_PRF_ENABLE_FUNCTION_ARGS | COR_PRF_ENABLE_FUNCTION_RETVAL | COR_PRF_ENABLE_FRAME_INFO;

template <typename Enter, typename Leave, typename Tailcall>
HRESULT set_hooks(Clr& clr, InfoMethod method, HookVersion version, Enter* enter, Leave* leave,
                  Tailcall* tailcall) {
  InfoCall call(clr, method, {});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  const HookFunctions functions{reinterpret_cast<void*>(enter), reinterpret_cast<void*>(leave),
                                reinterpret_cast<void*>(tailcall)};
  if (functions == HookFunctions{}) return call.done(E_INVALIDARG);
  const bool slow = (clr.mask().low() & kSlowHooks) != 0;
  if ((version == HookVersion::kDirect && slow) || (version == HookVersion::kWithInfo && !slow))
    return call.done(CORPROF_E_INCONSISTENT_WITH_FLAGS);
  clr.hooks().set(version, functions);
  if (version == HookVersion::kDirect) clr.mask().fast_hooks();
  return call.done(S_OK);
}

// The hook that runs with this info.
std::optional<Hooks::Running> running(Clr& clr, FunctionID function, COR_PRF_ELT_INFO info) {
  const std::optional<Hooks::Running> found = clr.hooks().running(info);
  const FunctionEntry* const entry = clr.functions().find(function);
  // .NET reads the memory of any other value.
  if (!found || entry == nullptr) return std::nullopt;
  return found;
}

}  // namespace

HRESULT InfoFacade::SetEnterLeaveFunctionHooks(FunctionEnter* enter, FunctionLeave* leave,
                                               FunctionTailcall* tailcall) {
  return set_hooks(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks, HookVersion::kFirst, enter, leave,
                   tailcall);
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks2(FunctionEnter2* enter, FunctionLeave2* leave,
                                                FunctionTailcall2* tailcall) {
  return set_hooks(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks2, HookVersion::kSecond, enter, leave,
                   tailcall);
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks3(FunctionEnter3* enter, FunctionLeave3* leave,
                                                FunctionTailcall3* tailcall) {
  return set_hooks(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks3, HookVersion::kDirect, enter, leave,
                   tailcall);
}

HRESULT InfoFacade::SetEnterLeaveFunctionHooks3WithInfo(FunctionEnter3WithInfo* enter,
                                                        FunctionLeave3WithInfo* leave,
                                                        FunctionTailcall3WithInfo* tailcall) {
  return set_hooks(*clr_, InfoMethod::kSetEnterLeaveFunctionHooks3WithInfo, HookVersion::kWithInfo, enter,
                   leave, tailcall);
}

HRESULT InfoFacade::SetFunctionIDMapper(FunctionIDMapper* mapper) {
  InfoCall call(*clr_, InfoMethod::kSetFunctionIDMapper, {});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  clr_->hooks().mapper(mapper);
  return call.done(S_OK);
}

HRESULT InfoFacade::SetFunctionIDMapper2(FunctionIDMapper2* mapper, void* data) {
  InfoCall call(*clr_, InfoMethod::kSetFunctionIDMapper2, {});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  clr_->hooks().mapper(mapper, data);
  return call.done(S_OK);
}

HRESULT InfoFacade::GetFunctionEnter3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                          COR_PRF_FRAME_INFO* pFrameInfo, ULONG* pcbArgumentInfo,
                                          COR_PRF_FUNCTION_ARGUMENT_INFO* pArgumentInfo) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionEnter3Info, {trace::id(functionId), trace::id(eltInfo)});
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_id(pFrameInfo), out_number(pcbArgumentInfo), trace::null()});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const DWORD mask = clr_->mask().low();
  const bool frames = (mask & COR_PRF_ENABLE_FRAME_INFO) != 0;
  const bool arguments = (mask & COR_PRF_ENABLE_FUNCTION_ARGS) != 0;
  if (!frames && !arguments) return answer(CORPROF_E_INCONSISTENT_WITH_FLAGS);
  if (functionId == 0 || eltInfo == 0) return answer(E_INVALIDARG);
  const auto hook = running(*clr_, functionId, eltInfo);
  if (!hook) return answer(E_INVALIDARG);
  if (frames && pFrameInfo == nullptr) return answer(E_INVALIDARG);
  if (frames) set_out(pFrameInfo, frame_info_of(eltInfo));
  call.wrote();
  if (!arguments) return answer(S_OK);
  if (pcbArgumentInfo == nullptr) return answer(E_INVALIDARG);
  if (*pcbArgumentInfo != 0 && pArgumentInfo == nullptr) return answer(E_INVALIDARG);
  const UINT_PTR* const self = self_of(*clr_, hook->function);
  const ULONG needed = argument_bytes(self != nullptr ? 1 : 0);
  if (*pcbArgumentInfo < needed) {
    set_out(pcbArgumentInfo, needed);
    return answer(E_NOT_SUFFICIENT_BUFFER);
  }
  fill_arguments(*pArgumentInfo, self);
  return answer(S_OK);
}

HRESULT InfoFacade::GetFunctionLeave3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                          COR_PRF_FRAME_INFO* pFrameInfo,
                                          COR_PRF_FUNCTION_ARGUMENT_RANGE* pRetvalRange) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionLeave3Info, {trace::id(functionId), trace::id(eltInfo)});
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_id(pFrameInfo), trace::null()}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const DWORD mask = clr_->mask().low();
  const bool frames = (mask & COR_PRF_ENABLE_FRAME_INFO) != 0;
  const bool results = (mask & COR_PRF_ENABLE_FUNCTION_RETVAL) != 0;
  if (!frames && !results) return answer(CORPROF_E_INCONSISTENT_WITH_FLAGS);
  if (pFrameInfo == nullptr || eltInfo == 0) return answer(E_INVALIDARG);
  if (!running(*clr_, functionId, eltInfo)) return answer(E_INVALIDARG);
  if (frames) set_out(pFrameInfo, frame_info_of(eltInfo));
  call.wrote();
  if (!results) return answer(S_OK);
  if (pRetvalRange == nullptr) return answer(E_INVALIDARG);
  *pRetvalRange = {};  // no function of a program has a result
  return answer(S_OK);
}

HRESULT InfoFacade::GetFunctionTailcall3Info(FunctionID functionId, COR_PRF_ELT_INFO eltInfo,
                                             COR_PRF_FRAME_INFO* pFrameInfo) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionTailcall3Info, {trace::id(functionId), trace::id(eltInfo)});
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_id(pFrameInfo)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if ((clr_->mask().low() & COR_PRF_ENABLE_FRAME_INFO) == 0) return answer(CORPROF_E_INCONSISTENT_WITH_FLAGS);
  if (functionId == 0 || eltInfo == 0 || pFrameInfo == nullptr) return answer(E_INVALIDARG);
  if (!running(*clr_, functionId, eltInfo)) return answer(E_INVALIDARG);
  set_out(pFrameInfo, frame_info_of(eltInfo));
  return answer(S_OK);
}

}  // namespace gcrucible::clr
