// How much Info methods had to tell when they were asked before, whatever the buffer held.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// Memory grows with the assemblies of a run.
class BufferAnswers {
 public:
  struct Count {
    std::uint64_t count = 0;
    std::uint64_t line = kNoLine;
  };
  void take(const InfoEvent& info);
  // The id is that of another assembly from now on.
  void forget(std::uint64_t assembly);
  // The last one about the same thing; null where there was none, or where it may have changed since.
  const Count* last(const InfoEvent& info) const;

 private:
  std::map<std::pair<InfoMethod, std::uint64_t>, Count> counts_;
};

}  // namespace gcrucible::rules
