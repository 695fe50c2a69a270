#include "harness/clr/metadata/assembly_import.h"

#include <mutex>

#include "harness/abi/enums.h"
#include "harness/clr/info/out_parameter.h"
#include "harness/clr/metadata/import.h"
#include "harness/clr/metadata/name_out.h"
#include "harness/clr/metadata/token_enum.h"

namespace gcrucible::clr::metadata {

namespace {

constexpr ULONG kSha1 = 0x8004;  // CALG_SHA1, which compilers write

// No culture, no processors, no operating systems.
void set_version(const std::array<std::uint16_t, 4>& version, ASSEMBLYMETADATA* out) {
  if (out == nullptr) return;
  out->usMajorVersion = version[0];
  out->usMinorVersion = version[1];
  out->usBuildNumber = version[2];
  out->usRevisionNumber = version[3];
  if (out->szLocale != nullptr && out->cbLocale > 0) out->szLocale[0] = u'\0';
  out->cbLocale = 0;
  out->ulProcessor = 0;
  out->ulOS = 0;
}

}  // namespace

HRESULT AssemblyImport::QueryInterface(REFIID riid, void** ppvObject) {
  return whole_->QueryInterface(riid, ppvObject);
}

ULONG AssemblyImport::AddRef() {
  return whole_->AddRef();
}

ULONG AssemblyImport::Release() {
  return whole_->Release();
}

HRESULT AssemblyImport::GetAssemblyFromScope(mdAssembly* ptkAssembly) {
  set_out(ptkAssembly, mdtAssembly | 1u);
  return S_OK;
}

// No assembly is signed, not even the core library.
HRESULT AssemblyImport::GetAssemblyProps(mdAssembly mda, const void** ppbPublicKey, ULONG* pcbPublicKey,
                                         ULONG* pulHashAlgId, LPWSTR szName, ULONG cchName, ULONG* pchName,
                                         ASSEMBLYMETADATA* pMetaData, DWORD* pdwAssemblyFlags) {
  if (row_of(mda) != 1) return CLDB_E_INDEX_NOTFOUND;
  static constexpr std::uint8_t kNoKey[1] = {};
  set_out(ppbPublicKey, static_cast<const void*>(kNoKey));
  set_out(pcbPublicKey, 0);
  set_out(pulHashAlgId, kSha1);
  set_version(module_->assembly_version, pMetaData);
  set_out(pdwAssemblyFlags, 0);
  return name_out(module_->assembly, szName, cchName, pchName);
}

HRESULT AssemblyImport::GetAssemblyRefProps(mdAssemblyRef mdar, const void** ppbPublicKeyOrToken,
                                            ULONG* pcbPublicKeyOrToken, LPWSTR szName, ULONG cchName,
                                            ULONG* pchName, ASSEMBLYMETADATA* pMetaData,
                                            const void** ppbHashValue, ULONG* pcbHashValue,
                                            DWORD* pdwAssemblyRefFlags) {
  const std::scoped_lock reading(whole_->lock());
  const std::uint32_t row = row_of(mdar);
  if (row == 0 || row > module_->assembly_refs.size()) return CLDB_E_INDEX_NOTFOUND;
  const AssemblyRef& ref = module_->assembly_refs[row - 1];
  set_out(ppbPublicKeyOrToken, static_cast<const void*>(ref.key_token.data()));
  set_out(pcbPublicKeyOrToken, ref.key_token.size());
  set_version(ref.version, pMetaData);
  static constexpr std::uint8_t kNoHash[1] = {};
  set_out(ppbHashValue, static_cast<const void*>(kNoHash));
  set_out(pcbHashValue, 0);
  set_out(pdwAssemblyRefFlags, 0);
  return name_out(ref.name, szName, cchName, pchName);
}

HRESULT AssemblyImport::EnumAssemblyRefs(HCORENUM* phEnum, mdAssemblyRef rAssemblyRefs[], ULONG cMax,
                                         ULONG* pcTokens) {
  const std::scoped_lock reading(whole_->lock());
  const auto list = [&] {
    std::vector<mdToken> tokens;
    for (std::size_t i = 0; i < module_->assembly_refs.size(); ++i)
      tokens.push_back(mdtAssemblyRef | static_cast<mdToken>(i + 1));
    return tokens;
  };
  return next_tokens(phEnum, list, rAssemblyRefs, cMax, pcTokens);
}

HRESULT AssemblyImport::EnumFiles(HCORENUM* phEnum, mdFile rFiles[], ULONG cMax, ULONG* pcTokens) {
  return enumerate_nothing(phEnum, rFiles, cMax, pcTokens);
}

HRESULT AssemblyImport::EnumExportedTypes(HCORENUM* phEnum, mdExportedType rExportedTypes[], ULONG cMax,
                                          ULONG* pcTokens) {
  return enumerate_nothing(phEnum, rExportedTypes, cMax, pcTokens);
}

HRESULT AssemblyImport::EnumManifestResources(HCORENUM* phEnum, mdManifestResource rManifestResources[],
                                              ULONG cMax, ULONG* pcTokens) {
  return enumerate_nothing(phEnum, rManifestResources, cMax, pcTokens);
}

HRESULT AssemblyImport::GetFileProps(mdFile, LPWSTR, ULONG, ULONG*, const void**, ULONG*, DWORD*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT AssemblyImport::GetExportedTypeProps(mdExportedType, LPWSTR, ULONG, ULONG*, mdToken*, mdTypeDef*,
                                             DWORD*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT AssemblyImport::GetManifestResourceProps(mdManifestResource, LPWSTR, ULONG, ULONG*, mdToken*, DWORD*,
                                                 DWORD*) {
  return CLDB_E_INDEX_NOTFOUND;
}

HRESULT AssemblyImport::FindExportedTypeByName(LPCWSTR, mdToken, mdExportedType*) {
  return CLDB_E_RECORD_NOTFOUND;
}

HRESULT AssemblyImport::FindManifestResourceByName(LPCWSTR, mdManifestResource*) {
  return CLDB_E_RECORD_NOTFOUND;
}

void AssemblyImport::CloseEnum(HCORENUM hEnum) {
  whole_->CloseEnum(hEnum);
}

// .NET searches the disk for assemblies. A simulated process has none there.
HRESULT AssemblyImport::FindAssembliesByName(LPCWSTR, LPCWSTR, LPCWSTR, IUnknown*[], ULONG, ULONG*) {
  return E_NOTIMPL;
}

}  // namespace gcrucible::clr::metadata
