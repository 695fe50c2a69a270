// Reads an assembly's manifest: its name, its version and its references. Obtained by QueryInterface from
// IMetaDataImport.
#pragma once

#include "harness/abi/metadata/types.h"
#include "harness/abi/structures.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// Slots 3 to 16. It has its own method to close enumerations.
struct IMetaDataAssemblyImport : IUnknown {
  GCRUCIBLE_OWN static constexpr GUID iid = IID_IMetaDataAssemblyImport;

  virtual HRESULT GCRUCIBLE_STDCALL GetAssemblyProps(mdAssembly mda, const void** ppbPublicKey,
                                                     ULONG* pcbPublicKey, ULONG* pulHashAlgId, LPWSTR szName,
                                                     ULONG cchName, ULONG* pchName,
                                                     ASSEMBLYMETADATA* pMetaData,
                                                     DWORD* pdwAssemblyFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetAssemblyRefProps(mdAssemblyRef mdar, const void** ppbPublicKeyOrToken,
                                                        ULONG* pcbPublicKeyOrToken, LPWSTR szName,
                                                        ULONG cchName, ULONG* pchName,
                                                        ASSEMBLYMETADATA* pMetaData,
                                                        const void** ppbHashValue, ULONG* pcbHashValue,
                                                        DWORD* pdwAssemblyRefFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetFileProps(mdFile mdf, LPWSTR szName, ULONG cchName, ULONG* pchName,
                                                 const void** ppbHashValue, ULONG* pcbHashValue,
                                                 DWORD* pdwFileFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetExportedTypeProps(mdExportedType mdct, LPWSTR szName, ULONG cchName,
                                                         ULONG* pchName, mdToken* ptkImplementation,
                                                         mdTypeDef* ptkTypeDef,
                                                         DWORD* pdwExportedTypeFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetManifestResourceProps(mdManifestResource mdmr, LPWSTR szName,
                                                             ULONG cchName, ULONG* pchName,
                                                             mdToken* ptkImplementation, DWORD* pdwOffset,
                                                             DWORD* pdwResourceFlags) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumAssemblyRefs(HCORENUM* phEnum, mdAssemblyRef rAssemblyRefs[],
                                                     ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumFiles(HCORENUM* phEnum, mdFile rFiles[], ULONG cMax,
                                              ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumExportedTypes(HCORENUM* phEnum, mdExportedType rExportedTypes[],
                                                      ULONG cMax, ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL EnumManifestResources(HCORENUM* phEnum,
                                                          mdManifestResource rManifestResources[], ULONG cMax,
                                                          ULONG* pcTokens) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL GetAssemblyFromScope(mdAssembly* ptkAssembly) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindExportedTypeByName(LPCWSTR szName, mdToken mdtExportedType,
                                                           mdExportedType* ptkExportedType) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindManifestResourceByName(LPCWSTR szName,
                                                               mdManifestResource* ptkManifestResource) = 0;
  virtual void GCRUCIBLE_STDCALL CloseEnum(HCORENUM hEnum) = 0;
  virtual HRESULT GCRUCIBLE_STDCALL FindAssembliesByName(LPCWSTR szAppBase, LPCWSTR szPrivateBin,
                                                         LPCWSTR szAssemblyName, IUnknown* ppIUnk[],
                                                         ULONG cMax, ULONG* pcAssemblies) = 0;

 protected:
  ~IMetaDataAssemblyImport() = default;
};

}  // namespace gcrucible::abi
