// The interface itself, enumerations, the module and its types.
#include "harness/clr/metadata/import.h"

#include <mutex>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/clr/info/out_parameter.h"
#include "harness/clr/metadata/name_out.h"
#include "harness/clr/metadata/token_enum.h"
#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

namespace {

std::vector<mdToken> tokens(mdToken table, std::size_t first, std::size_t last) {
  std::vector<mdToken> list;
  for (std::size_t row = first; row <= last; ++row) list.push_back(table | static_cast<mdToken>(row));
  return list;
}

}  // namespace

// Does not provide the interfaces of the raw tables, which the runtime's object has.
HRESULT Import::QueryInterface(REFIID riid, void** ppvObject) {
  if (ppvObject == nullptr) return E_INVALIDARG;
  *ppvObject = nullptr;
  if (riid == IUnknown::iid || riid == IMetaDataImport::iid || riid == IMetaDataImport2::iid) {
    *ppvObject = static_cast<IMetaDataImport2*>(this);
  } else if (riid == IMetaDataAssemblyImport::iid) {
    *ppvObject = static_cast<IMetaDataAssemblyImport*>(&assembly_);
  } else if (riid == IMetaDataEmit::iid || riid == IMetaDataEmit2::iid) {
    *ppvObject = static_cast<IMetaDataEmit2*>(&emit_);
  } else if (riid == IMetaDataAssemblyEmit::iid) {
    *ppvObject = static_cast<IMetaDataAssemblyEmit*>(&assembly_emit_);
  } else {
    constexpr std::pair<GUID, const char*> kRaw[] = {{IID_IMetaDataTables, "IMetaDataTables"},
                                                     {IID_IMetaDataTables2, "IMetaDataTables2"},
                                                     {IID_IMetaDataInfo, "IMetaDataInfo"}};
    for (const auto& [raw, name] : kRaw) {
      if (riid == raw) resolver_->unanswered(name, E_NOINTERFACE);
    }
    return E_NOINTERFACE;
  }
  AddRef();
  return S_OK;
}

ULONG Import::AddRef() {
  return ++references_;
}

ULONG Import::Release() {
  ULONG references = references_;
  do {
    if (references == 0) {
      ++released_too_often_;
      return 0;
    }
  } while (!references_.compare_exchange_weak(references, references - 1));
  return references - 1;
}

void Import::CloseEnum(HCORENUM hEnum) {
  delete static_cast<TokenEnum*>(hEnum);
}

HRESULT Import::CountEnum(HCORENUM hEnum, ULONG* pulCount) {
  const auto* const list = static_cast<const TokenEnum*>(hEnum);
  set_out(pulCount, list == nullptr ? 0 : list->tokens.size());
  return S_OK;
}

// A position after the last one starts over.
HRESULT Import::ResetEnum(HCORENUM hEnum, ULONG ulPos) {
  if (auto* const list = static_cast<TokenEnum*>(hEnum)) list->at = ulPos > list->tokens.size() ? 0 : ulPos;
  return S_OK;
}

HRESULT Import::GetScopeProps(LPWSTR szName, ULONG cchName, ULONG* pchName, GUID* pmvid) {
  if (pmvid != nullptr) *pmvid = module_->version_id;
  return name_out(module_->name, szName, cchName, pchName);
}

HRESULT Import::GetModuleFromScope(mdModule* pmd) {
  set_out(pmd, mdtModule | 1u);
  return S_OK;
}

// All except <Module>.
HRESULT Import::EnumTypeDefs(HCORENUM* phEnum, mdTypeDef rTypeDefs[], ULONG cMax, ULONG* pcTypeDefs) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum, [&] { return tokens(mdtTypeDef, 2, module_->type_defs.size()); }, rTypeDefs, cMax, pcTypeDefs);
}

HRESULT Import::EnumTypeRefs(HCORENUM* phEnum, mdTypeRef rTypeRefs[], ULONG cMax, ULONG* pcTypeRefs) {
  const std::scoped_lock reading(lock_);
  return next_tokens(
      phEnum, [&] { return tokens(mdtTypeRef, 1, module_->type_refs.size()); }, rTypeRefs, cMax, pcTypeRefs);
}

