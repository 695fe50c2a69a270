// Every method of the metadata interfaces that takes a token, with the tokens of all other tables. An answer
// comes, and no other table's row is read or changed. Answers to readers are those that .NET 10 gave. A
// writer refuses; .NET 10 changes the row of its own table that has the same number.
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/clr/full_sample_types.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

constexpr std::array<mdToken, 24> kTables = {
    mdtModule,  mdtTypeRef,   mdtTypeDef,      mdtFieldDef,        mdtMethodDef, mdtParamDef,
    0x09000000, mdtMemberRef, 0x0B000000,      mdtCustomAttribute, 0x0E000000,   mdtSignature,
    mdtEvent,   mdtProperty,  mdtModuleRef,    mdtTypeSpec,        mdtAssembly,  mdtAssemblyRef,
    0x26000000, 0x27000000,   mdtGenericParam, mdtMethodSpec,      0x2C000000,   mdtString};
constexpr std::array<mdToken, 6> kRows = {1, 2, 3, 7, 200, 0x00FFFFFF};

using Call = std::function<HRESULT(FullShop&, mdToken)>;

struct Writer {
  const char* name;
  std::vector<mdToken> own;  // the tables that it is for
  Call call;
};

std::vector<Writer> writers() {
  return {
      {"SetTypeDefProps",
       {mdtTypeDef},
       [](FullShop& s, mdToken t) { return s.emit->SetTypeDefProps(t, 0x77, mdtTypeRef | 1, nullptr); }},
      {"SetParent",
       {mdtMemberRef},
       [](FullShop& s, mdToken t) { return s.emit->SetParent(t, mdtTypeRef | 2); }},
      {"SetMethodProps",
       {mdtMethodDef},
       [](FullShop& s, mdToken t) { return s.emit->SetMethodProps(t, 0x77, 0x77, 0x77); }},
      {"SetRVA", {mdtMethodDef}, [](FullShop& s, mdToken t) { return s.emit->SetRVA(t, 0x77); }},
      {"SetMethodImplFlags",
       {mdtMethodDef},
       [](FullShop& s, mdToken t) { return s.emit->SetMethodImplFlags(t, 0x77); }},
      {"SetFieldProps",
       {mdtFieldDef},
       [](FullShop& s, mdToken t) { return s.emit->SetFieldProps(t, 0x77, 0, nullptr, 0); }},
      {"SetPinvokeMap",
       {mdtMethodDef},
       [](FullShop& s, mdToken t) { return s.emit->SetPinvokeMap(t, 0x77, u"other", mdtModuleRef | 2); }},
      {"DeletePinvokeMap",
       {mdtMethodDef},
       [](FullShop& s, mdToken t) { return s.emit->DeletePinvokeMap(t); }},
      {"DefinePinvokeMap",
       {mdtMethodDef},
       [](FullShop& s, mdToken t) {
         // One that has no map yet.
         s.module.pinvoke_maps.erase(clr::metadata::row_of(t));
         return s.emit->DefinePinvokeMap(t, 0x77, u"other", mdtModuleRef | 2);
       }},
      {"DefineParam",
       {mdtMethodDef},
       [](FullShop& s, mdToken t) {
         mdParamDef out = 0;
         return s.emit->DefineParam(t, 9, u"p", 0, 0, nullptr, 0, &out);
       }},
      {"DefineMethod",
       {mdtTypeDef},
       [](FullShop& s, mdToken t) {
         mdMethodDef out = 0;
         return s.emit->DefineMethod(t, u"m", 0x77, kMethodSignature, 4, 0, 0, &out);
       }},
      {"DefineField",
       {mdtTypeDef},
       [](FullShop& s, mdToken t) {
         mdFieldDef out = 0;
         return s.emit->DefineField(t, u"f", 0x77, kFieldSignature, 2, 0, nullptr, 0, &out);
       }},
      {"DefineNestedType",
       {mdtTypeDef},
       [](FullShop& s, mdToken t) {
         mdTypeDef out = 0;
         return s.emit->DefineNestedType(u"N", 2, 0, nullptr, t, &out);
       }},
      {"DefineMethodSpec",
       {mdtMethodDef, mdtMemberRef},
       [](FullShop& s, mdToken t) {
         mdMethodSpec out = 0;
         return s.emit->DefineMethodSpec(t, kMethodSignature, 4, &out);
       }},
      {"DefineCustomAttribute",
       {mdtMethodDef, mdtMemberRef},
       [](FullShop& s, mdToken t) {
         mdCustomAttribute out = 0;
         return s.emit->DefineCustomAttribute(mdtTypeDef | 2, t, kFieldSignature, 2, &out);
       }},
      // These are not answered, whatever the token is.
      {"DefineMethodImpl", {}, [](FullShop& s, mdToken t) { return s.emit->DefineMethodImpl(t, t, t); }},
      {"SetClassLayout", {}, [](FullShop& s, mdToken t) { return s.emit->SetClassLayout(t, 1, nullptr, 8); }},
      {"DeleteClassLayout", {}, [](FullShop& s, mdToken t) { return s.emit->DeleteClassLayout(t); }},
      {"SetFieldMarshal",
       {},
       [](FullShop& s, mdToken t) { return s.emit->SetFieldMarshal(t, kFieldSignature, 2); }},
      {"DeleteFieldMarshal", {}, [](FullShop& s, mdToken t) { return s.emit->DeleteFieldMarshal(t); }},
      {"DeleteToken", {}, [](FullShop& s, mdToken t) { return s.emit->DeleteToken(t); }},
      {"SetFieldRVA", {}, [](FullShop& s, mdToken t) { return s.emit->SetFieldRVA(t, 8); }},
      {"SetParamProps",
       {},
       [](FullShop& s, mdToken t) { return s.emit->SetParamProps(t, u"p", 0, 0, nullptr, 0); }},
      {"SetCustomAttributeValue",
       {},
       [](FullShop& s, mdToken t) { return s.emit->SetCustomAttributeValue(t, kFieldSignature, 2); }},
      {"SetGenericParamProps",
       {},
       [](FullShop& s, mdToken t) { return s.emit->SetGenericParamProps(t, 0, u"T", 0, nullptr); }},
      {"SetFileProps",
       {},
       [](FullShop& s, mdToken t) { return s.manifest_out->SetFileProps(t, nullptr, 0, 0); }},
      {"SetAssemblyRefProps",
       {},
       [](FullShop& s, mdToken t) {
         return s.manifest_out->SetAssemblyRefProps(t, nullptr, 0, u"a", nullptr, nullptr, 0, 0);
       }},
      {"SetExportedTypeProps",
       {},
       [](FullShop& s, mdToken t) { return s.manifest_out->SetExportedTypeProps(t, t, t, 0); }},
      {"SetManifestResourceProps",
       {},
       [](FullShop& s, mdToken t) { return s.manifest_out->SetManifestResourceProps(t, t, 0, 0); }},
  };
}

