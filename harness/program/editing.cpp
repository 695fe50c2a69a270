#include "harness/program/editing.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "harness/program/functions/shared_code.h"
#include "harness/program/numbers.h"
#include "harness/program/steps/call_stack.h"
#include "harness/program/validate/type_facts.h"

namespace gcrucible::program {
namespace {

// Maps old numbers to new ones.
class Renumbering {
 public:
  void keep() { numbers_.push_back(kept_++); }
  void lose() { numbers_.push_back(kNothing); }
  // Gives the number of the last one that was kept.
  void join() { numbers_.push_back(kept_ - 1); }
  void append(bool kept, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) kept ? keep() : lose();
  }
  bool has(std::uint64_t old) const { return old < numbers_.size() && numbers_[old] != kNothing; }
  std::uint32_t operator[](std::uint64_t old) const { return numbers_[old]; }
  std::uint32_t count() const { return kept_; }

 private:
  std::vector<std::uint32_t> numbers_;
  std::uint32_t kept_ = 0;
};

using Renumberings = std::array<Renumbering, kNounCount>;

Renumbering& of(Renumberings& all, Noun noun) {
  return all[static_cast<std::size_t>(noun)];
}
const Renumbering& of(const Renumberings& all, Noun noun) {
  return all[static_cast<std::size_t>(noun)];
}

void renumber(auto& part, const Renumberings& all) {
  visit_numbers(part, [&](Noun noun, auto& number) {
    if (number == kNothing) return;
    const Renumbering& numbers = of(all, noun);
    number = numbers.has(number) ? numbers[number] : kNothing;
  });
}

// Things that steps create. The other things are declared.
constexpr std::array<Noun, 3> kMade{Noun::kObject, Noun::kRoot, Noun::kHandle};

class StepFilter {
 public:
  explicit StepFilter(const Program& program) : program_(&program) {
    gone_threads_.resize(program.threads.size(), false);
  }

  void take(const Step& step, bool kept) {
    Action action = step.action;
    if (kept) move_to_main_thread(action);
    kept = kept && makes_sense(action) && is_thrown(step.action);
    if (auto* const thrown = std::get_if<Throw>(&action))
      kept = kept && may_replace(*thrown, std::get<Throw>(step.action).thread);
    if (auto* const load = std::get_if<LoadAssembly>(&action);
        load != nullptr && !loaded_.contains(load->in_place_of))
      load->in_place_of = kNothing;
    if (step.lane == kNothing) in_together_ = kept && std::holds_alternative<Together>(action);
    // Without the Together, steps come one after the other. Steps of a removed thread move to lane 0.
    const bool is_gone_lane = step.lane != kNothing && is_gone(step.lane);
    const std::uint32_t lane = !in_together_ ? kNothing : is_gone_lane ? 0 : step.lane;
    if (const auto* const start = std::get_if<StartThread>(&step.action); start != nullptr && !kept)
      gone_threads_[start->thread] = true;
    if (const auto* const load = std::get_if<LoadAssembly>(&step.action); load != nullptr && kept)
      loaded_.insert(load->assembly);
    follow_exceptions(step.action, action, kept);
    for (const Noun noun : kMade) of(numbers_, noun).append(kept, made_by(step.action, noun));
    if (kept) steps_.push_back({std::move(action), step.line, step.column, lane});
  }

