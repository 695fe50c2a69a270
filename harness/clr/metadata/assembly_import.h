// The manifest of an assembly, as the profiler reads it.
#pragma once

#include "harness/abi/metadata/assembly_import.h"
#include "harness/clr/metadata/import_entrance.h"
#include "harness/clr/metadata/module.h"

namespace gcrucible::clr::metadata {

using namespace gcrucible::abi;  // the interfaces' own names, as in info/facade.h

class Import;

// The manifest part of an Import. Its IUnknown methods are those of the Import.
class AssemblyImport final : public IMetaDataAssemblyImport {
 public:
  AssemblyImport(const Module& module, Import& whole) : module_(&module), whole_(&whole) {}
  AssemblyImport(const AssemblyImport&) = delete;
  AssemblyImport& operator=(const AssemblyImport&) = delete;
  virtual ~AssemblyImport() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

  HRESULT GCRUCIBLE_STDCALL GetAssemblyProps(mdAssembly, const void**, ULONG*, ULONG*, LPWSTR, ULONG, ULONG*,
                                             ASSEMBLYMETADATA*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetAssemblyRefProps(mdAssemblyRef, const void**, ULONG*, LPWSTR, ULONG, ULONG*,
                                                ASSEMBLYMETADATA*, const void**, ULONG*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetFileProps(mdFile, LPWSTR, ULONG, ULONG*, const void**, ULONG*,
                                         DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetExportedTypeProps(mdExportedType, LPWSTR, ULONG, ULONG*, mdToken*, mdTypeDef*,
                                                 DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetManifestResourceProps(mdManifestResource, LPWSTR, ULONG, ULONG*, mdToken*,
                                                     DWORD*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL EnumAssemblyRefs(HCORENUM*, mdAssemblyRef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumFiles(HCORENUM*, mdFile[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumExportedTypes(HCORENUM*, mdExportedType[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumManifestResources(HCORENUM*, mdManifestResource[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetAssemblyFromScope(mdAssembly*) override;
  HRESULT GCRUCIBLE_STDCALL FindExportedTypeByName(LPCWSTR, mdToken, mdExportedType*) override;
  HRESULT GCRUCIBLE_STDCALL FindManifestResourceByName(LPCWSTR, mdManifestResource*) override;
  void GCRUCIBLE_STDCALL CloseEnum(HCORENUM) override;
  HRESULT GCRUCIBLE_STDCALL FindAssembliesByName(LPCWSTR, LPCWSTR, LPCWSTR, IUnknown*[], ULONG,
                                                 ULONG*) override;

 private:
  const Module* module_;
  Import* whole_;
  std::unique_ptr<Entrance> entrance_ = import_entrance(*this);
};

}  // namespace gcrucible::clr::metadata
