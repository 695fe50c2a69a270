// No schedule: the operating system schedules the threads, so that real races happen.
#pragma once

#include "harness/schedule/strategy.h"

namespace gcrucible::schedule {

class FreeRunning final : public Strategy {
 public:
  void begin(std::uint32_t) override {}
  Actor next(const Decision& decision) override { return unforced(decision); }
  bool free_running() const override { return true; }
};

}  // namespace gcrucible::schedule
