// A program's types as metadata, and the interface that reads them. The answers to wrong tokens, short
// buffers and reset enumerations are those of .NET 10 for a module of the same shape.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/abi/enums.h"
#include "harness/abi/metadata/attributes.h"
#include "harness/clr/text.h"
#include "tests/harness/clr/sample_types.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

std::string type_name(IMetaDataImport& metadata, mdTypeDef token) {
  WCHAR name[64] = {};
  CHECK(metadata.GetTypeDefProps(token, name, 64, nullptr, nullptr, nullptr) == S_OK);
  return clr::to_utf8(name);
}

std::vector<std::uint8_t> signature(IMetaDataImport& metadata, mdTypeDef owner, const WCHAR* field) {
  mdFieldDef token = 0;
  REQUIRE(metadata.FindField(owner, field, nullptr, 0, &token) == S_OK);
  PCCOR_SIGNATURE data = nullptr;
  ULONG length = 0;
  CHECK(metadata.GetFieldProps(token, nullptr, nullptr, 0, nullptr, nullptr, &data, &length, nullptr, nullptr,
                               nullptr) == S_OK);
  return {data, data + length};
}

using Bytes = std::vector<std::uint8_t>;

TEST_CASE("metadata: types are in the assembly that they name") {
  Modules modules;
  REQUIRE(modules.assemblies.modules.size() == 3);
  CHECK(modules.assemblies.modules[0].name == "System.Private.CoreLib.dll");
  CHECK(modules.assemblies.modules[1].name == "app.dll");
  CHECK(modules.assemblies.modules[2].name == "plug.dll");
  CHECK(modules.assemblies.types[0].token == 0x02000002);
  CHECK(modules.assemblies.types[3].token == 0);  // the array
  CHECK(modules.assemblies.types[4].module == 0);
  CHECK(modules.assemblies.types[5].module == 2);
  CHECK(modules.assemblies.types[5].token == 0x02000002);
}

TEST_CASE("metadata: a type may refer to one nested in a later type") {
  std::vector<program::TypeSpec> types = {type("Far.Outer+Inner"), type("Near"), type("Far.Outer")};
  types[0].assembly = types[2].assembly = "far";
  types[1].parent = 0;
  const clr::metadata::Assemblies made = clr::metadata::describe(types, {}, 10);
  const auto& refs = made.modules[1].type_refs;
  REQUIRE(refs.size() >= 2);
  const auto outer = std::ranges::find(refs, "Outer", &clr::metadata::TypeRef::name);
  REQUIRE(outer != refs.end());
  CHECK(outer->space == "Far");
  const auto inner = std::ranges::find(refs, "Inner", &clr::metadata::TypeRef::name);
  REQUIRE(inner != refs.end());
  CHECK(inner->scope == (mdtTypeRef | static_cast<std::uint32_t>(outer - refs.begin() + 1)));
}

TEST_CASE("metadata: a declared constructor or finalizer is not added twice") {
  std::vector<program::TypeSpec> types = {type("Shop.Item")};
  types[0].methods = {".ctor"};
  types[0].finalizer = program::Finalizer::kNormal;
  const std::vector<program::FunctionSpec> functions = {{"Shop.Item..ctor", 0}, {"Shop.Item.Finalize", 0}};
  const clr::metadata::Assemblies made = clr::metadata::describe(types, functions, 10);
  const auto& methods = made.modules[1].methods;
  CHECK(std::ranges::count(methods, ".ctor", &clr::metadata::Member::name) == 1);
  CHECK(std::ranges::count(methods, "Finalize", &clr::metadata::Member::name) == 1);
  for (const clr::metadata::Member& method : methods) CHECK((method.flags & mdStatic) == 0);
}

