// Gives each thread a turn in order.
#pragma once

#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

class RoundRobin final : public Strategy {
 public:
  void begin(std::uint32_t) override { last_ = kNobody; }
  Actor next(const Decision& decision) override;

 private:
  static constexpr Actor kNobody = ~Actor{0};

  Actor last_ = kNobody;  // the actor that had the last turn
};

}  // namespace gcrucible::schedule
