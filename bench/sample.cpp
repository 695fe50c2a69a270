#include "bench/sample.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace gcrucible::bench {

namespace {

// COR_PRF_GC_INDUCED.
constexpr int kInduced = 1;

Sample sample_of(const nlohmann::json& line) {
  Sample sample;
  sample.nanoseconds = line.at("ns");
  sample.peak_memory = line.at("peak_rss");
  const auto& generations = line.at("generations");
  sample.full =
      !generations.empty() && std::ranges::all_of(generations, [](const auto& each) { return each == true; });
  sample.induced = line.at("reason") == kInduced;
  sample.moved_ranges = line.at("moved_ranges");
  sample.displaced_bytes = line.at("displaced_bytes");
  sample.surviving_ranges = line.at("surviving_ranges");
  sample.objects = line.at("objects");
  sample.references = line.at("references");
  sample.roots = line.at("roots");
  sample.callbacks = line.at("callbacks").get<std::map<std::string, std::uint64_t>>();
  return sample;
}

}  // namespace

Expected<std::vector<Sample>> parse_samples(std::string_view text, const std::string& file) {
  std::vector<Sample> samples;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    try {
      samples.push_back(sample_of(nlohmann::json::parse(line)));
    } catch (const nlohmann::json::exception& wrong) {
      const std::size_t number = samples.size() + 1;
      return failure(file + ":" + std::to_string(number) +
                     ": not a line of the counting recorder: " + wrong.what());
    }
  }
  if (samples.empty()) return failure(file + ": no collection was counted");
  return samples;
}

Expected<std::vector<Sample>> read_samples(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return failure(path + ": the recorder left no such file; was it loaded?");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return parse_samples(text, path);
}

}  // namespace gcrucible::bench
