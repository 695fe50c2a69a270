#include "bench/dotnet/dotnet_side.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>

#include "bench/dotnet/recorder_environment.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/process/process.h"

namespace gcrucible::bench {

namespace {

constexpr std::chrono::minutes kTimeout{30};

platform::Environment environment_counting_into(const std::string& path) {
  platform::Environment more = counting_into(path);
  more.insert(more.end(), {"DOTNET_gcServer=0", "DOTNET_gcConcurrent=0", "DOTNET_TieredPGO=0"});
  return dotnet_environment(more);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

DotnetSide::DotnetSide(std::string dotnet, std::string workload)
    : dotnet_(std::move(dotnet)), workload_(std::move(workload)) {}

Expected<Sample> DotnetSide::measure(std::uint64_t nodes) {
  const auto counts = platform::TemporaryFile::in_temporary_folder("counts.jsonl");
  const auto output = platform::TemporaryFile::in_temporary_folder("dotnet.txt");
  if (!counts) return failure(counts.error());
  if (!output) return failure(output.error());
  auto started = platform::Process::start({.arguments = {dotnet_, workload_, "graph", std::to_string(nodes)},
                                           .environment = environment_counting_into(counts->path()),
                                           .working_folder = {},
                                           .output = output->path(),
                                           .error_output = output->path()});
  if (!started) return failure(std::move(started.error()));
  const auto end = started->wait(kTimeout);
  if (!end) return failure(dotnet_ + " did not end within 30 minutes");
  if (end->signal || end->exit_code != 0) {
    return failure(dotnet_ + " ended with " + platform::to_text(*end) + ":\n" + text_of(output->path()));
  }
  Expected<std::vector<Sample>> samples = read_samples(counts->path());
  if (!samples) return failure(std::move(samples.error()));
  Sample& last = samples->back();
  if (!last.full || !last.induced) {
    return failure("the last collection under .NET is not the one that Graph.cs forces");
  }
  return std::move(last);
}

}  // namespace gcrucible::bench
