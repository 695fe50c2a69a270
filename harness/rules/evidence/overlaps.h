// Info calls of two threads that ran at the same time with the same query.
#pragma once

#include <cstdint>
#include <map>

#include "harness/rules/decode/info_event.h"
#include "harness/rules/state/in_flight.h"

namespace gcrucible::rules {

// Memory grows with the number of open calls.
class Overlaps {
 public:
  struct Answer {
    std::uint64_t line = kNoLine;  // of the entry of the call
    std::uint32_t collections = 0;
    ValueCopies outs;
  };
  // `info` returns and is still among `open`.
  void take(const InfoEvent& info, const CallsInFlight<OpenInfo>& open, std::uint32_t collections);
  // The answer that another thread received for the same query while this call was open; null if none.
  const Answer* before(const InfoEvent& info) const;

 private:
  std::map<std::uint64_t, Answer> answers_;  // by the entry of the open call
};

// Methods whose answer depends only on the heap, the classes and the process, not on the calling thread.
inline constexpr InfoSet kSharedAnswers{
    InfoMethod::kGetClassFromObject, InfoMethod::kGetObjectSize,         InfoMethod::kGetObjectSize2,
    InfoMethod::kIsArrayClass,       InfoMethod::kGetClassIDInfo,        InfoMethod::kGetClassIDInfo2,
    InfoMethod::kGetClassLayout,     InfoMethod::kGetRuntimeInformation, InfoMethod::kGetStringLayout,
    InfoMethod::kGetStringLayout2,   InfoMethod::kGetObjectGeneration};

bool same_values(std::span<const trace::Value> a, std::span<const trace::Value> b);

}  // namespace gcrucible::rules
