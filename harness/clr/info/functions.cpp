// Methods about functions and their metadata.
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"

namespace gcrucible::clr {

namespace {

// 0 for a function without a type, which belongs to <Module>.
ClassID class_of(Clr& clr, const FunctionEntry& function) {
  if (function.type == program::kNothing) return 0;
  return clr.classes().at(static_cast<sim::TypeIndex>(function.type)).id;
}

// Returns E_INVALIDARG if there is no such method. Only functions that own roots have ids.
HRESULT find_function(Clr& clr, ModuleID module, mdToken token, FunctionID& id) {
  const LoadedModule* const loaded = clr.loads().module_of(module);
  if (loaded == nullptr || metadata::table_of(token) != mdtMethodDef ||
      !metadata::has_token(*loaded->metadata, token))
    return E_INVALIDARG;
  for (const FunctionEntry& function : clr.functions().all()) {
    if (function.place.module == loaded->number && function.place.token == token) {
      id = function.id;
      return S_OK;
    }
  }
  return CORPROF_E_FUNCTION_NOT_COMPILED;
}

}  // namespace

HRESULT InfoFacade::GetFunctionInfo(FunctionID functionId, ClassID* pClassId, ModuleID* pModuleId,
                                    mdToken* pToken) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionInfo, {trace::id(functionId)});
  call.clear(pClassId, pModuleId, pToken);
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_id(pClassId), out_id(pModuleId), out_number(pToken)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const FunctionEntry* const function = clr_->functions().find(functionId);
  if (function == nullptr) return answer(E_INVALIDARG);
  set_out(pClassId, class_of(*clr_, *function));
  set_out(pModuleId, clr_->loads().module_at(function->place.module).id);
  set_out(pToken, function->place.token);
  return answer(S_OK);
}

HRESULT InfoFacade::GetFunctionInfo2(FunctionID funcId, COR_PRF_FRAME_INFO, ClassID* pClassId,
                                     ModuleID* pModuleId, mdToken* pToken, ULONG32 cTypeArgs,
                                     ULONG32* pcTypeArgs, ClassID typeArgs[]) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionInfo2, {trace::id(funcId), trace::number(cTypeArgs)});
  call.clear(pClassId, pModuleId, pToken, pcTypeArgs);
  const auto answer = [&](HRESULT hr) {
    return call.done(
        hr, {out_id(pClassId), out_id(pModuleId), out_number(pToken), out_number(pcTypeArgs), trace::null()});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const FunctionEntry* const function = clr_->functions().find(funcId);
  if (function == nullptr || (cTypeArgs > 0 && typeArgs == nullptr)) return answer(E_INVALIDARG);
  set_out(pClassId, class_of(*clr_, *function));
  set_out(pModuleId, clr_->loads().module_at(function->place.module).id);
  set_out(pToken, function->place.token);
  set_out(pcTypeArgs, 0);
  return answer(S_OK);
}

// Every function has metadata.
HRESULT InfoFacade::IsFunctionDynamic(FunctionID functionId, BOOL* isDynamic) {
  InfoCall call(*clr_, InfoMethod::kIsFunctionDynamic, {trace::id(functionId)});
  call.clear(isDynamic);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_flag(isDynamic)});
  if (clr_->functions().find(functionId) == nullptr) return call.done(E_INVALIDARG, {out_flag(isDynamic)});
  set_out(isDynamic, 0);
  return call.done(S_OK, {out_flag(isDynamic)});
}

HRESULT InfoFacade::GetDynamicFunctionInfo(FunctionID functionId, ModuleID* moduleId, PCCOR_SIGNATURE* ppvSig,
                                           ULONG* pbSig, ULONG cchName, ULONG* pcchName, WCHAR*) {
  InfoCall call(*clr_, InfoMethod::kGetDynamicFunctionInfo, {trace::id(functionId), trace::number(cchName)});
  call.clear(moduleId, ppvSig, pbSig, pcchName);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  return call.done(E_INVALIDARG);
}

HRESULT InfoFacade::GetTokenAndMetaDataFromFunction(FunctionID functionId, REFIID riid, IUnknown** ppImport,
                                                    mdToken* pToken) {
  const trace::InterfaceName name(riid);
  InfoCall call(*clr_, InfoMethod::kGetTokenAndMetaDataFromFunction, {trace::id(functionId), name.value()});
  call.clear(ppImport, pToken);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {trace::null(), out_number(pToken)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const FunctionEntry* const function = clr_->functions().find(functionId);
  if (function == nullptr) return answer(E_INVALIDARG);
  set_out(pToken, function->place.token);
  if (ppImport == nullptr) return answer(S_OK);
  LoadedModule& module = clr_->loads().module_at(function->place.module);
  void* out = nullptr;
  const HRESULT hr = clr_->loads().import_of(module).QueryInterface(riid, &out);
  *ppImport = static_cast<IUnknown*>(out);
  return answer(hr);
}

HRESULT InfoFacade::GetFunctionFromToken(ModuleID moduleId, mdToken token, FunctionID* pFunctionId) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromToken, {trace::id(moduleId), trace::number(token)});
  call.clear(pFunctionId);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_id(pFunctionId)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  FunctionID found = 0;
  if (const HRESULT hr = find_function(*clr_, moduleId, token, found); failed(hr)) return answer(hr);
  set_out(pFunctionId, found);
  return answer(S_OK);
}

HRESULT InfoFacade::GetFunctionFromTokenAndTypeArgs(ModuleID moduleID, mdMethodDef funcDef, ClassID classId,
                                                    ULONG32 cTypeArgs, ClassID typeArgs[],
                                                    FunctionID* pFunctionID) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionFromTokenAndTypeArgs,
                {trace::id(moduleID), trace::number(funcDef), trace::id(classId), trace::number(cTypeArgs)});
  call.clear(pFunctionID);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_id(pFunctionID)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  if (cTypeArgs != 0 || typeArgs != nullptr) return answer(E_INVALIDARG);  // no function is generic
  FunctionID found = 0;
  if (const HRESULT hr = find_function(*clr_, moduleID, funcDef, found); failed(hr)) return answer(hr);
  set_out(pFunctionID, found);
  return answer(S_OK);
}

}  // namespace gcrucible::clr
