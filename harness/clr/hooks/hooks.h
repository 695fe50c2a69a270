// The hooks and the function mapper that a profiler has registered.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/abi/structures.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/types.h"
#include "harness/clr/concurrency/spin_lock.h"

namespace gcrucible::clr {

enum class HookPoint : std::uint8_t { kEnter, kLeave, kTailcall };
inline constexpr std::size_t kHookPoints = 3;

// The four registrations, oldest first.
enum class HookVersion : std::uint8_t { kFirst, kSecond, kDirect, kWithInfo };
inline constexpr std::size_t kHookVersions = 4;

// In the order of HookPoint; null if the profiler passed none.
using HookFunctions = std::array<void*, kHookPoints>;

// One hook: the function to call, and how.
struct Hook {
  HookVersion version = HookVersion::kFirst;
  HookPoint point = HookPoint::kEnter;
  void* function = nullptr;
};

constexpr abi::CallbackMethod method_of(HookVersion version, HookPoint point) {
  constexpr auto kFirst = static_cast<std::size_t>(abi::CallbackMethod::kFunctionEnter);
  return static_cast<abi::CallbackMethod>(kFirst + static_cast<std::size_t>(version) * kHookPoints +
                                          static_cast<std::size_t>(point));
}
static_assert(method_of(HookVersion::kWithInfo, HookPoint::kTailcall) ==
              abi::CallbackMethod::kFunctionTailcall3WithInfo);

// A profiler registers hooks in Initialize, before any function runs. It may set a mapper at any time.
class Hooks {
 public:
  // The hooks of a newer version replace those of older ones, and are not replaced by them, as in .NET 10.
  void set(HookVersion version, const HookFunctions& functions);
  bool any() const { return any_; }
  // The profiler is gone.
  void clear();
  // The hook that is called at that point; none if the profiler has registered none there.
  std::optional<Hook> at(HookPoint point) const;
  // Hooks get a client id in place of the FunctionID. Those of the second version get it as well.
  bool replaces_ids() const { return !has(HookVersion::kSecond); }

  void mapper(abi::FunctionIDMapper* function) { mapper_ = function; }
  void mapper(abi::FunctionIDMapper2* function, void* data) {
    mapper_data_ = data;
    mapper2_ = function;
  }
  bool mapped() const { return mapper_ != nullptr || mapper2_ != nullptr; }
  abi::FunctionIDMapper* mapper() const { return mapper_; }
  abi::FunctionIDMapper2* mapper2() const { return mapper2_; }
  void* mapper_data() const { return mapper_data_; }

  // Of a function that was compiled: whether it has hooks, and the client id.
  struct Compiled {
    std::atomic<bool> done{false};
    std::atomic<bool> hooked{true};
    std::atomic<abi::UINT_PTR> client{0};
  };
  // By the number of the first function with that code. References stay valid.
  Compiled& compiled(std::uint32_t function) { return compiled_[function]; }
  // Called before a profiler is loaded.
  void resize(std::size_t functions) { compiled_ = std::vector<Compiled>(functions); }

  // What a hook with info may ask about while it runs.
  struct Running {
    abi::COR_PRF_ELT_INFO info = 0;
    HookPoint point = HookPoint::kEnter;
    std::uint32_t function = 0;
  };
  // Any thread may call these.
  abi::COR_PRF_ELT_INFO begin(HookPoint point, std::uint32_t function);
  void end(abi::COR_PRF_ELT_INFO info);
  std::optional<Running> running(abi::COR_PRF_ELT_INFO info) const;

 private:
  bool has(HookVersion version) const {
    return functions_[static_cast<std::size_t>(version)] != HookFunctions{};
  }

  std::array<HookFunctions, kHookVersions> functions_{};
  bool any_ = false;
  std::atomic<abi::FunctionIDMapper*> mapper_{nullptr};
  std::atomic<abi::FunctionIDMapper2*> mapper2_{nullptr};
  std::atomic<void*> mapper_data_{nullptr};
  std::vector<Compiled> compiled_;
  mutable SpinLock lock_;
  std::vector<Running> running_;  // the last one of a thread is its innermost
  abi::COR_PRF_ELT_INFO last_info_ = 0;
};

}  // namespace gcrucible::clr
