// The program's own module of the shop, in which each table that can have rows has some.
#pragma once

#include <sstream>
#include <string>

#include "harness/abi/enums.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/clr/metadata/module.h"
#include "tests/harness/clr/sample_types.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

using namespace abi;

inline constexpr BYTE kMethodSignature[] = {0x00, 0x01, 0x01, 0x08};
inline constexpr BYTE kLocalSignature[] = {0x07, 0x01, 0x08};
inline constexpr BYTE kFieldSignature[] = {0x06, 0x08};

struct SilentResolver final : clr::metadata::Resolver {
  clr::metadata::Import* import_of(const std::string&) override { return nullptr; }
  void emitted(const clr::metadata::Module&, std::string_view, HRESULT, mdToken,
               const std::string&) override {}
  void unanswered(std::string_view, HRESULT) override {}
};

struct FullShop {
  Modules modules;
  clr::metadata::Module& module = modules.assemblies.modules[1];
  SilentResolver silent;
  clr::metadata::Import app{module, silent};
  IMetaDataEmit2* emit = nullptr;
  IMetaDataAssemblyEmit* manifest_out = nullptr;
  IMetaDataAssemblyImport* manifest = nullptr;

  FullShop() {
    void* out = nullptr;
    REQUIRE(app.QueryInterface(IMetaDataEmit2::iid, &out) == S_OK);
    emit = static_cast<IMetaDataEmit2*>(out);
    REQUIRE(app.QueryInterface(IMetaDataAssemblyEmit::iid, &out) == S_OK);
    manifest_out = static_cast<IMetaDataAssemblyEmit*>(out);
    REQUIRE(app.QueryInterface(IMetaDataAssemblyImport::iid, &out) == S_OK);
    manifest = static_cast<IMetaDataAssemblyImport*>(out);
    mdToken token = 0;
    for (const char16_t* name : {u"a", u"b", u"c"}) {
      REQUIRE(emit->DefineTypeRefByName(mdtAssemblyRef | 1, name, &token) == S_OK);
      REQUIRE(emit->DefineMemberRef(mdtTypeRef | 1, name, kMethodSignature, 4, &token) == S_OK);
      REQUIRE(emit->DefineModuleRef(name, &token) == S_OK);
      REQUIRE(emit->DefineUserString(name, 1, &token) == S_OK);
      REQUIRE(emit->DefineMethod(mdtTypeDef | 2, name, mdStatic, kMethodSignature, 4, 8, 0, &token) == S_OK);
      REQUIRE(emit->DefineParam(token, 1, name, 0, 0, nullptr, 0, &token) == S_OK);
      REQUIRE(emit->DefineField(mdtTypeDef | 2, name, 0x16, kFieldSignature, 2, 0, nullptr, 0, &token) ==
              S_OK);
      REQUIRE(emit->DefineCustomAttribute(mdtTypeDef | 2, mdtMemberRef | 1, kFieldSignature, 2, &token) ==
              S_OK);
    }
    REQUIRE(emit->DefineParam(mdtMethodDef | 1, 1, u"first", 0, 0, nullptr, 0, &token) == S_OK);
    REQUIRE(emit->GetTokenFromSig(kLocalSignature, 3, &token) == S_OK);
    REQUIRE(emit->GetTokenFromTypeSpec(kFieldSignature, 2, &token) == S_OK);
    REQUIRE(emit->DefineMethodSpec(mdtMethodDef | 1, kLocalSignature, 3, &token) == S_OK);
    REQUIRE(emit->DefinePinvokeMap(mdtMethodDef | 1, 0x200, u"entry", mdtModuleRef | 1) == S_OK);
    REQUIRE(emit->DefinePinvokeMap(mdtMethodDef | 3, 0x200, u"entry", mdtModuleRef | 1) == S_OK);
    module.generic_params.push_back({.owner = mdtTypeDef | 2, .number = 0, .name = "T"});
  }

  // All rows of all tables.
  std::string text() const {
    std::ostringstream all;
    const auto bytes = [&](const clr::metadata::Blob& blob) {
      for (const std::uint8_t each : blob) all << int{each} << '.';
    };
    for (const auto& each : module.type_defs) {
      all << each.space << each.name << ' ' << each.flags << ' ' << each.extends << ' ' << each.enclosing
          << '\n';
    }
    for (const auto* members : {&module.fields, &module.methods, &module.member_refs}) {
      for (const auto& each : *members) {
        all << each.parent << each.name << ' ' << each.flags << ' ' << each.rva << ' ' << each.impl_flags;
        bytes(each.signature);
        all << '\n';
      }
    }
    for (const auto& each : module.type_refs) all << each.scope << each.space << each.name << '\n';
    for (const auto& each : module.assembly_refs) all << each.name << '\n';
    for (const auto& each : module.generic_params) all << each.owner << each.name << '\n';
    for (const auto& each : module.module_refs) all << each << '\n';
    for (const auto& each : module.signatures) bytes(each);
    for (const auto& each : module.type_specs) bytes(each);
    for (const auto& each : module.method_specs) all << each.method << '\n';
    for (const auto& each : module.parameters) all << each.method << each.name << each.flags << '\n';
    for (const auto& each : module.custom_attributes) all << each.owner << each.constructor << '\n';
    for (const auto& [row, map] : module.pinvoke_maps)
      all << row << ' ' << map.flags << map.name << map.library << '\n';
    for (const auto& [place, string] : module.user_strings) all << place << ' ' << string.size() << '\n';
    return all.str();
  }
};

}  // namespace gcrucible::tests
