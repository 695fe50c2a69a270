// Facts that the simulated CLR knows and the profiler does not, as lines of the trace (docs/model-lines.md).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/clr/clr.h"
#include "harness/clr/concurrency/heap_workers.h"
#include "harness/program/departure.h"
#include "harness/program/program.h"
#include "sim/collecting/collection.h"

namespace gcrucible::calls {

// Writes through the CLR's journal; without a journal it writes nothing. For heaps with more objects than the
// detail limit, only named objects are listed.
class ModelLines {
 public:
  // `handles`: GCHandleIDs of the program's handles by handle number. The list grows while the program
  // creates handles. It is ascending and without duplicates, except where several threads create handles at
  // the same time. The heap has other handles too: those of statics, and the profiler's.
  ModelLines(clr::Clr& clr, const program::Program& program, const std::vector<abi::GCHandleID>& handles,
             std::uint32_t detail_limit);

  void types();
  // Writes the lines of these types again, because their ClassIDs have changed.
  void types(std::span<const sim::TypeIndex> changed);
  void names();
  // FunctionIDs that the runtime knows.
  void functions();
  struct Announcement {
    bool earlier = false;  // the objects existed before the profiler came
    bool asked = false;    // the current mask requests ObjectAllocated for each object
    bool silent = false;   // the runtime need not deliver ObjectAllocated
  };
  void allocated(sim::ObjectIndex first, std::uint64_t count, const Announcement& announcement);
  // A function that was called by the function of another node, or by none: 0.
  struct CallNode {
    std::uint64_t caller = 0;
    std::uint64_t function = 0;
    std::string_view name = {};
  };
  // Before the callbacks of an allocation: the calling thread executes `node`. `calls`: the nodes that are
  // new since the last line, from number `first` on.
  void note_calls(std::uint64_t node, std::uint64_t first, std::span<const CallNode> calls);
  // Whose suspension and bracket the collection has. kProvisional: the previous collection's suspension, and
  // no bracket.
  enum class Inside : std::uint8_t { kOwn, kShutdown, kBackground, kProvisional };
  void collection(std::uint32_t number, std::uint32_t line, const program::Collect& collect, Inside inside);
  // Before the callbacks of a phase of a background collection: begin, pause or end.
  void background(std::string_view phase);
  // Before the callbacks of an unload, with the ClassIDs that are unloaded.
  void unloading(std::span<const std::uint64_t> classes);
  void heap(std::uint32_t number, bool before);
  // The roots when the collection begins: slots of stacks and statics, then handles.
  void roots(std::uint32_t number);
  void handles(std::uint32_t number);
  void plan(const sim::Collection& collection);
  void queued(const sim::Collection& collection);
  void cleared(const sim::Collection& collection);
  // The turns that the heaps of server GC have taken.
  void schedule(std::uint32_t number, const program::Collect& collect, const clr::HeapWorkers& workers);
  // The turns of program threads that ran at the same time: the `number`th such period, at a step on `line`.
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
  // Departures of a collection, or of the run, that changed nothing.
  void unapplied(std::optional<std::uint32_t> number,
                 std::span<const program::UnappliedDeparture> departures);
  // The result of one check. `found` may be empty.
  void intruded(std::span<const engine::Intrusion> found);

 private:
  trace::Journal* journal() { return clr_->journal(); }
  void type(const clr::ClassEntry& entry);

  clr::Clr* clr_;
  const program::Program* program_;
  const std::vector<abi::GCHandleID>* handles_;
  std::uint32_t detail_limit_;
  std::uint64_t checked_ = 0;  // line count when the objects were last found correct, or were repaired
};

}  // namespace gcrucible::calls
