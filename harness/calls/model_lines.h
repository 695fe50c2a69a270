// What the simulated CLR knows and the profiler does not, as lines of the trace (docs/model-lines.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/clr/concurrency/heap_crew.h"
#include "harness/program/departure.h"
#include "harness/program/program.h"
#include "sim/collecting/collection.h"

namespace gcrucible::calls {

// Writes through the CLR's journal; nothing at all when there is none. Heaps of more objects than the detail
// limit are listed by their named objects only.
class ModelLines {
 public:
  // `handles`: GCHandleIDs of the program's handles by their numbers in it, which grows as it makes them;
  // ascending, because ids are given out in that order and none twice, but where threads at work at once make
  // them. The heap has others too: those of statics, and the profiler's.
  ModelLines(clr::Clr& clr, const program::Program& program, const std::vector<abi::GCHandleID>& handles,
             std::uint32_t detail_limit);

  void types();
  // Of these once more, whose ClassIDs are others now.
  void types(std::span<const sim::TypeIndex> changed);
  void names();
  // FunctionIDs that the runtime knows.
  void functions();
  // `silent`: nobody need be told of them.
  struct Announcement {
    bool earlier = false;  // the objects were there before the profiler came
    bool asked = false;    // the mask asks for ObjectAllocated of each, at this moment
    bool silent = false;   // the runtime need not raise it
  };
  void allocated(sim::ObjectIndex first, std::uint64_t count, const Announcement& announcement);
  // Whose suspension and bracket a collection stands in; kProvisional: the one before's, and no bracket.
  enum class Inside : std::uint8_t { kOwn, kShutdown, kBackground, kProvisional };
  void collection(std::uint32_t number, std::uint32_t line, const program::Collect& collect, Inside inside);
  // Before the callbacks of each phase of a background collection: begin, pause or end.
  void background(std::string_view phase);
  // Before the callbacks of an unload, with the ClassIDs that go.
  void unloading(std::span<const std::uint64_t> classes);
  void heap(std::uint32_t number, bool before);
  // What keeps objects alive when the collection begins: slots of stacks and statics, then handles.
  void roots(std::uint32_t number);
  void handles(std::uint32_t number);
  void plan(const sim::Collection& collection);
  void queued(const sim::Collection& collection);
  void cleared(const sim::Collection& collection);
  // How the heaps of server GC have taken turns.
  void schedule(std::uint32_t number, const program::Collect& collect, const clr::HeapCrew& crew);
  // How threads of the program have: the `number`th time that they were at work at once, at a step on `line`.
  // `switches` name actors.
  struct Turns {
    std::uint32_t number = 0;
    std::uint32_t line = 0;
    std::span<const std::uint32_t> threads = {};
    program::Schedule schedule = {};
    std::uint32_t decisions = 0;
    std::vector<program::Switch> switches = {};
    bool deterministic = true;
  };
  void turns(const Turns& turns);
  void audit(std::uint32_t number, std::span<const sim::AuditFinding> findings);
  // Of a collection, or of the run.
  void unapplied(std::optional<std::uint32_t> number,
                 std::span<const program::UnappliedDeparture> departures);
  // Of one check; `found` may be empty.
  void intruded(std::span<const engine::Intrusion> found);

 private:
  trace::Journal* journal() { return clr_->journal(); }
  void type(const clr::ClassEntry& entry);

  clr::Clr* clr_;
  const program::Program* program_;
  const std::vector<abi::GCHandleID>* handles_;
  std::uint32_t detail_limit_;
  std::uint64_t checked_ = 0;  // lines when the objects were last found as they should be, or put right
};

}  // namespace gcrucible::calls
