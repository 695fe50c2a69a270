// lifetime_bench: what collections cost the profiler `lifetime`, under the simulated CLR and under .NET.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "bench/exit_status.h"
#include "bench/lifetime/costs.h"
#include "bench/limits.h"
#include "bench/measurement.h"
#include "bench/print.h"

namespace {

using namespace gcrucible::bench;
using gcrucible::Expected;
using gcrucible::failure;

// Limits from the issue about the profiler.
constexpr double kMostBytes = 40;
constexpr double kMostMicroseconds = 0.3;

struct Options {
  std::uint64_t objects = 1'000'000;
  std::uint32_t runs = 3;
  bool alone = false;
};

struct SideCosts {
  std::string name;
  std::vector<double> microseconds{};  // of the slowest collection of each run
  double bytes = 0;                    // the most of all collections
  std::uint64_t collections = 0;       // of one run
};

int refuse(const std::string& message) {
  fmt::print(stderr, "lifetime_bench: {}\n", message);
  return kNotMeasured;
}

// Counts only collections of the whole heap: while it is built, there are others.
Expected<void> add(SideCosts& side, const Options& options, Expected<std::vector<CollectionCost>> costs) {
  if (!costs) return failure(side.name + ": " + costs.error());
  std::erase_if(*costs, [&](const CollectionCost& each) { return each.objects_after < options.objects; });
  if (costs->empty()) return failure(side.name + ": no collection had as many objects");
  double slowest = 0;
  for (const CollectionCost& each : *costs) {
    slowest = std::max(slowest, each.microseconds_an_object());
    side.bytes = std::max(side.bytes, each.bytes_an_object());
  }
  side.microseconds.push_back(slowest);
  side.collections = costs->size();
  fmt::print("{:<10} {:>12} {:>14.3f}\n", side.name, side.collections, slowest);
  std::fflush(stdout);
  return {};
}

Ruling rule(const std::string& name, const char* what, double value, double most) {
  return {value <= most ? Ruling::Kind::kMet : Ruling::Kind::kMissed,
          fmt::format("{}: {:.3g} {}, at most {}", name, value, what, most)};
}

std::vector<Ruling> judge(const std::vector<SideCosts>& sides) {
  std::vector<Ruling> rulings;
  for (const SideCosts& side : sides) {
    if (side.microseconds.empty()) {
      rulings.push_back({Ruling::Kind::kNotJudged, side.name + ": not measured"});
      continue;
    }
    rulings.push_back(
        rule(side.name, "us an object and collection", median(side.microseconds), kMostMicroseconds));
    rulings.push_back(rule(side.name, "bytes an object", side.bytes, kMostBytes));
  }
  return rulings;
}

Expected<std::vector<CollectionCost>> dotnet_costs(std::uint64_t objects) {
#if defined(GCRUCIBLE_DOTNET) && defined(GCRUCIBLE_WORKLOAD)
  if (!std::filesystem::exists(GCRUCIBLE_WORKLOAD))
    return failure("the C# workloads are not built; build the target gcrucible_workload");
  return gcrucible::bench::dotnet_costs(GCRUCIBLE_DOTNET, GCRUCIBLE_WORKLOAD, objects);
#else
  static_cast<void>(objects);
  return failure("there was no .NET 10 SDK when this was configured; install it, configure and build again");
#endif
}

int run(const Options& options) {
  std::vector<SideCosts> sides{{.name = "simulated"}, {.name = ".NET"}};
  fmt::print("{:<10} {:>12} {:>14}\n", "", "collections", "us an object");
  for (std::uint32_t i = 0; i < options.runs; ++i) {
    if (const auto added = add(sides[0], options, simulated_costs(GCRUCIBLE_BENCH_SCENARIO, options.objects));
        !added)
      return refuse(added.error());
    if (options.alone) continue;
    if (const auto added = add(sides[1], options, dotnet_costs(options.objects)); !added)
      return refuse(added.error());
  }
  const std::vector<Ruling> rulings = judge(sides);
  fmt::print("\n{}", text_of(rulings));
  return status_of(rulings);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Measures the profiler lifetime at many live objects: the time in its callbacks of a collection, and "
      "the "
      "memory of its table. Of each run the slowest collection counts, and of the runs the median.\n"
      "Exit status: 0 every limit met, 1 one missed, 2 something could not be measured."};
  app.add_option("--objects", options.objects, "live objects")
      ->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{100'000'000}))
      ->capture_default_str();
  app.add_option("--runs", options.runs, "runs of each side")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_flag("--alone", options.alone, "leave .NET out");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kNotMeasured;
  }
  return run(options);
}
