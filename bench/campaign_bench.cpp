// campaign_bench: the number of small cases that a campaign completes while a real CLR runs one process after
// another.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "bench/measurement.h"
#include "bench/print.h"
#include "bench/rate.h"
#include "bench/turns.h"

namespace {

using namespace gcrucible::bench;

struct Options {
  std::uint32_t rounds = 5;
  double seconds = 2;
  std::uint32_t jobs = 0;  // 0: one for each processor
  bool alone = false;
};

int refuse(const std::string& message) {
  fmt::print(stderr, "campaign_bench: {}\n", message);
  return kNotMeasured;
}

#if defined(GCRUCIBLE_DOTNET) && defined(GCRUCIBLE_WORKLOAD)
constexpr const char* kDotnet = GCRUCIBLE_DOTNET;
constexpr const char* kWorkload = GCRUCIBLE_WORKLOAD;
#else
constexpr const char* kDotnet = "";
constexpr const char* kWorkload = "";
#endif

std::string median_line(const char* name, const std::vector<Round>& rounds, Rate Round::*side) {
  std::vector<double> rates, costs;
  for (const Round& each : rounds) {
    rates.push_back((each.*side).a_second());
    costs.push_back((each.*side).milliseconds_a_case());
  }
  return fmt::format("{:<12} {:>12.1f} {:>14.3f}\n", name, median(std::move(rates)),
                     median(std::move(costs)));
}

int run(const Options& options) {
  const bool has_dotnet = *kDotnet != '\0';
  const bool compared = !options.alone && has_dotnet;
  if (!compared) {
    fmt::print("*** NOT COMPARED WITH .NET: {} ***\n",
               options.alone ? "--alone was given"
                             : "there was no .NET 10 SDK when this was configured; install it, configure and "
                               "build again");
  } else if (!std::filesystem::exists(kWorkload)) {
    return refuse(
        fmt::format("the C# workloads are not built: {}; build the target gcrucible_workload", kWorkload));
  }
  const std::uint32_t processors = std::max(1u, std::thread::hardware_concurrency());
  TurnOptions turn;
  turn.jobs = options.jobs == 0 ? processors : options.jobs;
  turn.length = std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000));
  fmt::print("{} at a time on either side, {} processors; {} rounds of {} s a side\n", turn.jobs, processors,
             options.rounds, options.seconds);
  const gcrucible::campaign::TypePool pool;
  std::vector<Round> rounds;
  // In turns, so that other load on the machine affects all three.
  for (std::uint32_t i = 0; i < options.rounds; ++i) {
    turn.seed = i + 1;
    Round round;
    if (compared) {
      const auto real = dotnet_turn(kDotnet, kWorkload, turn);
      if (!real) return refuse(real.error());
      round.real = *real;
    }
    for (const bool in_process : {false, true}) {
      const auto ours = campaign_turn(pool, in_process, turn);
      if (!ours) return refuse(ours.error());
      (in_process ? round.in_process : round.isolated) = *ours;
    }
    const auto copies = copies_turn(turn);
    if (!copies) return refuse(copies.error());
    round.copies = *copies;
    fmt::print(
        "round {}: {:.1f} .NET processes a second, {:.0f} cases isolated, {:.0f} in process, {:.0f} empty "
        "copies\n",
        i + 1, round.real.a_second(), round.isolated.a_second(), round.in_process.a_second(),
        round.copies.a_second());
    std::fflush(stdout);
    rounds.push_back(round);
  }
  fmt::print("\n{:<12} {:>12} {:>14}\n", "", "a second", "processor ms");
  if (compared) fmt::print("{}", median_line(".NET", rounds, &Round::real));
  fmt::print("{}{}{}\n", median_line("isolated", rounds, &Round::isolated),
             median_line("in process", rounds, &Round::in_process),
             median_line("empty copies", rounds, &Round::copies));
  if (compared) {
    const Advantage by_processor = processor_advantage_of(rounds);
    fmt::print(
        "by processor time: isolated {:.0f} times, in process {:.0f} times; processes that do nothing {:.0f} "
        "times\n",
        by_processor.isolated, by_processor.in_process, by_processor.copies);
  }
  const std::vector<Ruling> rulings = judge(rounds, compared);
  fmt::print("{}", text_of(rulings));
  return status_of(rulings);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Counts the small cases (50 objects and 2 collections at most, every check) that a campaign tries in a "
      "second, each in a\n"
      "process of its own and many in one, next to .NET processes of one forced collection, all with the "
      "recorder.\n"
      "Exit status: 0 every limit met, 1 one missed, 2 something could not be measured."};
  app.add_option("--rounds", options.rounds, "turns of each side; odd, for the median")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--seconds", options.seconds, "length of a turn")
      ->check(CLI::Range(0.05, 600.0))
      ->capture_default_str();
  app.add_option("--jobs", options.jobs, "at a time, on each side; default: one for each processor")
      ->check(CLI::Range(1, 256));
  app.add_flag("--alone", options.alone, "leave .NET out");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kNotMeasured;
  }
  if (options.rounds % 2 == 0) return refuse("--rounds must be odd");
  return run(options);
}
