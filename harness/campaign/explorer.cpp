#include "harness/campaign/explorer.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <variant>

#include "harness/campaign/campaign.h"
#include "harness/program/validate/validate.h"

namespace gcrucible::campaign {
namespace {

using program::Switch;

struct Node {
  std::vector<Switch> switches;
  std::uint32_t decisions = 0;  // in its play
};

// The step's own collection comes first; a collection forced by another thread may have the same line.
const PlayedSchedule* schedule_of(const Trial& trial, std::uint32_t line) {
  const auto found = std::ranges::find(trial.schedules, line, &PlayedSchedule::line);
  return found == trial.schedules.end() ? nullptr : &*found;
}

class Explorer {
 public:
  Explorer(const Subject& subject, const program::Program& program, std::size_t step,
           const ExploreSettings& settings, const std::function<bool(const Exploration&)>& goes_on)
      : subject_(&subject), program_(&program), step_(step), settings_(&settings), goes_on_(&goes_on) {}

  Exploration run() && {
    std::vector<Node> nodes = play_all({{}});
    for (std::uint32_t depth = 1; depth <= settings_->most_switches && !over(); ++depth)
      nodes = play_children(nodes);
    return std::move(made_);
  }

 private:
  struct Played {
    std::optional<Node> node;  // set for a new schedule
    std::vector<Trouble> troubles;
    bool uncertain = false;
    bool goes_on = false;
    std::string refusal;
  };

  bool over() const { return made_.stopped || !made_.refusal.empty(); }

  // Adds one switch to each parent: at each decision after its last switch, to each other thread.
  std::vector<Node> play_children(const std::vector<Node>& parents) {
    // Limits memory: a level of the tree may have millions of schedules.
    constexpr std::size_t kStretch = 256;
    std::vector<Node> nodes;
    std::vector<std::vector<Switch>> children;
    const auto flush = [&] {
      std::ranges::move(play_all(std::exchange(children, {})), std::back_inserter(nodes));
    };
    for (const Node& parent : parents) {
      const std::uint32_t first = parent.switches.empty() ? 0 : parent.switches.back().decision + 1;
      for (std::uint32_t decision = first; decision < parent.decisions && !over(); ++decision) {
        for (const std::uint32_t thread : threads_in_turns(*program_, step_)) {
          children.push_back(parent.switches);
          children.back().push_back({.decision = decision, .thread = thread});
        }
        if (children.size() >= kStretch) flush();
      }
    }
    if (!over()) flush();
    return nodes;
  }

  Played play(Tester& tester, const std::vector<Switch>& switches) const {
    const Trial trial =
        tester.try_program(as_played(with_switches(*program_, step_, settings_->turns, switches)));
    Played played;
    if (trial.refused) {
      played.refusal = trial.message;
      return played;
    }
    const PlayedSchedule* const reported = schedule_of(trial, program_->steps[step_].line);
    if (reported == nullptr) {
      played.refusal = "its threads did not take turns; does the profiler ask for collections?";
      return played;
    }
    played.uncertain = !reported->deterministic;
    // A switch to a thread that could not run, or that would run anyway, gives no new schedule.
    if (reported->switches != switches && !played.uncertain) return played;
    played.node = Node{.switches = switches, .decisions = reported->decisions};
    played.troubles = leading(trial.troubles, {});
    played.goes_on = trial.outcome.died.empty();
    return played;
  }

  void take(Played&& played, std::size_t depth, std::vector<Node>& nodes) {
    if (!played.refusal.empty()) made_.refusal = std::move(played.refusal);
    made_.uncertain |= played.uncertain;
    if (!played.node) return;
    if (made_.schedules.size() <= depth) made_.schedules.resize(depth + 1);
    ++made_.schedules[depth];
    if (depth == 0) made_.decisions = played.node->decisions;
    for (Trouble& trouble : played.troubles) {
      const auto found =
          std::ranges::find_if(made_.found, [&](const Explored& each) { return each.shows(trouble); });
      if (found != made_.found.end()) {
        ++found->times;
        continue;
      }
      // Members are set in their order.
      made_.found.push_back({.cause = trouble.cause,  // NOLINT(bugprone-use-after-move)
                             .trouble = std::move(trouble),
                             .times = 1,
                             .switches = played.node->switches});
    }
    if (played.goes_on) nodes.push_back(std::move(*played.node));
  }

