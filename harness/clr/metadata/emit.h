// Adds a profiler's rows to a module's metadata.
#pragma once

#include "harness/abi/metadata/assembly_emit.h"
#include "harness/abi/metadata/emit.h"
#include "harness/clr/concurrency/spin_lock.h"
#include "harness/clr/metadata/import_entrance.h"
#include "harness/clr/metadata/module.h"

namespace gcrucible::clr::metadata {

using namespace gcrucible::abi;  // the interfaces' own names, as in import.h

class Import;

// The value of a Set… argument that leaves the old value unchanged.
inline constexpr std::uint32_t kUnchanged = 0xFFFFFFFFu;

// The common part of both interfaces. They belong to an Import and share its references and lock. Tokens are
// those that .NET would give, in the order of the calls. As in .NET, the meaning of names and signatures is
// not checked.
class Emitting {
 public:
  Emitting(Module& module, Import& whole) : module_(&module), whole_(&whole) {}
  Emitting(const Emitting&) = delete;
  Emitting& operator=(const Emitting&) = delete;

  HRESULT query(REFIID riid, void** out);
  // Writes `token` through `out`, if that is not null, and writes the call into the trace.
  HRESULT done(const char* method, HRESULT hr, mdToken token, mdToken* out = nullptr,
               const std::string& name = {});
  HRESULT not_answered(const char* method);
  Module& module() { return *module_; }
  SpinLock& lock();

 private:
  Module* module_;
  Import* whole_;
};

class Emit final : public IMetaDataEmit2 {
 public:
  Emit(Module& module, Import& whole) : emitting_(module, whole), whole_(&whole) {}
  virtual ~Emit() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

