// Metadata that a profiler adds to a module can be read back. Tokens and answers are those of .NET 10.
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

struct Noted final : clr::metadata::Resolver {
  std::vector<std::string> calls, gaps;
  clr::metadata::Import* import_of(const std::string&) override { return nullptr; }
  void emitted(const clr::metadata::Module&, std::string_view method, HRESULT, mdToken,
               const std::string&) override {
    calls.emplace_back(method);
  }
  void unanswered(std::string_view what, HRESULT) override { gaps.emplace_back(what); }
};

// The program's own module of the shop, opened for writing.
struct Workshop {
  Modules modules;
  Noted noted;
  clr::metadata::Import app{modules.assemblies.modules[1], noted};
  IMetaDataEmit2* emit = nullptr;
  IMetaDataAssemblyEmit* manifest = nullptr;

  Workshop() {
    void* out = nullptr;
    REQUIRE(app.QueryInterface(IMetaDataEmit2::iid, &out) == S_OK);
    emit = static_cast<IMetaDataEmit2*>(out);
    REQUIRE(emit->QueryInterface(IMetaDataAssemblyEmit::iid, &out) == S_OK);
    manifest = static_cast<IMetaDataAssemblyEmit*>(out);
    REQUIRE(manifest->QueryInterface(IMetaDataImport2::iid, &out) == S_OK);
    REQUIRE(out == static_cast<void*>(static_cast<IMetaDataImport2*>(&app)));
  }
};

constexpr BYTE kSignature[] = {0x00, 0x01, 0x01, 0x08};  // static void (int)
constexpr BYTE kLocals[] = {0x07, 0x01, 0x08};
constexpr BYTE kInt[] = {0x06, 0x08};

}  // namespace

TEST_CASE("metadata emit: references get the next tokens and duplicates the same ones") {
  Workshop shop;
  const std::size_t assemblies = shop.modules.assemblies.modules[1].assembly_refs.size();
  const std::size_t types = shop.modules.assemblies.modules[1].type_refs.size();
  const std::size_t members = shop.modules.assemblies.modules[1].member_refs.size();
  const BYTE key[] = {1, 2, 3, 4, 5, 6, 7, 8};
  ASSEMBLYMETADATA version{};
  version.usMajorVersion = 3;
  mdAssemblyRef assembly = 0, again = 0;
  CHECK(shop.manifest->DefineAssemblyRef(key, 8, u"Agent", &version, nullptr, 0, 0, &assembly) == S_OK);
  CHECK(assembly == (mdtAssemblyRef | (assemblies + 1)));
  CHECK(shop.manifest->DefineAssemblyRef(key, 8, u"Agent", &version, nullptr, 0, 0, &again) ==
        META_S_DUPLICATE);
  CHECK(again == assembly);
  CHECK(shop.manifest->DefineAssemblyRef(key, 8, nullptr, &version, nullptr, 0, 0, &again) == E_INVALIDARG);

  mdTypeRef type = 0, found = 0;
  CHECK(shop.emit->DefineTypeRefByName(assembly, u"Agent.Probe", &type) == S_OK);
  CHECK(type == (mdtTypeRef | (types + 1)));
  CHECK(shop.emit->DefineTypeRefByName(assembly, u"Agent.Probe", &found) == META_S_DUPLICATE);
  CHECK(found == type);
  CHECK(shop.app.FindTypeRef(assembly, u"Agent.Probe", &found) == S_OK);
  CHECK(found == type);

  mdMemberRef member = 0;
  CHECK(shop.emit->DefineMemberRef(type, u"Enter", kSignature, 4, &member) == S_OK);
  CHECK(member == (mdtMemberRef | (members + 1)));
  mdToken parent = 0;
  WCHAR name[16] = {};
  ULONG length = 0, bytes = 0;
  PCCOR_SIGNATURE signature = nullptr;
  CHECK(shop.app.GetMemberRefProps(member, &parent, name, 16, &length, &signature, &bytes) == S_OK);
  CHECK(parent == type);
  CHECK(clr::to_utf8(name) == "Enter");
  CHECK(std::vector<BYTE>(signature, signature + bytes) == std::vector<BYTE>(kSignature, kSignature + 4));
  CHECK(shop.noted.calls.size() == 6);
  CHECK(shop.noted.calls.back() == "IMetaDataEmit::DefineMemberRef");
}

