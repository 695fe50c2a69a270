// Methods that lead to metadata, and from its tokens to classes.
#include "harness/clr/info_call.h"
#include "harness/clr/info_facade.h"
#include "harness/clr/loading.h"

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

// A class that is not loaded yet is loaded for the answer.
HRESULT InfoFacade::GetClassFromToken(ModuleID moduleId, mdTypeDef typeDef, ClassID* pClassId) {
  InfoCall call(*clr_, InfoMethod::kGetClassFromToken, {trace::id(moduleId), trace::number(typeDef)});
  call.clear(pClassId);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pClassId)});
  const LoadedModule* const module = clr_->loads().module_of(moduleId);
  if (moduleId == 0 || module == nullptr || (typeDef & 0x00FFFFFFu) == 0)
    return call.done(E_INVALIDARG, {out_id(pClassId)});
  // Only the row counts.
  const ClassEntry* const entry =
      clr_->classes().of_token(module->number, mdtTypeDef | (typeDef & 0x00FFFFFFu));
  if (entry == nullptr) return call.done(COR_E_TYPELOAD, {out_id(pClassId)});
  load_class(*clr_, *entry);
  set_out(pClassId, entry->id);
  return call.done(S_OK, {out_id(pClassId)});
}

// Nothing is generic here, so the only right number of arguments is 0.
HRESULT InfoFacade::GetClassFromTokenAndTypeArgs(ModuleID moduleID, mdTypeDef typeDef, ULONG32 cTypeArgs,
                                                 ClassID typeArgs[], ClassID* pClassID) {
  InfoCall call(*clr_, InfoMethod::kGetClassFromTokenAndTypeArgs,
                {trace::id(moduleID), trace::number(typeDef), trace::number(cTypeArgs)});
  call.clear(pClassID);
  if (const HRESULT hr = call.guard(); failed(hr)) return call.done(hr, {out_id(pClassID)});
  const LoadedModule* const module = clr_->loads().module_of(moduleID);
  if (moduleID == 0 || module == nullptr || (typeDef & 0x00FFFFFFu) == 0 ||
      (cTypeArgs > 0 && typeArgs == nullptr))
    return call.done(E_INVALIDARG, {out_id(pClassID)});
  const ClassEntry* const entry =
      clr_->classes().of_token(module->number, mdtTypeDef | (typeDef & 0x00FFFFFFu));
  if (entry == nullptr || cTypeArgs != 0) return call.done(COR_E_TYPELOAD, {out_id(pClassID)});
  load_class(*clr_, *entry);
  set_out(pClassID, entry->id);
  return call.done(S_OK, {out_id(pClassID)});
}

}  // namespace gcrucible::clr
