// Changes the runtime's callbacks where a scenario wants them to differ.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "harness/abi/tables/methods.h"
#include "harness/clr/callbacks/call_gate.h"
#include "harness/clr/callbacks/call_message.h"
#include "harness/program/departure.h"
#include "harness/program/overrides.h"

namespace gcrucible::clr {

// One object a run. Calls are counted as the runtime makes them, in the run and in the current collection.
// Additional and repeated calls do not count. For a call that is omitted or postponed, the runtime sees S_OK.
//
// Calls may come on any thread. Scopes begin and end on the thread that has the world.
class CallEdits final : public CallGate {
 public:
  // Owns none of its arguments. `info` is passed to Initialize.
  CallEdits(Clr& clr, const std::vector<abi::GCHandleID>* handles, abi::IUnknown* info)
      : clr_(&clr), values_(clr, handles), info_(info) {}

  abi::HRESULT pass(abi::CallbackMethod method, std::span<const trace::Field> fields,
                    const std::function<abi::HRESULT()>& honest) override;

  void begin_run(const program::CallOverrides& overrides) { begin(run_, overrides); }
  void begin_collection(const program::CallOverrides& overrides) { begin(collection_, overrides); }
  // Makes the calls that still wait for another call, and writes held returns. Returns the entries of `calls`
  // and `say` that changed nothing.
  std::vector<program::UnappliedDeparture> end_collection() { return end(collection_); }
  std::vector<program::UnappliedDeparture> end_run() { return end(run_); }

  void say(const program::SaidCall& said);

 private:
  // A call to make: its content, how often, and on which thread.
  struct Outgoing {
    CallMessage message;
    std::uint32_t times = 1;
    bool elsewhere = false;
    std::uint32_t thread = program::kNothing;
    bool held = false;
    bool held_in_run = false;  // false: in the collection
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
    // The call that those in `queue` wait for.
    const program::CallEdit* missing = nullptr;
    std::vector<Outgoing> queue;
    std::vector<Held> held;
    program::DepartureTally calls;
    program::DepartureTally said;
  };
  // The results of one call of the runtime's, in order.
  struct Plan {
    std::vector<Outgoing> before;
    std::optional<Outgoing> self;  // none: the call is not made now
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
  // Moves the calls of `plan` into the queue of a scope in which calls wait for another one.
  bool queued(Scope& scope, Plan& plan);
  std::optional<Outgoing> outgoing(const program::SaidCall& said) const;
  // A step's `say` counts as a call for `hold`, but for no other edit.
  void hold(Outgoing& call, std::uint16_t slot);
  abi::HRESULT make(const Outgoing& call);
  // Returns false and writes a model line if the thread cannot make the call. It is then in the profiler's
  // code, not started yet, or has ended.
  bool make_elsewhere(const Outgoing& call, const std::function<void()>& work);
  void write(const std::vector<HeldReturn>& returns);

  Clr* clr_;
  SaidValues values_;
  abi::IUnknown* info_;
  std::mutex mutex_;  // not held while a call is made, because calls lead to others
  Scope run_;
  Scope collection_;
};

}  // namespace gcrucible::clr
