// A profiler that dies in its first MovedReferences2, in the way that CLI_TEST_DIE names; or refuses to
// start.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "harness/abi/callback_base.h"
#include "harness/abi/class_factory.h"
#include "harness/abi/info.h"
#include "harness/abi/monitor_flags.h"

namespace {

using namespace gcrucible::abi;

constexpr GUID kClsid = make_guid("7D4A1C2E-93B0-4C5F-8E21-6F0B9A3D5C84");

std::string_view way() {
  const char* const value = std::getenv("CLI_TEST_DIE");
  return value == nullptr ? "" : value;
}

class DyingProfiler final : public CallbackBase {
 public:
  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* info) override {
    if (way() == "refuse") return E_FAIL;
    std::printf("dying profiler: hello\n");
    std::fflush(stdout);
    ICorProfilerInfo* asked = nullptr;
    const HRESULT hr = info->QueryInterface(ICorProfilerInfo::iid, reinterpret_cast<void**>(&asked));
    if (hr < 0) return hr;
    return asked->SetEventMask(COR_PRF_MONITOR_GC);
  }

  HRESULT GCRUCIBLE_STDCALL MovedReferences2(ULONG, ObjectID[], ObjectID[], SIZE_T[]) override {
    if (way() == "crash") *const_cast<volatile int*>(static_cast<int*>(nullptr)) = 1;
    if (way() == "exit") std::exit(7);
    if (way() == "throw") throw std::runtime_error("out of a COM method");
    if (way() == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
    return S_OK;
  }
};

}  // namespace

extern "C" GCRUCIBLE_EXPORT HRESULT GCRUCIBLE_STDCALL DllGetClassObject(REFCLSID clsid, REFIID iid,
                                                                        void** out) {
  return get_class_object<DyingProfiler>(kClsid, clsid, iid, out);
}
