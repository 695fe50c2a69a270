// Methods about functions and their metadata.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/clr/hooks/frame_data.h"
#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/text.h"

namespace gcrucible::clr {

namespace {

// A lightweight function has the token of no method, in the program's own module. .NET names a class and a
// module of its own for it.
constexpr mdToken kNoMethod = mdtMethodDef;

LoadedModule& module_of(Clr& clr, const FunctionEntry& function) {
  return clr.loads().module_at(function.lightweight ? 1 : function.place.module);
}

mdToken token_of(const FunctionEntry& function) {
  return function.lightweight ? kNoMethod : function.place.token;
}

// Null for a function without a type, which belongs to <Module>.
const ClassEntry* type_of(Clr& clr, const FunctionEntry& function) {
  if (function.type == program::kNothing) return nullptr;
  return &clr.classes().at(static_cast<sim::TypeIndex>(function.type));
}

// Whether a module and a token do not say which function is meant.
bool is_parameterized(Clr& clr, const FunctionEntry& function) {
  const ClassEntry* const type = type_of(clr, function);
  return !function.arguments.empty() || (type != nullptr && !type->spec.definition.empty());
}

// The class and the type arguments of an instantiation.
struct Instantiation {
  ClassID type = 0;
  std::vector<ClassID> arguments;
};

Instantiation exact(Clr& clr, const FunctionEntry& function) {
  const ClassEntry* const type = type_of(clr, function);
  return {.type = type == nullptr ? ClassID{0} : ClassID{type->id},
          .arguments = clr.classes().ids_of(function.arguments)};
}

// The class that code knows under this id: System.__Canon for every reference type.
ClassID in_code(Clr& clr, ClassID argument) {
  const ClassEntry* const type = clr.class_of(argument);
  if (type == nullptr || clr.classes().is_primitive(argument)) return argument;
  if (type->spec.kind != program::TypeKind::kValue) return clr.classes().canon();
  return clr.classes().with_code_of(*type).id;
}

Instantiation in_code(Clr& clr, Instantiation of) {
  if (const ClassEntry* const type = clr.class_of(of.type)) of.type = clr.classes().with_code_of(*type).id;
  for (ClassID& argument : of.arguments) argument = in_code(clr, argument);
  return of;
}

// With the frame info of a hook, the exact types, as measured under .NET 10. That of a walk has no more than
// the code.
Instantiation seen_in(Clr& clr, const FunctionEntry& function, COR_PRF_FRAME_INFO frame) {
  const auto hook = clr.hooks().running(hook_info_of(frame));
  if (hook && clr.functions().all()[hook->function].id == function.id)
    return exact(clr, clr.functions().all()[hook->function]);
  return in_code(clr, exact(clr, function));
}

// The functions of that method. Returns E_INVALIDARG if there is no such method. Only functions of the
// program have ids.
HRESULT find_functions(Clr& clr, ModuleID module, mdToken token, std::vector<const FunctionEntry*>& found) {
  const LoadedModule* const loaded = clr.loads().module_of(module);
  if (loaded == nullptr || metadata::table_of(token) != mdtMethodDef ||
      !metadata::has_token(*loaded->metadata, token))
    return E_INVALIDARG;
  for (const FunctionEntry& function : clr.functions().all()) {
    if (function.place.module == loaded->number && function.place.token == token) found.push_back(&function);
  }
  return found.empty() ? CORPROF_E_FUNCTION_NOT_COMPILED : S_OK;
}

// The checks and results are those of .NET 10. A class is ignored where no instantiation depends on it.
HRESULT find_instantiation(Clr& clr, std::span<const FunctionEntry* const> functions, ClassID type,
                           std::span<const ClassID> arguments, FunctionID& id) {
  if (type == 0) return E_INVALIDARG;
  if (arguments.size() != functions.front()->arguments.size()) return COR_E_BADIMAGEFORMAT;
  if (!is_parameterized(clr, *functions.front())) {
    id = functions.front()->id;
    return S_OK;
  }
  const Instantiation wanted =
      in_code(clr, {.type = type, .arguments = {arguments.begin(), arguments.end()}});
  bool is_type_right = false;
  for (const FunctionEntry* const each : functions) {
    const Instantiation code = in_code(clr, exact(clr, *each));
    is_type_right |= code.type == wanted.type || code.type == 0;
    if ((code.type != 0 && code.type != wanted.type) || code.arguments != wanted.arguments) continue;
    id = each->id;
    return S_OK;
  }
  return is_type_right ? CORPROF_E_FUNCTION_NOT_COMPILED : COR_E_TYPELOAD;
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
  // .NET names no class for a method of a generic type, also if its code is not shared.
  const ClassEntry* const type = type_of(*clr_, *function);
  set_out(pClassId, type == nullptr || !type->spec.definition.empty() ? ClassID{0} : ClassID{type->id});
  set_out(pModuleId, module_of(*clr_, *function).id);
  set_out(pToken, token_of(*function));
  return answer(S_OK);
}

HRESULT InfoFacade::GetFunctionInfo2(FunctionID funcId, COR_PRF_FRAME_INFO frame, ClassID* pClassId,
                                     ModuleID* pModuleId, mdToken* pToken, ULONG32 cTypeArgs,
                                     ULONG32* pcTypeArgs, ClassID typeArgs[]) {
  InfoCall call(*clr_, InfoMethod::kGetFunctionInfo2, {trace::id(funcId), trace::number(cTypeArgs)});
  call.clear(pClassId, pModuleId, pToken, pcTypeArgs);
  std::vector<trace::Value> filled;
  const auto answer = [&](HRESULT hr) {
    return call.done(hr, {out_id(pClassId), out_id(pModuleId), out_number(pToken), out_number(pcTypeArgs),
                          filled.empty() ? trace::null() : trace::list(filled)});
  };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  const FunctionEntry* const function = clr_->functions().find(funcId);
  if (function == nullptr || (cTypeArgs > 0 && typeArgs == nullptr)) return answer(E_INVALIDARG);
  const Instantiation seen = seen_in(*clr_, *function, frame);
  set_out(pClassId, seen.type);
  set_out(pModuleId, module_of(*clr_, *function).id);
  set_out(pToken, token_of(*function));
  set_out(pcTypeArgs, seen.arguments.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(seen.arguments.size(), cTypeArgs); ++i) {
    typeArgs[i] = seen.arguments[i];
    filled.push_back(trace::id(seen.arguments[i]));
  }
  return answer(S_OK);
}

HRESULT InfoFacade::IsFunctionDynamic(FunctionID functionId, BOOL* isDynamic) {
  InfoCall call(*clr_, InfoMethod::kIsFunctionDynamic, {trace::id(functionId)});
  call.clear(isDynamic);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_flag(isDynamic)});
  const FunctionEntry* const function = clr_->functions().find(functionId);
  if (function == nullptr) return call.done(E_INVALIDARG, {out_flag(isDynamic)});
  set_out(isDynamic, function->lightweight ? 1 : 0);
  return call.done(S_OK, {out_flag(isDynamic)});
}

