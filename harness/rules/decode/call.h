// The callbacks that rules use, each with a small number.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "harness/abi/tables/callback_rows.h"

namespace gcrucible::rules {

#define GCRUCIBLE_NUMBER_judged(method) k##method,
#define GCRUCIBLE_NUMBER_unjudged(method)
#define GCRUCIBLE_NUMBER(slot, version, method, parameters, fields, said, judged, mask, mode) \
  GCRUCIBLE_NUMBER_##judged(method)

// The callbacks whose row says `judged` (harness/abi/tables/callback_table.h), and the hooks.
enum class Call : std::uint8_t {
  kOther,  // any method without a number here
  GCRUCIBLE_CALLBACKS(GCRUCIBLE_NUMBER)
#define GCRUCIBLE_HOOK(name, mode) k##name,
      GCRUCIBLE_HOOKS(GCRUCIBLE_HOOK)
#undef GCRUCIBLE_HOOK
};

#undef GCRUCIBLE_NUMBER
#undef GCRUCIBLE_NUMBER_judged
#undef GCRUCIBLE_NUMBER_unjudged

inline constexpr std::size_t kCallCount = [] {
  std::size_t count = 1;
  for (const abi::CallbackRow& row : abi::kCallbackRows) count += row.judged ? 1 : 0;
  return count;
}();

// kOther for a name that is not in the table.
Call call_of(std::string_view method);
// The method's own name; empty for kOther.
std::string_view name_of(Call call);
// The slot in the vtable, or the value of a hook (abi::CallbackMethod); 0 for kOther.
std::uint16_t slot_of(Call call);
// The version of ICorProfilerCallback that introduced the callback; 0 for kOther and hooks.
std::uint8_t interface_of(Call call);

class CallSet {
 public:
  constexpr CallSet() = default;
  constexpr CallSet(std::initializer_list<Call> calls) {
    for (const Call call : calls) words_[word(call)] |= bit(call);
  }
  // Every callback, including those without a number.
  static constexpr CallSet all() {
    CallSet every;
    every.words_ = {~std::uint64_t{0}, ~std::uint64_t{0}};
    return every;
  }
  constexpr bool has(Call call) const { return (words_[word(call)] & bit(call)) != 0; }
  constexpr CallSet operator|(CallSet other) const {
    CallSet both;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] = words_[i] | other.words_[i];
    return both;
  }
  constexpr CallSet without(CallSet other) const {
    CallSet rest;
    for (std::size_t i = 0; i < words_.size(); ++i) rest.words_[i] = words_[i] & ~other.words_[i];
    return rest;
  }

 private:
  static constexpr std::size_t word(Call call) { return static_cast<std::size_t>(call) / 64; }
  static constexpr std::uint64_t bit(Call call) {
    return std::uint64_t{1} << (static_cast<unsigned>(call) % 64);
  }
  std::array<std::uint64_t, 2> words_{};
};
static_assert(kCallCount <= 128);

// All that rules about any callback judge. LoadAsNotificationOnly comes before the profiler is initialized.
inline constexpr CallSet kAnyCall = CallSet::all().without({Call::kLoadAsNotificationOnly});
inline constexpr CallSet kRangeCalls{Call::kMovedReferences, Call::kMovedReferences2,
                                     Call::kSurvivingReferences, Call::kSurvivingReferences2};
inline constexpr CallSet kRootCalls{Call::kRootReferences, Call::kRootReferences2};
// Reports of a collection between Started and Finished, except the queued finalizers, which have their own
// rules.
inline constexpr CallSet kReportCalls =
    kRangeCalls | kRootCalls |
    CallSet{Call::kObjectsAllocatedByClass, Call::kConditionalWeakTableElementReferences,
            Call::kObjectReferences};
inline constexpr CallSet kSuspensionCalls{Call::kRuntimeSuspendStarted, Call::kRuntimeSuspendFinished,
                                          Call::kRuntimeSuspendAborted, Call::kRuntimeResumeStarted,
                                          Call::kRuntimeResumeFinished};
// The functions that are called for a function of the program, as opposed to those that map its id.
inline constexpr CallSet kHookCalls{
    Call::kFunctionEnter,          Call::kFunctionLeave,          Call::kFunctionTailcall,
    Call::kFunctionEnter2,         Call::kFunctionLeave2,         Call::kFunctionTailcall2,
    Call::kFunctionEnter3,         Call::kFunctionLeave3,         Call::kFunctionTailcall3,
    Call::kFunctionEnter3WithInfo, Call::kFunctionLeave3WithInfo, Call::kFunctionTailcall3WithInfo};
// Those that compiled code calls.
inline constexpr CallSet kDirectHookCalls{Call::kFunctionEnter3, Call::kFunctionLeave3,
                                          Call::kFunctionTailcall3};
inline constexpr CallSet kExceptionCalls{Call::kExceptionThrown,
                                         Call::kExceptionSearchFunctionEnter,
                                         Call::kExceptionSearchFunctionLeave,
                                         Call::kExceptionSearchFilterEnter,
                                         Call::kExceptionSearchFilterLeave,
                                         Call::kExceptionSearchCatcherFound,
                                         Call::kExceptionOSHandlerEnter,
                                         Call::kExceptionOSHandlerLeave,
                                         Call::kExceptionUnwindFunctionEnter,
                                         Call::kExceptionUnwindFunctionLeave,
                                         Call::kExceptionUnwindFinallyEnter,
                                         Call::kExceptionUnwindFinallyLeave,
                                         Call::kExceptionCatcherEnter,
                                         Call::kExceptionCatcherLeave,
                                         Call::kExceptionCLRCatcherFound,
                                         Call::kExceptionCLRCatcherExecute};
// Exception callbacks raised in preemptive mode (GCX_PREEMP, vm/eetoprofinterfacewrapper.inl). The thread
// that raises them need not stop for a collection.
inline constexpr CallSet kPreemptiveExceptionCalls{
    Call::kExceptionSearchFunctionEnter, Call::kExceptionSearchFunctionLeave,
    Call::kExceptionSearchFilterEnter, Call::kExceptionSearchFilterLeave, Call::kExceptionSearchCatcherFound};
// Raised when something is loaded. The raising threads need not stop either.
inline constexpr CallSet kLoadCalls{Call::kAssemblyLoadStarted,      Call::kAssemblyLoadFinished,
                                    Call::kModuleLoadStarted,        Call::kModuleLoadFinished,
                                    Call::kModuleAttachedToAssembly, Call::kClassLoadStarted,
                                    Call::kClassLoadFinished};

enum class Family : std::uint8_t { kMoved, kSurviving };

constexpr Family family_of(Call call) {
  return call == Call::kMovedReferences || call == Call::kMovedReferences2 ? Family::kMoved
                                                                           : Family::kSurviving;
}
// The calls of ICorProfilerCallback4, with 64-bit lengths.
constexpr bool is_exact(Call call) {
  return call == Call::kMovedReferences2 || call == Call::kSurvivingReferences2;
}

}  // namespace gcrucible::rules
