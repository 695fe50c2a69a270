// How far each reporting thread has come in the report of a collection.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/rules/decode/callback.h"

namespace gcrucible::rules {

// Memory grows with the number of threads that report in one collection.
class ReportOrder {
 public:
  struct Step {
    std::uint32_t thread = 0;
    std::uint8_t part = 0;
    Call call = Call::kOther;
    std::uint64_t line = 0;
  };

  // The position of a callback among the parts of a report, from 1. 0 if the callback is not part of a
  // report.
  static std::uint8_t part_of(Call call);

  void take(const Callback& callback);
  // The latest part that the thread has reported since GarbageCollectionStarted, or null.
  const Step* last(std::uint32_t thread) const;

 private:
  std::vector<Step> steps_;
};

}  // namespace gcrucible::rules
