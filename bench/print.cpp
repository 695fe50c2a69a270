#include "bench/print.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

namespace gcrucible::bench {

namespace {

using Json = nlohmann::ordered_json;

const char* word_of(Ruling::Kind kind) {
  switch (kind) {
    case Ruling::Kind::kMet:
      return "pass";
    case Ruling::Kind::kMissed:
      return "FAIL";
    case Ruling::Kind::kNotJudged:
      return "not judged";
  }
  return "";
}

Json json_of(const Sample& sample) {
  return {{"ns", sample.nanoseconds},
          {"peak_rss", sample.peak_memory},
          {"moved_ranges", sample.moved_ranges},
          {"displaced_bytes", sample.displaced_bytes},
          {"surviving_ranges", sample.surviving_ranges},
          {"objects", sample.objects},
          {"references", sample.references},
          {"roots", sample.roots},
          {"callbacks", sample.callbacks}};
}

}  // namespace

std::string table_of(std::span<const Measurement> measurements) {
  std::string text =
      fmt::format("{:>10} {:>10} {:>10} {:>7} {:>10} {:>10} {:>10} {:>11} {:>7} {:>7}\n", "objects",
                  "ns/object", ".NET", "ratio", "B/object", ".NET", "ranges", "survivors", "roots", ".NET");
  const auto out = std::back_inserter(text);
  for (const Measurement& each : measurements) {
    const Pair& pair = each.pairs.front();
    const auto real = [&](double value, int digits) {
      return each.compared() ? fmt::format("{:.{}f}", value, digits) : std::string("-");
    };
    fmt::format_to(out, "{:>10} {:>10.1f} {:>10} {:>7} {:>10.1f} {:>10} {:>10} {:>11} {:>7} {:>7}\n",
                   each.nodes, each.simulated_time(), real(each.compared() ? each.real_time() : 0, 1),
                   real(each.compared() ? each.ratio() : 0, 2), each.simulated_memory(),
                   real(each.compared() ? each.real_memory() : 0, 1), pair.simulated.moved_ranges,
                   pair.simulated.objects, pair.simulated.roots,
                   each.compared() ? std::to_string(pair.real->roots) : "-");
  }
  return text;
}

std::string text_of(std::span<const Ruling> rulings) {
  std::string text;
  for (const Ruling& ruling : rulings) text += fmt::format("{:<10}  {}\n", word_of(ruling.kind), ruling.text);
  return text;
}

std::string json_of(std::span<const Measurement> measurements, std::span<const Ruling> rulings) {
  Json sizes = Json::array();
  for (const Measurement& each : measurements) {
    Json pairs = Json::array();
    for (const Pair& pair : each.pairs) {
      pairs.push_back(
          {{"simulated", json_of(pair.simulated)}, {"dotnet", pair.real ? json_of(*pair.real) : Json()}});
    }
    sizes.push_back({{"objects", each.nodes}, {"pairs", std::move(pairs)}});
  }
  Json limits = Json::array();
  for (const Ruling& ruling : rulings)
    limits.push_back({{"result", word_of(ruling.kind)}, {"says", ruling.text}});
  return Json{{"sizes", std::move(sizes)}, {"limits", std::move(limits)}}.dump(1) + "\n";
}

}  // namespace gcrucible::bench
