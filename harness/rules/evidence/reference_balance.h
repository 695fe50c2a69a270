// References that a profiler has not released, or released too often, at the end of a run: model lines
// `unreleased` and `overreleased` (docs/model-lines.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/trace/event.h"

namespace gcrucible::rules {

struct ReferenceBalance {
  bool too_often = false;  // released too often; otherwise never released
  std::string interface;
  std::string of;          // the Info method that returned them, or the module of the metadata
  std::uint64_t line = 0;  // of the first such call; 0 if unknown
  std::uint64_t count = 0;
};

// Empty for other lines.
std::optional<ReferenceBalance> reference_balance(const trace::Event& event);

// One or two sentences.
std::string text_of(const ReferenceBalance& balance);

}  // namespace gcrucible::rules
