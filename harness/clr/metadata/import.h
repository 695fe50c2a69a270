// A module's metadata, as GetModuleMetaData hands it out.
#pragma once

#include <atomic>
#include <string_view>

#include "harness/abi/metadata/import2.h"
#include "harness/clr/concurrency/spin_lock.h"
#include "harness/clr/metadata/assembly_import.h"
#include "harness/clr/metadata/emit.h"
#include "harness/clr/metadata/import_entrance.h"

namespace gcrucible::clr::metadata {

using namespace gcrucible::abi;  // the interfaces' own names, as in info/facade.h

// Finds the interfaces of the other modules, for ResolveTypeRef.
class Resolver {
 public:
  Resolver() = default;
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;
  // Null for an assembly that the process does not have.
  virtual Import* import_of(const std::string& assembly) = 0;
  // Called after a method of the IMetaDataEmit interfaces. `name` may be empty.
  virtual void emitted(const Module&, std::string_view /*method*/, HRESULT, mdToken,
                       const std::string& /*name*/) {}
  // Called when a method or an interface is refused that .NET has.
  virtual void unanswered(std::string_view /*what*/, HRESULT) {}

 protected:
  ~Resolver() = default;
};

// One object a module, for the life of the process. The reference count only serves the profiler and frees
// nothing. The runtime's own object would be freed by one release too many, and then be used after its end.
// Any thread may call it, also during collections. Calls are not recorded, because they are not calls of
// ICorProfilerInfo. Answers are those of .NET 10, also for wrong tokens: where .NET checks only a token's
// row, so does this.
class Import final : public IMetaDataImport2 {
 public:
  Import(Module& module, Resolver& resolver)
      : module_(&module),
        resolver_(&resolver),
        assembly_(module, *this),
        emit_(module, *this),
        assembly_emit_(module, *this) {}
  Import(const Import&) = delete;
  Import& operator=(const Import&) = delete;
  virtual ~Import() = default;

  const Module& module() const { return *module_; }
  Resolver& resolver() { return *resolver_; }
  // Taken by all code that reads or writes the module's tables.
  SpinLock& lock() const { return lock_; }
  // The number of releases without a matching reference.
  std::uint64_t released_too_often() const { return released_too_often_; }

  HRESULT GCRUCIBLE_STDCALL QueryInterface(REFIID riid, void** ppvObject) override;
  ULONG GCRUCIBLE_STDCALL AddRef() override;
  ULONG GCRUCIBLE_STDCALL Release() override;

