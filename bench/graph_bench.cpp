// graph_bench: compares the collection of bench/graph.yaml with the same program under a real .NET.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "bench/dotnet/agreement.h"
#include "bench/dotnet/dotnet_side.h"
#include "bench/print.h"
#include "bench/simulated_side.h"

namespace {

using namespace gcrucible::bench;
using gcrucible::Expected;
using gcrucible::failure;

struct Options {
  std::vector<std::uint64_t> sizes{100'000, 1'000'000, 3'000'000, 10'000'000};
  std::uint32_t pairs = 5;
  bool alone = false;
  std::string json;
};

int refuse(const std::string& message) {
  fmt::print(stderr, "graph_bench: {}\n", message);
  return kNotMeasured;
}

// The error is the reason why no comparison is possible.
Expected<void> check_dotnet() {
#if defined(GCRUCIBLE_DOTNET) && defined(GCRUCIBLE_WORKLOAD)
  return {};
#else
  return failure("there was no .NET 10 SDK when this was configured; install it, configure and build again");
#endif
}

std::unique_ptr<Side> make_dotnet() {
#if defined(GCRUCIBLE_DOTNET) && defined(GCRUCIBLE_WORKLOAD)
  return std::make_unique<DotnetSide>(GCRUCIBLE_DOTNET, GCRUCIBLE_WORKLOAD);
#else
  return nullptr;
#endif
}

// Fails if a side cannot be measured, or the sides disagree.
Expected<void> measure_pair(Side& simulated, Side* real, Measurement& measurement) {
  Expected<Sample> ours = simulated.measure(measurement.nodes);
  if (!ours) return failure(std::move(ours.error()));
  Pair pair{std::move(*ours), std::nullopt};
  fmt::print("{:>10} objects: {:.1f} ms simulated", measurement.nodes,
             static_cast<double>(pair.simulated.nanoseconds) / 1e6);
  std::fflush(stdout);
  if (real != nullptr) {
    Expected<Sample> theirs = real->measure(measurement.nodes);
    if (!theirs) return failure(std::move(theirs.error()));
    pair.real = std::move(*theirs);
    const std::vector<std::string> differences = disagreements(pair.simulated, *pair.real);
    if (!differences.empty()) {
      return failure(
          fmt::format("at {} objects the two reports differ:\n"
                      "  {}",
                      measurement.nodes, fmt::join(differences, "\n  ")));
    }
    fmt::print(", {:.1f} ms under .NET", static_cast<double>(pair.real->nanoseconds) / 1e6);
  }
  fmt::print("\n");
  std::fflush(stdout);
  measurement.pairs.push_back(std::move(pair));
  return {};
}

int run(const Options& options) {
  const auto simulated = SimulatedSide::make(GCRUCIBLE_BENCH_SCENARIO);
  if (!simulated) return refuse(simulated.error());
  std::unique_ptr<Side> real;
  const Expected<void> compared = options.alone ? failure("--alone was given") : check_dotnet();
  if (compared) {
    real = make_dotnet();
#ifdef GCRUCIBLE_WORKLOAD
    if (!std::filesystem::exists(GCRUCIBLE_WORKLOAD)) {
      return refuse("the C# workloads are not built: " GCRUCIBLE_WORKLOAD
                    "; build the target gcrucible_workload");
    }
#endif
  } else {
    fmt::print("*** NOT COMPARED WITH .NET: {} ***\n", compared.error());
  }

  std::vector<Measurement> measurements;
  for (const std::uint64_t nodes : options.sizes) measurements.push_back({nodes, {}});
  // Round by round, so that a quiet period of the machine does not favour one size.
  for (std::uint32_t round = 0; round < options.pairs; ++round) {
    fmt::print("pair {} of {}\n", round + 1, options.pairs);
    for (Measurement& measurement : measurements) {
      const auto measured = measure_pair(**simulated, real.get(), measurement);
      if (!measured) return refuse(measured.error());
    }
  }
  const std::vector<Ruling> rulings = judge(measurements);
  fmt::print("\n{}\n{}", table_of(measurements), text_of(rulings));
  if (!compared) fmt::print("*** NOT COMPARED WITH .NET: {} ***\n", compared.error());
  if (!options.json.empty()) {
    std::ofstream file(options.json, std::ios::binary);
    file << json_of(measurements, rulings);
    file.close();
    if (!file) return refuse(options.json + ": cannot be written");
  }
  return status_of(rulings);
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Times one compacting gen-2 collection of a random graph, half of it dead, with all its callbacks to "
      "the counting\n"
      "recorder: simulated, and the same program under .NET, one after the other. Times run from the entry "
      "of\n"
      "GarbageCollectionStarted to the return of GarbageCollectionFinished.\n"
      "Exit status: 0 every limit met, 1 one missed, 2 something could not be measured."};
  app.add_option("--sizes", options.sizes, "objects in the graph, in ascending order")
      ->delimiter(',')
      ->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  app.add_option("--pairs", options.pairs, "runs of each side and size; odd, for the median")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_flag("--alone", options.alone, "leave .NET out");
  app.add_option("--json", options.json, "also write every sample to this file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kNotMeasured;
  }
  if (options.pairs % 2 == 0) return refuse("--pairs must be odd");
  return run(options);
}
