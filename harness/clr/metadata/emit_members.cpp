// Methods, fields, parameters and their attachments.
#include <algorithm>
#include <mutex>

#include "harness/abi/enums.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/clr/metadata/added_row.h"
#include "harness/clr/metadata/emit.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

namespace {

Blob bytes_of(const void* data, ULONG length) {
  const auto* const first = static_cast<const std::uint8_t*>(data);
  return first == nullptr ? Blob() : Blob(first, first + length);
}

// Adds a field or method of a type. A type's own rows are adjacent; added rows come after all of them.
AddedRow add_member(Module& module, std::deque<Member>& members, mdToken table, Member made) {
  // Nil stands for <Module>.
  if (row_of(made.parent) != 0 && !has_row(module, mdtTypeDef, made.parent))
    return {.token = 0, .hr = CLDB_E_INDEX_NOTFOUND};
  const std::uint32_t owner = std::max(row_of(made.parent), 1u);
  made.parent = mdtTypeDef | owner;
  const Member wanted = made;
  return add_row(members, table, std::move(made), [&](const Member& each) {
    return each.parent == wanted.parent && each.name == wanted.name && each.signature == wanted.signature;
  });
}

HRESULT define_member(Emitting& emitting, const char* method, std::deque<Member> Module::*members,
                      mdToken table, Member made, mdToken* out) {
  const std::string name = made.name;
  AddedRow added;
  {
    const std::scoped_lock lock(emitting.lock());
    Module& module = emitting.module();
    added = add_member(module, module.*members, table, std::move(made));
  }
  return emitting.done(method, added.hr, added.token, out, name);
}

bool has_method(const Module& module, mdMethodDef method) {
  return has_row(module, mdtMethodDef, method);
}

// What is called or instantiated: a method, or a reference to one.
bool may_be_method(mdToken token) {
  return table_of(token) == mdtMethodDef || table_of(token) == mdtMemberRef;
}

}  // namespace

HRESULT Emit::DefineMethod(mdTypeDef td, LPCWSTR szName, DWORD dwMethodFlags, PCCOR_SIGNATURE pvSigBlob,
                           ULONG cbSigBlob, ULONG ulCodeRVA, DWORD dwImplFlags, mdMethodDef* pmd) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineMethod";
  if (szName == nullptr || pvSigBlob == nullptr || pmd == nullptr)
    return emitting_.done(kMethod, E_INVALIDARG, 0);
  Member made{.parent = td,
              .name = to_utf8(szName),
              .flags = dwMethodFlags,
              .signature = bytes_of(pvSigBlob, cbSigBlob),
              .rva = ulCodeRVA,
              .impl_flags = dwImplFlags,
              .added = true};
  return define_member(emitting_, kMethod, &Module::methods, mdtMethodDef, std::move(made), pmd);
}

HRESULT Emit::DefineField(mdTypeDef td, LPCWSTR szName, DWORD dwFieldFlags, PCCOR_SIGNATURE pvSigBlob,
                          ULONG cbSigBlob, DWORD, const void*, ULONG, mdFieldDef* pmd) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineField";
  if (szName == nullptr || pvSigBlob == nullptr || pmd == nullptr)
    return emitting_.done(kMethod, E_INVALIDARG, 0);
  Member made{.parent = td,
              .name = to_utf8(szName),
              .flags = dwFieldFlags,
              .signature = bytes_of(pvSigBlob, cbSigBlob),
              .rva = 0,
              .impl_flags = 0,
              .added = true};
  return define_member(emitting_, kMethod, &Module::fields, mdtFieldDef, std::move(made), pmd);
}

HRESULT Emit::SetFieldProps(mdFieldDef fd, DWORD dwFieldFlags, DWORD, const void*, ULONG) {
  HRESULT hr = CLDB_E_INDEX_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (has_row(module, mdtFieldDef, fd)) {
      if (dwFieldFlags != kUnchanged) module.fields[row_of(fd) - 1].flags = dwFieldFlags;
      hr = S_OK;
    }
  }
  return emitting_.done("IMetaDataEmit::SetFieldProps", hr, fd);
}

HRESULT Emit::set_method(const char* method, mdMethodDef token, const DWORD* flags, const ULONG* rva,
                         const DWORD* impl_flags) {
  HRESULT hr = CLDB_E_INDEX_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (has_method(module, token)) {
      Member& changed = module.methods[row_of(token) - 1];
      const auto set = [](std::uint32_t& of, const std::uint32_t* to) {
        if (to != nullptr && *to != kUnchanged) of = *to;
      };
      set(changed.flags, flags);
      set(changed.rva, rva);
      set(changed.impl_flags, impl_flags);
      hr = S_OK;
    }
  }
  return emitting_.done(method, hr, token);
}

HRESULT Emit::SetMethodProps(mdMethodDef md, DWORD dwMethodFlags, ULONG ulCodeRVA, DWORD dwImplFlags) {
  return set_method("IMetaDataEmit::SetMethodProps", md, &dwMethodFlags, &ulCodeRVA, &dwImplFlags);
}

HRESULT Emit::SetRVA(mdMethodDef md, ULONG ulRVA) {
  return set_method("IMetaDataEmit::SetRVA", md, nullptr, &ulRVA, nullptr);
}

HRESULT Emit::SetMethodImplFlags(mdMethodDef md, DWORD dwImplFlags) {
  return set_method("IMetaDataEmit::SetMethodImplFlags", md, nullptr, nullptr, &dwImplFlags);
}

