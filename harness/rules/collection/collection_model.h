// One collection as the model lines of a trace describe it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/rules/collection/heap_model.h"
#include "harness/rules/decode/model_line.h"
#include "harness/rules/entities/root_model.h"

namespace gcrucible::rules {

// The part that only the model knows. Absent in a recorded trace.
struct CollectionModel {
  std::uint32_t number = 0;
  std::uint32_t scenario_line = 0;
  std::uint8_t generation = kNoGeneration;
  bool induced = false;
  bool in_background = false;    // inside the bracket of a background collection
  bool provisional = false;      // continues the previous collection, without a bracket
  std::optional<bool> promotes;  // survivors are promoted, except pinned ones
  std::optional<HeapPicture> before;
  std::optional<HeapPicture> after;
  std::optional<RootModel> roots;
  std::optional<HandleModel> handles;
  std::optional<CollectionPlan> plan;
  std::vector<std::uint32_t> queued;  // newly queued, as object numbers
  std::vector<std::uint32_t> cleared_handles;
  std::vector<std::string> audit;  // findings of the second traversal
  // Several threads reported the collection, and each could run while another one was inside a callback.
  bool turns_inside_callbacks = false;

  // Adds the data of a line about this collection. Other lines change nothing.
  void take(const ModelLine& line);
};

}  // namespace gcrucible::rules