HRESULT Import::FindTypeDefByName(LPCWSTR szTypeDef, mdToken tkEnclosingClass, mdTypeDef* ptd) {
  const std::scoped_lock reading(lock_);
  if (szTypeDef == nullptr || ptd == nullptr) return E_INVALIDARG;
  *ptd = mdTypeDefNil;
  // The module is no type around it, and nil is none.
  std::uint32_t enclosing = row_of(tkEnclosingClass);
  if (table_of(tkEnclosingClass) == mdtModule) enclosing = 0;
  if (enclosing != 0 && table_of(tkEnclosingClass) != mdtTypeDef) return CLDB_E_RECORD_NOTFOUND;
  const std::uint32_t row = find_type_def(*module_, to_utf8(szTypeDef), enclosing);
  if (row == 0) return CLDB_E_RECORD_NOTFOUND;
  *ptd = mdtTypeDef | row;
  return S_OK;
}

HRESULT Import::GetTypeDefProps(mdTypeDef td, LPWSTR szTypeDef, ULONG cchTypeDef, ULONG* pchTypeDef,
                                DWORD* pdwTypeDefFlags, mdToken* ptkExtends) {
  const std::scoped_lock reading(lock_);
  if (table_of(td) != mdtTypeDef) return S_FALSE;
  const std::uint32_t row = row_of(td);
  if (row > module_->type_defs.size()) return CLDB_E_INDEX_NOTFOUND;
  static const TypeDef kNil;
  const TypeDef& type = row == 0 ? kNil : module_->type_defs[row - 1];
  set_out(pdwTypeDefFlags, type.flags);
  set_out(ptkExtends, type.extends);
  return name_out(full_name(type.space, type.name), szTypeDef, cchTypeDef, pchTypeDef);
}

HRESULT Import::GetNestedClassProps(mdTypeDef tdNestedClass, mdTypeDef* ptdEnclosingClass) {
  const std::scoped_lock reading(lock_);
  if (table_of(tdNestedClass) != mdtTypeDef) return META_E_INVALID_TOKEN_TYPE;
  const std::uint32_t row = row_of(tdNestedClass);
  if (row == 0 || row > module_->type_defs.size() || module_->type_defs[row - 1].enclosing == 0)
    return CLDB_E_RECORD_NOTFOUND;
  set_out(ptdEnclosingClass, mdtTypeDef | module_->type_defs[row - 1].enclosing);
  return S_OK;
}

HRESULT Import::GetTypeRefProps(mdTypeRef tr, mdToken* ptkResolutionScope, LPWSTR szName, ULONG cchName,
                                ULONG* pchName) {
  const std::scoped_lock reading(lock_);
  if (table_of(tr) != mdtTypeRef) return S_FALSE;
  const std::uint32_t row = row_of(tr);
  if (row == 0 || row > module_->type_refs.size()) return CLDB_E_INDEX_NOTFOUND;
  const TypeRef& ref = module_->type_refs[row - 1];
  set_out(ptkResolutionScope, ref.scope);
  return name_out(full_name(ref.space, ref.name), szName, cchName, pchName);
}

