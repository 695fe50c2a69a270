// Info calls of two threads that were under way at the same time and asked the same.
#pragma once

#include <cstdint>
#include <map>

#include "harness/rules/decode/info_event.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

// Memory grows with the calls under way.
class Overlaps {
 public:
  struct Answer {
    std::uint64_t line = kNoLine;  // of its entry
    std::uint32_t collections = 0;
    KeptValues outs;
  };
  // `info` returns and is still among `open`.
  void take(const InfoEvent& info, const CallsInFlight<OpenInfo>& open, std::uint32_t collections);
  // What another thread was answered while the call was under way; null where none asked the same.
  const Answer* before(const InfoEvent& info) const;

 private:
  std::map<std::uint64_t, Answer> answers_;  // by the entry of the call that has not returned
};

// Methods whose answer depends on the heap, the classes and the process only, not on the thread that asks.
inline constexpr InfoSet kSharedAnswers{
    InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectSize,         InfoMethod::kGetObjectSize2,
    InfoMethod::kIsArrayClass,       InfoMethod::kGetClassIDInfo,        InfoMethod::kGetClassIDInfo2,
    InfoMethod::kGetClassLayout,     InfoMethod::kGetRuntimeInformation, InfoMethod::kGetStringLayout,
    InfoMethod::kGetStringLayout2,   InfoMethod::kGetObjectGeneration};

bool same_values(std::span<const trace::Value> a, std::span<const trace::Value> b);

}  // namespace gcrucible::rules
