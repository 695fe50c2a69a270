// The commands in docs/guide.md and the other documents work as printed.
#include <cstdlib>
#include <filesystem>
#include <set>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

const std::string kRoot = in_source("");

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// The first block of the guide that begins with this text; empty if there is none.
std::string block(const std::string& beginning) {
  const std::string guide = text_of_file(kRoot + "/docs/guide.md");
  const std::size_t begin = guide.find(beginning);
  if (begin == std::string::npos) return {};
  const std::size_t first = guide.find('\n', guide.find("```", begin)) + 1;
  return guide.substr(first, guide.find("```\n", first) - first);
}

// The blocks of a page that are whole scenarios: these have a title.
std::vector<std::string> scenarios_of(const std::filesystem::path& page) {
  const std::string text = text_of_file(page);
  const std::string head = "```yaml\n";
  std::vector<std::string> found;
  for (std::size_t at = text.find(head); at != std::string::npos; at = text.find(head, at)) {
    at += head.size();
    const std::size_t end = text.find("```\n", at);
    const std::string yaml = text.substr(at, end - at);
    if (contains("\n" + yaml, "\nscenario:")) found.push_back(yaml);
    at = end;
  }
  return found;
}

}  // namespace

TEST_CASE("docs/guide.md: its profiler is the fixture and builds and runs as shown") {
  const std::string source = text_of_file(kRoot + "/fixtures/profilers/survivors/survivors.cpp");
  REQUIRE_FALSE(source.empty());
  CHECK(block("```cpp\n") == source);
  const std::string lines = block("```\ng++ ");
  REQUIRE(contains(lines, "fixtures/profilers/survivors/survivors.cpp"));
  if (std::system("g++ --version >/dev/null 2>&1") != 0) GCRUCIBLE_SKIP("there is no g++ on the path");
  const Scratch scratch;
  const std::string script = "cd '" + kRoot + "' && PATH='" + in_build("':$PATH && set -e\n") +
                             replaced(lines, "/tmp/", scratch.folder() + "/");
  const Called run = call_program({"/bin/sh", "-c", script});
  INFO(script << run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "the profiler printed\n"));
  CHECK(contains(run.out, " bytes move\n"));
}

TEST_CASE("docs: each complete scenario passes with --strict") {
  const Scratch scratch;
  std::set<std::string> pages;
  std::size_t count = 0;
  std::vector<std::filesystem::path> files{kRoot + "/README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(kRoot + "/docs"))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  for (const std::filesystem::path& file : files) {
    for (const std::string& yaml : scenarios_of(file)) {
      // Some compare files that the reader's profiler writes. The recorder does not write them.
      if (contains(yaml, "\nobserve:")) continue;
      pages.insert(file.filename().string());
      const Called run = call({"run", "--strict", scratch.write(std::to_string(count++) + ".yaml", yaml)});
      INFO(file << "\n" << yaml << run.out << run.err);
      CHECK(run.status == 0);
      CHECK(contains(run.out, "\nPASS"));
    }
  }
  for (const char* const page : {"guide.md", "scenario-language.md", "runtimes.md", "campaigns.md"}) {
    INFO(page);
    CHECK(pages.contains(page));
  }
}

}  // namespace gcrucible::tests
