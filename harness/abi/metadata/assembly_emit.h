// Adds to an assembly's manifest. Obtained by QueryInterface from IMetaDataEmit.
#pragma once

#include "harness/abi/metadata/types.h"
#include "harness/abi/structures.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 3 to 12.
struct IMetaDataAssemblyEmit : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = IID_IMetaDataAssemblyEmit;

  virtual HRESULT GCRUCIBLE_STDCALL DefineAssembly(const void* pbPublicKey, ULONG cbPublicKey,
                                                   ULONG ulHashAlgId, LPCWSTR szName,
                                                   const ASSEMBLYMETADATA* pMetaData, DWORD dwAssemblyFlags,
                                                   mdAssembly* pma) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineAssemblyRef(const void* pbPublicKeyOrToken,
                                                      ULONG cbPublicKeyOrToken, LPCWSTR szName,
                                                      const ASSEMBLYMETADATA* pMetaData,
                                                      const void* pbHashValue, ULONG cbHashValue,
                                                      DWORD dwAssemblyRefFlags, mdAssemblyRef* pmdar) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineFile(LPCWSTR szName, const void* pbHashValue, ULONG cbHashValue,
                                               DWORD dwFileFlags, mdFile* pmdf) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineExportedType(LPCWSTR szName, mdToken tkImplementation,
                                                       mdTypeDef tkTypeDef, DWORD dwExportedTypeFlags,
                                                       mdExportedType* pmdct) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL DefineManifestResource(LPCWSTR szName, mdToken tkImplementation,
                                                           DWORD dwOffset, DWORD dwResourceFlags,
                                                           mdManifestResource* pmdmr) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetAssemblyProps(mdAssembly pma, const void* pbPublicKey,
                                                     ULONG cbPublicKey, ULONG ulHashAlgId, LPCWSTR szName,
                                                     const ASSEMBLYMETADATA* pMetaData,
                                                     DWORD dwAssemblyFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetAssemblyRefProps(mdAssemblyRef ar, const void* pbPublicKeyOrToken,
                                                        ULONG cbPublicKeyOrToken, LPCWSTR szName,
                                                        const ASSEMBLYMETADATA* pMetaData,
                                                        const void* pbHashValue, ULONG cbHashValue,
                                                        DWORD dwAssemblyRefFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetFileProps(mdFile file, const void* pbHashValue, ULONG cbHashValue,
                                                 DWORD dwFileFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetExportedTypeProps(mdExportedType ct, mdToken tkImplementation,
                                                         mdTypeDef tkTypeDef, DWORD dwExportedTypeFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL SetManifestResourceProps(mdManifestResource mr, mdToken tkImplementation,
                                                             DWORD dwOffset, DWORD dwResourceFlags) = 0;

 protected:
  ~IMetaDataAssemblyEmit() = default;
};

}  // namespace gcrucible::abi
