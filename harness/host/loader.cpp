#include "harness/host/loader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "harness/abi/tables/callback_methods.h"
#include "harness/platform/memory/readable_memory.h"

namespace gcrucible::host {

namespace {

using DllMain = abi::BOOL(GCRUCIBLE_STDCALL*)(void* module, abi::DWORD reason, void* reserved);

constexpr abi::DWORD kProcessDetach = 0;
constexpr abi::DWORD kProcessAttach = 1;

std::string callback_name(int version) {
  return "ICorProfilerCallback" + (version == 1 ? std::string() : std::to_string(version));
}

const abi::GUID& callback_iid(int version) {
  for (const abi::InterfaceInfo& info : abi::kCallbackInterfaces) {
    if (info.version == version) return info.iid;
  }
  return abi::IUnknown::iid;
}

tl::unexpected<std::string> no_clsid(const std::string& clsid) {
  return failure("\"" + clsid + "\" is no CLSID; give it as {XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}");
}

// A runtime that accepts profilers of the first version still queries the second version first.
int least_level(const program::RuntimeProfile& runtime) {
  return runtime.requires_callback2 ? 2 : 1;
}

// Returns the pointer from QueryInterface after releasing its reference; null if the profiler refuses.
void* answer_to(abi::IUnknown* profiler, const abi::GUID& iid) {
  void* found = nullptr;
  if (abi::failed(profiler->QueryInterface(iid, &found)) || found == nullptr) return nullptr;
  // Every interface begins with the slots of IUnknown, even an unknown interface.
  static_cast<abi::IUnknown*>(found)->Release();
  return found;
}

protocol::InterfaceAnswers ask_for_interfaces(const clr::ProfilerInterfaces& interfaces, int newest) {
  // An interface that no profiler can know, like an interface that is newer than the profiler.
  constexpr abi::GUID kNobodys = abi::make_guid("B1F0D6A4-2C53-4E8B-9A07-6D3E5C1F7A90");
  auto* const highest = static_cast<abi::IUnknown*>(interfaces.highest);
  protocol::InterfaceAnswers answers;
  for (int version = 0; version <= newest; ++version) {
    const abi::GUID& iid = version == 0 ? abi::IUnknown::iid : callback_iid(version);
    if (answer_to(interfaces.level2, iid) != nullptr)
      answers.versions.push_back(static_cast<std::uint64_t>(version));
  }
  answers.unknown = answer_to(interfaces.level2, kNobodys) != nullptr;
  answers.one_identity =
      answer_to(interfaces.level2, abi::IUnknown::iid) == answer_to(highest, abi::IUnknown::iid);
  return answers;
}

// `created` comes from CreateInstance for `level`. Takes its reference.
Expected<LoadedProfiler> connect(abi::IUnknown* created, int level, const program::RuntimeProfile& runtime,
                                 std::atomic<protocol::LoadStep>& step) {
  step = protocol::LoadStep::kQueryInterface;
  // The interface is queried a second time. The answer is the pointer used for levels 1 and 2.
  void* level2 = nullptr;
  const abi::HRESULT hr = created->QueryInterface(callback_iid(level), &level2);
  if (abi::failed(hr) || level2 == nullptr) {
    created->Release();
    return failure("QueryInterface for " + callback_name(level) +
                   " failed: " + abi::hresult_text(abi::failed(hr) ? hr : abi::E_NOINTERFACE) + "; " +
                   runtime.name + " loads no profiler without that interface");
  }
  clr::ProfilerInterfaces interfaces{.level2 = static_cast<abi::ICorProfilerCallback2*>(level2),
                                     .highest = level2,
                                     .version = static_cast<std::uint8_t>(level)};
  for (int version = level < 2 ? 0 : runtime.callback_version; version >= 3; --version) {
    void* found = nullptr;
    if (abi::succeeded(interfaces.level2->QueryInterface(callback_iid(version), &found)) &&
        found != nullptr) {
      interfaces.highest = found;
      interfaces.version = static_cast<std::uint8_t>(version);
      break;
    }
  }
  created->Release();
  // Queries every version, so that a profiler of the first version can be distinguished from later ones.
  protocol::InterfaceAnswers answers =
      ask_for_interfaces(interfaces, std::max<int>(2, runtime.callback_version));
  return LoadedProfiler{.interfaces = interfaces,
                        .library = std::nullopt,
                        .probe = nullptr,
                        .answers = std::move(answers),
                        .counted = true};
}

Expected<abi::IClassFactory*> factory_of(ClassObject class_object, const abi::GUID& guid,
                                         const std::string& clsid, std::atomic<protocol::LoadStep>& step,
                                         const std::string& clsid_from) {
  step = protocol::LoadStep::kGetClassObject;
  void* object = nullptr;
  const abi::HRESULT hr = class_object(guid, abi::IClassFactory::iid, &object);
  if (abi::failed(hr)) {
    // A library that knows the CLSID asks its factory for the interface.
    if (hr == abi::E_NOINTERFACE) {
      return failure("DllGetClassObject answered " + abi::hresult_text(hr) + " for the CLSID " + clsid +
                     "; does the class factory's QueryInterface know IClassFactory, " +
                     std::string(abi::format_guid(abi::IClassFactory::iid).view()) + "?");
    }
    return failure("DllGetClassObject refused the CLSID " + clsid + ": " + abi::hresult_text(hr) +
                   "; is it the profiler's own?" +
                   (clsid_from.empty() ? "" : " It comes from " + clsid_from));
  }
  if (object == nullptr)
    return failure("DllGetClassObject returned " + abi::hresult_text(hr) + " without a class factory");
  return static_cast<abi::IClassFactory*>(object);
}

Expected<LoadedProfiler> create(ClassObject class_object, const abi::GUID& guid, const std::string& clsid,
                                const program::RuntimeProfile& runtime, std::atomic<protocol::LoadStep>& step,
                                const std::string& clsid_from) {
  const Expected<abi::IClassFactory*> factory = factory_of(class_object, guid, clsid, step, clsid_from);
  if (!factory) return failure(factory.error());

  step = protocol::LoadStep::kCreateInstance;
  void* object = nullptr;
  abi::HRESULT hr = abi::S_OK;
  const int least = least_level(runtime);
  int level = runtime.callback_version >= 2 ? 2 : least;
  for (;; --level) {
    object = nullptr;
    hr = (*factory)->CreateInstance(nullptr, callback_iid(level), &object);
    if (abi::succeeded(hr) || level == least) break;
  }
  (*factory)->Release();
  const std::string name = callback_name(level);
  if (abi::failed(hr)) {
    return failure("CreateInstance for " + name + " failed: " + abi::hresult_text(hr) + "; " + runtime.name +
                   " loads no profiler without that interface");
  }
  if (object == nullptr)
    return failure("CreateInstance returned " + abi::hresult_text(hr) + " without an object");
  return connect(static_cast<abi::IUnknown*>(object), level, runtime, step);
}

// What to do about an error of the loader; empty if that is not known.
std::string_view remedy_for(std::string_view error) {
  constexpr std::pair<std::string_view, std::string_view> kRemedies[] = {
      {"undefined symbol", "; link the source or the library that defines it"},
      {"no dynamic section", "; a file with symbols only? Name the library that belongs to it"},
      {"position-independent executable",
       "; this is a program: build a shared library (C#: NativeLib=Shared)"},
  };
  for (const auto& [part, remedy] : kRemedies) {
    if (error.find(part) != std::string_view::npos) return remedy;
  }
  return {};
}

// A loaded library and its DllGetClassObject.
struct Exported {
  platform::Library library;
  ClassObject class_object = nullptr;
};

Expected<Exported> load_library(const std::string& path, std::atomic<protocol::LoadStep>& step) {
  step = protocol::LoadStep::kOpen;
  const Expected<platform::Library> loaded = platform::Library::load(path);
  if (!loaded) {
    return failure("cannot load the profiler library: " + loaded.error() +
                   std::string(remedy_for(loaded.error())));
  }

#if !defined(_WIN32)
  // The runtime's platform layer calls DllMain on Linux too. Profilers ported from Windows depend on this
  // call.
  if (void* main = loaded->symbol("DllMain")) {
    step = protocol::LoadStep::kDllMain;
    if (reinterpret_cast<DllMain>(main)(nullptr, kProcessAttach, nullptr) == 0) {
      return failure("DllMain of " + path +
                     " returned FALSE for DLL_PROCESS_ATTACH, by which it refuses to be loaded");
    }
  }
#endif
  const auto class_object = reinterpret_cast<ClassObject>(loaded->symbol("DllGetClassObject"));
  if (class_object == nullptr) {
    return failure(path +
                   " exports no DllGetClassObject, so it is no profiler library; gcrucible explain "
                   "DllGetClassObject has how to export it, and nm -D lists what a library exports");
  }
  return Exported{.library = *loaded, .class_object = class_object};
}

}  // namespace

Expected<LoadedProfiler> load_profiler(const std::string& path, const std::string& clsid,
                                       const program::RuntimeProfile& runtime,
                                       std::atomic<protocol::LoadStep>& step, const std::string& clsid_from) {
  abi::GUID guid{};
  if (!abi::parse_guid(clsid, guid)) return no_clsid(clsid);
  Expected<Exported> loaded = load_library(path, step);
  if (!loaded) return failure(std::move(loaded.error()));
  Expected<LoadedProfiler> made = create(loaded->class_object, guid, clsid, runtime, step, clsid_from);
  if (!made) return made;
  made->counted = false;
  made->library = loaded->library;
  made->probe = reinterpret_cast<gcrucible_probe_function>(loaded->library.symbol("gcrucible_probe"));
  return made;
}

Expected<void> check_class(const std::string& path, const std::string& clsid,
                           std::atomic<protocol::LoadStep>& step, const std::string& clsid_from) {
  abi::GUID guid{};
  if (!abi::parse_guid(clsid, guid)) return no_clsid(clsid);
  const Expected<Exported> loaded = load_library(path, step);
  if (!loaded) return failure(loaded.error());
  const auto factory = factory_of(loaded->class_object, guid, clsid, step, clsid_from);
  if (!factory) return failure(factory.error());
  (*factory)->Release();
  return {};
}

Expected<LoadedProfiler> make_profiler(ClassObject class_object, const std::string& clsid,
                                       const program::RuntimeProfile& runtime,
                                       std::atomic<protocol::LoadStep>& step) {
  abi::GUID guid{};
  if (!abi::parse_guid(clsid, guid)) return no_clsid(clsid);
  return create(class_object, guid, clsid, runtime, step, {});
}

Expected<LoadedProfiler> take_profiler(abi::IUnknown* created, const program::RuntimeProfile& runtime,
                                       std::atomic<protocol::LoadStep>& step) {
  int level = runtime.callback_version >= 2 ? 2 : 1;
  void* found = nullptr;
  if (level > least_level(runtime) && abi::failed(created->QueryInterface(callback_iid(level), &found)))
    level = 1;
  if (found != nullptr) static_cast<abi::IUnknown*>(found)->Release();
  return connect(created, level, runtime, step);
}

namespace {

// Number of slots in the interface of that version.
std::size_t slot_count(std::uint8_t version) {
  return static_cast<std::size_t>(std::ranges::count_if(
      abi::kCallbackMethods,
      [version](const abi::MethodInfo& method) { return method.interface_version <= version; }));
}

const std::byte* table_of(const void* object) {
  return *static_cast<const std::byte* const*>(object);
}

// Copies entries of the object's table; returns how many can be read.
std::size_t copy_slots(const void* object, std::size_t from, std::size_t to, protocol::SlotTable& slots) {
  std::array<std::uint64_t, protocol::SlotTable::kMostSlots> read{};
  static_assert(sizeof(void*) == sizeof read[0]);
  const std::span<std::uint64_t> wanted = std::span(read).first(to - from);
  const std::size_t bytes =
      platform::copy_readable(table_of(object) + from * sizeof(void*), std::as_writable_bytes(wanted));
  const std::size_t count = bytes / sizeof(void*);
  for (std::size_t i = 0; i < count; ++i) slots.functions[from + i] = read[i];
  return count;
}

}  // namespace

void record_slots(const clr::ProfilerInterfaces& interfaces, protocol::SlotTable& slots) {
  static_assert(abi::kCallbackMethods.size() <= protocol::SlotTable::kMostSlots);
  constexpr std::uint8_t kLevel2 = 2;
  slots.count = 0;
  const std::size_t of_level2 = slot_count(std::min(interfaces.version, kLevel2));
  const std::size_t all = slot_count(interfaces.version);
  std::size_t count = copy_slots(interfaces.level2, 0, of_level2, slots);
  if (count == of_level2 && all > of_level2) count += copy_slots(interfaces.highest, of_level2, all, slots);

  std::array<std::uint64_t, 2> before{};
  platform::copy_readable(table_of(interfaces.level2) - sizeof before,
                          std::as_writable_bytes(std::span(before)));
  for (std::size_t i = 0; i < before.size(); ++i) slots.before[i] = before[i];

  constexpr auto kInitialize = static_cast<std::size_t>(abi::CallbackMethod::kInitialize);
  const platform::Module module =
      count <= kInitialize ? platform::Module{} : platform::module_of(slots.functions[kInitialize]);
  slots.base = module.base;
  slots.end = module.end;
  protocol::ControlBlock::copy(module.path.size() < sizeof slots.module ? module.path : std::string(),
                               slots.module);
  slots.count = static_cast<std::uint32_t>(count);
}

Expected<void> release_profiler(LoadedProfiler& profiler) {
  if (!profiler.interfaces || (!profiler.library && !profiler.counted)) return {};
  const clr::ProfilerInterfaces& interfaces = *profiler.interfaces;
  std::atomic<protocol::LoadStep>* const step = profiler.step;
  const auto report = [step](protocol::LoadStep now) {
    if (step != nullptr) *step = now;
  };
  report(protocol::LoadStep::kRelease);
  // The pointer of a higher level has its own reference.
  if (interfaces.version >= 3) static_cast<abi::IUnknown*>(interfaces.highest)->Release();
  interfaces.level2->Release();
  if (!profiler.library) {
    report(protocol::LoadStep::kNone);
    profiler = {};
    return {};
  }
  report(protocol::LoadStep::kUnload);
#if !defined(_WIN32)
  if (void* main = profiler.library->symbol("DllMain"))
    reinterpret_cast<DllMain>(main)(nullptr, kProcessDetach, nullptr);
#endif
  Expected<void> unloaded = profiler.library->unload();
  report(protocol::LoadStep::kNone);
  profiler = {};
  return unloaded;
}

}  // namespace gcrucible::host
