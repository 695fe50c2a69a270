// The moment of a background collection at which it is decided who lives, as model lines.
#pragma once

#include "harness/calls/model_lines.h"
#include "harness/clr/clr.h"
#include "harness/engine/phase_listener.h"

namespace gcrucible::calls {

// Lives for one such moment, inside the suspension in which marking ends. No profiler is told anything of it:
// the runtime walks neither survivors nor roots of a background collection for it (coreclr.md 1.4).
class BackgroundTeller final : public engine::PhaseListener {
 public:
  BackgroundTeller(clr::Clr& clr, ModelLines& lines) : clr_(&clr), lines_(&lines) {}

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