bool is_of(const std::vector<mdToken>& tables, mdToken token) {
  return std::ranges::find(tables, clr::metadata::table_of(token)) != tables.end();
}

// What a reader says: its HRESULT and all that it writes.
struct Answer {
  HRESULT hr = S_OK;
  std::array<std::uint64_t, 6> out{};
  std::u16string name;
  bool operator==(const Answer&) const = default;
};

struct Reader {
  const char* name;
  std::vector<mdToken> own;
  bool any_table;  // .NET 10 looks at the row alone (measured)
  HRESULT other;   // its answer to other tables, where it does not
  std::function<Answer(FullShop&, mdToken)> ask;
};

std::vector<Reader> readers() {
  using A = Answer;
  struct Outs {
    ULONG a = 0, b = 0;
    DWORD c = 0, d = 0;
    mdToken k = 0, l = 0;
    PCCOR_SIGNATURE blob = nullptr;
    WCHAR name[32] = {};
    A answer(HRESULT hr) const {
      return {.hr = hr,
              .out = {a, b, c, d, k | std::uint64_t{l} << 32, reinterpret_cast<std::uint64_t>(blob)},
              .name = name};
    }
  };
  return {
      {"GetTypeDefProps",
       {mdtTypeDef},
       false,
       S_FALSE,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetTypeDefProps(t, o.name, 32, &o.a, &o.c, &o.k));
       }},
      {"GetTypeRefProps",
       {mdtTypeRef},
       false,
       S_FALSE,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetTypeRefProps(t, &o.k, o.name, 32, &o.a);
         return o.answer(hr);
       }},
      {"GetNestedClassProps",
       {mdtTypeDef},
       false,
       META_E_INVALID_TOKEN_TYPE,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetNestedClassProps(t, &o.k);
         return o.answer(hr);
       }},
      {"GetMethodProps",
       {mdtMethodDef},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr =
             s.app.GetMethodProps(t, &o.k, o.name, 32, &o.a, &o.c, &o.blob, &o.b, nullptr, &o.d);
         return o.answer(hr);
       }},
      {"GetFieldProps",
       {mdtFieldDef},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr =
             s.app.GetFieldProps(t, &o.k, o.name, 32, &o.a, &o.c, &o.blob, &o.b, &o.d, nullptr, nullptr);
         return o.answer(hr);
       }},
      {"GetMemberRefProps",
       {mdtMemberRef},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetMemberRefProps(t, &o.k, o.name, 32, &o.a, &o.blob, &o.b);
         return o.answer(hr);
       }},
      {"GetParamProps",
       {mdtParamDef},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr =
             s.app.GetParamProps(t, &o.k, &o.a, o.name, 32, &o.b, &o.c, &o.d, nullptr, nullptr);
         return o.answer(hr);
       }},
      {"GetModuleRefProps",
       {mdtModuleRef},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetModuleRefProps(t, o.name, 32, &o.a);
         return o.answer(hr);
       }},
      {"GetSigFromToken",
       {mdtSignature},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetSigFromToken(t, &o.blob, &o.a);
         return o.answer(hr);
       }},
      {"GetTypeSpecFromToken",
       {mdtTypeSpec},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetTypeSpecFromToken(t, &o.blob, &o.a);
         return o.answer(hr);
       }},
      {"GetMethodSpecProps",
       {mdtMethodSpec},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetMethodSpecProps(t, &o.k, &o.blob, &o.a);
         return o.answer(hr);
       }},
      {"GetUserString",
       {mdtString},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetUserString(t, o.name, 31, &o.a);
         return o.answer(hr);
       }},
      {"GetCustomAttributeProps",
       {mdtCustomAttribute},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         const void* blob = nullptr;
         const HRESULT hr = s.app.GetCustomAttributeProps(t, &o.k, &o.l, &blob, &o.a);
         o.blob = static_cast<PCCOR_SIGNATURE>(blob);
         return o.answer(hr);
       }},
      {"GetRVA",
       {mdtMethodDef},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetRVA(t, &o.a, &o.c);
         return o.answer(hr);
       }},
      {"GetPinvokeMap",
       {mdtMethodDef},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetPinvokeMap(t, &o.c, o.name, 32, &o.a, &o.k);
         return o.answer(hr);
       }},
      {"GetGenericParamProps",
       {mdtGenericParam},
       false,
       META_E_BAD_INPUT_PARAMETER,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetGenericParamProps(t, &o.a, &o.c, &o.k, nullptr, o.name, 32, &o.b);
         return o.answer(hr);
       }},
      {"FindTypeDefByName",
       {mdtModule, mdtTypeDef},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.FindTypeDefByName(u"Shop.Item", t, &o.k);
         o.k = 0;
         return o.answer(hr);
       }},
      {"FindMemberRef",
       {mdtTypeRef},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.FindMemberRef(t, u"a", nullptr, 0, &o.k);
         o.k = 0;
         return o.answer(hr);
       }},
      {"FindTypeRef",
       {mdtAssemblyRef},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.FindTypeRef(t, u"a", &o.k);
         o.k = 0;
         return o.answer(hr);
       }},
      {"GetParamForMethodIndex",
       {mdtMethodDef},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         const HRESULT hr = s.app.GetParamForMethodIndex(t, 1, &o.k);
         return o.answer(hr);
       }},
      {"GetAssemblyProps",
       {mdtAssembly},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         ASSEMBLYMETADATA version{};
         const HRESULT hr =
             s.manifest->GetAssemblyProps(t, nullptr, &o.a, &o.b, o.name, 32, nullptr, &version, &o.c);
         return o.answer(hr);
       }},
      {"GetAssemblyRefProps",
       {mdtAssemblyRef},
       true,
       S_OK,
       [](FullShop& s, mdToken t) {
         Outs o;
         ASSEMBLYMETADATA version{};
         const HRESULT hr = s.manifest->GetAssemblyRefProps(t, nullptr, &o.a, o.name, 32, &o.b, &version,
                                                            nullptr, nullptr, &o.c);
         return o.answer(hr);
       }},
      {"GetInterfaceImplProps",
       {},
       false,
       CLDB_E_INDEX_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetInterfaceImplProps(t, &o.k, &o.l));
       }},
      {"GetMethodSemantics",
       {},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetMethodSemantics(t, t, &o.c));
       }},
      {"GetClassLayout",
       {},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetClassLayout(t, &o.c, nullptr, 0, &o.a, &o.b));
       }},
      {"GetFieldMarshal",
       {},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetFieldMarshal(t, &o.blob, &o.a));
       }},
      {"GetPermissionSetProps",
       {},
       false,
       CLDB_E_INDEX_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetPermissionSetProps(t, &o.c, nullptr, &o.a));
       }},
      {"GetGenericParamConstraintProps",
       {},
       false,
       CLDB_E_INDEX_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.app.GetGenericParamConstraintProps(t, &o.k, &o.l));
       }},
      {"GetFileProps",
       {},
       false,
       CLDB_E_INDEX_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.manifest->GetFileProps(t, o.name, 32, &o.a, nullptr, &o.b, &o.c));
       }},
      {"GetExportedTypeProps",
       {},
       false,
       CLDB_E_INDEX_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.manifest->GetExportedTypeProps(t, o.name, 32, &o.a, &o.k, &o.l, &o.c));
       }},
      {"GetManifestResourceProps",
       {},
       false,
       CLDB_E_INDEX_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.manifest->GetManifestResourceProps(t, o.name, 32, &o.a, &o.k, &o.c, &o.d));
       }},
      {"FindExportedTypeByName",
       {},
       false,
       CLDB_E_RECORD_NOTFOUND,
       [](FullShop& s, mdToken t) {
         Outs o;
         return o.answer(s.manifest->FindExportedTypeByName(u"a", t, &o.k));
       }},
  };
}

