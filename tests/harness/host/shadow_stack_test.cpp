// A profiler that follows calls by hooks and callbacks of exceptions knows the stack of each thread.
#include <algorithm>
#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "harness/abi/callback_base.h"
#include "harness/abi/monitor_flags.h"
#include "harness/campaign/campaign.h"
#include "harness/campaign/generate/generator.h"
#include "harness/runtimes/runtimes.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::tests {
namespace {

using namespace abi;
using Stack = std::vector<FunctionID>;

class Shadow final : public CallbackBase {
 public:
  Shadow() { current = this; }
  ~Shadow() { current = nullptr; }

  HRESULT GCRUCIBLE_STDCALL Initialize(IUnknown* runtime) override {
    void* found = nullptr;
    if (failed(runtime->QueryInterface(NewestInfo::iid, &found))) return E_FAIL;
    info = static_cast<NewestInfo*>(found);
    const HRESULT set =
        info->SetEventMask(COR_PRF_MONITOR_ENTERLEAVE | COR_PRF_MONITOR_EXCEPTIONS |
                           COR_PRF_MONITOR_OBJECT_ALLOCATED | COR_PRF_ENABLE_OBJECT_ALLOCATED);
    info->SetEnterLeaveFunctionHooks(on_enter, on_leave, on_tailcall);
    return set;
  }
  HRESULT GCRUCIBLE_STDCALL Shutdown() override {
    info->Release();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ObjectAllocated(ObjectID, ClassID) override {
    compare();
    return S_OK;
  }
  // The function of a filter is on the stack once more while the filter runs.
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterEnter(FunctionID function) override {
    stack().push_back(function);
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionSearchFilterLeave() override { return pop(); }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionEnter(FunctionID function) override {
    // Functions of an exception that this one has replaced are gone without a word.
    while (!stack().empty() && stack().back() != function) stack().pop_back();
    return S_OK;
  }
  HRESULT GCRUCIBLE_STDCALL ExceptionUnwindFunctionLeave() override { return pop(); }

  clr::Clr* clr = nullptr;
  std::size_t compared = 0;
  std::size_t deep = 0;  // with more than one frame
  bool wrong = false;

 private:
  static void on_enter(FunctionID function) {
    current->stack().push_back(function);
    current->compare();
  }
  static void on_leave(FunctionID function) { current->leave(function); }
  static void on_tailcall(FunctionID function) { current->leave(function); }

  void leave(FunctionID function) {
    compare();
    if (stack().empty() || stack().back() != function) wrong = true;
    pop();
  }
  HRESULT pop() {
    if (stack().empty()) {
      wrong = true;
    } else {
      stack().pop_back();
    }
    return S_OK;
  }
  ThreadID thread() const {
    ThreadID id = 0;
    info->GetCurrentThreadID(&id);
    return id;
  }
  Stack& stack() { return stacks_[thread()]; }

  // The program's stack of this thread, without native code and lightweight functions, which have no hooks.
  void compare() {
    const auto number = clr->threads().number_of(thread());
    if (!number) return;
    Stack real;
    for (const std::uint32_t each : clr->stacks().of(*number).frames()) {
      if (each != program::kNothing && !clr->functions().all()[each].lightweight)
        real.push_back(clr->functions().all()[each].id);
    }
    ++compared;
    if (real.size() > 1) ++deep;
    if (real != stack()) wrong = true;
  }

  static Shadow* current;
  NewestInfo* info = nullptr;
  std::map<ThreadID, Stack> stacks_;
};
Shadow* Shadow::current = nullptr;

TEST_CASE("hooks: the stack that a profiler follows is the program's at every point") {
  const campaign::TypePool pool;
  // Under net10, an exception that is not caught has an ExceptionUnwindFunctionLeave in its search.
  const campaign::Envelope envelope{.runtime = *runtimes::load("documented")};
  std::size_t compared = 0, deep = 0;
  property("hooks follow the stack", [&](std::uint64_t seed) {
    const campaign::Generated made = generate(pool, envelope, seed, campaign::bounds_of(60));
    const auto is_together = [](const program::Step& step) {
      return std::holds_alternative<program::Together>(step.action);
    };
    // This profiler does not lock its stacks, and it must be there from the start.
    if (made.program.life.load != program::LifeSpec::Load::kStart) return;
    if (std::ranges::any_of(made.program.steps, is_together)) return;
    Shadow profiler;
    const RunResult result =
        run_profiler(made.program, profiler, {}, [&](clr::Clr& clr) { profiler.clr = &clr; });
    RC_ASSERT(!result.error.has_value());
    RC_ASSERT(!profiler.wrong);
    compared += profiler.compared;
    deep += profiler.deep;
  });
  CHECK(compared > 100);
  CHECK(deep > 20);
}

}  // namespace
}  // namespace gcrucible::tests