TEST_CASE("metadata: types have names and parents and enclosing types") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  CHECK(type_name(app, 0x02000002) == "Shop.Item");
  CHECK(type_name(app, 0x02000004) == "Page");
  mdTypeDef outer = 0;
  CHECK(app.GetNestedClassProps(0x02000004, &outer) == S_OK);
  CHECK(outer == 0x02000003);
  outer = 7;
  CHECK(app.GetNestedClassProps(0x02000003, &outer) == CLDB_E_RECORD_NOTFOUND);
  CHECK(outer == 7);
  CHECK(app.GetNestedClassProps(0x01000001, &outer) == META_E_INVALID_TOKEN_TYPE);

  DWORD flags = 0;
  mdToken extends = 0;
  CHECK(app.GetTypeDefProps(0x02000003, nullptr, 0, nullptr, &flags, &extends) == S_OK);
  CHECK(extends == 0x02000002);
  CHECK(flags == (tdPublic | tdBeforeFieldInit));
  CHECK(app.GetTypeDefProps(0x02000004, nullptr, 0, nullptr, &flags, &extends) == S_OK);
  CHECK((flags & tdVisibilityMask) == tdNestedPublic);
  REQUIRE((extends & 0xFF000000) == mdtTypeRef);
  mdToken scope = 0;
  WCHAR name[64] = {};
  CHECK(app.GetTypeRefProps(extends, &scope, name, 64, nullptr) == S_OK);
  CHECK(clr::to_utf8(name) == "System.Object");
  CHECK((scope & 0xFF000000) == mdtAssemblyRef);
  mdTypeRef same = 0;
  CHECK(app.FindTypeRef(scope, u"System.Object", &same) == S_OK);
  CHECK(same == extends);
  CHECK(app.FindTypeRef(scope, u"System.Nothing", &same) == CLDB_E_RECORD_NOTFOUND);
  CHECK(same == 0x01000000);

  IUnknown* other = nullptr;
  mdTypeDef object = 0;
  REQUIRE(app.ResolveTypeRef(extends, IMetaDataImport::iid, &other, &object) == S_OK);
  CHECK(type_name(*static_cast<IMetaDataImport*>(other), object) == "System.Object");
  other->Release();

  mdTypeDef found = 0;
  CHECK(app.FindTypeDefByName(u"Shop.Book", 0, &found) == S_OK);
  CHECK(found == 0x02000003);
  CHECK(app.FindTypeDefByName(u"Page", found, &found) == S_OK);
  CHECK(found == 0x02000004);
  CHECK(app.FindTypeDefByName(u"Page", 0, &found) == CLDB_E_RECORD_NOTFOUND);
  CHECK(found == 0x02000000);
  CHECK(app.FindTypeDefByName(u"Item", mdTypeDefNil, &found) == CLDB_E_RECORD_NOTFOUND);
  CHECK(app.FindTypeDefByName(u"<Module>", 0, &found) == S_OK);
  CHECK(found == 0x02000001);
}

TEST_CASE("metadata: names are truncated as in .NET") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  WCHAR name[8] = u"?????";
  ULONG length = 0;
  CHECK(app.GetTypeDefProps(0x02000002, name, 0, &length, nullptr, nullptr) == CLDB_S_TRUNCATION);
  CHECK(length == 10);
  CHECK(name[0] == u'?');
  CHECK(app.GetTypeDefProps(0x02000002, name, 1, &length, nullptr, nullptr) == CLDB_S_TRUNCATION);
  CHECK(name[0] == 0);
  CHECK(app.GetTypeDefProps(0x02000002, name, 5, &length, nullptr, nullptr) == CLDB_S_TRUNCATION);
  CHECK(clr::to_utf8(name) == "Shop");
  CHECK(length == 10);
  WCHAR whole[10];
  CHECK(app.GetTypeDefProps(0x02000002, whole, 10, &length, nullptr, nullptr) == S_OK);
  CHECK(app.GetTypeDefProps(0x02000002, nullptr, 50, &length, nullptr, nullptr) == S_OK);
  CHECK(app.GetScopeProps(name, 3, &length, nullptr) == CLDB_S_TRUNCATION);
  CHECK(clr::to_utf8(name) == "ap");
  CHECK(length == 8);
}

TEST_CASE("metadata: wrong tokens are answered as in .NET") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  ULONG length = 77;
  mdToken extends = 77;
  CHECK(app.GetTypeDefProps(0x06000001, nullptr, 0, &length, nullptr, &extends) == S_FALSE);
  CHECK(app.GetTypeDefProps(0x02FFFFFF, nullptr, 0, &length, nullptr, &extends) == CLDB_E_INDEX_NOTFOUND);
  CHECK(app.GetTypeRefProps(0x02000001, &extends, nullptr, 0, &length) == S_FALSE);
  CHECK(length == 77);
  CHECK(extends == 77);
  CHECK(app.GetTypeDefProps(0x02000000, nullptr, 0, &length, nullptr, &extends) == S_OK);
  CHECK(length == 1);
  CHECK(extends == 0x01000000);
  // Only the row of the token matters.
  mdTypeDef owner = 0;
  CHECK(app.GetFieldProps(0x01000001, &owner, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr,
                          nullptr, nullptr) == S_OK);
  CHECK(owner == 0x02000002);
  CHECK(app.GetFieldProps(0x04000000, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr, nullptr,
                          nullptr, nullptr) == CLDB_E_INDEX_NOTFOUND);
  CHECK(app.IsValidToken(0x02000002) == 1);
  CHECK(app.IsValidToken(0x02000000) == 0);
  CHECK(app.IsValidToken(0x02FFFFFF) == 0);
  CHECK(app.IsValidToken(0x1B000001) == 0);
  int global = 7;
  CHECK(app.IsGlobal(0x02000001, &global) == S_OK);
  CHECK(global == 1);
  CHECK(app.IsGlobal(0x02FFFFFF, &global) == E_INVALIDARG);
  MDUTF8CSTR name = nullptr;
  CHECK(app.GetNameFromToken(0x02000002, &name) == S_OK);
  CHECK(std::string(name) == "Item");
  CHECK(app.GetNameFromToken(0x20000001, &name) == E_INVALIDARG);
  CHECK(app.GetNameFromToken(0x04FFFFFF, &name) == CLDB_E_INDEX_NOTFOUND);
}

