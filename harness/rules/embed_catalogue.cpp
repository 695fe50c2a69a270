// A program of the build: reads catalogue.yaml and writes it as rows of C++, so that a mistake in the
// catalogue is an error of the build and `gcrucible` needs no file at run time.
//
//   embed_catalogue catalogue.yaml catalogue_rows.inc
#include <yaml-cpp/yaml.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

struct Word {
  const char* yaml;
  const char* code;
};
constexpr std::array kEvidence{Word{"documented", "Evidence::kDocumented"},
                               Word{"observed", "Evidence::kObserved"},
                               Word{"inferred", "Evidence::kInferred"}};
constexpr std::array kBreakers{Word{"runtime", "Breaker::kRuntime"}, Word{"profiler", "Breaker::kProfiler"}};
constexpr std::array kNeeds{Word{"ranges", "Need::kRanges"},    Word{"references", "Need::kReferences"},
                            Word{"roots", "Need::kRoots"},      Word{"bounds", "Need::kBounds"},
                            Word{"model", "Need::kModel"},      Word{"masks", "Need::kMasks"},
                            Word{"suspends", "Need::kSuspends"}};
const std::set<std::string> kKeys{"id",      "statement", "row",   "source", "evidence", "versions",
                                  "breaker", "needs",     "cause", "only",   "except",   "numbers"};

[[noreturn]] void fail(const YAML::Node& node, const std::string& what) {
  throw std::runtime_error("line " + std::to_string(node.Mark().line + 1) + ": " + what);
}

std::string quoted(const std::string& text) {
  return "R\"~(" + text + ")~\"";
}

std::string text_of(const YAML::Node& rule, const char* key) {
  if (!rule[key] || !rule[key].IsScalar() || rule[key].Scalar().empty()) {
    fail(rule, std::string("the rule has no text for '") + key + "'");
  }
  return rule[key].Scalar();
}

template <std::size_t N>
const char* code_of(const YAML::Node& node, const std::array<Word, N>& words) {
  for (const Word& word : words) {
    if (node.Scalar() == word.yaml) return word.code;
  }
  fail(node, "'" + node.Scalar() + "' is no word for this key");
}

std::string lists_of(const YAML::Node& rule, std::size_t number) {
  const std::string suffix = std::to_string(number);
  std::string needs, only, except, numbers;
  std::size_t need_count = 0, only_count = 0, except_count = 0, number_count = 0;
  for (const YAML::Node& need : rule["needs"])
    needs += std::string(code_of(need, kNeeds)) + ", ", ++need_count;
  for (const YAML::Node& runtime : rule["only"]) only += quoted(runtime.Scalar()) + ", ", ++only_count;
  for (const auto& note : rule["except"]) {
    except += "{" + quoted(note.first.Scalar()) + ", " + quoted(note.second.Scalar()) + "}, ";
    ++except_count;
  }
  for (const auto& each : rule["numbers"]) {
    const auto value = std::to_string(each.second.as<std::uint64_t>());
    numbers += "{" + quoted(each.first.Scalar()) + ", " + value + "}, ";
    ++number_count;
  }
  const auto array = [&](const char* type, const char* name, std::size_t count, const std::string& values) {
    return "constexpr std::array<" + std::string(type) + ", " + std::to_string(count) + "> " + name + suffix +
           "{" + (count == 0 ? "" : "{" + values + "}") + "};\n";
  };
  return array("Need", "kNeeds", need_count, needs) + array("std::string_view", "kOnly", only_count, only) +
         array("RuntimeNote", "kExcept", except_count, except) +
         array("RuntimeNumber", "kNumbers", number_count, numbers);
}

std::string row_of(const YAML::Node& rule, std::size_t number) {
  const std::string suffix = std::to_string(number);
  return "    {" + quoted(text_of(rule, "id")) + ", " + quoted(text_of(rule, "statement")) + ",\n     " +
         quoted(text_of(rule, "row")) + ", " + quoted(text_of(rule, "source")) + ",\n     " +
         code_of(rule["evidence"], kEvidence) + ", " + quoted(text_of(rule, "versions")) + ", " +
         code_of(rule["breaker"], kBreakers) + ", kNeeds" + suffix + ",\n     " +
         quoted(text_of(rule, "cause")) + ", kOnly" + suffix + ", kExcept" + suffix + ", kNumbers" + suffix +
         "},\n";
}

std::string rows_of(const YAML::Node& catalogue) {
  std::string lists, rows;
  std::set<std::string> ids;
  std::size_t number = 0;
  for (const YAML::Node& rule : catalogue) {
    for (const auto& key : rule) {
      if (!kKeys.contains(key.first.Scalar()))
        fail(key.first, "no key of a rule: '" + key.first.Scalar() + "'");
    }
    if (!ids.insert(text_of(rule, "id")).second) fail(rule, "a second rule '" + text_of(rule, "id") + "'");
    for (const char* key : {"evidence", "breaker", "needs"}) {
      if (!rule[key]) fail(rule, std::string("the rule has no '") + key + "'");
    }
    lists += lists_of(rule, number);
    rows += row_of(rule, number);
    ++number;
  }
  return lists + "constexpr std::array<Rule, " + std::to_string(number) + "> kCatalogue{{\n" + rows + "}};\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "embed_catalogue: takes the catalogue and the file to write\n");
    return 2;
  }
  try {
    const std::string rows = rows_of(YAML::LoadFile(argv[1]));
    std::ofstream out(argv[2], std::ios::binary);
    out << rows;
    out.close();
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[2]);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s: %s\n", argv[1], problem.what());
    return 1;
  }
  return 0;
}
