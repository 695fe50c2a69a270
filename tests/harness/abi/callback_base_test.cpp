#include "harness/abi/callback_base.h"

#include <string_view>
#include <thread>
#include <vector>

#include "tests/harness/abi/callback_slots.h"
#include "tests/harness/abi/vtable_probe.h"
#include "tests/support/catch.h"

namespace gcrucible::abi::tests {
namespace {

int objects_alive = 0;

class Counted final : public CallbackBase {
 public:
  explicit Counted(int highest_version) : CallbackBase(highest_version) { ++objects_alive; }
  ~Counted() override { --objects_alive; }
};

TEST_CASE("CallbackBase: every callback returns S_OK except ProfilerDetachSucceeded") {
  CallbackBase* const profiler = new CallbackBase;
#define GCRUCIBLE_CHECK_OK(slot, type, method)                                             \
  {                                                                                        \
    INFO(#method);                                                                         \
    const HRESULT hr = call_method(static_cast<type*>(profiler), &type::method);           \
    CHECK(hr == (std::string_view(#method) == "ProfilerDetachSucceeded" ? E_FAIL : S_OK)); \
  }
  GCRUCIBLE_CALLBACK_SLOTS(GCRUCIBLE_CHECK_OK)
#undef GCRUCIBLE_CHECK_OK
  CHECK(profiler->Release() == 0);
}

TEST_CASE("QueryInterface: interfaces up to the profiler's version are given") {
  for (int highest = 1; highest <= kNewestCallbackVersion; ++highest) {
    Counted* const profiler = new Counted(highest);
    for (const InterfaceInfo& each : kCallbackInterfaces) {
      INFO(each.name << " of a profiler with version " << highest);
      void* answer = profiler;
      const HRESULT hr = profiler->QueryInterface(each.iid, &answer);
      if (each.version <= highest) {
        CHECK(hr == S_OK);
        // The pointer must be valid for any version of the interface chain.
        CHECK(answer == static_cast<ICorProfilerCallback*>(profiler));
        CHECK(profiler->Release() == 1);
      } else {
        CHECK(hr == E_NOINTERFACE);
        CHECK(answer == nullptr);
      }
    }
    void* unknown = nullptr;
    CHECK(profiler->QueryInterface(IUnknown::iid, &unknown) == S_OK);
    CHECK(static_cast<IUnknown*>(unknown)->Release() == 1);
    void* info = profiler;
    CHECK(profiler->QueryInterface(ICorProfilerInfo::iid, &info) == E_NOINTERFACE);
    CHECK(info == nullptr);
    CHECK(profiler->QueryInterface(IUnknown::iid, nullptr) == E_POINTER);
    CHECK(objects_alive == 1);
    CHECK(profiler->Release() == 0);
    CHECK(objects_alive == 0);
  }
}

TEST_CASE("CallbackBase: references are counted across threads") {
  Counted* const profiler = new Counted(kNewestCallbackVersion);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([profiler] {
      for (int round = 0; round < 10000; ++round) {
        profiler->AddRef();
        profiler->Release();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(profiler->AddRef() == 2);
  CHECK(profiler->Release() == 1);
  CHECK(profiler->Release() == 0);
  CHECK(objects_alive == 0);
}

}  // namespace
}  // namespace gcrucible::abi::tests
