// The point of a background collection where survivors are decided, as model lines.
#pragma once

#include "harness/calls/model_lines.h"
#include "harness/clr/clr.h"
#include "harness/engine/phase_listener.h"

namespace gcrucible::calls {

// Exists only for that point, inside the suspension in which marking ends. The profiler is not notified: the
// runtime reports neither survivors nor roots of a background collection (gcenv.ee.cpp).
class BackgroundReporter final : public engine::PhaseListener {
 public:
  BackgroundReporter(clr::Clr& clr, ModelLines& lines) : clr_(&clr), lines_(&lines) {}

  void started(const sim::Collection& collection) override;
  void marked(const sim::Collection& collection, std::uint16_t heap) override;
  void planned(const sim::Collection&, std::uint16_t) override {}
  void about_to_move(const sim::Collection&, std::uint16_t) override {}
  void moved(const sim::Collection& collection, std::uint16_t heap) override;
  void ended(const sim::Collection& collection) override;

 private:
  clr::Clr* clr_;
  ModelLines* lines_;
};

}  // namespace gcrucible::calls