  // Removes each Together without remaining steps, and switches to threads without steps. If steps of one
  // lane are no longer contiguous (the main thread got another thread's steps), all steps become sequential.
  static void mend_together(std::vector<Step>& steps) {
    for (std::size_t i = steps.size(); i-- > 0;) {
      auto* const together = std::get_if<Together>(&steps[i].action);
      if (together == nullptr) continue;
      std::set<std::uint32_t> lanes;
      bool in_rows = true;
      std::size_t end = i + 1;
      for (; end < steps.size() && steps[end].lane != kNothing; ++end) {
        const bool is_new = lanes.insert(steps[end].lane).second;
        in_rows = in_rows && (is_new || steps[end].lane == steps[end - 1].lane);
      }
      if (!in_rows) {
        for (std::size_t k = i + 1; k < end; ++k) steps[k].lane = kNothing;
        lanes.clear();
      }
      if (together->schedule) {
        std::erase_if(together->schedule->switches, [&](const Switch& each) {
          return each.thread < kFirstHeapReporter && !lanes.contains(each.thread);
        });
      }
      if (lanes.empty()) steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // A thread returns from no more functions than it is in, and a tail call leaves one.
  static void mend_calls(std::vector<Step>& steps, std::size_t threads) {
    CallStacks stacks;
    stacks.resize(threads);
    std::erase_if(steps, [&](Step& step) {
      if (auto* const call = std::get_if<Call>(&step.action))
        call->tail = call->tail && stacks.of(call->thread).returnable() != 0;
      auto* const back = std::get_if<Return>(&step.action);
      if (back != nullptr) {
        const std::size_t most = stacks.of(back->thread).returnable();
        back->times = static_cast<std::uint32_t>(std::min<std::size_t>(back->times, most));
      }
      stacks.follow(step.action);
      return back != nullptr && back->times == 0;
    });
  }

  // A provisional collection needs a swept collection of generation 1 directly before it, on its thread and
  // with no attach in it (validate_provisional). Without that, it becomes a normal one.
  static void mend_provisional(std::vector<Step>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      auto* const collect = std::get_if<Collect>(&steps[i].action);
      if (collect == nullptr || !collect->provisional) continue;
      const auto* const before = i == 0 ? nullptr : std::get_if<Collect>(&steps[i - 1].action);
      collect->provisional = before != nullptr && !before->provisional &&
                             before->condemned == Generation::k1 && before->mode[0] == Mode::kSweep &&
                             before->mode[1] == Mode::kSweep && before->thread == collect->thread &&
                             !before->attach && steps[i - 1].lane == steps[i].lane;
    }
  }

  Program finish() && {
    for (const Noun noun : {Noun::kThread, Noun::kFunction, Noun::kType, Noun::kAssembly})
      of(numbers_, noun).append(true, declared(noun));
    Program made = *program_;
    made.steps = std::move(steps_);
    mend_together(made.steps);
    mend_provisional(made.steps);
    mend_calls(made.steps, made.threads.size());
    // Threads keep their numbers.
    for (Step& step : made.steps) renumber(step.action, numbers_);
    renumber(made.overrides, numbers_);
    std::erase_if(made.names,
                  [&](const ObjectName& name) { return !of(numbers_, Noun::kObject).has(name.object); });
    for (ObjectName& name : made.names) name.object = of(numbers_, Noun::kObject)[name.object];
    return made;
  }

 private:
  // A catch is kept if and only if its throw is kept.
  bool is_thrown(const Action& action) const {
    const auto* const caught = std::get_if<CatchThrown>(&action);
    if (caught == nullptr) return true;
    const auto thrown = thrown_.find(caught->thread);
    if (thrown == thrown_.end()) return false;
    bool any = false;
    bool more = true;
    for (auto each = thrown->second.rbegin(); more && each != thrown->second.rend(); ++each) {
      any = any || each->kept;
      more = each->replaces;
    }
    return any;
  }
  // `made` is the action on its new thread.
  void follow_exceptions(const Action& action, const Action& made, bool kept) {
    if (const auto* const thrown = std::get_if<Throw>(&action)) {
      const Thrown each{.number = ++throws_, .kept = kept, .replaces = thrown->replaces};
      thrown_[thrown->thread].push_back(each);
      if (kept) {
        const auto& as_made = std::get<Throw>(made);
        standing_[as_made.thread].push_back(each);
        standing_[as_made.thread].back().replaces = as_made.replaces;
      }
    }
    if (const auto* const caught = std::get_if<CatchThrown>(&action)) {
      take_caught(thrown_[caught->thread]);
      if (kept) take_caught(standing_[std::get<CatchThrown>(made).thread]);
    }
  }
  // A throw that leaves another exception's finally block needs that exception on the same thread, with no
  // throw in between. Otherwise it becomes a plain throw, if the catch of both is left for it. If not, it is
  // removed.
  bool may_replace(Throw& step, std::uint32_t thread) const {
    if (!step.replaces) return true;
    const auto before = thrown_.find(thread);
    if (before == thrown_.end() || before->second.empty()) return false;
    const Thrown& replaced = before->second.back();
    if (!replaced.kept) {
      step.replaces = false;
      return !replaced.replaces;
    }
    const auto standing = standing_.find(step.thread);
    return standing != standing_.end() && !standing->second.empty() &&
           standing->second.back().number == replaced.number;
  }

  std::size_t declared(Noun noun) const {
    switch (noun) {
      case Noun::kThread:
        return program_->threads.size();
      case Noun::kFunction:
        return program_->functions.size();
      case Noun::kType:
        return program_->types.size();
      default:
        return program_->collectible.size();
    }
  }

  void move_to_main_thread(Action& action) {
    if (std::holds_alternative<StartThread>(action) || std::holds_alternative<EndThread>(action)) return;
    if (auto* const suspend = std::get_if<Suspend>(&action))
      forget_gone(suspend->thread, suspend->suspension);
    if (auto* const collect = std::get_if<Collect>(&action))
      forget_gone(collect->thread, collect->reporting.suspension);
    visit_numbers(action, [&](Noun noun, auto& number) {
      if (noun == Noun::kThread && is_gone(number)) number = 0;
    });
  }
  bool is_gone(std::uint64_t thread) const { return thread < gone_threads_.size() && gone_threads_[thread]; }
  // Statements about a removed thread must not become statements about the main thread.
  void forget_gone(std::uint32_t suspender, Suspending& suspension) const {
    std::erase_if(suspension.threads, [&](const ThreadStop& each) {
      return is_gone(each.thread) || (is_gone(suspender) && each.thread == 0);
    });
    if (suspension.resumed_by && is_gone(*suspension.resumed_by)) suspension.resumed_by.reset();
  }

  // The things that an override names need not exist.
  bool makes_sense(Action& action) const {
    if (const auto* const end = std::get_if<EndThread>(&action)) return !gone_threads_[end->thread];
    if (const auto* const allocate = std::get_if<Allocate>(&action)) {
      const std::uint32_t assembly = program_->types[allocate->type].collectible;
      return assembly == kNothing || loaded_.contains(assembly);
    }
    if (std::holds_alternative<Collect>(action) || std::holds_alternative<Say>(action)) return true;
    bool sound = true;
    visit_numbers(action, [&](Noun noun, const auto& number) {
      const bool made = std::ranges::find(kMade, noun) != kMade.end();
      if (made && number != kNothing && !of(numbers_, noun).has(number)) sound = false;
    });
    return sound;
  }

  const Program* program_;
  Renumberings numbers_;
  std::vector<bool> gone_threads_;
  std::set<std::uint32_t> loaded_;
  bool in_together_ = false;
  struct Thrown {
    std::uint64_t number = 0;
    bool kept = false;
    bool replaces = false;
  };
  static void take_caught(std::vector<Thrown>& thrown) {
    for (bool more = true; more && !thrown.empty(); thrown.pop_back()) more = thrown.back().replaces;
  }
  std::uint64_t throws_ = 0;
  // By thread: exceptions under way in the whole program.
  std::map<std::uint32_t, std::vector<Thrown>> thrown_;
  std::map<std::uint32_t, std::vector<Thrown>> standing_;  // by thread: exceptions under way in the result
  std::vector<Step> steps_;
};

// kNothing if no type has that name.
std::uint32_t number_of(const Program& program, std::string_view type) {
  const auto found = std::ranges::find(program.types, type, &TypeSpec::name);
  return found == program.types.end() ? kNothing : static_cast<std::uint32_t>(found - program.types.begin());
}

// Marks the types that a type needs, including the type itself.
void need_type(const Program& program, std::uint32_t type, std::vector<bool>& needed) {
  if (type >= needed.size() || needed[type]) return;
  needed[type] = true;
  const TypeSpec& spec = program.types[type];
  for (const std::uint32_t other : {spec.parent, spec.element_class, spec.value.type, spec.canonical})
    need_type(program, other, needed);
  for (const FieldSpec& field : spec.fields) need_type(program, field.value.type, needed);
  for (const TypeArgument& argument : spec.arguments) need_type(program, argument.type, needed);
}

void renumber_type(TypeSpec& type, const Renumbering& types, const Renumbering& assemblies) {
  const auto mend = [](std::uint32_t& number, const Renumbering& by) {
    if (number != kNothing) number = by[number];
  };
  for (std::uint32_t* const number : {&type.parent, &type.element_class, &type.value.type, &type.canonical})
    mend(*number, types);
  for (FieldSpec& field : type.fields) mend(field.value.type, types);
  for (TypeArgument& argument : type.arguments) mend(argument.type, types);
  mend(type.collectible, assemblies);
}

template <typename T>
void keep_some(std::vector<T>& items, const Renumbering& numbers) {
  std::size_t place = 0;
  std::erase_if(items, [&](const T&) { return !numbers.has(place++); });
}

}  // namespace

Program with_steps(const Program& program, const std::vector<bool>& kept) {
  StepFilter filter(program);
  for (std::size_t i = 0; i < program.steps.size(); ++i) filter.take(program.steps[i], kept[i]);
  return std::move(filter).finish();
}

Program with_one_object(Program program, std::size_t place) {
  Renumbering objects;
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const std::uint64_t made = made_by(program.steps[i].action, Noun::kObject);
    if (i < place) first += made;
    const std::uint64_t others = i == place ? made - 1 : 0;
    objects.append(true, made - others);
    for (std::uint64_t other = 0; other < others; ++other) objects.join();
  }
  const auto mend = [&](Noun noun, auto& number) {
    if (noun == Noun::kObject && objects.has(number)) number = objects[number];
  };
  for (Step& step : program.steps) visit_numbers(step.action, mend);
  visit_numbers(program.overrides, mend);
  const std::uint64_t last = first + std::get<Allocate>(program.steps[place].action).count - 1;
  std::erase_if(program.names,
                [&](const ObjectName& name) { return name.object > first && name.object <= last; });
  for (ObjectName& name : program.names) name.object = objects[name.object];
  auto& allocate = std::get<Allocate>(program.steps[place].action);
  allocate.count = 1;
  allocate.graph = {};
  return program;
}

