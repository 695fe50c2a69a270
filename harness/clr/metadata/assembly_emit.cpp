#include <algorithm>
#include <mutex>

#include "harness/clr/metadata/emit.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/text.h"

namespace gcrucible::clr::metadata {

HRESULT AssemblyEmit::QueryInterface(REFIID riid, void** ppvObject) {
  return emitting_.query(riid, ppvObject);
}

ULONG AssemblyEmit::AddRef() {
  return whole_->AddRef();
}

ULONG AssemblyEmit::Release() {
  return whole_->Release();
}

HRESULT AssemblyEmit::DefineAssemblyRef(const void* pbPublicKeyOrToken, ULONG cbPublicKeyOrToken,
                                        LPCWSTR szName, const ASSEMBLYMETADATA* pMetaData, const void*, ULONG,
                                        DWORD, mdAssemblyRef* pmdar) {
  constexpr const char* kMethod = "IMetaDataAssemblyEmit::DefineAssemblyRef";
  if (szName == nullptr || pMetaData == nullptr || pmdar == nullptr)
    return emitting_.done(kMethod, E_INVALIDARG, 0);
  AssemblyRef made{.name = to_utf8(szName),
                   .version = {pMetaData->usMajorVersion, pMetaData->usMinorVersion, pMetaData->usBuildNumber,
                               pMetaData->usRevisionNumber},
                   .key_token = {}};
  if (const auto* key = static_cast<const std::uint8_t*>(pbPublicKeyOrToken); key != nullptr)
    made.key_token.assign(key, key + cbPublicKeyOrToken);
  const std::string name = made.name;
  mdToken token = 0;
  HRESULT hr = S_OK;
  {
    const std::scoped_lock lock(emitting_.lock());
    std::deque<AssemblyRef>& refs = emitting_.module().assembly_refs;
    const auto same = std::ranges::find_if(refs, [&](const AssemblyRef& each) {
      return each.name == made.name && each.version == made.version && each.key_token == made.key_token;
    });
    token = mdtAssemblyRef | static_cast<mdToken>(same - refs.begin() + 1);
    hr = same == refs.end() ? S_OK : META_S_DUPLICATE;
    if (same == refs.end()) refs.push_back(std::move(made));
  }
  return emitting_.done(kMethod, hr, token, pmdar, name);
}

HRESULT AssemblyEmit::DefineAssembly(const void*, ULONG, ULONG, LPCWSTR, const ASSEMBLYMETADATA*, DWORD,
                                     mdAssembly*) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::DefineAssembly");
}

HRESULT AssemblyEmit::DefineFile(LPCWSTR, const void*, ULONG, DWORD, mdFile*) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::DefineFile");
}

HRESULT AssemblyEmit::DefineExportedType(LPCWSTR, mdToken, mdTypeDef, DWORD, mdExportedType*) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::DefineExportedType");
}

HRESULT AssemblyEmit::DefineManifestResource(LPCWSTR, mdToken, DWORD, DWORD, mdManifestResource*) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::DefineManifestResource");
}

HRESULT AssemblyEmit::SetAssemblyProps(mdAssembly, const void*, ULONG, ULONG, LPCWSTR,
                                       const ASSEMBLYMETADATA*, DWORD) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::SetAssemblyProps");
}

HRESULT AssemblyEmit::SetAssemblyRefProps(mdAssemblyRef, const void*, ULONG, LPCWSTR, const ASSEMBLYMETADATA*,
                                          const void*, ULONG, DWORD) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::SetAssemblyRefProps");
}

HRESULT AssemblyEmit::SetFileProps(mdFile, const void*, ULONG, DWORD) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::SetFileProps");
}

HRESULT AssemblyEmit::SetExportedTypeProps(mdExportedType, mdToken, mdTypeDef, DWORD) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::SetExportedTypeProps");
}

HRESULT AssemblyEmit::SetManifestResourceProps(mdManifestResource, mdToken, DWORD, DWORD) {
  return emitting_.not_answered("IMetaDataAssemblyEmit::SetManifestResourceProps");
}

}  // namespace gcrucible::clr::metadata
