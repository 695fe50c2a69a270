// Writes the first inputs of the fuzz targets, and their words as dictionaries, from fixtures:
//
//   GCRUCIBLE_FUZZ_SEEDS=FOLDER fuzz_seeds
//
// A test case, because the traces of tests/harness/rules/tale.h are made in test cases only.
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "harness/program/code/codec.h"
#include "harness/scenario/scenario.h"
#include "tests/harness/rules/tale.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

namespace fs = std::filesystem;

// Large inputs make each try slow, and find little more.
constexpr std::size_t kMostBytes = 2048;
constexpr std::size_t kTraceBytes = 8192;

std::string read_text(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The inputs of one target.
class Seeds {
 public:
  Seeds(const fs::path& root, const std::string& target)
      : folder_(root / target), dictionary_(root / (target + ".dict")) {
    fs::create_directories(folder_);
  }
  void add(const std::string& name, std::string_view text) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  // The words of text from which a dictionary is made.
  void learn(std::string_view text) {
    std::string word;
    for (const char c : text) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
      if (letter || (!word.empty() && c >= '0' && c <= '9')) {
        word += c;
        continue;
      }
      if (word.size() > 2 && word.size() < 40) words_.insert(word);
      word.clear();
    }
  }
  void write_dictionary() const {
    std::ofstream file(dictionary_);
    for (const std::string& word : words_) file << '"' << word << "\"\n";
  }

 private:
  fs::path folder_;
  fs::path dictionary_;
  std::set<std::string> words_;
};

std::string first_lines(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, text.rfind('\n', most) + 1);
}

void scenarios_and_programs(const fs::path& root) {
  Seeds scenarios(root, "scenario");
  Seeds programs(root, "program");
  for (const auto& each : fs::recursive_directory_iterator(in_source("/fixtures/scenarios"))) {
    if (each.path().extension() != ".yaml") continue;
    const std::string text = read_text(each.path());
    const std::string name = each.path().stem().string();
    if (text.size() <= kMostBytes) scenarios.add(name, text);
    const Expected<scenario::Scenario> loaded = scenario::parse(text, each.path().string());
    if (!loaded) continue;
    const auto bytes = program::encode(loaded->program);
    if (bytes.size() <= 2 * kMostBytes)
      programs.add(name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  scenarios.learn(read_text(in_source("/docs/scenario.schema.json")));
  scenarios.write_dictionary();
}

void runtimes(const fs::path& root) {
  Seeds seeds(root, "runtime");
  for (const auto& each : fs::directory_iterator(in_source("/harness/runtimes"))) {
    if (each.path().extension() != ".yaml") continue;
    const std::string text = read_text(each.path());
    seeds.add(each.path().stem().string(), text);
    seeds.learn(text);
  }
  seeds.write_dictionary();
}

void traces(const fs::path& root) {
  Seeds seeds(root, "trace");
  for (const auto& each : fs::recursive_directory_iterator(in_source("/fixtures/traces"))) {
    if (each.path().extension() != ".jsonl") continue;
    const std::string text = read_text(each.path());
    seeds.add(each.path().stem().string(), first_lines(text, kTraceBytes));
    seeds.learn(first_lines(text, kTraceBytes));
  }
  for (const auto& [name, tale] :
       {std::pair("tale-simulated", two_collections()), std::pair("tale-recorded", recorded_collections()),
        std::pair("tale-ten", ten_objects(kRightTable))}) {
    seeds.add(name, tale.text());
    seeds.learn(tale.text());
  }
  seeds.write_dictionary();
}

TEST_CASE("fuzz seeds are written") {
  const char* const folder = std::getenv("GCRUCIBLE_FUZZ_SEEDS");
  REQUIRE(folder != nullptr);
  const fs::path root = folder;
  scenarios_and_programs(root);
  runtimes(root);
  traces(root);
  fs::create_directories(root / "metadata");
}

}  // namespace
}  // namespace gcrucible::tests
