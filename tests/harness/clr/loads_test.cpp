// The callbacks about loading, their order, and the Info calls allowed during a load; as observed in .NET 10.
#include <algorithm>
#include <string>
#include <vector>

#include "harness/abi/metadata/import2.h"
#include "harness/clr/tables/loading.h"
#include "harness/clr/text.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

constexpr DWORD kLoads = COR_PRF_MONITOR_APPDOMAIN_LOADS | COR_PRF_MONITOR_ASSEMBLY_LOADS |
                         COR_PRF_MONITOR_MODULE_LOADS | COR_PRF_MONITOR_CLASS_LOADS;
constexpr DWORD kAllocated = COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED;

// Records each callback with the names of its subjects. Lives on the test's stack.
class Listener final : public CallbackBase {
 public:
  explicit Listener(DWORD mask) : mask_(mask) {}

  std::vector<std::string> reported;
  std::vector<std::string> asked;
  NewestInfo* info = nullptr;
  ModuleID last_module = 0;

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* out = nullptr;
    CHECK(runtime->QueryInterface(NewestInfo::iid, &out) == S_OK);
    info = static_cast<NewestInfo*>(out);
    return info->SetEventMask(mask_);
  }
  HRESULT GCRUCIBLE_STDCALL AppDomainCreationStarted(AppDomainID id) override {
    return report("domain started " + domain(id));
  }
  HRESULT GCRUCIBLE_STDCALL AppDomainCreationFinished(AppDomainID id, HRESULT hr) override {
    return report("domain finished " + domain(id), hr);
  }
  HRESULT GCRUCIBLE_STDCALL AssemblyLoadStarted(AssemblyID id) override {
    return report("assembly started " + assembly(id));
  }
  HRESULT GCRUCIBLE_STDCALL AssemblyLoadFinished(AssemblyID id, HRESULT hr) override {
    return report("assembly finished " + assembly(id), hr);
  }
  HRESULT GCRUCIBLE_STDCALL ModuleLoadStarted(ModuleID id) override {
    return report("module started " + module(id));
  }
  HRESULT GCRUCIBLE_STDCALL ModuleLoadFinished(ModuleID id, HRESULT hr) override {
    return report("module finished " + module(id), hr);
  }
  HRESULT GCRUCIBLE_STDCALL ModuleAttachedToAssembly(ModuleID id, AssemblyID to) override {
    last_module = id;
    return report("module attached " + module(id) + " to " + assembly(to));
  }
  HRESULT GCRUCIBLE_STDCALL ClassLoadStarted(ClassID) override { return S_OK; }
  HRESULT GCRUCIBLE_STDCALL ClassLoadFinished(ClassID id, HRESULT hr) override {
    return report("class " + class_name(id), hr);
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID id) override {
    report("allocated " + class_name(id));
    if (allocated) allocated();
    return S_OK;
  }
  std::function<void()> allocated;

  // S_OK and CORPROF_E_DATAINCOMPLETE as + and -.
  static std::string sign(HRESULT hr) {
    return hr == S_OK ? "+" : hr == CORPROF_E_DATAINCOMPLETE ? "-" : "?";
  }

  std::string domain(AppDomainID id) {
    WCHAR name[64] = {};
    ULONG length = 0;
    ProcessID process = 0;
    CHECK(info->GetAppDomainInfo(id, 64, &length, name, &process) == S_OK);
    CHECK(length == clr::to_utf8(name).size() + 1);
    CHECK(process != 0);
    return clr::to_utf8(name);
  }
  std::string assembly(AssemblyID id) {
    WCHAR name[64] = {};
    AppDomainID domain = 0;
    ModuleID module = 7;
    const HRESULT hr = info->GetAssemblyInfo(id, 64, nullptr, name, &domain, &module);
    CHECK(domain != 0);
    CHECK((hr == S_OK) == (module != 0));
    return sign(hr) + clr::to_utf8(name);
  }
  std::string module(ModuleID id) {
    WCHAR name[128] = {};
    AssemblyID assembly = 0;
    LPCBYTE base = nullptr;
    DWORD flags = 0;
    const HRESULT hr = info->GetModuleInfo2(id, &base, 128, nullptr, name, &assembly, &flags);
    CHECK((hr == S_OK) == (base != nullptr));
    CHECK((hr == S_OK) == (assembly != PROFILER_PARENT_UNKNOWN));
    CHECK((flags & COR_PRF_MODULE_DISK) != 0);
    ULONG32 domains = 9;
    AppDomainID domain = 0;
    CHECK(info->GetAppDomainsContainingModule(id, 1, &domains, &domain) == S_OK);
    CHECK(domains == (hr == S_OK ? 1 : 0));
    const std::string path = clr::to_utf8(name);
    return sign(hr) + path.substr(path.rfind('/') + 1);
  }
  std::string class_name(ClassID id) {
    CorElementType element{};
    ClassID of = 0;
    ULONG rank = 0;
    if (info->IsArrayClass(id, &element, &of, &rank) == S_OK) return class_name(of) + "[]";
    ModuleID module = 0;
    mdTypeDef token = 0;
    REQUIRE(info->GetClassIDInfo(id, &module, &token) == S_OK);
    IUnknown* metadata = nullptr;
    REQUIRE(info->GetModuleMetaData(module, ofRead, IID_IMetaDataImport, &metadata) == S_OK);
    WCHAR name[64] = {};
    CHECK(static_cast<IMetaDataImport*>(metadata)->GetTypeDefProps(token, name, 64, nullptr, nullptr,
                                                                   nullptr) == S_OK);
    metadata->Release();
    return clr::to_utf8(name);
  }

 private:
  HRESULT report(std::string line, HRESULT hr = S_OK) {
    CHECK(hr == S_OK);
    reported.push_back(std::move(line));
    return S_OK;
  }
  DWORD mask_;
};

