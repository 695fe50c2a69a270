// The calls that a scenario wants to be other than the runtime would make them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/abi/methods.h"
#include "harness/clr/callbacks/call_gate.h"
#include "harness/clr/callbacks/call_message.h"
#include "harness/program/departure.h"
#include "harness/program/overrides.h"

namespace gcrucible::clr {

// One a run. Calls are counted as the runtime makes them, in the run and in the collection under way; what is
// said besides or twice does not count. A call that is left out or kept for later answers S_OK to the
// runtime.
//
// Calls come on any thread; scopes begin and end on the one that has the world.
class CallEdits final : public CallGate {
 public:
  // Nothing of it is owned. `info` is what Initialize gets.
  CallEdits(Clr& clr, const std::vector<abi::GCHandleID>* handles, abi::IUnknown* info)
      : clr_(&clr), values_(clr, handles), info_(info) {}

  abi::HRESULT pass(abi::CallbackMethod method, std::span<const trace::Field> fields,
                    const std::function<abi::HRESULT()>& honest) override;

  void begin_run(const program::CallOverrides& overrides) { begin(run_, overrides); }
  void begin_collection(const program::CallOverrides& overrides) { begin(collection_, overrides); }
  // What waits for a call that has not come is made now, and returns that are held are written.
  // The result: what of `calls` and `say` changed nothing.
  std::vector<program::UnappliedDeparture> end_collection() { return end(collection_); }
  std::vector<program::UnappliedDeparture> end_run() { return end(run_); }

  void say(const program::SaidCall& said);

 private:
  // A call on its way: what it says, how often and where it is made.
  struct Outgoing {
    CallMessage message;
    std::uint32_t times = 1;
    bool elsewhere = false;
    std::uint32_t thread = program::kNothing;
    bool held = false;
    bool held_in_run = false;  // else in the collection
    std::size_t hold = 0;      // number of the edit
    program::CallPlace until{};
  };
  struct Waiting {
    Outgoing call;
    program::CallPlace place;
    bool before = false;
    std::size_t edit = 0;
  };
  struct Held {
    HeldReturn what;
    std::size_t edit = 0;
    program::CallPlace until{};
  };
  struct Scope {
    const program::CallOverrides* overrides = nullptr;
    std::array<std::uint32_t, abi::kCallbackMethods.size()> seen{};
    std::vector<Waiting> waiting;
    // Calls that wait for the one that is to come before them.
    const program::CallEdit* missing = nullptr;
    std::vector<Outgoing> queue;
    std::vector<Held> held;
    program::DepartureTally calls;
    program::DepartureTally said;
  };
  // What one call of the runtime's leads to, in order.
  struct Plan {
    std::vector<Outgoing> before;
    std::optional<Outgoing> self;  // none: it is not made now
    bool changed = false;
    std::vector<Outgoing> after;
    std::vector<HeldReturn> released;
  };

  void begin(Scope& scope, const program::CallOverrides& overrides);
  std::vector<program::UnappliedDeparture> end(Scope& scope);
  static std::vector<program::UnappliedDeparture> unapplied(Scope& scope);
  bool runs(std::uint32_t thread) const;
  Plan plan(abi::CallbackMethod method, std::span<const trace::Field> fields);
  void apply(Scope& scope, std::uint16_t slot, std::uint32_t which, Plan& plan);
  void place(Scope& scope, std::uint16_t slot, std::uint32_t which, Plan& plan);
  // Into the queue of a scope in which calls wait for another.
  bool queued(Scope& scope, Plan& plan);
  std::optional<Outgoing> outgoing(const program::SaidCall& said) const;
  // A step's `say` is one of the calls that `hold` counts, and only of those.
  void hold(Outgoing& call, std::uint16_t slot);
  abi::HRESULT make(const Outgoing& call);
  // False, which the trace is told, if that thread cannot make it: it is in the profiler's code, not started
  // yet, or over.
  bool make_elsewhere(const Outgoing& call, const std::function<void()>& work);
  void write(const std::vector<HeldReturn>& returns);

  Clr* clr_;
  SaidValues values_;
  abi::IUnknown* info_;
  std::mutex mutex_;  // not while a call is made: one leads to others
  Scope run_;
  Scope collection_;
};

}  // namespace gcrucible::clr
