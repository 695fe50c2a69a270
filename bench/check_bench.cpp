// check_bench: how fast traces are judged, and how much memory that takes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/exit_status.h"
#include "bench/judging.h"
#include "bench/measurement.h"
#include "harness/platform/files/temporary_file.h"

namespace {

using namespace gcrucible::bench;
using gcrucible::Expected;
using gcrucible::failure;

// Limits from the founding issue: a million callback entries a second, and memory that does not grow with the
// trace.
constexpr double kFewestEntries = 1e6;
constexpr double kMostGrowth = 1.1;

struct Options {
  std::uint64_t objects = 400'000;
  std::uint32_t collections = 8;
  std::uint32_t runs = 5;
  std::string judge;
};

int refuse(const std::string& message) {
  fmt::print(stderr, "check_bench: {}\n", message);
  return kNotMeasured;
}

struct Row {
  std::uint32_t collections = 0;
  std::uint64_t entries = 0;
  double entries_a_second = 0;    // median
  std::uint64_t peak_memory = 0;  // largest
};

Expected<Row> measure(const Options& options, std::uint32_t collections) {
  Row row;
  row.collections = collections;
  const auto trace = gcrucible::platform::TemporaryFile::in_temporary_folder("bench.jsonl");
  if (!trace) return failure(trace.error());
  if (auto made = make_trace(GCRUCIBLE_BENCH_SCENARIO, options.objects, collections, trace->path()); !made)
    return failure(std::move(made.error()));
  std::vector<double> speeds;
  for (std::uint32_t i = 0; i < options.runs; ++i) {
    Expected<Judging> judging = judge_apart(trace->path());
    if (!judging) return failure(std::move(judging.error()));
    row.entries = judging->entries;
    row.peak_memory = std::max(row.peak_memory, judging->peak_memory);
    speeds.push_back(judging->entries_a_second());
  }
  row.entries_a_second = median(std::move(speeds));
  return row;
}

bool judged(bool met, const std::string& text) {
  fmt::print("{:<12}{}\n", met ? "pass" : "missed", text);
  return met;
}

int run(const Options& options) {
  fmt::print("{:>12} {:>12} {:>14} {:>10}\n", "collections", "entries", "entries/s", "MB");
  std::vector<Row> rows;
  for (const std::uint32_t collections : {2u, options.collections}) {
    const Expected<Row> measured = measure(options, collections);
    if (!measured) return refuse(measured.error());
    const Row& row = rows.emplace_back(*measured);
    fmt::print("{:>12} {:>12} {:>14.0f} {:>10.1f}\n", row.collections, row.entries, row.entries_a_second,
               static_cast<double>(row.peak_memory) / 1e6);
    std::fflush(stdout);
  }
  fmt::print("\n");
  bool met = true;
  for (const Row& row : rows) {
    met &= judged(row.entries_a_second >= kFewestEntries,
                  fmt::format("{} collections: {:.2f} million callback entries a second, at least 1",
                              row.collections, row.entries_a_second / 1e6));
  }
  const double growth = static_cast<double>(rows[1].peak_memory) / static_cast<double>(rows[0].peak_memory);
  met &= judged(
      growth <= kMostGrowth,
      fmt::format("{:.2f} times the memory for a trace {:.1f} times as long, at most {}", growth,
                  static_cast<double>(rows[1].entries) / static_cast<double>(rows[0].entries), kMostGrowth));
  return met ? 0 : kLimitMissed;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Judges traces of the benchmark's graph as `gcrucible check` does, each run in a process of its own: a "
      "short trace, and a long one over the same live objects.\n"
      "Exit status: 0 every limit met, 1 one missed, 2 something could not be measured."};
  app.add_option("--objects", options.objects, "objects in the graph, of which every other one lives")
      ->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{10'000'000}))
      ->capture_default_str();
  app.add_option("--collections", options.collections, "collections in the long trace; the short one has 2")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  app.add_option("--runs", options.runs, "times each trace is judged; the median counts")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--judge", options.judge)->group("");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kNotMeasured;
  }
  return options.judge.empty() ? run(options) : judge_here(options.judge);
}