// By enumerations: the tokens that come for one of `token`.
std::vector<std::pair<const char*, std::function<std::vector<mdToken>(FullShop&, mdToken)>>> lists() {
  const auto all = [](FullShop& s, auto next) {
    std::array<mdToken, 64> out{};
    ULONG count = 0;
    HCORENUM handle = nullptr;
    next(&handle, out.data(), ULONG{64}, &count);
    s.app.CloseEnum(handle);
    return std::vector<mdToken>(out.begin(), out.begin() + count);
  };
#define GCRUCIBLE_LIST(name, ...)                                                                    \
  {                                                                                                  \
    name, [all](FullShop& s, mdToken t) {                                                            \
      return all(s, [&](HCORENUM* handle, mdToken* out, ULONG most, ULONG* count) { __VA_ARGS__; }); \
    }                                                                                                \
  }
  return {
      GCRUCIBLE_LIST("EnumMethods", s.app.EnumMethods(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumFields", s.app.EnumFields(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumMembers", s.app.EnumMembers(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumMembersWithName", s.app.EnumMembersWithName(handle, t, u"a", out, most, count)),
      GCRUCIBLE_LIST("EnumMethodsWithName", s.app.EnumMethodsWithName(handle, t, u"a", out, most, count)),
      GCRUCIBLE_LIST("EnumFieldsWithName", s.app.EnumFieldsWithName(handle, t, u"a", out, most, count)),
      GCRUCIBLE_LIST("EnumParams", s.app.EnumParams(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumMemberRefs", s.app.EnumMemberRefs(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumGenericParams", s.app.EnumGenericParams(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumMethodSpecs", s.app.EnumMethodSpecs(handle, t, out, most, count)),
      GCRUCIBLE_LIST("EnumCustomAttributes", s.app.EnumCustomAttributes(handle, t, 0, out, most, count)),
  };
#undef GCRUCIBLE_LIST
}

}  // namespace

TEST_CASE("metadata tokens: no writer changes a row for a token of another table") {
  for (const Writer& writer : writers()) {
    INFO(writer.name);
    if (!writer.own.empty()) {
      FullShop shop;
      const std::string before = shop.text();
      CHECK(writer.call(shop, writer.own.front() | 3) == S_OK);
      CHECK(shop.text() != before);
    }
    FullShop shop;
    const std::string before = shop.text();
    for (const mdToken table : kTables) {
      if (is_of(writer.own, table)) continue;
      for (const mdToken row : kRows) {
        INFO(std::hex << (table | row));
        if (std::string(writer.name) == "DefinePinvokeMap") {
          CHECK(failed(shop.emit->DefinePinvokeMap(table | row, 0x77, u"other", mdtModuleRef | 2)));
        } else {
          CHECK(failed(writer.call(shop, table | row)));
        }
        REQUIRE(shop.text() == before);
      }
    }
  }
}

TEST_CASE("metadata tokens: references may be of any table and are stored unchanged") {
  for (const mdToken table : kTables) {
    FullShop shop;
    const mdToken token = table | 1;
    INFO(std::hex << token);
    mdToken out = 0, back = 0;
    CHECK(shop.emit->DefineTypeDef(u"D", 0, token, nullptr, &out) == S_OK);
    CHECK(shop.app.GetTypeDefProps(out, nullptr, 0, nullptr, nullptr, &back) == S_OK);
    CHECK(back == token);
    CHECK(shop.emit->SetParent(mdtMemberRef | 1, token) == S_OK);
    CHECK(shop.app.GetMemberRefProps(mdtMemberRef | 1, &back, nullptr, 0, nullptr, nullptr, nullptr) == S_OK);
    CHECK(back == token);
    CHECK(shop.emit->SetPinvokeMap(mdtMethodDef | 1, 1, nullptr, token) == S_OK);
    CHECK(shop.app.GetPinvokeMap(mdtMethodDef | 1, nullptr, nullptr, 0, nullptr, &back) == S_OK);
    CHECK(back == token);
    CHECK(shop.emit->DefineTypeRefByName(token, u"R", &out) == S_OK);
    CHECK(shop.app.GetTypeRefProps(out, &back, nullptr, 0, nullptr) == S_OK);
    CHECK(back == token);
    // An attribute has none of its own.
    CHECK(shop.emit->DefineCustomAttribute(token, mdtMemberRef | 1, kFieldSignature, 2, &out) ==
          (table == mdtCustomAttribute ? E_INVALIDARG : S_OK));
  }
}

TEST_CASE("metadata tokens: no reader returns a row of another table") {
  FullShop shop;
  for (const Reader& reader : readers()) {
    for (const mdToken table : kTables) {
      if (is_of(reader.own, table)) continue;
      for (const mdToken row : kRows) {
        INFO(reader.name << ' ' << std::hex << (table | row));
        const Answer answer = reader.ask(shop, table | row);
        if (reader.any_table) {
          CHECK(answer == reader.ask(shop, reader.own.front() | row));
        } else {
          CHECK(answer.hr == reader.other);
          CHECK(answer.name.empty());
          CHECK(answer.out[5] == 0);
        }
      }
    }
    // It does answer of its own.
    if (!reader.own.empty() && std::string(reader.name) != "GetNestedClassProps") {
      INFO(reader.name);
      CHECK(reader.ask(shop, reader.own.front() | 1).hr == S_OK);
    }
  }
}

TEST_CASE("metadata tokens: enumerations return tokens of the right tables") {
  FullShop shop;
  for (const auto& [name, list] : lists()) {
    for (const mdToken table : kTables) {
      for (const mdToken row : kRows) {
        INFO(name << ' ' << std::hex << (table | row));
        for (const mdToken each : list(shop, table | row)) CHECK(clr::metadata::has_token(shop.module, each));
      }
    }
  }
}

TEST_CASE("ResolveTypeRef: a TypeDef resolves to itself and other tokens to nothing") {
  FullShop shop;
  for (const mdToken table : kTables) {
    if (table == mdtTypeRef) continue;
    INFO(std::hex << table);
    IUnknown* scope = nullptr;
    mdTypeDef type = 7;
    CHECK(shop.app.ResolveTypeRef(table | 1, IMetaDataImport::iid, &scope, &type) == S_OK);
    CHECK(type == (table == mdtTypeDef ? (mdtTypeDef | 1u) : 0));
    CHECK(scope == static_cast<IUnknown*>(&shop.app));
    CHECK(shop.app.ResolveTypeRef(table, IMetaDataImport::iid, &scope, &type) == E_INVALIDARG);
    CHECK(type == mdTypeDefNil);
  }
}

}  // namespace gcrucible::tests
