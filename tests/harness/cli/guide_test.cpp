// The commands in the tutorial and the other documents work as printed.
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

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

// The first block of the page that begins with this text; empty if there is none.
std::string block(const std::string& page, const std::string& beginning) {
  const std::string text = text_of_file(kRoot + page);
  const std::size_t begin = text.find(beginning);
  if (begin == std::string::npos) return {};
  const std::size_t first = text.find('\n', text.find("```", begin)) + 1;
  return text.substr(first, text.find("```\n", first) - first);
}

// The blocks of a page that name no language: commands and outputs, in their order.
std::vector<std::string> plain_blocks(const std::string& page) {
  std::istringstream lines(text_of_file(kRoot + page));
  std::vector<std::string> found;
  bool inside = false;
  bool plain = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) plain = line == "```";
      if (inside && plain) found.emplace_back();
    } else if (inside && plain) {
      found.back() += line + "\n";
    }
  }
  return found;
}

// The parts of an output between the lines that only have "…".
std::vector<std::string> parts_of(const std::string& output) {
  std::istringstream lines(output);
  std::vector<std::string> parts(1);
  for (std::string line; std::getline(lines, line);) {
    if (line == "…") {
      parts.emplace_back();
    } else {
      parts.back() += line + "\n";
    }
  }
  return parts;
}

bool is_output(const std::string& text) {
  for (const char* const command : {"gcrucible ", "GCRUCIBLE_", "sed ", "mkdir "}) {
    if (text.starts_with(command)) return false;
  }
  return true;
}

bool has_compiler() {
  return std::system("g++ --version >/dev/null 2>&1") == 0;
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

TEST_CASE("docs/howto/cpp.md: its profiler is the fixture and builds and runs as shown") {
  if (!has_compiler()) GCRUCIBLE_SKIP("there is no g++ on the path");
  const std::string page = "/docs/howto/cpp.md";
  const std::string source = text_of_file(kRoot + "/fixtures/profilers/survivors/survivors.cpp");
  REQUIRE_FALSE(source.empty());
  CHECK(block(page, "```cpp\n") == source);
  const std::string lines = block(page, "```\ng++ ");
  REQUIRE(contains(lines, "fixtures/profilers/survivors/survivors.cpp"));
  const Scratch scratch;
  const std::string script = "cd '" + kRoot + "' && PATH='" + in_build("':$PATH && set -e\n") +
                             replaced(lines, "/tmp/", scratch.folder() + "/");
  const Called run = call_program({"/bin/sh", "-c", script});
  INFO(script << run.out << run.err);
  CHECK(run.status == 0);
  const std::string printed = block(page, "```\nthe profiler printed\n");
  REQUIRE(contains(printed, " bytes move\n"));
  CHECK(contains(run.out, printed));
}

TEST_CASE("fixtures/profilers/table: a profiler to start from follows a second report without a Started") {
  if (!has_compiler()) GCRUCIBLE_SKIP("there is no g++ on the path");
  const Scratch scratch;
  const std::string library = scratch.path("libtable.so");
  const Called built = call_program({"/bin/sh", "-c",
                                     "cd '" + kRoot +
                                         "' && g++ -std=c++20 -shared -fPIC -I. "
                                         "fixtures/profilers/table/table.cpp -o " +
                                         library});
  INFO(built.err);
  REQUIRE(built.status == 0);
  const Called run =
      call({"test", "--profiler", library, "--clsid", "{5D0E4C1B-82F7-4A63-9C15-B0E6A3D7F248}", "--runtime",
            "net10", "--with", "provisional", "--cases", "200", "--seed", "3", "--forget"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
}

TEST_CASE("docs/tutorial.md: its commands run and print the output that it shows") {
  if (!has_compiler()) GCRUCIBLE_SKIP("there is no g++ on the path");
  const std::string page = "/docs/tutorial.md";
  CHECK(contains(text_of_file(kRoot + "/fixtures/profilers/table/table.cpp"), block(page, "```cpp\n")));
  std::string commands;
  std::vector<std::string> outputs;
  for (const std::string& text : plain_blocks(page)) {
    if (text.starts_with("scripts/demo\n")) {
      // The demo ends with this run. Its build is not needed: this one is there.
      commands += "gcrucible run fixtures/scenarios/ten-objects-move.yaml\n";
    } else if (is_output(text)) {
      outputs.push_back(text);
    } else {
      commands += text;
    }
  }
  CHECK(outputs.size() == 6);
  const Scratch scratch;
  commands = replaced(commands, "/tmp/", scratch.folder() + "/");
  commands = replaced(commands, "build/release/bin/", in_build("/"));
  // A slow build needs more time for the same results.
  commands = replaced(commands, "--cases 50", "--cases 50 --shrink-time 0 --timeout 200");
  const std::string script = "cd '" + scratch.folder() + "'\nln -s '" + kRoot + "/fixtures' '" + kRoot +
                             "/harness' .\nexport COLUMNS=100 PATH='" + in_build("':\"$PATH\"\n") + commands;
  const Called run = call_program({"/bin/sh", "-c", script});
  INFO(script << run.out << run.err);
  CHECK(run.status == 0);
  for (const std::string& output : outputs) {
    for (const std::string& part : parts_of(output)) {
      INFO(part);
      CHECK_FALSE(part.empty());
      CHECK(contains(run.out, part));
    }
  }
}

TEST_CASE("docs: each complete scenario passes with --strict") {
  const Scratch scratch;
  std::set<std::string> pages;
  std::size_t count = 0;
  std::vector<std::filesystem::path> files{kRoot + "/README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot + "/docs"))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  for (const std::filesystem::path& file : files) {
    for (const std::string& yaml : scenarios_of(file)) {
      // Some compare files that the reader's profiler writes. The recorder does not write them.
      if (contains(yaml, "\nobserve:")) continue;
      pages.insert(file.filename().string());
      // A finding needs a named profiler; the recorder shows that the scenario can be played.
      const Called run =
          call({"run", "--strict", scratch.write(std::to_string(count++) + ".yaml", yaml), "--profiler",
                in_build("/libgcrucible_recorder.so"), "--clsid", "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}"},
               {"GCRUCIBLE_RECORDER_OUT=/dev/null"});
      INFO(file << "\n" << yaml << run.out << run.err);
      CHECK(run.status == 0);
      CHECK(contains(run.out, "\nPASS"));
    }
  }
  for (const char* const page : {"attach-and-detach.md", "explore-schedules.md", "property-test.md",
                                 "runtimes.md", "schedules.md", "write-a-scenario.md"}) {
    INFO(page);
    CHECK(pages.contains(page));
  }
}

}  // namespace gcrucible::tests
