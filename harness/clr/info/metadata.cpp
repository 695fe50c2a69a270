// Methods that return metadata, or classes for metadata tokens.
#include <algorithm>
#include <span>

#include "harness/clr/info/call.h"
#include "harness/clr/info/facade.h"
#include "harness/clr/tables/loading.h"

namespace gcrucible::clr {

namespace {

constexpr HRESULT COR_E_TYPELOAD = static_cast<HRESULT>(0x80131522);

}  // namespace

HRESULT InfoFacade::GetModuleMetaData(ModuleID moduleId, DWORD dwOpenFlags, REFIID riid, IUnknown** ppOut) {
  const trace::InterfaceName name(riid);
  InfoCall call(*clr_, InfoMethod::kGetModuleMetaData,
                {trace::id(moduleId), trace::number(dwOpenFlags), name.value()});
  call.clear(ppOut);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  constexpr DWORD kAllowed = ofRead | ofWrite | ofNoTransform;
  if (moduleId == 0 || module == nullptr || (dwOpenFlags & ~kAllowed) != 0) return call.done(E_INVALIDARG);
  if (ppOut == nullptr) return call.done(S_OK);
  void* out = nullptr;
  const HRESULT hr = clr_->loads().import_of(*module).QueryInterface(riid, &out);
  *ppOut = static_cast<IUnknown*>(out);
  return call.done(hr);
}

// Loads the class if it is not loaded yet.
HRESULT InfoFacade::GetClassFromToken(ModuleID moduleId, mdTypeDef typeDef, ClassID* pClassId) {
  InfoCall call(*clr_, InfoMethod::kGetClassFromToken, {trace::id(moduleId), trace::number(typeDef)});
  call.clear(pClassId);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pClassId)});
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (moduleId == 0 || module == nullptr || (typeDef & 0x00FFFFFFu) == 0)
    return call.done(E_INVALIDARG, {out_id(pClassId)});
  // Only the row part of the token matters.
  const ClassEntry* const entry =
      clr_->classes().of_token(module->number, mdtTypeDef | (typeDef & 0x00FFFFFFu));
  if (entry == nullptr) return call.done(COR_E_TYPELOAD, {out_id(pClassId)});
  if (!entry->spec.definition.empty()) return call.done(CORPROF_E_TYPE_IS_PARAMETERIZED, {out_id(pClassId)});
  load_class(*clr_, *entry);
  set_out(pClassId, entry->id);
  return call.done(S_OK, {out_id(pClassId)});
}

// Instantiations that the program does not name cannot be made here.
HRESULT InfoFacade::GetClassFromTokenAndTypeArgs(ModuleID moduleID, mdTypeDef typeDef, ULONG32 cTypeArgs,
                                                 ClassID typeArgs[], ClassID* pClassID) {
  InfoCall call(*clr_, InfoMethod::kGetClassFromTokenAndTypeArgs,
                {trace::id(moduleID), trace::number(typeDef), trace::number(cTypeArgs)});
  call.clear(pClassID);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pClassID)});
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_id(pClassID)}); };
  if (clr_->life() == Life::kInitializing) return answer(CORPROF_E_RUNTIME_UNINITIALIZED);
  if (moduleID == 0) return answer(CORPROF_E_DATAINCOMPLETE);
  const LoadedModule* const module = clr_->loads().module_of(moduleID);
  if (module == nullptr || (typeDef & 0x00FFFFFFu) == 0) return answer(E_INVALIDARG);
  if (cTypeArgs > 0 && typeArgs == nullptr) InfoCall::dereference_null();
  const std::span<const ClassID> arguments(typeArgs, cTypeArgs);
  const auto unloaded = [&](ClassID id) {
    return clr_->classes().find(id) != nullptr && clr_->class_of(id) == nullptr;
  };
  if (std::ranges::any_of(arguments, unloaded)) return answer(E_INVALIDARG);
  const mdTypeDef token = mdtTypeDef | (typeDef & 0x00FFFFFFu);
  const ClassEntry* entry = clr_->classes().of_token(module->number, token, arguments);
  // The runtime's own types are not among the program's.
  if (entry == nullptr && arguments.empty()) entry = clr_->classes().of_token(module->number, token);
  if (entry == nullptr || entry->spec.arguments.size() != cTypeArgs)
    return call.done(COR_E_TYPELOAD, {out_id(pClassID)});
  if (unloaded(entry->id)) return answer(E_INVALIDARG);
  load_class(*clr_, *entry);
  set_out(pClassID, entry->id);
  return call.done(S_OK, {out_id(pClassID)});
}

// Metadata cannot have changed.
HRESULT InfoFacade::ApplyMetaData(ModuleID moduleId) {
  InfoCall call(*clr_, InfoMethod::kApplyMetaData, {trace::id(moduleId)});
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  return call.done(clr_->loads().module_of(moduleId) == nullptr ? E_INVALIDARG : S_OK);
}

// No module has symbols in memory. The counts are written even if other arguments are wrong.
HRESULT InfoFacade::GetInMemorySymbolsLength(ModuleID moduleId, DWORD* pCountSymbolBytes) {
  InfoCall call(*clr_, InfoMethod::kGetInMemorySymbolsLength, {trace::id(moduleId)});
  call.clear(pCountSymbolBytes);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_number(pCountSymbolBytes)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  set_out(pCountSymbolBytes, 0);
  call.wrote();
  if (pCountSymbolBytes == nullptr || moduleId == 0 || clr_->loads().module_of(moduleId) == nullptr)
    return answer(E_INVALIDARG);
  return answer(S_OK);
}

HRESULT InfoFacade::ReadInMemorySymbols(ModuleID moduleId, DWORD symbolsReadOffset, BYTE*,
                                        DWORD countSymbolBytes, DWORD* pCountSymbolBytesRead) {
  InfoCall call(*clr_, InfoMethod::kReadInMemorySymbols,
                {trace::id(moduleId), trace::number(symbolsReadOffset), trace::number(countSymbolBytes)});
  call.clear(pCountSymbolBytesRead);
  const auto answer = [&](HRESULT hr) { return call.done(hr, {out_number(pCountSymbolBytesRead)}); };
  if (const HRESULT hr = call.guard(); failed(hr)) return answer(hr);
  set_out(pCountSymbolBytesRead, 0);
  call.wrote();
  return answer(E_INVALIDARG);
}

// No module has precompiled code with known inlining.
HRESULT InfoFacade::EnumNgenModuleMethodsInliningThisMethod(ModuleID inlinersModuleId,
                                                            ModuleID inlineeModuleId,
                                                            mdMethodDef inlineeMethodId, BOOL* incompleteData,
                                                            ICorProfilerMethodEnum** ppEnum) {
  InfoCall call(*clr_, InfoMethod::kEnumNgenModuleMethodsInliningThisMethod,
                {trace::id(inlinersModuleId), trace::id(inlineeModuleId), trace::number(inlineeMethodId)});
  call.clear(incompleteData, ppEnum);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr);
  if (ppEnum == nullptr) return call.done(E_INVALIDARG);
  *ppEnum = nullptr;
  call.wrote();
  const bool known = clr_->loads().module_of(inlinersModuleId) != nullptr &&
                     clr_->loads().module_of(inlineeModuleId) != nullptr;
  return call.done(known ? CORPROF_E_DATAINCOMPLETE : E_INVALIDARG);
}

}  // namespace gcrucible::clr