// A class, a derived class in another assembly, and an array of numbers.
struct SampleTypes {
  Build build;
  std::uint32_t item, book, ints;

  SampleTypes() {
    program::TypeSpec spec;
    spec.name = "Shop.Item";
    item = build.type(spec);
    spec.name = "Books.Book";
    spec.assembly = "books";
    spec.parent = item;
    book = build.type(spec);
    ints = build.array("System.Int32[]", 0x08, 4);
    build.object(ints, 3);
    build.object(book);
    build.object(item);
  }
};

using Lines = std::vector<std::string>;

TEST_CASE("loads: reported in the order of .NET 10") {
  SampleTypes shop;
  Listener listener(kLoads | kAllocated);
  const RunResult result = run_profiler(shop.build.program, listener);
  REQUIRE(!result.error);
  CHECK(listener.reported ==
        Lines{"assembly started -System.Private.CoreLib", "module started -System.Private.CoreLib.dll",
              "module finished +System.Private.CoreLib.dll",
              "module attached +System.Private.CoreLib.dll to +System.Private.CoreLib",
              "assembly finished +System.Private.CoreLib", "class System.Object", "class System.ValueType",
              "class System.Int32", "domain started System.Private.CoreLib.dll",
              "domain finished System.Private.CoreLib.dll", "domain started DefaultDomain",
              "domain finished DefaultDomain", "assembly started -app", "module started -app.dll",
              "module finished +app.dll", "module attached +app.dll to +app", "assembly finished +app",
              // Arrays are not reported. Parents come before derived classes. Each class is reported once.
              "allocated System.Int32[]", "assembly started -books", "module started -books.dll",
              "module finished +books.dll", "module attached +books.dll to +books",
              "assembly finished +books", "class Shop.Item", "class Books.Book", "allocated Books.Book",
              "allocated Shop.Item"});
}

TEST_CASE("loads: each kind has its own mask flag") {
  const auto kinds = [](DWORD mask) {
    SampleTypes shop;
    Listener listener(mask);
    REQUIRE(!run_profiler(shop.build.program, listener).error);
    std::vector<std::string> words;
    for (const std::string& line : listener.reported) words.push_back(line.substr(0, line.find(' ')));
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
  };
  CHECK(kinds(COR_PRF_MONITOR_APPDOMAIN_LOADS) == Lines{"domain"});
  CHECK(kinds(COR_PRF_MONITOR_ASSEMBLY_LOADS) == Lines{"assembly"});
  CHECK(kinds(COR_PRF_MONITOR_MODULE_LOADS) == Lines{"module"});
  CHECK(kinds(COR_PRF_MONITOR_CLASS_LOADS) == Lines{"class"});
  CHECK(kinds(COR_PRF_MONITOR_NONE).empty());
}