  // Results are in the order of `all`, independent of parallelism. Returns the schedules that continue after
  // their last switch.
  std::vector<Node> play_all(const std::vector<std::vector<Switch>>& all) {
    std::vector<Played> played(all.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](Tester& tester) {
      for (std::size_t i = next++; i < all.size() && !stopped_; i = next++) {
        Played one = play(tester, all[i]);
        const std::scoped_lock lock(asking_);
        if (!(*goes_on_)(made_)) stopped_ = true;
        // A refusal after the stop may be caused by the stop.
        if (one.refusal.empty() || !stopped_) played[i] = std::move(one);
      }
    };
    while (testers_.size() < std::max(settings_->jobs, 1u))
      testers_.push_back(std::make_unique<Tester>(*subject_));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(testers_.size(), all.size()); ++i)
      others.emplace_back([&, i] { work(*testers_[i]); });
    work(*testers_.front());
    for (std::thread& each : others) each.join();
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < all.size() && made_.refusal.empty(); ++i)
      take(std::move(played[i]), all[i].size(), nodes);
    made_.stopped = stopped_;
    return nodes;
  }

  const Subject* subject_;
  const program::Program* program_;
  std::size_t step_;
  const ExploreSettings* settings_;
  const std::function<bool(const Exploration&)>* goes_on_;
  std::vector<std::unique_ptr<Tester>> testers_;
  std::mutex asking_;
  std::atomic<bool> stopped_{false};
  Exploration made_;
};

}  // namespace

bool Explored::shows(const Trouble& other) const {
  if (!trouble.cycle.empty() || !other.cycle.empty()) return trouble.cycle == other.cycle;
  return cause == other.cause;
}

std::uint64_t Exploration::played() const {
  return std::accumulate(schedules.begin(), schedules.end(), std::uint64_t{0});
}

std::vector<std::uint32_t> threads_in_turns(const program::Program& program, std::size_t step) {
  std::vector<std::uint32_t> threads;
  if (!std::holds_alternative<program::Together>(program.steps[step].action)) {
    threads.resize(program.heap.server_heaps);
    std::iota(threads.begin(), threads.end(), 0u);
    return threads;
  }
  bool collects = false;
  for (std::size_t i = step + 1; i < program.steps.size() && program.steps[i].lane != program::kNothing;
       ++i) {
    const std::uint32_t lane = program.steps[i].lane;
    if (threads.empty() || threads.back() != lane) threads.push_back(lane);
    collects = collects || std::holds_alternative<program::Collect>(program.steps[i].action);
  }
  for (std::uint32_t heap = 1; collects && heap < program.heap.server_heaps; ++heap)
    threads.push_back(program::kFirstHeapReporter + heap);
  return threads;
}

std::vector<std::size_t> steps_in_turns(const program::Program& program) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const program::Action& action = program.steps[i].action;
    const bool collects = std::holds_alternative<program::Collect>(action) && program.heap.server_heaps >= 2;
    if (!collects && !std::holds_alternative<program::Together>(action)) continue;
    if (threads_in_turns(program, i).size() < 2) continue;
    if (program::validate(with_switches(program, i, program::Schedule::Turns::kBetween, {})).empty())
      steps.push_back(i);
  }
  return steps;
}

Exploration explore(const Subject& subject, const program::Program& program, std::size_t step,
                    const ExploreSettings& settings, const std::function<bool(const Exploration&)>& goes_on) {
  return Explorer(subject, program, step, settings, goes_on).run();
}

std::optional<std::vector<Switch>> played_switches(Tester& tester, program::Program program,
                                                   std::size_t step) {
  // The trace identifies steps by line; steps of a generated program have no lines.
  for (std::size_t i = 0; i < program.steps.size(); ++i)
    program.steps[i].line = static_cast<std::uint32_t>(i + 1);
  const std::uint32_t line = program.steps[step].line;
  const Trial trial = tester.try_apart(as_played(std::move(program)));
  const PlayedSchedule* const reported = schedule_of(trial, line);
  if (reported == nullptr || !reported->deterministic) return std::nullopt;
  return reported->switches;
}

program::Program with_switches(program::Program program, std::size_t step, program::Schedule::Turns turns,
                               std::vector<Switch> switches) {
  program::Schedule schedule{.kind = program::Schedule::Kind::kSwitches};
  schedule.switches = std::move(switches);
  schedule.turns = turns;
  program::Action& action = program.steps[step].action;
  if (auto* const together = std::get_if<program::Together>(&action)) {
    together->schedule = std::move(schedule);
  } else {
    std::get<program::Collect>(action).reporting.schedule = std::move(schedule);
  }
  return program;
}

}  // namespace gcrucible::campaign
