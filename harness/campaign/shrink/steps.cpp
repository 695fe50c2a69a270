// Fewer and simpler steps.
#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>
#include <vector>

#include "harness/campaign/attempts.h"
#include "harness/campaign/generate/plain_types.h"
#include "harness/program/editing.h"
#include "harness/program/numbers.h"

namespace gcrucible::campaign {
namespace {

using namespace program;

// Removes runs of `length` steps, from the end backwards, because later steps depend on earlier ones.
bool drop_runs(Attempts& attempts, std::size_t length) {
  bool smaller = false;
  std::size_t end = attempts.program().steps.size();
  while (end > 0) {
    const std::size_t begin = end > length ? end - length : 0;
    std::vector<bool> kept(attempts.program().steps.size(), true);
    for (std::size_t i = begin; i < end; ++i) kept[i] = false;
    if (attempts.keep_steps(kept)) smaller = true;
    end = std::min(begin, attempts.program().steps.size());
  }
  return smaller;
}

// Removes all steps of one kind: a background collection needs all its steps, and a catch needs its throw.
template <typename Kind>
bool drop_all(Attempts& attempts) {
  std::vector<bool> kept;
  for (const Step& step : attempts.program().steps)
    kept.push_back(!std::holds_alternative<Kind>(step.action));
  return std::ranges::find(kept, false) != kept.end() && attempts.keep_steps(kept);
}

// Removes pairs of steps that undo each other, such as a root and its removal. Neither can go alone if a
// third step between them concerns the same thing. with_steps() handles steps that only name a removed thing.
bool drop_pairs(Attempts& attempts) {
  bool smaller = false;
  constexpr std::size_t kMostSteps = 24;  // quadratic
  for (std::size_t i = 0; i < attempts.program().steps.size(); ++i) {
    if (attempts.program().steps.size() > kMostSteps) return smaller;
    for (std::size_t j = i + 1; j < attempts.program().steps.size(); ++j) {
      std::vector<bool> kept(attempts.program().steps.size(), true);
      kept[i] = kept[j] = false;
      if (!attempts.keep_steps(kept)) continue;
      smaller = true;
      j = i;
    }
  }
  return smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const AddRoot&) {
  const auto edit = [&](auto change) { return attempts.edit_step<AddRoot>(place, change); };
  bool smaller = edit([](AddRoot& step) { step.kind = AddRoot::Kind::kStack; });
  smaller |= edit([](AddRoot& step) { step.thread = 0; });
  smaller |= edit([](AddRoot& step) { step.function = kNothing; });
  smaller |= edit([](AddRoot& step) { step.interior = 0; });
  smaller |= edit([](AddRoot& step) { step.interior = std::min<std::uint64_t>(step.interior, 8); });
  return edit([](AddRoot& step) { step.pinned = false; }) || smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const CreateHandle&) {
  const auto edit = [&](auto change) { return attempts.edit_step<CreateHandle>(place, change); };
  bool smaller = edit([](CreateHandle& step) {
    step.kind = CreateHandle::Kind::kStrong;
    step.secondary = kNothing;
    step.count = 1;
  });
  return edit([](CreateHandle& step) { step.count = 1; }) || smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const Store&) {
  return attempts.edit_step<Store>(place, [](Store& step) { step.slot = 0; });
}

// Steps that named a runtime object of the assembly now name the first object of the assembly.
void name_no_loader(Program& program, std::size_t load) {
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < load; ++i)
    first += program::made_by(program.steps[i].action, program::Noun::kObject);
  for (Step& step : program.steps) {
    program::visit_numbers(step.action, [&](program::Noun noun, auto& number) {
      const bool is_loaders =
          noun == program::Noun::kObject && number >= first && number < first + program::kObjectsOfAssembly;
      if (is_loaders) number = static_cast<std::uint32_t>(first + program::kObjectsOfAssembly);
    });
  }
}

// Removes the assembly's load; its objects get a plain type.
bool without_assembly(Attempts& attempts, std::size_t place, std::uint32_t assembly) {
  std::vector<const char*> names(std::begin(kPlainTypes), std::end(kPlainTypes));
  // The step that unloads an assembly needs a finalizer.
  names.push_back(kPlainFinalizable);
  for (const char* const name : names) {
    const bool changed = attempts.edit([&](Program& program) {
      const std::uint32_t type = type_number(program, attempts.pool(), name);
      for (Step& step : program.steps) {
        auto* const allocation = std::get_if<Allocate>(&step.action);
        if (allocation == nullptr || program.types[allocation->type].collectible != assembly) continue;
        allocation->type = type;
        allocation->length = 0;
        allocation->dimensions.clear();
      }
      name_no_loader(program, place);
      std::vector<bool> kept(program.steps.size(), true);
      kept[place] = false;
      program = program::with_steps(program, kept);
    });
    if (changed) return true;
  }
  return false;
}

bool plainer(Attempts& attempts, std::size_t place, const LoadAssembly& load) {
  if (without_assembly(attempts, place, load.assembly)) return true;
  bool smaller = attempts.edit_step<LoadAssembly>(place, [](LoadAssembly& step) { step.thread = 0; });
  return attempts.edit_step<LoadAssembly>(place, [](LoadAssembly& step) { step.in_place_of = kNothing; }) ||
         attempts.edit_step<LoadAssembly>(place, [](LoadAssembly& step) { step.unload_order = 0; }) ||
         smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const Background&) {
  bool smaller = attempts.edit_step<Background>(place, [](Background& step) {
    if (step.young_first) step.none_first = true;
    step.young_first.reset();
  });
  return attempts.edit_step<Background>(place, [](Background& step) { step.thread = 0; }) || smaller;
}

// Moves the throw and its catch to the main thread.
void move_to_main(Program& program, std::size_t place) {
  const std::optional<std::size_t> caught = catch_of(program, place);
  std::get<Throw>(program.steps[place].action).thread = 0;
  if (caught) std::get<CatchThrown>(program.steps[*caught].action).thread = 0;
}

bool plainer(Attempts& attempts, std::size_t place, const Throw&) {
  const auto edit = [&](auto change) { return attempts.edit_step<Throw>(place, change); };
  bool smaller = edit([](Throw& step) {
    if (!step.catcher) step.catcher = step.frames.back();
    step.frames.clear();
    step.filters.clear();
    step.finally = {*step.catcher};
  });
  // A caught exception is simpler than an uncaught one.
  smaller |= edit([](Throw& step) {
    if (step.catcher) return;
    step.catcher = step.frames.back();
    step.frames.pop_back();
  });
  smaller |= edit([](Throw& step) { step.frames.clear(); });
  smaller |= edit([](Throw& step) {
    if (!step.frames.empty()) step.frames.pop_back();
  });
  smaller |= edit([](Throw& step) { step.filters.clear(); });
  smaller |= edit([](Throw& step) { step.finally.clear(); });
  return attempts.edit([&](Program& program) { move_to_main(program, place); }) || smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const Compile&) {
  bool smaller = attempts.edit_step<Compile>(place, [](Compile& step) { step.thread = 0; });
  return attempts.edit_step<Compile>(place, [](Compile& step) {
    if (step.safe_to_block) step.safe_to_block = true;
  }) || smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const Call&) {
  const auto edit = [&](auto change) { return attempts.edit_step<Call>(place, change); };
  bool smaller = edit([](Call& step) { step.times = 1; });
  smaller |= edit([](Call& step) { step.tail = false; });
  smaller |= edit([](Call& step) { step.functions.resize(1); });
  return edit([](Call& step) { step.functions.erase(step.functions.begin()); }) || smaller;
}

bool plainer(Attempts& attempts, std::size_t place, const Return&) {
  return attempts.edit_step<Return>(place, [](Return& step) { step.times = 1; });
}

bool plainer(Attempts& attempts, std::size_t place, const Attach&) {
  return attempts.edit_step<Attach>(place, [](Attach& step) { step.data.clear(); });
}

bool plainer(Attempts& attempts, std::size_t place, const Allocate&) {
  return plainer_allocation(attempts, place);
}

template <typename Step>
bool plainer(Attempts&, std::size_t, const Step&) {
  return false;
}

// Removes all calls, and their returns with them.
bool drop_calls(Attempts& attempts) {
  bool smaller = attempts.edit([](Program& program) {
    for (Step& step : program.steps) {
      if (auto* const allocate = std::get_if<Allocate>(&step.action)) allocate->frames.clear();
    }
  });
  std::vector<bool> kept;
  for (const Step& step : attempts.program().steps)
    kept.push_back(!std::holds_alternative<Call>(step.action) &&
                   !std::holds_alternative<Return>(step.action));
  return (std::ranges::find(kept, false) != kept.end() && attempts.keep_steps(kept)) || smaller;
}

void make_plain(FunctionSpec& function, std::size_t number) {
  if (function.type == kNothing && function.arguments.empty() && !function.lightweight) return;
  function = {.name = "Function" + std::to_string(number)};
}

// Functions without a type and type arguments, all at once or one after the other.
bool make_functions_plain(Attempts& attempts) {
  bool smaller = attempts.edit([](Program& program) {
    for (std::size_t i = 0; i < program.functions.size(); ++i) make_plain(program.functions[i], i + 1);
  });
  for (std::size_t i = 0; i < attempts.program().functions.size(); ++i) {
    const auto change = [&](Program& program) {
      if (i < program.functions.size()) make_plain(program.functions[i], i + 1);
    };
    smaller |= attempts.edit(change);
  }
  return smaller;
}

}  // namespace

bool drop_steps(Attempts& attempts) {
  bool smaller = drop_calls(attempts);
  smaller |= drop_all<Background>(attempts);
  smaller |= drop_all<Throw>(attempts);
  for (std::size_t length = attempts.program().steps.size(); length > 1; length /= 2)
    smaller |= drop_runs(attempts, length / 2);
  return drop_pairs(attempts) || smaller;
}

bool simplify_steps(Attempts& attempts) {
  bool smaller = join_allocations(attempts);
  smaller |= make_functions_plain(attempts);
  for (std::size_t place = 0; place < attempts.program().steps.size(); ++place) {
    const Action action = attempts.program().steps[place].action;
    smaller |= std::visit([&](const auto& step) { return plainer(attempts, place, step); }, action);
  }
  return smaller;
}

}  // namespace gcrucible::campaign
