// Finds the numbers in a step that name an object, a root, a handle or another thing of the program. Also
// counts the things that a step creates. Code that removes steps or things renumbers the rest with it.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "harness/program/noun.h"
#include "harness/program/program.h"

namespace gcrucible::program {

// Objects that the runtime creates with a collectible assembly.
inline constexpr std::uint32_t kObjectsOfAssembly = 3;

// For each step with Effect::kMakesObjects.
inline std::uint64_t objects_of(const Allocate& allocate) {
  return allocate.count;
}
inline std::uint64_t objects_of(const LoadAssembly&) {
  return kObjectsOfAssembly;
}

// How many things of a kind the step creates. They are numbered in step order.
inline std::uint64_t made_by(const Action& action, Noun noun) {
  const auto made = [noun]<typename Kind>(const Kind& step) -> std::uint64_t {
    constexpr Effect kEffect = kStepTraits<Kind>.effect;
    if constexpr (kEffect == Effect::kMakesObjects) return noun == Noun::kObject ? objects_of(step) : 0;
    if constexpr (kEffect == Effect::kMakesRoot) return noun == Noun::kRoot ? 1 : 0;
    if constexpr (kEffect == Effect::kMakesHandle) return noun == Noun::kHandle ? 1 : 0;
    return 0;
  };
  return std::visit(made, action);
}

// Calls visit(noun, number) for every number that names a thing in a step, or in a part of a step. A number
// may be kNothing. `visit` may change it, if the part is not const. `number` has 32 or 64 bits. The numbers
// of a step itself are listed in step.h.
template <typename Visit>
class NumberVisitor {
 public:
  explicit NumberVisitor(Visit visit) : visit_(std::move(visit)) {}

  void operator()(Is<Action> auto& action) {
    std::visit([this](auto& step) { (*this)(step); }, action);
  }
  template <typename Step>
  requires kIsStep<std::remove_const_t<Step>>
  void operator()(Step& step) { step.numbers(step, *this); }
  void operator()(Is<Suspending> auto& suspension) {
    for (auto& each : suspension.threads) visit_(Noun::kThread, each.thread);
    if (suspension.resumed_by) visit_(Noun::kThread, *suspension.resumed_by);
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

  // Called by steps for their parts.
  void operator()(Noun noun, auto& number) { visit_(noun, number); }
  void all(auto& values) {
    for (auto& each : values) (*this)(each);
  }
  void arguments(auto& arguments) {
    for (auto& each : arguments) all(each.values);
  }

 private:
  Visit visit_;
};

template <typename Part, typename Visit>
void visit_numbers(Part& part, Visit visit) {
  NumberVisitor<Visit>{std::move(visit)}(part);
}

}  // namespace gcrucible::program
