// The answer of GetGenerationBounds: a copy of the ranges, taken when the runtime takes it.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "harness/engine/engine.h"

namespace gcrucible::clr {

// The runtime fills its table before GarbageCollectionStarted and before GarbageCollectionFinished. It adds a
// row when the allocator opens a range (dotnet/runtime proftoeeinterfaceimpl.cpp, ProfilerAddNewRegion).
// Between both callbacks it shows the layout from before the collection. Any thread may use it.
class GenerationTable {
 public:
  void refresh(std::vector<engine::GenerationRange> rows) {
    const std::scoped_lock lock(mutex_);
    rows_ = std::move(rows);
  }
  void add_missing(const std::vector<engine::GenerationRange>& rows) {
    const std::scoped_lock lock(mutex_);
    if (!rows_) return;
    for (const engine::GenerationRange& row : rows) {
      bool known = false;
      for (const engine::GenerationRange& each : *rows_) known = known || each.start == row.start;
      if (!known) rows_->push_back(row);
    }
  }
  // nullopt: there is no table yet, and the call fails with E_FAIL.
  std::optional<std::vector<engine::GenerationRange>> rows() const {
    const std::scoped_lock lock(mutex_);
    return rows_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<std::vector<engine::GenerationRange>> rows_;
};

}  // namespace gcrucible::clr
