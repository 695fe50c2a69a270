// Other forms of the language: JSON Schema, documentation, the fixtures.
#include "harness/scenario/language/language.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "harness/runtimes/runtimes.h"
#include "harness/scenario/scenario.h"
#include "tests/harness/scenario/everything.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"
#include "tests/support/places.h"
#include "tests/support/skip.h"

namespace gcrucible::scenario {
namespace {

const std::filesystem::path kSource = in_source("");

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.good());
}

bool updating() {
  return std::getenv("GCRUCIBLE_UPDATE") != nullptr;
}

// `path` must end with `text` after its mark. GCRUCIBLE_UPDATE=1 writes it.
void check_made_part(const std::filesystem::path& path, const std::string& text) {
  const std::string mark = "on the tests writes it anew. -->\n";
  std::string whole = text_of(path);
  const auto at = whole.find(mark);
  REQUIRE(at != std::string::npos);
  const std::string head = whole.substr(0, at + mark.size());
  if (updating()) {
    write(path, head + text);
    whole = head + text;
  }
  INFO(path.string() << " is out of date; run the tests once with GCRUCIBLE_UPDATE=1");
  CHECK((whole == head + text));
}

std::vector<std::filesystem::path> fixtures() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(kSource / "fixtures" / "scenarios")) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  REQUIRE_FALSE(files.empty());
  return files;
}

void collect_keys(const yaml::Shape& shape, std::set<std::string>& keys) {
  for (const yaml::Key& key : shape.keys) {
    keys.insert(key.name);
    collect_keys(key.shape, keys);
  }
  for (const yaml::Shape& part : shape.parts) collect_keys(part, keys);
}

struct Output {
  int status = -1;
  std::string text;
};

Output run(const std::string& command) {
  Output output;
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return output;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
    output.text.append(buffer, got);
  output.status = pclose(pipe);
  return output;
}

bool have_python() {
  return run("python3 -c 'import jsonschema, yaml'").status == 0;
}

// A folder for this test.
std::filesystem::path scratch(const std::string& name) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("gcrucible-" + name + "-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  return folder;
}

Output check_by_schema(const std::string& files) {
  const auto script = kSource / "tests" / "harness" / "scenario" / "check_schema.py";
  return run("python3 " + script.string() + " " + (kSource / "docs" / "scenario.schema.json").string() + " " +
             files);
}

TEST_CASE("schema: docs/scenario.schema.json is up to date") {
  const auto path = kSource / "docs" / "scenario.schema.json";
  if (updating()) write(path, json_schema());
  INFO(
      "out of date; run the tests once with GCRUCIBLE_UPDATE=1, or: gcrucible schema > "
      "docs/scenario.schema.json");
  CHECK((text_of(path) == json_schema()));
}

TEST_CASE("reference: the documentation is up to date and has every key") {
  const auto pages = kSource / "docs" / "reference";
  check_made_part(pages / "scenarios" / "keys.md", reference());
  check_made_part(pages / "runtime-files.md", yaml::reference(runtimes::profile_shape(true)));
  const std::string page = text_of(pages / "scenarios" / "keys.md") + text_of(pages / "runtime-files.md");
  std::set<std::string> keys;
  collect_keys(language(), keys);
  CHECK(keys.size() > 80);
  for (const std::string& key : keys) {
    INFO(key);
    CHECK(page.find("| `" + key + "`") != std::string::npos);
  }
}

TEST_CASE("language: the test scenario uses every key") {
  std::set<std::string> keys;
  collect_keys(language(), keys);
  // One of the runtime's own keys is enough here. tests/harness/runtimes checks the others.
  std::set<std::string> of_runtimes;
  collect_keys(runtimes::profile_shape(false), of_runtimes);
  for (const std::string& key : keys) {
    // `at`, `ranges` and `start` need a heap without backing. The ten objects have them.
    if (of_runtimes.contains(key) || key == "ranges" || key == "start" || key == "2" || key == "1" ||
        key == "poh" || key == "frozen") {
      continue;
    }
    INFO(key);
    const bool used = tests::kEverything.find(key + ":") != std::string_view::npos ||
                      tests::kServerEverything.find(key + ":") != std::string_view::npos;
    CHECK(used);
  }
}

// Every fenced block of the pages that is a whole scenario.
TEST_CASE("documentation: every complete example scenario loads") {
  std::string page;
  for (const auto& entry : std::filesystem::directory_iterator(kSource / "docs" / "reference" / "scenarios"))
    page += text_of(entry.path());
  int whole = 0;
  for (auto at = page.find("```yaml\n"); at != std::string::npos; at = page.find("```yaml\n", at + 1)) {
    const auto end = page.find("\n```", at);
    REQUIRE(end != std::string::npos);
    std::string block = page.substr(at + 8, end - at - 7);
    const bool is_whole = block.starts_with("scenario:");
    const bool is_setup = block.starts_with("types:") || block.starts_with("heap:") ||
                          block.starts_with("runtime:") || block.starts_with("assemblies:");
    if (!is_whole && !is_setup) continue;
    if (!is_whole) block = "scenario: an example\n" + block + "\nsteps: [{collect: 0}]\n";
    const Expected<Scenario> loaded = parse(block, "example");
    INFO(block << "\n" << tests::error_in(loaded));
    CHECK(loaded.has_value());
    ++whole;
  }
  CHECK(whole >= 10);
}

TEST_CASE("fixtures: every scenario loads") {
  for (const auto& path : fixtures()) {
    const Expected<Scenario> loaded = load(path.string());
    INFO(tests::error_in(loaded));
    CHECK(loaded.has_value());
  }
}

TEST_CASE("schema: every fixture and the test scenario are valid") {
  if (!have_python())
    GCRUCIBLE_SKIP(
        "python3 with jsonschema and yaml is not here; apt-get install python3-jsonschema python3-yaml");
  const auto folder = scratch("schema");
  write(folder / "everything.yaml", std::string(tests::kEverything));
  write(folder / "server.yaml", std::string(tests::kServerEverything));
  std::string files = (folder / "everything.yaml").string() + " " + (folder / "server.yaml").string();
  for (const auto& path : fixtures()) files += " " + path.string();
  const Output output = check_by_schema(files);
  INFO(output.text);
  CHECK(output.status == 0);
  std::filesystem::remove_all(folder);
}

TEST_CASE("schema: scenarios that the parser refuses are invalid") {
  if (!have_python())
    GCRUCIBLE_SKIP(
        "python3 with jsonschema and yaml is not here; apt-get install python3-jsonschema python3-yaml");
  const auto folder = scratch("bad-schema");
  const char* const bad[] = {
      "scenaro: a\n",
      "scenario: a\nseed: -1\n",
      "scenario: a\nheap: {backing: nothing}\n",
      "scenario: a\nsteps: [{alocate: {type: Node}}]\n",
      "scenario: a\nsteps: [{collect: 0, suspend: rejit}]\n",
      "scenario: a\nsteps: [{collect: {report: {edits: [omit-start]}}}]\n",
      "scenario: a\nobjects: [{type: Object, left: [a]}]\n",
  };
  int number = 0;
  for (const char* text : bad) {
    CHECK_FALSE(parse(text, "bad").has_value());
    const auto file = folder / ("bad" + std::to_string(number++) + ".yaml");
    write(file, text);
    INFO(text);
    CHECK(check_by_schema(file.string()).status != 0);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gcrucible::scenario
