// Finds the numbers in a step that name an object, a root, a handle or another thing of the program. Also
// counts the things that a step creates. Code that removes steps or things renumbers the rest with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include "harness/program/code/fields.h"
#include "harness/program/program.h"

namespace gcrucible::program {

enum class Noun : std::uint8_t { kObject, kRoot, kHandle, kThread, kFunction, kType, kAssembly };
inline constexpr std::size_t kNounCount = 7;

// Objects that the runtime creates with a collectible assembly.
inline constexpr std::uint32_t kObjectsOfAssembly = 3;

// How many things of a kind the step creates. They are numbered in step order.
inline std::uint64_t made_by(const Action& action, Noun noun) {
  if (const auto* const allocate = std::get_if<Allocate>(&action))
    return noun == Noun::kObject ? allocate->count : 0;
  if (std::holds_alternative<LoadAssembly>(action)) return noun == Noun::kObject ? kObjectsOfAssembly : 0;
  if (std::holds_alternative<AddRoot>(action)) return noun == Noun::kRoot ? 1 : 0;
  if (std::holds_alternative<CreateHandle>(action)) return noun == Noun::kHandle ? 1 : 0;
  return 0;
}

// Calls visit(noun, number) for every number that names a thing in a step, or in a part of a step. A number
// may be kNothing. `visit` may change it, if the part is not const. `number` has 32 or 64 bits.
template <typename Visit>
class NumberVisitor {
 public:
  explicit NumberVisitor(Visit visit) : visit_(std::move(visit)) {}

  void operator()(Is<Action> auto& action) {
    std::visit([this](auto& step) { (*this)(step); }, action);
  }
  void operator()(Is<Allocate> auto& step) {
    visit_(Noun::kThread, step.thread);
    visit_(Noun::kType, step.type);
  }
  void operator()(Is<LoadAssembly> auto& step) {
    visit_(Noun::kThread, step.thread);
    visit_(Noun::kAssembly, step.assembly);
    visit_(Noun::kAssembly, step.in_place_of);
    visit_(Noun::kType, step.loader);
    visit_(Noun::kType, step.slots);
    visit_(Noun::kType, step.scout);
  }
  void operator()(Is<Store> auto& step) {
    visit_(Noun::kObject, step.object);
    visit_(Noun::kObject, step.target);
  }
  void operator()(Is<AddRoot> auto& step) {
    visit_(Noun::kThread, step.thread);
    visit_(Noun::kFunction, step.function);
    visit_(Noun::kObject, step.object);
  }
  void operator()(Is<SetRoot> auto& step) {
    visit_(Noun::kRoot, step.root);
    visit_(Noun::kObject, step.object);
  }
  void operator()(Is<RemoveRoot> auto& step) { visit_(Noun::kRoot, step.root); }
  void operator()(Is<CreateHandle> auto& step) {
    visit_(Noun::kObject, step.object);
    visit_(Noun::kObject, step.secondary);
  }
  void operator()(Is<SetHandle> auto& step) {
    visit_(Noun::kHandle, step.handle);
    if (step.object) visit_(Noun::kObject, *step.object);
  }
  void operator()(Is<FreeHandle> auto& step) { visit_(Noun::kHandle, step.handle); }
  void operator()(Is<RunFinalizers> auto&) {}
  void operator()(Is<SuppressFinalizer> auto& step) { visit_(Noun::kObject, step.object); }
  void operator()(Is<RegisterFinalizer> auto& step) { visit_(Noun::kObject, step.object); }
  void operator()(Is<StartThread> auto& step) { visit_(Noun::kThread, step.thread); }
  void operator()(Is<EndThread> auto& step) { visit_(Noun::kThread, step.thread); }
  void operator()(Is<Throw> auto& step) {
    visit_(Noun::kObject, step.object);
    visit_(Noun::kThread, step.thread);
    if (step.catcher) visit_(Noun::kFunction, *step.catcher);
    for (auto* const functions : {&step.frames, &step.filters, &step.finally}) {
      for (auto& each : *functions) visit_(Noun::kFunction, each);
    }
  }
  void operator()(Is<CatchThrown> auto& step) { visit_(Noun::kThread, step.thread); }
  void operator()(Is<Compile> auto& step) {
    visit_(Noun::kFunction, step.function);
    visit_(Noun::kThread, step.thread);
  }
  void operator()(Is<Suspend> auto& step) {
    visit_(Noun::kThread, step.thread);
    (*this)(step.suspension);
  }
  void operator()(Is<Suspending> auto& suspension) {
    for (auto& each : suspension.threads) visit_(Noun::kThread, each.thread);
    if (suspension.resumed_by) visit_(Noun::kThread, *suspension.resumed_by);
  }
  void operator()(Is<ShutDown> auto&) {}
  void operator()(Is<Together> auto& step) {
    if (!step.schedule) return;
    for (auto& each : step.schedule->switches) {
      if (each.thread < kFirstHeapReporter) visit_(Noun::kThread, each.thread);
    }
  }
  void operator()(Is<Attach> auto&) {}
  void operator()(Is<Await> auto&) {}
  void operator()(Is<BeginShutdown> auto& step) { visit_(Noun::kThread, step.thread); }
  void operator()(Is<Background> auto& step) { visit_(Noun::kThread, step.thread); }
  void operator()(Is<Say> auto& step) { (*this)(step.call); }
  void operator()(Is<Ask> auto& step) {
    visit_(Noun::kObject, step.object);
    visit_(Noun::kType, step.type);
    visit_(Noun::kThread, step.thread);
    visit_(Noun::kHandle, step.handle);
    if (!step.answer) return;
    for (auto& out : step.answer->out) {
      (*this)(out.value);
      for (auto& row : out.rows) all(row);
    }
    if (step.answer->visited) all(*step.answer->visited);
  }
  void operator()(Is<Collect> auto& step) {
    visit_(Noun::kThread, step.thread);
    for (auto& ask : step.asks) (*this)(ask);
    (*this)(step.reporting.suspension);
    (*this)(step.reporting.overrides);
    for (auto& entry : step.reporting.entries) arguments(entry.arguments);
  }
  // Calls and arguments of a collection or of the run that replace those of the runtime.
  void operator()(Is<CallOverrides> auto& overrides) {
    for (auto& call : overrides.calls) {
      arguments(call.arguments);
      if (call.kind == CallEdit::Kind::kOn) visit_(Noun::kThread, call.thread);
    }
    for (auto& call : overrides.said) (*this)(call);
  }
  void operator()(Is<SaidCall> auto& call) {
    arguments(call.arguments);
    visit_(Noun::kThread, call.thread);
  }
  void operator()(Is<Said> auto& said) {
    switch (said.kind) {
      case Said::Kind::kObject:
        return visit_(Noun::kObject, said.number);
      case Said::Kind::kType:
        return visit_(Noun::kType, said.number);
      case Said::Kind::kHandle:
        return visit_(Noun::kHandle, said.number);
      case Said::Kind::kThread:
        return visit_(Noun::kThread, said.number);
      case Said::Kind::kFunction:
        return visit_(Noun::kFunction, said.number);
      default:
        return;
    }
  }

 private:
  void all(auto& values) {
    for (auto& each : values) (*this)(each);
  }
  void arguments(auto& arguments) {
    for (auto& each : arguments) all(each.values);
  }

  Visit visit_;
};

template <typename Part, typename Visit>
void visit_numbers(Part& part, Visit visit) {
  NumberVisitor<Visit>{std::move(visit)}(part);
}

}  // namespace gcrucible::program