TEST_CASE("loads: modules and tokens and domains can be queried") {
  SampleTypes shop;
  Listener listener(kLoads | kAllocated);
  bool asked = false;
  listener.allocated = [&] {
    if (std::exchange(asked, true)) return;
    NewestInfo& info = *listener.info;
    ICorProfilerModuleEnum* modules = nullptr;
    REQUIRE(info.EnumModules(&modules) == S_OK);
    ModuleID ids[4] = {};
    ULONG count = 0;
    CHECK(modules->Next(4, ids, &count) == S_FALSE);
    modules->Release();
    REQUIRE(count == 2);  // books is not loaded yet
    const ModuleID app = ids[1];
    CHECK(app == listener.last_module);

    // A query for a class loads it.
    ClassID item = 0;
    CHECK(info.GetClassFromToken(app, 0x02000002, &item) == S_OK);
    CHECK(listener.reported.back() == "class Shop.Item");
    CHECK(listener.class_name(item) == "Shop.Item");
    ClassID same = 0;
    CHECK(info.GetClassFromTokenAndTypeArgs(app, 0x02000002, 0, nullptr, &same) == S_OK);
    CHECK(same == item);
    same = 7;
    CHECK(info.GetClassFromTokenAndTypeArgs(app, 0x02000002, 1, &item, &same) ==
          static_cast<HRESULT>(0x80131522));
    CHECK(info.GetClassFromToken(app, 0x02FFFFFF, &same) == static_cast<HRESULT>(0x80131522));
    CHECK(info.GetClassFromToken(app, 0x02000000, &same) == E_INVALIDARG);
    CHECK(info.GetClassFromToken(0, 0x02000002, &same) == E_INVALIDARG);
    CHECK(same == 7);

    // A module's path is not truncated, an assembly's name is.
    WCHAR name[4] = u"xxx";
    ULONG length = 0;
    CHECK(info.GetModuleInfo(app, nullptr, 4, &length, name, nullptr) == E_NOT_SUFFICIENT_BUFFER);
    CHECK(name[0] == 0);
    CHECK(length > 8);
    AssemblyID assembly = 0;
    CHECK(info.GetModuleInfo(app, nullptr, 0, nullptr, nullptr, &assembly) == S_OK);
    CHECK(info.GetAssemblyInfo(assembly, 3, &length, name, nullptr, nullptr) == S_OK);
    CHECK(clr::to_utf8(name) == "ap");
    CHECK(length == 4);
    CHECK(info.GetModuleInfo(app, nullptr, 0, nullptr, name, nullptr) == S_OK);
    CHECK(name[0] == 0);
    AssemblyID untouched = 7;
    CHECK(info.GetModuleInfo(0, nullptr, 0, nullptr, nullptr, &untouched) == E_INVALIDARG);
    CHECK(untouched == 7);

    ULONG32 domains = 7;
    CHECK(info.GetAppDomainsContainingModule(app, 0, &domains, nullptr) == S_OK);
    CHECK(domains == 1);
    CHECK(info.GetAppDomainsContainingModule(app, 1, &domains, nullptr) == E_INVALIDARG);
    AppDomainID domain = 0;
    CHECK(info.GetThreadAppDomain(0, &domain) == S_OK);
    CHECK(listener.domain(domain) == "clrhost");
    CHECK(info.GetThreadAppDomain(0, nullptr) == E_INVALIDARG);
    ThreadID thread = 0;
    HANDLE handle = nullptr;
    CHECK(info.GetCurrentThreadID(&thread) == S_OK);
    CHECK(info.GetHandleFromThread(thread, &handle) == S_OK);
    CHECK(handle != nullptr);
    CHECK(info.GetHandleFromThread(0, &handle) == E_INVALIDARG);

    IUnknown* metadata = nullptr;
    for (const DWORD flags : {DWORD{ofReadOnly}, DWORD{ofCopyMemory}, DWORD{0x100}})
      CHECK(info.GetModuleMetaData(app, flags, IID_IMetaDataImport, &metadata) == E_INVALIDARG);
    CHECK(info.GetModuleMetaData(app, ofWrite | ofNoTransform, IID_IMetaDataImport2, &metadata) == S_OK);
    CHECK(info.GetModuleMetaData(app, ofRead, IID_IMetaDataImport, nullptr) == S_OK);
    // .NET 10 also returns it for a module that was opened for reading.
    CHECK(info.GetModuleMetaData(app, ofRead, IID_IMetaDataEmit, &metadata) == S_OK);
    CHECK(metadata != nullptr);
    CHECK(info.GetModuleMetaData(app, ofRead, IID_IMetaDataTables, &metadata) == E_NOINTERFACE);
    CHECK(metadata == nullptr);
  };
  REQUIRE(!run_profiler(shop.build.program, listener).error);
  CHECK(asked);
}