TEST_CASE("metadata emit: strings and signatures and module refs can be read back") {
  Workshop shop;
  mdString first = 0, second = 0, again = 0;
  CHECK(shop.emit->DefineUserString(u"hello", 5, &first) == S_OK);
  CHECK(shop.emit->DefineUserString(u"x", 1, &second) == S_OK);
  CHECK(shop.emit->DefineUserString(u"hello", 5, &again) == S_OK);
  CHECK(first == 0x70000001);
  CHECK(second == 0x7000000D);  // after ten bytes of characters, one of flags and one of length
  CHECK(again == first);
  WCHAR text[8] = {};
  ULONG length = 0;
  CHECK(shop.app.GetUserString(first, text, 8, &length) == S_OK);
  CHECK(std::u16string(text, length) == u"hello");

  mdSignature locals = 0, same = 0;
  CHECK(shop.emit->GetTokenFromSig(kLocals, 3, &locals) == S_OK);
  CHECK(shop.emit->GetTokenFromSig(kLocals, 3, &same) == META_S_DUPLICATE);
  CHECK(locals == 0x11000001);
  CHECK(same == locals);
  PCCOR_SIGNATURE data = nullptr;
  CHECK(shop.app.GetSigFromToken(locals, &data, &length) == S_OK);
  CHECK(length == 3);
  CHECK(data[2] == 0x08);

  mdModuleRef library = 0;
  CHECK(shop.emit->DefineModuleRef(u"native.so", &library) == S_OK);
  CHECK(library == 0x1A000001);
  HCORENUM all = nullptr;
  mdModuleRef listed = 0;
  CHECK(shop.app.EnumModuleRefs(&all, &listed, 1, nullptr) == S_OK);
  shop.app.CloseEnum(all);
  CHECK(listed == library);
}

TEST_CASE("metadata emit: added types and methods and fields are listed") {
  Workshop shop;
  mdTypeDef type = 0, item = 0;
  CHECK(shop.emit->DefineTypeDef(u"Agent.New", tdPublic, 0, nullptr, &type) == S_OK);
  CHECK(shop.app.FindTypeDefByName(u"Agent.New", 0, &item) == S_OK);
  CHECK(item == type);
  mdMethodDef method = 0, found = 0;
  CHECK(shop.emit->DefineMethod(type, u"Native", mdStatic | mdPublic, kSignature, 4, 0, 0x80, &method) ==
        S_OK);
  CHECK(shop.app.FindMethod(type, u"Native", kSignature, 4, &found) == S_OK);
  CHECK(found == method);
  mdModuleRef library = 0, mapped = 0;
  CHECK(shop.emit->DefineModuleRef(u"native.so", &library) == S_OK);
  CHECK(shop.emit->DefinePinvokeMap(method, 0x200, u"Entry", library) == S_OK);
  CHECK(shop.emit->DefinePinvokeMap(method, 0x200, u"Entry", library) == META_S_DUPLICATE);
  DWORD flags = 0;
  WCHAR name[16] = {};
  ULONG length = 0;
  CHECK(shop.app.GetPinvokeMap(method, &flags, name, 16, &length, &mapped) == S_OK);
  CHECK(clr::to_utf8(name) == "Entry");
  CHECK(mapped == library);
  CHECK(shop.emit->SetMethodProps(method, mdStatic, 0x1000, 0) == S_OK);
  ULONG rva = 0;
  CHECK(shop.app.GetMethodProps(method, nullptr, nullptr, 0, nullptr, &flags, nullptr, nullptr, &rva,
                                nullptr) == S_OK);
  CHECK(flags == mdStatic);
  CHECK(rva == 0x1000);
  CHECK(shop.emit->SetMethodProps(0x06FFFFFF, 0, 0, 0) == CLDB_E_INDEX_NOTFOUND);

  // Adds to a type of the program. The type's own members keep their tokens.
  REQUIRE(shop.app.FindTypeDefByName(u"Shop.Item", 0, &item) == S_OK);
  mdFieldDef field = 0;
  CHECK(shop.emit->DefineField(item, u"extra", 0x16, kInt, 2, 0, nullptr, 0, &field) == S_OK);
  mdFieldDef fields[16] = {};
  ULONG count = 0;
  HCORENUM all = nullptr;
  CHECK(shop.app.EnumFields(&all, item, fields, 16, &count) == S_OK);
  shop.app.CloseEnum(all);
  REQUIRE(count > 1);
  CHECK(fields[0] == 0x04000001);
  CHECK(fields[count - 1] == field);
  CHECK(shop.emit->DefineField(0x02FFFFFF, u"f", 0x16, kInt, 2, 0, nullptr, 0, &field) ==
        CLDB_E_INDEX_NOTFOUND);
}

TEST_CASE("metadata emit: unsupported methods are named") {
  Workshop shop;
  CHECK(shop.emit->SetHandler(nullptr) == E_NOTIMPL);
  CHECK(shop.manifest->DefineFile(u"f", nullptr, 0, 0, nullptr) == E_NOTIMPL);
  void* out = nullptr;
  CHECK(shop.emit->QueryInterface(IID_IMetaDataTables, &out) == E_NOINTERFACE);
  CHECK(shop.noted.gaps == std::vector<std::string>{"IMetaDataEmit::SetHandler",
                                                    "IMetaDataAssemblyEmit::DefineFile", "IMetaDataTables"});
}

}  // namespace gcrucible::tests
