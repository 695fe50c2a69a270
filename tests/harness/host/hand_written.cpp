// A profiler whose table of methods is written by hand, as in C and Rust. HOST_TEST_TABLE names the mistake
// in the table.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "harness/abi/abi.h"
#include "harness/abi/class_factory.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("3B9E1D07-64F2-4C8A-A5D3-71E0C9B8F246");
constexpr std::size_t kSlots = 89;  // of ICorProfilerCallback4
constexpr std::size_t kFactorySlots = 5;

bool is(std::string_view way) {
  const char* const value = std::getenv("HOST_TEST_TABLE");
  return value != nullptr && value == way;
}

struct Object {
  const void* const* slots;
};

HRESULT GCRUCIBLE_STDCALL ok(Object*) {
  return S_OK;
}
ULONG GCRUCIBLE_STDCALL one(Object*) {
  return 1;
}

HRESULT GCRUCIBLE_STDCALL query_profiler(Object* self, REFIID wanted, void** out) {
  const int version = interface_version(kCallbackInterfaces, wanted);
  *out = version >= 0 && version <= 4 ? self : nullptr;
  return *out == nullptr ? E_NOINTERFACE : S_OK;
}

HRESULT GCRUCIBLE_STDCALL initialize(Object*, IUnknown* runtime) {
  void* found = nullptr;
  const HRESULT hr = runtime->QueryInterface(ICorProfilerInfo::iid, &found);
  if (failed(hr)) return hr;
  return static_cast<ICorProfilerInfo*>(found)->SetEventMask(
      COR_PRF_MONITOR_GC | COR_PRF_ENABLE_OBJECT_ALLOCATED | COR_PRF_MONITOR_OBJECT_ALLOCATED);
}

// Reads the object, so that it must be one.
HRESULT GCRUCIBLE_STDCALL object_allocated(Object*, ObjectID object, ClassID type) {
  return *reinterpret_cast<const volatile ClassID*>(object) == type ? S_OK : E_FAIL;
}

HRESULT GCRUCIBLE_STDCALL moved_references2(Object*, ULONG count, const ObjectID* from, const ObjectID*,
                                            const SIZE_T* length) {
  const volatile std::uintptr_t nowhere = 16;
  if (is("crash")) *reinterpret_cast<volatile int*>(nowhere) = 1;
  SIZE_T bytes = 0;
  for (ULONG i = 0; i < count; ++i) bytes += from[i] == 0 ? 0 : length[i];
  return bytes == 0 ? E_FAIL : S_OK;
}

HRESULT GCRUCIBLE_STDCALL garbage_collection_finished(Object*) {
  return S_OK;
}

using Table = std::array<const void*, kSlots>;

template <typename Function>
const void* entry(Function* function) {
  return reinterpret_cast<const void*>(function);
}

Table make_table() {
  Table table;
  table.fill(entry(ok));
  table[0] = entry(query_profiler);
  table[1] = table[2] = entry(one);
  table[3] = entry(initialize);
  table[50] = entry(object_allocated);
  table[75] = entry(garbage_collection_finished);
  table[87] = entry(moved_references2);
  if (is("exchanged")) std::swap(table[50], table[87]);
  if (is("beside")) {
    table[48] = entry(object_allocated);
    table[50] = entry(ok);
  }
  // One slot too few behind Initialize.
  if (is("too few")) std::copy(table.begin() + 5, table.end(), table.begin() + 4);
  if (is("null")) table[50] = nullptr;
  if (is("no function")) table[50] = &kClsid;
  return table;
}

Object& profiler() {
  static const Table table = make_table();
  static Object object{table.data()};
  return object;
}

HRESULT GCRUCIBLE_STDCALL query_factory(Object* self, REFIID, void** out) {
  *out = self;
  return S_OK;
}

HRESULT GCRUCIBLE_STDCALL create_instance(Object*, IUnknown*, REFIID wanted, void** out) {
  return query_profiler(&profiler(), wanted, out);
}

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID, void** out) {
  static const std::array<const void*, kFactorySlots> table{entry(query_factory), entry(one), entry(one),
                                                            entry(create_instance), entry(ok)};
  static Object factory{table.data()};
  if (!(clsid == kClsid)) return CLASS_E_CLASSNOTAVAILABLE;
  *out = &factory;
  return S_OK;
}