HRESULT Emit::DefinePinvokeMap(mdToken tk, DWORD dwMappingFlags, LPCWSTR szImportName,
                               mdModuleRef mrImportDLL) {
  constexpr const char* kMethod = "IMetaDataEmit::DefinePinvokeMap";
  const std::string name = szImportName == nullptr ? std::string() : to_utf8(szImportName);
  HRESULT hr = CLDB_E_INDEX_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (has_method(module, tk)) {
      const bool is_new =
          module.pinvoke_maps
              .emplace(row_of(tk), PinvokeMap{.flags = dwMappingFlags, .name = name, .library = mrImportDLL})
              .second;
      if (is_new) module.methods[row_of(tk) - 1].flags |= mdPinvokeImpl;
      hr = is_new ? S_OK : META_S_DUPLICATE;
    }
  }
  return emitting_.done(kMethod, hr, tk, nullptr, name);
}

HRESULT Emit::SetPinvokeMap(mdToken tk, DWORD dwMappingFlags, LPCWSTR szImportName, mdModuleRef mrImportDLL) {
  HRESULT hr = CLDB_E_RECORD_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    std::map<std::uint32_t, PinvokeMap>& maps = emitting_.module().pinvoke_maps;
    const auto found = maps.find(row_of(tk));
    if (table_of(tk) == mdtMethodDef && found != maps.end()) {
      if (dwMappingFlags != kUnchanged) found->second.flags = dwMappingFlags;
      if (szImportName != nullptr) found->second.name = to_utf8(szImportName);
      found->second.library = mrImportDLL;
      hr = S_OK;
    }
  }
  return emitting_.done("IMetaDataEmit::SetPinvokeMap", hr, tk);
}

HRESULT Emit::DeletePinvokeMap(mdToken tk) {
  HRESULT hr = CLDB_E_RECORD_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    if (table_of(tk) == mdtMethodDef && emitting_.module().pinvoke_maps.erase(row_of(tk)) != 0) hr = S_OK;
  }
  return emitting_.done("IMetaDataEmit::DeletePinvokeMap", hr, tk);
}

HRESULT Emit::DefineParam(mdMethodDef md, ULONG ulParamSeq, LPCWSTR szName, DWORD dwParamFlags, DWORD,
                          const void*, ULONG, mdParamDef* ppd) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineParam";
  const std::string name = szName == nullptr ? std::string() : to_utf8(szName);
  mdToken token = 0;
  HRESULT hr = CLDB_E_INDEX_NOTFOUND;
  {
    const std::scoped_lock lock(emitting_.lock());
    Module& module = emitting_.module();
    if (has_method(module, md)) {
      std::deque<Parameter>& all = module.parameters;
      const auto same = std::ranges::find_if(
          all, [&](const Parameter& each) { return each.method == md && each.number == ulParamSeq; });
      token = mdtParamDef | static_cast<mdToken>(same - all.begin() + 1);
      hr = same == all.end() ? S_OK : META_S_DUPLICATE;
      if (same == all.end()) {
        all.push_back({.method = md,
                       .number = ulParamSeq,
                       .name = name,
                       .flags = dwParamFlags == kUnchanged ? 0 : dwParamFlags});
      }
    }
  }
  return emitting_.done(kMethod, hr, token, ppd, name);
}

// Each call makes a new row, even for the same constructor and value.
HRESULT Emit::DefineCustomAttribute(mdToken tkOwner, mdToken tkCtor, const void* pCustomAttribute,
                                    ULONG cbCustomAttribute, mdCustomAttribute* pcv) {
  constexpr const char* kMethod = "IMetaDataEmit::DefineCustomAttribute";
  if (table_of(tkOwner) == mdtCustomAttribute || !may_be_method(tkCtor))
    return emitting_.done(kMethod, E_INVALIDARG, 0);
  mdToken token = 0;
  {
    const std::scoped_lock lock(emitting_.lock());
    std::deque<CustomAttribute>& all = emitting_.module().custom_attributes;
    all.push_back(
        {.owner = tkOwner, .constructor = tkCtor, .value = bytes_of(pCustomAttribute, cbCustomAttribute)});
    token = mdtCustomAttribute | static_cast<mdToken>(all.size());
  }
  return emitting_.done(kMethod, S_OK, token, pcv);
}

HRESULT Emit::DefineMethodSpec(mdToken tkParent, PCCOR_SIGNATURE pvSigBlob, ULONG cbSigBlob,
                               mdMethodSpec* pmi) {
  constexpr const char* kMethod = "IMetaDataEmit2::DefineMethodSpec";
  if (pvSigBlob == nullptr || pmi == nullptr) return emitting_.done(kMethod, E_INVALIDARG, 0);
  if (!may_be_method(tkParent)) return emitting_.done(kMethod, META_E_BAD_INPUT_PARAMETER, 0);
  MethodSpec made{.method = tkParent, .signature = bytes_of(pvSigBlob, cbSigBlob)};
  mdToken token = 0;
  HRESULT hr = S_OK;
  {
    const std::scoped_lock lock(emitting_.lock());
    std::deque<MethodSpec>& all = emitting_.module().method_specs;
    const auto same = std::ranges::find_if(all, [&](const MethodSpec& each) {
      return each.method == made.method && each.signature == made.signature;
    });
    token = mdtMethodSpec | static_cast<mdToken>(same - all.begin() + 1);
    hr = same == all.end() ? S_OK : META_S_DUPLICATE;
    if (same == all.end()) all.push_back(std::move(made));
  }
  return emitting_.done(kMethod, hr, token, pmi);
}

}  // namespace gcrucible::clr::metadata