HRESULT Import::FindTypeRef(mdToken tkResolutionScope, LPCWSTR szName, mdTypeRef* ptr) {
  const std::scoped_lock reading(lock_);
  if (szName == nullptr || ptr == nullptr) return E_INVALIDARG;
  *ptr = mdtTypeRef;
  const std::string name = to_utf8(szName);
  for (std::size_t i = 0; i < module_->type_refs.size(); ++i) {
    const TypeRef& ref = module_->type_refs[i];
    if (ref.scope != tkResolutionScope || full_name(ref.space, ref.name) != name) continue;
    *ptr = mdtTypeRef | static_cast<mdToken>(i + 1);
    return S_OK;
  }
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT Import::ResolveTypeRef(mdTypeRef tr, REFIID riid, IUnknown** ppIScope, mdTypeDef* ptd) {
  if (ppIScope == nullptr || ptd == nullptr) return E_INVALIDARG;
  *ppIScope = nullptr;
  *ptd = mdTypeDefNil;
  if (row_of(tr) == 0) return E_INVALIDARG;
  // A type of this module stands for itself, and a row of any other table for nothing (.NET 10, measured).
  if (table_of(tr) != mdtTypeRef) {
    void* scope = nullptr;
    if (const HRESULT hr = QueryInterface(riid, &scope); failed(hr)) return hr;
    *ppIScope = static_cast<IUnknown*>(scope);
    *ptd = table_of(tr) == mdtTypeDef ? tr : mdTokenNil;
    return S_OK;
  }
  // From the outermost type inwards.
  std::vector<std::string> path;
  std::string assembly_name;
  {
    const std::scoped_lock reading(lock_);
    mdToken token = tr;
    while (table_of(token) == mdtTypeRef) {
      const std::uint32_t row = row_of(token);
      if (row == 0 || row > module_->type_refs.size()) return CLDB_E_INDEX_NOTFOUND;
      const TypeRef& ref = module_->type_refs[row - 1];
      path.push_back(full_name(ref.space, ref.name));
      // A profiler can add a cycle of references.
      if (path.size() > module_->type_refs.size()) return CLDB_E_RECORD_NOTFOUND;
      token = ref.scope;
    }
    const std::uint32_t assembly = row_of(token);
    if (table_of(token) != mdtAssemblyRef || assembly == 0 || assembly > module_->assembly_refs.size())
      return CLDB_E_RECORD_NOTFOUND;
    assembly_name = module_->assembly_refs[assembly - 1].name;
  }
  Import* const other = resolver_->import_of(assembly_name);
  if (other == nullptr) return CLDB_E_RECORD_NOTFOUND;
  std::uint32_t row = 0;
  {
    const std::scoped_lock reading(other->lock_);
    for (auto each = path.rbegin(); each != path.rend(); ++each) {
      row = find_type_def(other->module(), *each, row);
      if (row == 0) return CLDB_E_RECORD_NOTFOUND;
    }
  }
  void* scope = nullptr;
  if (const HRESULT hr = other->QueryInterface(riid, &scope); failed(hr)) return hr;
  *ppIScope = static_cast<IUnknown*>(scope);
  *ptd = mdtTypeDef | row;
  return S_OK;
}

BOOL Import::IsValidToken(mdToken tk) {
  const std::scoped_lock reading(lock_);
  return has_token(*module_, tk) ? 1 : 0;
}

HRESULT Import::GetNameFromToken(mdToken tk, MDUTF8CSTR* pszUtf8NamePtr) {
  const std::scoped_lock reading(lock_);
  const std::string* name = nullptr;
  const std::uint32_t row = row_of(tk);
  const bool exists = has_token(*module_, tk);
  switch (table_of(tk)) {
    case mdtModule:
      if (exists) name = &module_->name;
      break;
    case mdtTypeDef:
      if (exists) name = &module_->type_defs[row - 1].name;
      break;
    case mdtTypeRef:
      if (exists) name = &module_->type_refs[row - 1].name;
      break;
    case mdtFieldDef:
      if (exists) name = &module_->fields[row - 1].name;
      break;
    case mdtMethodDef:
      if (exists) name = &module_->methods[row - 1].name;
      break;
    case mdtMemberRef:
      if (exists) name = &module_->member_refs[row - 1].name;
      break;
    case mdtParamDef:
      if (exists) name = &module_->parameters[row - 1].name;
      break;
    case mdtModuleRef:
      if (exists) name = &module_->module_refs[row - 1];
      break;
    case mdtEvent:
    case mdtProperty:
      break;
    default:
      return E_INVALIDARG;
  }
  if (name == nullptr) return CLDB_E_INDEX_NOTFOUND;
  set_out(pszUtf8NamePtr, name->c_str());
  return S_OK;
}

HRESULT Import::GetVersionString(LPWSTR pwzBuf, DWORD ccBufSize, DWORD* pccBufSize) {
  return name_out("v4.0.30319", pwzBuf, ccBufSize, pccBufSize);
}

}  // namespace gcrucible::clr::metadata
