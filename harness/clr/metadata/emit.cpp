// The interface itself, types, and references to types and members.
#include "harness/clr/metadata/emit.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

#include "harness/abi/enums.h"
#include "harness/clr/info/out_parameter.h"
#include "harness/clr/metadata/added_row.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

namespace {

Blob blob_of(PCCOR_SIGNATURE data, ULONG length) {
  return data == nullptr ? Blob() : Blob(data, data + length);
}

// Splits "Space.Name" into its two parts.
std::pair<std::string, std::string> parts_of(const std::string& full) {
  const std::size_t dot = full.rfind('.');
  if (dot == std::string::npos || dot == 0) return {"", full};
  return {full.substr(0, dot), full.substr(dot + 1)};
}

}  // namespace

HRESULT Emitting::query(REFIID riid, void** out) {
  return whole_->QueryInterface(riid, out);
}

SpinLock& Emitting::lock() {
  return whole_->lock();
}

HRESULT Emitting::done(const char* method, HRESULT hr, mdToken token, mdToken* out, const std::string& name) {
  if (succeeded(hr)) set_out(out, token);
  whole_->resolver().emitted(*module_, method, hr, token, name);
  return hr;
}

HRESULT Emitting::not_answered(const char* method) {
  whole_->resolver().unanswered(method, E_NOTIMPL);
  return E_NOTIMPL;
}

HRESULT Emit::QueryInterface(REFIID riid, void** ppvObject) {
  return emitting_.query(riid, ppvObject);
}

ULONG Emit::AddRef() {
  return whole_->AddRef();
}

ULONG Emit::Release() {
  return whole_->Release();
}

HRESULT Emit::define_type(const char* method, LPCWSTR name, DWORD flags, mdToken extends, mdTypeDef encloser,
                          mdTypeDef* out) {
  if (name == nullptr || out == nullptr) return emitting_.done(method, E_INVALIDARG, 0);
  const std::string full = to_utf8(name);
  const std::uint32_t enclosing = row_of(encloser);
  mdToken token = 0;
  HRESULT hr = S_OK;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (enclosing != 0 && !has_row(module, mdtTypeDef, encloser)) {
      hr = CLDB_E_INDEX_NOTFOUND;
    } else if (const std::uint32_t row = find_type_def(module, full, enclosing); row != 0) {
      token = mdtTypeDef | row;
      hr = META_S_DUPLICATE;
    } else {
      TypeDef made;
      std::tie(made.space, made.name) = parts_of(full);
      made.flags = flags;
      if (row_of(extends) != 0) made.extends = extends;
      made.enclosing = enclosing;
      made.first_field = static_cast<std::uint32_t>(module.fields.size() + 1);
      made.first_method = static_cast<std::uint32_t>(module.methods.size() + 1);
      module.type_defs.push_back(std::move(made));
      token = mdtTypeDef | static_cast<mdToken>(module.type_defs.size());
    }
  }
  return emitting_.done(method, hr, token, out, full);
}

HRESULT Emit::DefineTypeDef(LPCWSTR szTypeDef, DWORD dwTypeDefFlags, mdToken tkExtends, mdToken[],
                            mdTypeDef* ptd) {
  return define_type("IMetaDataEmit::DefineTypeDef", szTypeDef, dwTypeDefFlags, tkExtends, 0, ptd);
}

HRESULT Emit::DefineNestedType(LPCWSTR szTypeDef, DWORD dwTypeDefFlags, mdToken tkExtends, mdToken[],
                               mdTypeDef tdEncloser, mdTypeDef* ptd) {
  return define_type("IMetaDataEmit::DefineNestedType", szTypeDef, dwTypeDefFlags, tkExtends, tdEncloser,
                     ptd);
}

HRESULT Emit::SetTypeDefProps(mdTypeDef td, DWORD dwTypeDefFlags, mdToken tkExtends, mdToken[]) {
  HRESULT hr = CLDB_E_INDEX_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (has_row(module, mdtTypeDef, td)) {
      TypeDef& type = module.type_defs[row_of(td) - 1];
      if (dwTypeDefFlags != kUnchanged) type.flags = dwTypeDefFlags;
      if (tkExtends != kUnchanged && row_of(tkExtends) != 0) type.extends = tkExtends;
      hr = S_OK;
    }
  }
  return emitting_.done("IMetaDataEmit::SetTypeDefProps", hr, td);
}

HRESULT Emit::DefineTypeRefByName(mdToken tkResolutionScope, LPCWSTR szName, mdTypeRef* ptr) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineTypeRefByName";
  if (szName == nullptr || ptr == nullptr) return emitting_.done(kMethod, E_INVALIDARG, 0);
  const std::string full = to_utf8(szName);
  TypeRef made;
  made.scope = tkResolutionScope;
  std::tie(made.space, made.name) = parts_of(full);
  AddedRow added;
  {
    const std::scoped_lock lock(emitting_.lock());
    added = add_row(emitting_.module().type_refs, mdtTypeRef, std::move(made), [&](const TypeRef& each) {
      return each.scope == tkResolutionScope && full_name(each.space, each.name) == full;
    });
  }
  return emitting_.done(kMethod, added.hr, added.token, ptr, full);
}

