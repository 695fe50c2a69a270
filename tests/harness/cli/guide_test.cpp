// What docs/guide.md prints works as it is printed.
#include <cstdlib>

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

// The first block of the guide that begins like this; empty if there is none.
std::string block(const std::string& beginning) {
  const std::string guide = text_of_file(kRoot + "/docs/guide.md");
  const std::size_t begin = guide.find(beginning);
  if (begin == std::string::npos) return {};
  const std::size_t first = guide.find('\n', guide.find("```", begin)) + 1;
  return guide.substr(first, guide.find("```\n", first) - first);
}

}  // namespace

TEST_CASE("the guide's profiler is the one in fixtures, and is built and run by the guide's two lines") {
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

TEST_CASE("the guide's scenario passes") {
  const Scratch scratch;
  const Called run = call({"run", scratch.write("guide.yaml", block("```yaml\n"))});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "\nPASS"));
}

}  // namespace gcrucible::tests
