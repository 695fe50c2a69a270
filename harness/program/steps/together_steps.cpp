#include "harness/program/steps/together_steps.h"

#include <algorithm>
#include <array>
#include <string>
#include <variant>

#include "harness/program/spoken_names.h"

namespace gcrucible::program {
namespace {

constexpr std::array<Noun, 3> kMade{Noun::kObject, Noun::kRoot, Noun::kHandle};

bool may_be_in_lane(const Action& action) {
  const auto may = []<typename Kind>(const Kind&) {
    return kStepTraits<Kind>.company == Company::kOthersRun;
  };
  return std::visit(may, action);
}

bool removes(const Action& action) {
  const auto removes = []<typename Kind>(const Kind&) {
    constexpr Effect kEffect = kStepTraits<Kind>.effect;
    return kEffect == Effect::kRemovesRoot || kEffect == Effect::kRemovesHandle;
  };
  return std::visit(removes, action);
}

// The thread of a step that runs on one; kNothing for others.
std::uint32_t thread_of(const Action& action) {
  if (const auto* const root = std::get_if<AddRoot>(&action); root != nullptr)
    return root->kind == AddRoot::Kind::kStack ? root->thread : kNothing;
  if (std::holds_alternative<ShutDown>(action)) return 0;
  const auto thread = [](const auto& step) -> std::uint32_t {
    if constexpr (requires { step.thread; }) return step.thread;
    return kNothing;
  };
  return std::visit(thread, action);
}

}  // namespace

void TogetherSteps::take(const Step& step, const char* meanwhile) {
  if (step.lane == kNothing) {
    open_ = false;
    if (const auto* const together = std::get_if<Together>(&step.action)) begin(*together, meanwhile);
  } else {
    in_lane(step);
  }
  make(step.action, step.lane);
  ++step_;
}

void TogetherSteps::begin(const Together& step, const char* meanwhile) {
  open_ = true;
  lanes_.clear();
  begun_.clear();
  for (auto& each : made_) each.clear();
  for (auto& each : uses_) each.clear();
  const auto& steps = program_->steps;
  for (std::size_t i = step_ + 1; i < steps.size() && steps[i].lane != kNothing; ++i) {
    if (!is_lane(steps[i].lane)) lanes_.push_back(steps[i].lane);
  }
  problems_->check(!lanes_.empty(), "no thread has a step here; give two threads some under `threads`");
  problems_->check(lanes_.size() <= kMostLanes, [] {
    return "more than " + std::to_string(kMostLanes) + " threads run at once; remove some";
  });
  problems_->check(meanwhile == nullptr, [&] {
    return std::string("threads cannot run at once ") + meanwhile + "; put this step before that";
  });
  problems_->check(program_->overrides.empty(),
                   "departures of the whole run count calls, whose order is open where threads run at once; "
                   "leave `report` out, or write plain steps instead of `together`");
  if (!step.schedule) return;
  problems_->check(step.schedule->kind != Schedule::Kind::kFree,
                   "threads of the program must take turns; write `round-robin`, or a schedule by switches, "
                   "random or pct, instead of `free`");
  const std::vector<Switch>& switches = step.schedule->switches;
  for (std::size_t i = 0; i < switches.size() && !problems_->full(); ++i)
    validate_order(switches, i, *problems_);
  const auto unknown =
      std::ranges::find_if(switches, [&](const Switch& each) { return !takes_turns(each.thread); });
  problems_->check(unknown == switches.end(), [&] {
    return spoken_thread(*program_, unknown->thread) +
           " of a switch does not run here; name one that is under `threads`";
  });
}

bool TogetherSteps::takes_turns(std::uint32_t thread) const {
  if (thread < kFirstHeapReporter) return is_lane(thread);
  return thread > kFirstHeapReporter && thread - kFirstHeapReporter < program_->heap.server_heaps;
}

bool TogetherSteps::is_lane(std::uint32_t thread) const {
  return std::ranges::find(lanes_, thread) != lanes_.end();
}

void TogetherSteps::in_lane(const Step& step) {
  if (!problems_->check(
          open_, "a step of a thread that runs at the same time as others, without a `together` before it"))
    return;
  problems_->check(step.lane < program_->threads.size(),
                   [&] { return spoken_thread(*program_, step.lane) + " does not exist"; });
  const std::uint32_t before = program_->steps[step_ - 1].lane;
  const bool begins = before != step.lane && std::ranges::find(begun_, step.lane) != begun_.end();
  problems_->check(!begins, [&] {
    return "the steps of " + spoken_thread(*program_, step.lane) + " do not stand in a row";
  });
  begun_.push_back(step.lane);
  check_kind(step);
  check_names(step);
  check_uses(step);
}

void TogetherSteps::check_kind(const Step& step) {
  if (const auto* const load = std::get_if<LoadAssembly>(&step.action)) {
    problems_->check(false, [&] {
      return "the first object of assembly " + program_->collectible[load->assembly] +
             " loads it, which is not possible while other threads run; allocate one before `together`";
    });
    return;
  }
  if (!problems_->check(
          may_be_in_lane(step.action),
          "this step is not possible while other threads run; put it before or after `together`"))
    return;
  const std::uint32_t thread = thread_of(step.action);
  problems_->check(thread == kNothing || thread == step.lane, [&] {
    return "a step of " + spoken_thread(*program_, thread) + " among those of " +
           spoken_thread(*program_, step.lane) + "; put it under its own thread, or leave `thread` out";
  });
  if (const auto* const collect = std::get_if<Collect>(&step.action)) check_collect(*collect, step.lane);
  if (const auto* const suspend = std::get_if<Suspend>(&step.action))
    check_suspending(suspend->suspension, step.lane);
}

void TogetherSteps::check_collect(const Collect& collect, std::uint32_t lane) {
  const Reporting& reporting = collect.reporting;
  problems_->check(reporting.edits.empty() && reporting.overrides.empty() && reporting.entries.empty(),
                   "a report cannot be changed while other threads run; remove the departures, or move the "
                   "collection out of `together`");
  problems_->check(
      !reporting.schedule,
      "here the heaps take turns with the program's threads; take the collection's `schedule` out, "
      "and let that of `together` name them, as in [3, heap 1]");
  problems_->check(collect.asks.empty() && !collect.attach,
                   "`ask` and `attach` are not possible inside a collection while other threads run; move "
                   "the collection out of `together`");
  check_suspending(reporting.suspension, lane);
}

void TogetherSteps::check_suspending(const Suspending& suspending, std::uint32_t lane) {
  const auto works = [&](std::uint32_t thread) { return thread != lane && is_lane(thread); };
  for (const ThreadStop& each : suspending.threads) {
    problems_->check(!works(each.thread), [&] {
      return "how " + spoken_thread(*program_, each.thread) +
             " stops depends on its own steps and the schedule; leave it out";
    });
  }
  problems_->check(
      !suspending.resumed_by || !works(*suspending.resumed_by),
      "a thread that runs at the same time as others cannot resume the runtime; name another thread");
}

void TogetherSteps::check_names(const Step& step) {
  visit_numbers(step.action, [&](Noun noun, const auto& number) {
    if (std::ranges::find(kMade, noun) == kMade.end()) return;
    const auto& made = made_[static_cast<std::size_t>(noun)];
    auto found = made.upper_bound(number);
    if (found == made.begin()) return;
    --found;
    if (number >= found->first + found->second.count || found->second.lane == step.lane) return;
    problems_->check(false, [&] {
      return spoken(noun, number) + " is made by " + spoken_thread(*program_, found->second.lane) +
             " meanwhile, and which comes first is open; make it before `together`, or name it after it";
    });
  });
}

// A thread must not use a root or handle that another thread removes, whichever step comes first in the
// program.
void TogetherSteps::check_uses(const Step& step) {
  const bool ends = removes(step.action);
  visit_numbers(step.action, [&](Noun noun, const auto& number) {
    if (noun != Noun::kRoot && noun != Noun::kHandle) return;
    Uses& uses = uses_[static_cast<std::size_t>(noun)][number];
    const bool other = std::ranges::any_of(uses.lanes, [&](std::uint32_t each) { return each != step.lane; });
    const bool open = (ends && other) || (uses.ended_by && *uses.ended_by != step.lane);
    uses.lanes.push_back(step.lane);
    if (ends) uses.ended_by = step.lane;
    problems_->check(!open, [&] {
      return "one thread removes " + spoken(noun, number) +
             ", which another one uses meanwhile; do that before or after `together`";
    });
  });
}

// Roots and handles have no names here. The object that they refer to may have one.
std::string TogetherSteps::spoken(Noun noun, std::uint64_t number) const {
  if (noun == Noun::kObject) return spoken_object(*program_, number);
  const std::string word = noun == Noun::kRoot ? "root" : "handle";
  const std::vector<std::uint64_t>& made_for = noun == Noun::kRoot ? rooted_ : handled_;
  if (number >= made_for.size() || made_for[number] == kNothing) return word + " " + std::to_string(number);
  return "the " + word + " of " + spoken_object(*program_, made_for[number]);
}

void TogetherSteps::make(const Action& action, std::uint32_t lane) {
  if (const auto* const root = std::get_if<AddRoot>(&action)) rooted_.push_back(root->object);
  if (const auto* const handle = std::get_if<CreateHandle>(&action)) handled_.push_back(handle->object);
  for (const Noun noun : kMade) {
    const auto index = static_cast<std::size_t>(noun);
    const std::uint64_t count = made_by(action, noun);
    if (count != 0 && lane != kNothing) made_[index][count_[index]] = {.count = count, .lane = lane};
    count_[index] += count;
  }
}

}  // namespace gcrucible::program