  // IMetaDataImport
  void GCRUCIBLE_STDCALL CloseEnum(HCORENUM) override;
  HRESULT GCRUCIBLE_STDCALL CountEnum(HCORENUM, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL ResetEnum(HCORENUM, ULONG) override;
  HRESULT GCRUCIBLE_STDCALL EnumTypeDefs(HCORENUM*, mdTypeDef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumInterfaceImpls(HCORENUM*, mdTypeDef, mdInterfaceImpl[], ULONG,
                                               ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumTypeRefs(HCORENUM*, mdTypeRef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL FindTypeDefByName(LPCWSTR, mdToken, mdTypeDef*) override;
  HRESULT GCRUCIBLE_STDCALL GetScopeProps(LPWSTR, ULONG, ULONG*, GUID*) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleFromScope(mdModule*) override;
  HRESULT GCRUCIBLE_STDCALL GetTypeDefProps(mdTypeDef, LPWSTR, ULONG, ULONG*, DWORD*, mdToken*) override;
  HRESULT GCRUCIBLE_STDCALL GetInterfaceImplProps(mdInterfaceImpl, mdTypeDef*, mdToken*) override;
  HRESULT GCRUCIBLE_STDCALL GetTypeRefProps(mdTypeRef, mdToken*, LPWSTR, ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL ResolveTypeRef(mdTypeRef, REFIID, IUnknown**, mdTypeDef*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMembers(HCORENUM*, mdTypeDef, mdToken[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMembersWithName(HCORENUM*, mdTypeDef, LPCWSTR, mdToken[], ULONG,
                                                ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMethods(HCORENUM*, mdTypeDef, mdMethodDef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMethodsWithName(HCORENUM*, mdTypeDef, LPCWSTR, mdMethodDef[], ULONG,
                                                ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumFields(HCORENUM*, mdTypeDef, mdFieldDef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumFieldsWithName(HCORENUM*, mdTypeDef, LPCWSTR, mdFieldDef[], ULONG,
                                               ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumParams(HCORENUM*, mdMethodDef, mdParamDef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMemberRefs(HCORENUM*, mdToken, mdMemberRef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMethodImpls(HCORENUM*, mdTypeDef, mdToken[], mdToken[], ULONG,
                                            ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumPermissionSets(HCORENUM*, mdToken, DWORD, mdPermission[], ULONG,
                                               ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL FindMember(mdTypeDef, LPCWSTR, PCCOR_SIGNATURE, ULONG, mdToken*) override;
  HRESULT GCRUCIBLE_STDCALL FindMethod(mdTypeDef, LPCWSTR, PCCOR_SIGNATURE, ULONG, mdMethodDef*) override;
  HRESULT GCRUCIBLE_STDCALL FindField(mdTypeDef, LPCWSTR, PCCOR_SIGNATURE, ULONG, mdFieldDef*) override;
  HRESULT GCRUCIBLE_STDCALL FindMemberRef(mdTypeRef, LPCWSTR, PCCOR_SIGNATURE, ULONG, mdMemberRef*) override;
  HRESULT GCRUCIBLE_STDCALL GetMethodProps(mdMethodDef, mdTypeDef*, LPWSTR, ULONG, ULONG*, DWORD*,
                                           PCCOR_SIGNATURE*, ULONG*, ULONG*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetMemberRefProps(mdMemberRef, mdToken*, LPWSTR, ULONG, ULONG*, PCCOR_SIGNATURE*,
                                              ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumProperties(HCORENUM*, mdTypeDef, mdProperty[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumEvents(HCORENUM*, mdTypeDef, mdEvent[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetEventProps(mdEvent, mdTypeDef*, LPCWSTR, ULONG, ULONG*, DWORD*, mdToken*,
                                          mdMethodDef*, mdMethodDef*, mdMethodDef*, mdMethodDef[], ULONG,
                                          ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMethodSemantics(HCORENUM*, mdMethodDef, mdToken[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetMethodSemantics(mdMethodDef, mdToken, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetClassLayout(mdTypeDef, DWORD*, COR_FIELD_OFFSET[], ULONG, ULONG*,
                                           ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetFieldMarshal(mdToken, PCCOR_SIGNATURE*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetRVA(mdToken, ULONG*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetPermissionSetProps(mdPermission, DWORD*, const void**, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetSigFromToken(mdSignature, PCCOR_SIGNATURE*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetModuleRefProps(mdModuleRef, LPWSTR, ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumModuleRefs(HCORENUM*, mdModuleRef[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetTypeSpecFromToken(mdTypeSpec, PCCOR_SIGNATURE*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetNameFromToken(mdToken, MDUTF8CSTR*) override;
  HRESULT GCRUCIBLE_STDCALL EnumUnresolvedMethods(HCORENUM*, mdToken[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetUserString(mdString, LPWSTR, ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetPinvokeMap(mdToken, DWORD*, LPWSTR, ULONG, ULONG*, mdModuleRef*) override;
  HRESULT GCRUCIBLE_STDCALL EnumSignatures(HCORENUM*, mdSignature[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumTypeSpecs(HCORENUM*, mdTypeSpec[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumUserStrings(HCORENUM*, mdString[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetParamForMethodIndex(mdMethodDef, ULONG, mdParamDef*) override;
  HRESULT GCRUCIBLE_STDCALL EnumCustomAttributes(HCORENUM*, mdToken, mdToken, mdCustomAttribute[], ULONG,
                                                 ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetCustomAttributeProps(mdCustomAttribute, mdToken*, mdToken*, const void**,
                                                    ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL FindTypeRef(mdToken, LPCWSTR, mdTypeRef*) override;
  HRESULT GCRUCIBLE_STDCALL GetMemberProps(mdToken, mdTypeDef*, LPWSTR, ULONG, ULONG*, DWORD*,
                                           PCCOR_SIGNATURE*, ULONG*, ULONG*, DWORD*, DWORD*, UVCP_CONSTANT*,
                                           ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetFieldProps(mdFieldDef, mdTypeDef*, LPWSTR, ULONG, ULONG*, DWORD*,
                                          PCCOR_SIGNATURE*, ULONG*, DWORD*, UVCP_CONSTANT*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetPropertyProps(mdProperty, mdTypeDef*, LPCWSTR, ULONG, ULONG*, DWORD*,
                                             PCCOR_SIGNATURE*, ULONG*, DWORD*, UVCP_CONSTANT*, ULONG*,
                                             mdMethodDef*, mdMethodDef*, mdMethodDef[], ULONG,
                                             ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetParamProps(mdParamDef, mdMethodDef*, ULONG*, LPWSTR, ULONG, ULONG*, DWORD*,
                                          DWORD*, UVCP_CONSTANT*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetCustomAttributeByName(mdToken, LPCWSTR, const void**, ULONG*) override;
  BOOL GCRUCIBLE_STDCALL IsValidToken(mdToken) override;
  HRESULT GCRUCIBLE_STDCALL GetNestedClassProps(mdTypeDef, mdTypeDef*) override;
  HRESULT GCRUCIBLE_STDCALL GetNativeCallConvFromSig(const void*, ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL IsGlobal(mdToken, int*) override;

  // IMetaDataImport2
  HRESULT GCRUCIBLE_STDCALL EnumGenericParams(HCORENUM*, mdToken, mdGenericParam[], ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetGenericParamProps(mdGenericParam, ULONG*, DWORD*, mdToken*, DWORD*, LPWSTR,
                                                 ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetMethodSpecProps(mdMethodSpec, mdToken*, PCCOR_SIGNATURE*, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL EnumGenericParamConstraints(HCORENUM*, mdGenericParam, mdGenericParamConstraint[],
                                                        ULONG, ULONG*) override;
  HRESULT GCRUCIBLE_STDCALL GetGenericParamConstraintProps(mdGenericParamConstraint, mdGenericParam*,
                                                           mdToken*) override;
  HRESULT GCRUCIBLE_STDCALL GetPEKind(DWORD*, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL GetVersionString(LPWSTR, DWORD, DWORD*) override;
  HRESULT GCRUCIBLE_STDCALL EnumMethodSpecs(HCORENUM*, mdToken, mdMethodSpec[], ULONG, ULONG*) override;

 private:
  enum class Members : std::uint8_t { kFields, kMethods, kBoth };
  HRESULT members(HCORENUM* handle, mdTypeDef type, Members which, LPCWSTR name, mdToken out[],
                  ULONG capacity, ULONG* count) const;
  mdToken find(mdTypeDef type, Members which, LPCWSTR name, PCCOR_SIGNATURE signature, ULONG length) const;

  const Module* module_;
  Resolver* resolver_;
  mutable SpinLock lock_;
  AssemblyImport assembly_;
  Emit emit_;
  AssemblyEmit assembly_emit_;
  std::atomic<ULONG> references_{0};
  std::atomic<std::uint64_t> released_too_often_{0};
  std::unique_ptr<Entrance> entrance_ = import_entrance(*this);
};

}  // namespace gcrucible::clr::metadata