TEST_CASE("GetClassFromTokenAndTypeArgs: an unloaded type argument is refused") {
  Build build;
  program::TypeSpec spec;
  spec.name = "Plug.Thing";
  spec.assembly = "plug";
  spec.collectible = 0;
  const std::uint32_t thing = build.type(spec);
  spec = {};
  spec.name = "Box<Plug.Thing>";
  spec.definition = "Box`1";
  spec.parameters = {"T"};
  spec.arguments = {{.type = thing}};
  spec.collectible = 0;
  const std::uint32_t box = build.type(spec);
  build.program.collectible = {"plug"};
  spec = {};
  spec.name = "Item";
  build.object(build.type(spec));
  Listener listener(kLoads | kAllocated);
  bool asked = false;
  clr::Clr* clr = nullptr;
  listener.allocated = [&] {
    if (std::exchange(asked, true)) return;
    NewestInfo& info = *listener.info;
    const clr::ClassEntry& generic = clr->classes().at(static_cast<sim::TypeIndex>(box));
    const ModuleID app = clr->loads().module_at(generic.module).id;
    ClassID argument = clr->classes().at(static_cast<sim::TypeIndex>(thing)).id;
    ClassID found = 7;
    CHECK(info.GetClassFromTokenAndTypeArgs(app, generic.token, 1, &argument, &found) == S_OK);
    CHECK(found == generic.id);
    clr::unload_collectible(*clr, 0, clr::loaded_of_collectible(*clr, 0), 0);
    found = 7;
    CHECK(info.GetClassFromTokenAndTypeArgs(app, generic.token, 1, &argument, &found) == E_INVALIDARG);
    CHECK(found == 7);
    CHECK(info.GetClassIDInfo(argument, nullptr, nullptr) == E_INVALIDARG);
  };
  REQUIRE(!run_profiler(build.program, listener, {}, [&](clr::Clr& each) { clr = &each; }).error);
  CHECK(asked);
}

TEST_CASE("GetFunctionInfo: leads to the class and the method token") {
  SampleTypes shop;
  const std::uint32_t sell = shop.build.function("Shop.Item.Sell");
  shop.build.program.functions[sell].type = shop.item;
  Listener listener(kLoads | kAllocated);
  bool asked = false;
  clr::Clr* clr = nullptr;
  listener.allocated = [&] {
    if (std::exchange(asked, true)) return;
    NewestInfo& info = *listener.info;
    const FunctionID function = clr->functions().all()[sell].id;
    ClassID owner = 0;
    ModuleID module = 0;
    mdToken token = 0;
    REQUIRE(info.GetFunctionInfo(function, &owner, &module, &token) == S_OK);
    CHECK(listener.class_name(owner) == "Shop.Item");
    IUnknown* unknown = nullptr;
    mdToken same = 0;
    REQUIRE(info.GetTokenAndMetaDataFromFunction(function, IID_IMetaDataImport, &unknown, &same) == S_OK);
    CHECK(same == token);
    WCHAR name[16] = {};
    auto* const metadata = static_cast<IMetaDataImport*>(unknown);
    CHECK(metadata->GetMethodProps(token, nullptr, name, 16, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr) == S_OK);
    CHECK(clr::to_utf8(name) == "Sell");
    metadata->Release();
    FunctionID back = 0;
    CHECK(info.GetFunctionFromToken(module, token, &back) == S_OK);
    CHECK(back == function);
    CHECK(info.GetFunctionFromToken(module, token + 1, &back) == CORPROF_E_FUNCTION_NOT_COMPILED);  // .ctor
    CHECK(info.GetFunctionInfo(1, &owner, &module, &token) == E_INVALIDARG);
  };
  REQUIRE(!run_profiler(shop.build.program, listener, {}, [&](clr::Clr& each) { clr = &each; }).error);
  CHECK(asked);
}

}  // namespace
}  // namespace gcrucible::tests
