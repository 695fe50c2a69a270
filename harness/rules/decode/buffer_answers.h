// The counts that Info methods with buffers returned in earlier calls, whatever the buffer's size.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "harness/rules/decode/info_event.h"

namespace gcrucible::rules {

// Memory grows with the number of assemblies.
class BufferAnswers {
 public:
  struct Count {
    std::uint64_t count = 0;
    std::uint64_t line = kNoLine;
  };
  void take(const InfoEvent& info);
  // The id belongs to another assembly from now on.
  void forget(std::uint64_t assembly);
  // The last count for the same query; null if there was none or if the count may have changed since.
  const Count* last(const InfoEvent& info) const;

 private:
  std::map<std::pair<InfoMethod, std::uint64_t>, Count> counts_;
};

}  // namespace gcrucible::rules