TEST_CASE("metadata: enumerations continue and reset and end") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  HCORENUM types = nullptr;
  mdTypeDef tokens[4] = {};
  ULONG count = 0;
  CHECK(app.EnumTypeDefs(&types, tokens, 2, &count) == S_OK);
  CHECK(count == 2);
  CHECK(tokens[0] == 0x02000002);  // <Module> is left out
  CHECK(app.EnumTypeDefs(&types, tokens, 4, &count) == S_OK);
  CHECK(count == 1);
  CHECK(app.EnumTypeDefs(&types, tokens, 4, &count) == S_FALSE);
  CHECK(count == 0);
  ULONG all = 0;
  CHECK(app.CountEnum(types, &all) == S_OK);
  CHECK(all == 3);
  CHECK(app.ResetEnum(types, 2) == S_OK);
  CHECK(app.EnumTypeDefs(&types, tokens, 4, &count) == S_OK);
  CHECK(tokens[0] == 0x02000004);
  CHECK(app.ResetEnum(types, 99) == S_OK);  // after the end it starts again
  CHECK(app.EnumTypeDefs(&types, tokens, 4, nullptr) == S_OK);
  CHECK(tokens[0] == 0x02000002);
  app.CloseEnum(types);
  app.CloseEnum(nullptr);
  CHECK(app.CountEnum(nullptr, &all) == S_OK);
  CHECK(all == 0);

  HCORENUM none = nullptr;
  CHECK(app.EnumInterfaceImpls(&none, 0x02000002, tokens, 4, &count) == S_FALSE);
  CHECK(count == 0);
  CHECK(none == nullptr);
  count = 7;
  CHECK(app.EnumFields(&none, 0x02FFFFFF, tokens, 4, &count) == CLDB_E_INDEX_NOTFOUND);
  CHECK(count == 7);
  CHECK(app.EnumFields(nullptr, 0x02000002, tokens, 4, &count) == E_INVALIDARG);
}

TEST_CASE("metadata: a class has its own fields and not those of its parent") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  HCORENUM fields = nullptr;
  mdFieldDef tokens[16] = {};
  ULONG count = 0;
  CHECK(app.EnumFields(&fields, 0x02000003, tokens, 16, &count) == S_OK);
  app.CloseEnum(fields);
  REQUIRE(count == 1);
  CHECK(tokens[0] == 0x04000008);
  CHECK(modules.assemblies.types[1].first_field == 0x04000008);
  WCHAR name[16] = {};
  mdTypeDef owner = 0;
  DWORD flags = 0, constant = 0;
  CHECK(app.GetFieldProps(tokens[0], &owner, name, 16, nullptr, &flags, nullptr, nullptr, &constant, nullptr,
                          nullptr) == S_OK);
  CHECK(clr::to_utf8(name) == "Cover");
  CHECK(owner == 0x02000003);
  CHECK(flags == fdPublic);
  CHECK(constant == ELEMENT_TYPE_VOID);

  CHECK(signature(app, 0x02000002, u"Next") == Bytes{0x06, 0x12, 0x08});
  CHECK(signature(app, 0x02000002, u"Name") == Bytes{0x06, 0x0E});
  CHECK(signature(app, 0x02000002, u"Data") == Bytes{0x06, 0x1D, 0x05});
  CHECK(signature(app, 0x02000002, u"Any") == Bytes{0x06, 0x1C});
  CHECK(signature(app, 0x02000002, u"Grid") == Bytes{0x06, 0x14, 0x08, 0x02, 0x00, 0x02, 0x00, 0x00});
  CHECK(signature(app, 0x02000002, u"Count") == Bytes{0x06, 0x08});
  // Plug.Thing by a TypeRef: row << 2 | 1.
  const Bytes other = signature(app, 0x02000002, u"Other");
  REQUIRE(other.size() == 3);
  WCHAR ref[32] = {};
  CHECK(app.GetTypeRefProps(mdtTypeRef | (other[2] >> 2u), nullptr, ref, 32, nullptr) == S_OK);
  CHECK((other[2] & 3) == 1);
  CHECK(clr::to_utf8(ref) == "Plug.Thing");

  mdFieldDef found = 0;
  CHECK(app.FindField(0x02000003, u"Next", nullptr, 0, &found) == CLDB_E_RECORD_NOTFOUND);
  CHECK(found == 0x04000000);
  const COR_SIGNATURE wrong[] = {0x06, 0x08};
  CHECK(app.FindField(0x02000003, u"Cover", wrong, 2, &found) == CLDB_E_RECORD_NOTFOUND);
}

