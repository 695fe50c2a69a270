// Collections that a profiler's own thread forces, between the program's steps or inside them.
#include <chrono>
#include <thread>
#include <vector>

#include "harness/abi/abi.h"
#include "harness/abi/callback_base.h"
#include "harness/abi/hresults.h"
#include "harness/abi/monitor_flags.h"
#include "tests/harness/calls/build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

using namespace abi;

// Forces a collection in each JITCompilationStarted, and counts the live objects after each.
class Forcer final : public CallbackBase {
 public:
  Forcer() : CallbackBase() {}

  std::vector<int> living;
  bool later = false;  // some time after the callback has returned

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(ICorProfilerInfo10::iid, &found))) return E_NOINTERFACE;
    info_ = static_cast<ICorProfilerInfo10*>(found);
    return info_->SetEventMask2(COR_PRF_MONITOR_GC | COR_PRF_MONITOR_JIT_COMPILATION, 0);
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    info_->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL JITCompilationStarted(FunctionID, BOOL) override {
    if (later) {
      std::thread([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        info_->ForceGC();
      }).detach();
      return S_OK;
    }
    std::thread([this] { CHECK(info_->ForceGC() == S_OK); }).join();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL GarbageCollectionStarted(int, BOOL[], COR_PRF_GC_REASON) override {
    living.push_back(0);
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectReferences(ObjectID, ClassID, ULONG, ObjectID*) override {
    ++living.back();
    return S_OK;
  }

 private:
  ICorProfilerInfo10* info_ = nullptr;
};

TEST_CASE("await: the step waits until the profiler thread leaves the Info method") {
  Build build;
  const std::uint32_t function = build.function("Program.Later");
  const std::uint32_t root = build.root(build.object(build.node()));
  build.add(program::Compile{.function = function});
  build.add(program::Await{.slot = static_cast<std::uint16_t>(InfoMethod::kForceGC)});
  build.add(program::Compile{.function = function});
  build.add(program::Compile{.function = function});
  build.add(program::Await{.slot = static_cast<std::uint16_t>(InfoMethod::kForceGC), .times = 2});
  build.add(program::RemoveRoot{root});
  build.collect(program::Generation::k2);
  Forcer forcer;
  forcer.later = true;
  const RunResult result = run_profiler(build.program, forcer);
  CHECK_FALSE(result.error);
  CHECK(forcer.living == std::vector<int>{1, 1, 1, 0});
}

TEST_CASE("ForceGC: objects that later steps name stay alive") {
  Build build;
  const std::uint32_t function = build.function("Program.Later");
  const std::uint32_t node = build.node();
  const std::uint32_t named = build.object(node);
  build.object(node);
  build.add(program::Compile{.function = function});
  const std::uint32_t root = build.root(named);
  build.add(program::RemoveRoot{root});
  build.add(program::Compile{.function = function});
  Forcer forcer;
  const RunResult result = run_profiler(build.program, forcer);
  CHECK_FALSE(result.error);
  CHECK(forcer.living == std::vector<int>{1, 0});
}

TEST_CASE("ForceGC: an assembly that later steps use stays alive") {
  Build build;
  program::LoadAssembly load;
  load.loader = build.node("Loader");
  load.slots = build.array("System.Object[]", 0x1c, 8);
  load.scout = build.node("Scout", 0, program::Finalizer::kNormal);
  const std::uint32_t item = build.node("Addon.Item");
  build.program.types[item].collectible = 0;
  build.program.collectible.push_back("Addon");
  const std::uint32_t function = build.function("Program.Meanwhile");
  build.add(load);
  build.object(item);
  build.add(program::Compile{.function = function});
  build.object(item);
  build.add(program::Compile{.function = function});
  Forcer forcer;
  const RunResult result = run_profiler(build.program, forcer);
  CHECK_FALSE(result.error);
  // First the loader, its slots and its scout. After the last use only the scout, which waits for its
  // finalizer.
  CHECK(forcer.living == std::vector<int>{3, 1});
}

}  // namespace
}  // namespace gcrucible::tests