HRESULT InfoFacade::GetDynamicFunctionInfo(FunctionID functionId, ModuleID* moduleId, PCCOR_SIGNATURE* ppvSig,
                                           ULONG* pbSig, ULONG cchName, ULONG* pcchName, WCHAR* name) {
  InfoCall call(*clr_, InfoMethod::kGetDynamicFunctionInfo, {trace::id(functionId), trace::number(cchName)});
  call.clear(moduleId, ppvSig, pbSig, pcchName);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  const FunctionEntry* const function = clr_->functions().find(functionId);
  if (function == nullptr || !function->lightweight) return call.done(E_INVALIDARG);
  static constexpr std::array<std::uint8_t, 3> kNoArguments{0, 0, ELEMENT_TYPE_VOID};
  set_out(moduleId, module_of(*clr_, *function).id);
  set_out(ppvSig, kNoArguments.data());
  set_out(pbSig, kNoArguments.size());
  copy_text(to_utf16(*function->name), cchName, pcchName, name);
  return call.done(S_OK);
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
  set_out(pToken, token_of(*function));
  if (ppImport == nullptr) return answer(S_OK);
  LoadedModule& module = module_of(*clr_, *function);
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
  std::vector<const FunctionEntry*> found;
  if (const HRESULT hr = find_functions(*clr_, moduleId, token, found); failed(hr)) return answer(hr);
  if (is_parameterized(*clr_, *found.front())) return answer(CORPROF_E_FUNCTION_IS_PARAMETERIZED);
  set_out(pFunctionId, found.front()->id);
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
  if (cTypeArgs != 0 && typeArgs == nullptr) return answer(E_INVALIDARG);
  std::vector<const FunctionEntry*> found;
  if (const HRESULT hr = find_functions(*clr_, moduleID, funcDef, found); failed(hr)) return answer(hr);
  FunctionID id = 0;
  const HRESULT hr = find_instantiation(*clr_, found, classId, std::span(typeArgs, cTypeArgs), id);
  if (!failed(hr)) set_out(pFunctionID, id);
  return answer(hr);
}

}  // namespace gcrucible::clr
