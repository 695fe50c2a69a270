// The callbacks that rules look at, by a small number each.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace gcrucible::rules {

enum class Call : std::uint8_t {
  kOther,  // any method without a number here
  kInitialize,
  kInitializeForAttach,
  kShutdown,
  kSuspendStarted,
  kSuspendFinished,
  kSuspendAborted,
  kResumeStarted,
  kResumeFinished,
  kStarted,
  kFinished,
  kAllocatedByClass,
  kFinalizeableQueued,
  kMoved,
  kMoved2,
  kSurviving,
  kSurviving2,
  kRoots,
  kRoots2,
  kElements,
  kObjectReferences,
  kObjectAllocated,
  kHandleCreated,
  kHandleDestroyed,
};
inline constexpr std::size_t kCallCount = 24;

// kOther for a name that is not in the table.
Call call_of(std::string_view method);
// The method's own name; empty for kOther.
std::string_view name_of(Call call);

class CallSet {
 public:
  constexpr CallSet() = default;
  constexpr CallSet(std::initializer_list<Call> calls) {
    for (const Call call : calls) bits_ |= bit(call);
  }
  constexpr bool has(Call call) const { return (bits_ & bit(call)) != 0; }
  constexpr CallSet operator|(CallSet other) const {
    CallSet both;
    both.bits_ = bits_ | other.bits_;
    return both;
  }

 private:
  static constexpr std::uint32_t bit(Call call) { return std::uint32_t{1} << static_cast<unsigned>(call); }
  std::uint32_t bits_ = 0;
};

inline constexpr CallSet kRangeCalls{Call::kMoved, Call::kMoved2, Call::kSurviving, Call::kSurviving2};
inline constexpr CallSet kRootCalls{Call::kRoots, Call::kRoots2};
// What is told of a collection between Started and Finished, the queued finalizers left to rules of their
// own.
inline constexpr CallSet kReportCalls =
    kRangeCalls | kRootCalls | CallSet{Call::kAllocatedByClass, Call::kElements, Call::kObjectReferences};

enum class Family : std::uint8_t { kMoved, kSurviving };

constexpr Family family_of(Call call) {
  return call == Call::kMoved || call == Call::kMoved2 ? Family::kMoved : Family::kSurviving;
}
// The calls of ICorProfilerCallback4, with lengths of 64 bits.
constexpr bool is_exact(Call call) {
  return call == Call::kMoved2 || call == Call::kSurviving2;
}

}  // namespace gcrucible::rules