HRESULT Emit::DefineMemberRef(mdToken tkImport, LPCWSTR szName, PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                              mdMemberRef* pmr) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineMemberRef";
  if (szName == nullptr || pvSigBlob == nullptr || pmr == nullptr)
    return emitting_.done(kMethod, E_INVALIDARG, 0);
  Member made{.parent = tkImport,
              .name = to_utf8(szName),
              .flags = 0,
              .signature = blob_of(pvSigBlob, cbSigBlob),
              .rva = 0,
              .impl_flags = 0,
              .added = true};
  const std::string name = made.name;
  const Blob signature = made.signature;
  AddedRow added;
  {
    const std::scoped_lock lock(emitting_.lock());
    added = add_row(emitting_.module().member_refs, mdtMemberRef, std::move(made), [&](const Member& each) {
      return each.parent == tkImport && each.name == name && each.signature == signature;
    });
  }
  return emitting_.done(kMethod, added.hr, added.token, pmr, name);
}

HRESULT Emit::SetParent(mdMemberRef mr, mdToken tk) {
  constexpr const char* kMethod = "IMetaDataEmit::SetParent";
  HRESULT hr = CLDB_E_INDEX_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (has_row(module, mdtMemberRef, mr)) {
      module.member_refs[row_of(mr) - 1].parent = tk;
      hr = S_OK;
    }
  }
  return emitting_.done(kMethod, hr, mr);
}

HRESULT Emit::DefineModuleRef(LPCWSTR szName, mdModuleRef* pmur) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineModuleRef";
  if (szName == nullptr || pmur == nullptr) return emitting_.done(kMethod, E_INVALIDARG, 0);
  const std::string name = to_utf8(szName);
  const AddedRow added = add_value(emitting_, &Module::module_refs, mdtModuleRef, name);
  return emitting_.done(kMethod, added.hr, added.token, pmur, name);
}

HRESULT Emit::GetTokenFromSig(PCCOR_SIGNATURE pvSig, ULONG cbSig, mdSignature* pmsig) {
  constexpr const char* kMethod = "IMetaDataEmit::GetTokenFromSig";
  if (pvSig == nullptr || pmsig == nullptr) return emitting_.done(kMethod, E_INVALIDARG, 0);
  const Blob signature = blob_of(pvSig, cbSig);
  const AddedRow added = add_value(emitting_, &Module::signatures, mdtSignature, signature);
  return emitting_.done(kMethod, added.hr, added.token, pmsig);
}

// Adding the same one again returns S_OK here (.NET 10, measured).
HRESULT Emit::GetTokenFromTypeSpec(PCCOR_SIGNATURE pvSig, ULONG cbSig, mdTypeSpec* ptypespec) {
  constexpr const char* kMethod = "IMetaDataEmit::GetTokenFromTypeSpec";
  if (pvSig == nullptr || ptypespec == nullptr) return emitting_.done(kMethod, E_INVALIDARG, 0);
  const Blob signature = blob_of(pvSig, cbSig);
  const AddedRow added = add_value(emitting_, &Module::type_specs, mdtTypeSpec, signature);
  return emitting_.done(kMethod, S_OK, added.token, ptypespec);
}

// A token is the string's offset in its heap. At the offset are the string's length, its characters, and one
// final byte.
HRESULT Emit::DefineUserString(LPCWSTR szString, ULONG cchString, mdString* pstk) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineUserString";
  if (szString == nullptr || pstk == nullptr) return emitting_.done(kMethod, E_INVALIDARG, 0);
  const std::u16string text(szString, cchString);
  const auto bytes_of = [](const std::u16string& each) {
    const std::size_t bytes = 2 * each.size() + 1;
    return static_cast<std::uint32_t>(bytes + (bytes < 0x80 ? 1 : bytes < 0x4000 ? 2 : 4));
  };
  std::uint32_t place = 1;
  {
    const std::scoped_lock lock(emitting_.lock());
    std::map<std::uint32_t, std::u16string>& strings = emitting_.module().user_strings;
    const auto same = std::ranges::find_if(strings, [&](const auto& each) { return each.second == text; });
    if (same != strings.end()) {
      place = same->first;
    } else {
      if (!strings.empty()) place = strings.rbegin()->first + bytes_of(strings.rbegin()->second);
      strings.emplace(place, text);
    }
  }
  return emitting_.done(kMethod, S_OK, mdtString | place, pstk, to_utf8(text.c_str()));
}

}  // namespace gcrucible::clr::metadata
