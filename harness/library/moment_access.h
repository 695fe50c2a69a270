// Implementation of Moment.
#pragma once

#include <gcrucible/moment.h>

#include <cstdint>

#include "harness/engine/engine.h"
#include "harness/program/program.h"

namespace gcrucible {

struct Moment::Impl {
  const engine::Engine* engine = nullptr;
  const program::Program* program = nullptr;
  std::uint32_t collections = 0;
};

class MomentAccess {
 public:
  static Moment make(const Moment::Impl& impl) { return Moment(impl); }
};

}  // namespace gcrucible