  HRESULT GCRUCIBLE_STDCALL SetModuleProps(LPCWSTR) override;
  HRESULT GCRUCIBLE_STDCALL Save(LPCWSTR, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SaveToStream(ISequentialStream*, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL GetSaveSize(DWORD, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL DefineTypeDef(LPCWSTR, DWORD, mdToken, mdToken[], mdTypeDef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineNestedType(LPCWSTR, DWORD, mdToken, mdToken[], mdTypeDef,
                                             mdTypeDef*) override;
  HRESULT GCRUCIBLE_STDCALL SetHandler(IUnknown*) override;
  HRESULT GCRUCIBLE_STDCALL DefineMethod(mdTypeDef, LPCWSTR, DWORD, PCCOR_SIGNATURE, ULONG, ULONG, DWORD,
                                         mdMethodDef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineMethodImpl(mdTypeDef, mdToken, mdToken) override;
  HRESULT GCRUCIBLE_STDCALL DefineTypeRefByName(mdToken, LPCWSTR, mdTypeRef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineImportType(IMetaDataAssemblyImport*, const void*, ULONG, IMetaDataImport*,
                                             mdTypeDef, IMetaDataAssemblyEmit*, mdTypeRef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineMemberRef(mdToken, LPCWSTR, PCCOR_SIGNATURE, ULONG, mdMemberRef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineImportMember(IMetaDataAssemblyImport*, const void*, ULONG, IMetaDataImport*,
                                               mdToken, IMetaDataAssemblyEmit*, mdToken,
                                               mdMemberRef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineEvent(mdTypeDef, LPCWSTR, DWORD, mdToken, mdMethodDef, mdMethodDef,
                                        mdMethodDef, mdMethodDef[], mdEvent*) override;
  HRESULT GCRUCIBLE_STDCALL SetClassLayout(mdTypeDef, DWORD, COR_FIELD_OFFSET[], ULONG) override;
  HRESULT GCRUCIBLE_STDCALL DeleteClassLayout(mdTypeDef) override;
  HRESULT GCRUCIBLE_STDCALL SetFieldMarshal(mdToken, PCCOR_SIGNATURE, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL DeleteFieldMarshal(mdToken) override;
  HRESULT GCRUCIBLE_STDCALL DefinePermissionSet(mdToken, DWORD, const void*, ULONG, mdPermission*) override;
  HRESULT GCRUCIBLE_STDCALL SetRVA(mdMethodDef, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL GetTokenFromSig(PCCOR_SIGNATURE, ULONG, mdSignature*) override;
  HRESULT GCRUCIBLE_STDCALL DefineModuleRef(LPCWSTR, mdModuleRef*) override;
  HRESULT GCRUCIBLE_STDCALL SetParent(mdMemberRef, mdToken) override;
  HRESULT GCRUCIBLE_STDCALL GetTokenFromTypeSpec(PCCOR_SIGNATURE, ULONG, mdTypeSpec*) override;
  HRESULT GCRUCIBLE_STDCALL SaveToMemory(void*, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL DefineUserString(LPCWSTR, ULONG, mdString*) override;
  HRESULT GCRUCIBLE_STDCALL DeleteToken(mdToken) override;
  HRESULT GCRUCIBLE_STDCALL SetMethodProps(mdMethodDef, DWORD, ULONG, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetTypeDefProps(mdTypeDef, DWORD, mdToken, mdToken[]) override;
  HRESULT GCRUCIBLE_STDCALL SetEventProps(mdEvent, DWORD, mdToken, mdMethodDef, mdMethodDef, mdMethodDef,
                                          mdMethodDef[]) override;
  HRESULT GCRUCIBLE_STDCALL SetPermissionSetProps(mdToken, DWORD, const void*, ULONG, mdPermission*) override;
  HRESULT GCRUCIBLE_STDCALL DefinePinvokeMap(mdToken, DWORD, LPCWSTR, mdModuleRef) override;
  HRESULT GCRUCIBLE_STDCALL SetPinvokeMap(mdToken, DWORD, LPCWSTR, mdModuleRef) override;
  HRESULT GCRUCIBLE_STDCALL DeletePinvokeMap(mdToken) override;
  HRESULT GCRUCIBLE_STDCALL DefineCustomAttribute(mdToken, mdToken, const void*, ULONG,
                                                  mdCustomAttribute*) override;
  HRESULT GCRUCIBLE_STDCALL SetCustomAttributeValue(mdCustomAttribute, const void*, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL DefineField(mdTypeDef, LPCWSTR, DWORD, PCCOR_SIGNATURE, ULONG, DWORD, const void*,
                                        ULONG, mdFieldDef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineProperty(mdTypeDef, LPCWSTR, DWORD, PCCOR_SIGNATURE, ULONG, DWORD,
                                           const void*, ULONG, mdMethodDef, mdMethodDef, mdMethodDef[],
                                           mdProperty*) override;
  HRESULT GCRUCIBLE_STDCALL DefineParam(mdMethodDef, ULONG, LPCWSTR, DWORD, DWORD, const void*, ULONG,
                                        mdParamDef*) override;
  HRESULT GCRUCIBLE_STDCALL SetFieldProps(mdFieldDef, DWORD, DWORD, const void*, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL SetPropertyProps(mdProperty, DWORD, DWORD, const void*, ULONG, mdMethodDef,
                                             mdMethodDef, mdMethodDef[]) override;
  HRESULT GCRUCIBLE_STDCALL SetParamProps(mdParamDef, LPCWSTR, DWORD, DWORD, const void*, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL DefineSecurityAttributeSet(mdToken, void*, ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL ApplyEditAndContinue(IUnknown*) override;
  HRESULT GCRUCIBLE_STDCALL TranslateSigWithScope(IMetaDataAssemblyImport*, const void*, ULONG,
                                                  IMetaDataImport*, PCCOR_SIGNATURE, ULONG,
                                                  IMetaDataAssemblyEmit*, IMetaDataEmit*, COR_SIGNATURE*,
                                                  ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL SetMethodImplFlags(mdMethodDef, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetFieldRVA(mdFieldDef, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL Merge(IMetaDataImport*, IUnknown*, IUnknown*) override;
  HRESULT GCRUCIBLE_STDCALL MergeEnd() override;

  HRESULT GCRUCIBLE_STDCALL DefineMethodSpec(mdToken, PCCOR_SIGNATURE, ULONG, mdMethodSpec*) override;
  HRESULT GCRUCIBLE_STDCALL GetDeltaSaveSize(DWORD, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL SaveDelta(LPCWSTR, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SaveDeltaToStream(ISequentialStream*, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SaveDeltaToMemory(void*, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL DefineGenericParam(mdToken, ULONG, DWORD, LPCWSTR, DWORD, mdToken[],
                                               mdGenericParam*) override;
  HRESULT GCRUCIBLE_STDCALL SetGenericParamProps(mdGenericParam, DWORD, LPCWSTR, DWORD, mdToken[]) override;
  HRESULT GCRUCIBLE_STDCALL ResetENCLog() override;

 private:
  HRESULT define_type(const char* method, LPCWSTR name, DWORD flags, mdToken extends, mdTypeDef encloser,
                      mdTypeDef* out);
  // Sets the given properties of a method.
  HRESULT set_method(const char* method, mdMethodDef token, const DWORD* flags, const ULONG* rva,
                     const DWORD* impl_flags);

  Emitting emitting_;
  Import* whole_;
  std::unique_ptr<Entrance> entrance_ = import_entrance(*this);
};

class AssemblyEmit final : public IMetaDataAssemblyEmit {
 public:
  AssemblyEmit(Module& module, Import& whole) : emitting_(module, whole), whole_(&whole) {}
  virtual ~AssemblyEmit() = default;

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

  HRESULT GCRUCIBLE_STDCALL DefineAssembly(const void*, ULONG, ULONG, LPCWSTR, const ASSEMBLYMETADATA*, DWORD,
                                           mdAssembly*) override;
  HRESULT GCRUCIBLE_STDCALL DefineAssemblyRef(const void*, ULONG, LPCWSTR, const ASSEMBLYMETADATA*,
                                              const void*, ULONG, DWORD, mdAssemblyRef*) override;
  HRESULT GCRUCIBLE_STDCALL DefineFile(LPCWSTR, const void*, ULONG, DWORD, mdFile*) override;
  HRESULT GCRUCIBLE_STDCALL DefineExportedType(LPCWSTR, mdToken, mdTypeDef, DWORD, mdExportedType*) override;
  HRESULT GCRUCIBLE_STDCALL DefineManifestResource(LPCWSTR, mdToken, DWORD, DWORD,
                                                   mdManifestResource*) override;
  HRESULT GCRUCIBLE_STDCALL SetAssemblyProps(mdAssembly, const void*, ULONG, ULONG, LPCWSTR,
                                             const ASSEMBLYMETADATA*, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetAssemblyRefProps(mdAssemblyRef, const void*, ULONG, LPCWSTR,
                                                const ASSEMBLYMETADATA*, const void*, ULONG, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetFileProps(mdFile, const void*, ULONG, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetExportedTypeProps(mdExportedType, mdToken, mdTypeDef, DWORD) override;
  HRESULT GCRUCIBLE_STDCALL SetManifestResourceProps(mdManifestResource, mdToken, DWORD, DWORD) override;

 private:
  Emitting emitting_;
  Import* whole_;
  std::unique_ptr<Entrance> entrance_ = import_entrance(*this);
};

}  // namespace gcrucible::clr::metadata