TEST_CASE("metadata: methods are declared ones and functions and Finalize and .ctor") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  const auto methods = [&](mdTypeDef owner) {
    std::vector<std::string> names;
    HCORENUM handle = nullptr;
    mdMethodDef token = 0;
    ULONG count = 0;
    while (app.EnumMethods(&handle, owner, &token, 1, &count) == S_OK) {
      WCHAR name[16] = {};
      mdTypeDef of = 0;
      CHECK(app.GetMethodProps(token, &of, name, 16, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) ==
            S_OK);
      CHECK(of == owner);
      names.push_back(clr::to_utf8(name));
    }
    app.CloseEnum(handle);
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(methods(0x02000001) == Names{"Main"});
  CHECK(methods(0x02000002) == Names{"Price", "Sell", ".ctor"});
  CHECK(methods(0x02000004) == Names{"Finalize", ".ctor"});
  CHECK(modules.assemblies.functions[0].token == 0x06000002);
  CHECK(modules.assemblies.functions[1].token == 0x06000003);
  CHECK(modules.assemblies.functions[2].token == 0x06000001);
  mdMethodDef constructor = 0;
  DWORD flags = 0;
  ULONG address = 0;
  CHECK(app.FindMethod(0x02000004, u".ctor", nullptr, 0, &constructor) == S_OK);
  CHECK(app.GetMethodProps(constructor, nullptr, nullptr, 0, nullptr, &flags, nullptr, nullptr, &address,
                           nullptr) == S_OK);
  CHECK(flags == 0x1886);
  CHECK(address != 0);
  mdToken member = 0;
  CHECK(app.FindMember(0x02000004, u"Nope", nullptr, 0, &member) == CLDB_E_RECORD_NOTFOUND);
  CHECK(member == 0x04000000);
}

TEST_CASE("metadata: QueryInterface returns one object for all supported interfaces") {
  Modules modules;
  IMetaDataImport2& app = modules.app();
  void* out = nullptr;
  for (const GUID& iid : {IUnknown::iid, IMetaDataImport::iid, IMetaDataImport2::iid}) {
    CHECK(app.QueryInterface(iid, &out) == S_OK);
    CHECK(out == static_cast<void*>(&app));
  }
  for (const GUID& iid : {IID_IMetaDataTables, IID_IMetaDataTables2, IID_IMetaDataInfo, GUID{}}) {
    out = &app;
    CHECK(app.QueryInterface(iid, &out) == E_NOINTERFACE);
    CHECK(out == nullptr);
  }
  REQUIRE(app.QueryInterface(IMetaDataAssemblyImport::iid, &out) == S_OK);
  auto* const manifest = static_cast<IMetaDataAssemblyImport*>(out);
  mdAssembly assembly = 0;
  CHECK(manifest->GetAssemblyFromScope(&assembly) == S_OK);
  CHECK(assembly == 0x20000001);
  WCHAR name[64] = {};
  ASSEMBLYMETADATA version{};
  CHECK(manifest->GetAssemblyProps(assembly, nullptr, nullptr, nullptr, name, 64, nullptr, &version,
                                   nullptr) == S_OK);
  CHECK(clr::to_utf8(name) == "app");
  HCORENUM handle = nullptr;
  mdAssemblyRef refs[4] = {};
  ULONG count = 0;
  CHECK(manifest->EnumAssemblyRefs(&handle, refs, 4, &count) == S_OK);
  manifest->CloseEnum(handle);
  CHECK(count == 2);  // the core library and plug
  CHECK(manifest->GetAssemblyRefProps(refs[0], nullptr, nullptr, name, 64, nullptr, &version, nullptr,
                                      nullptr, nullptr) == S_OK);
  CHECK(clr::to_utf8(name) == "System.Private.CoreLib");
  CHECK(version.usMajorVersion == 10);
  CHECK(manifest->GetAssemblyProps(0x20000002, nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr,
                                   nullptr) == CLDB_E_INDEX_NOTFOUND);
  void* back = nullptr;
  CHECK(manifest->QueryInterface(IUnknown::iid, &back) == S_OK);
  CHECK(back == static_cast<void*>(&app));
}

}  // namespace
}  // namespace gcrucible::tests
