// What a run says at its end about references that a profiler took or gave back: model lines `unreleased` and
// `overreleased` (docs/model-lines.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/trace/event.h"

namespace gcrucible::rules {

struct OwedReferences {
  bool too_often = false;  // given back for nothing; otherwise never given back
  std::string interface;
  std::string of;          // the Info method that handed them out, or the module whose metadata it is
  std::uint64_t line = 0;  // of the first such call; 0 where it is not known
  std::uint64_t count = 0;
};

// Nothing for any other line.
std::optional<OwedReferences> owed_references(const trace::Event& event);

// A sentence or two.
std::string text_of(const OwedReferences& owed);

}  // namespace gcrucible::rules