Program with_step_before(Program program, std::size_t place, Step step) {
  const std::span before(program.steps.data(), place);
  for (const Noun noun : {Noun::kRoot, Noun::kHandle}) {
    const auto made = static_cast<std::uint32_t>(made_by(step.action, noun));
    std::uint64_t first = 0;
    for (const Step& each : before) first += made_by(each.action, noun);
    for (Step& each : program.steps) {
      visit_numbers(each.action, [&](Noun of, auto& number) {
        if (of == noun && number != kNothing && number >= first) number += made;
      });
    }
  }
  program.steps.insert(program.steps.begin() + static_cast<std::ptrdiff_t>(place), std::move(step));
  return program;
}

Program without_unused(Program program) {
  std::array<std::vector<bool>, kNounCount> used;
  const auto used_of = [&](Noun noun) -> std::vector<bool>& { return used[static_cast<std::size_t>(noun)]; };
  used_of(Noun::kThread).resize(program.threads.size());
  used_of(Noun::kFunction).resize(program.functions.size());
  used_of(Noun::kAssembly).resize(program.collectible.size());
  std::vector<bool> types(program.types.size());
  used_of(Noun::kThread).at(0) = true;
  const auto use = [&](Noun noun, std::uint64_t number) {
    if (noun == Noun::kType) {
      if (number != kNothing) need_type(program, static_cast<std::uint32_t>(number), types);
    } else if (number < used_of(noun).size()) {
      used_of(noun)[number] = true;
    }
  };
  const auto visit = [&](Noun noun, const auto& number) { use(noun, number); };
  for (const Step& step : program.steps) {
    visit_numbers(step.action, visit);
    if (step.lane != kNothing) use(Noun::kThread, step.lane);
  }
  visit_numbers(program.overrides, visit);
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!used_of(Noun::kFunction)[i]) continue;
    use(Noun::kType, program.functions[i].type);
    for (const TypeArgument& argument : program.functions[i].arguments) {
      use(Noun::kType, argument.type);
      if (is_reference_element(argument.element_type)) use(Noun::kType, number_of(program, kCanon));
    }
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i]) use(Noun::kAssembly, program.types[i].collectible);
  }
  used_of(Noun::kType) = std::move(types);

  Renumberings numbers;
  for (const Noun noun : {Noun::kThread, Noun::kFunction, Noun::kType, Noun::kAssembly}) {
    for (const bool each : used_of(noun)) of(numbers, noun).append(each, 1);
  }
  for (const Noun noun : kMade) {
    for (const Step& step : program.steps) of(numbers, noun).append(true, made_by(step.action, noun));
  }
  for (Step& step : program.steps) {
    renumber(step.action, numbers);
    if (step.lane != kNothing) step.lane = of(numbers, Noun::kThread)[step.lane];
  }
  renumber(program.overrides, numbers);
  keep_some(program.types, of(numbers, Noun::kType));
  keep_some(program.threads, of(numbers, Noun::kThread));
  keep_some(program.functions, of(numbers, Noun::kFunction));
  keep_some(program.collectible, of(numbers, Noun::kAssembly));
  for (TypeSpec& type : program.types)
    renumber_type(type, of(numbers, Noun::kType), of(numbers, Noun::kAssembly));
  for (FunctionSpec& function : program.functions) {
    if (function.type != kNothing) function.type = of(numbers, Noun::kType)[function.type];
    for (TypeArgument& argument : function.arguments) {
      if (argument.type != kNothing) argument.type = of(numbers, Noun::kType)[argument.type];
    }
  }
  return program;
}

}  // namespace gcrucible::program
