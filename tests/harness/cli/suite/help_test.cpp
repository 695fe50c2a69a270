// `gcrucible help`, --help, and options before the command.
#include <sstream>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

const std::vector<std::string> kCommands{"run",     "record", "test",    "explore", "merge", "check",
                                         "compare", "rules",  "explain", "schema",  "help"};

}  // namespace

TEST_CASE("help: shows the same as --help") {
  for (const std::string& command : kCommands) {
    const Called help = call({"help", command});
    CHECK(help.status == 0);
    CHECK(help.out == call({command, "--help"}).out);
    CHECK(contains(help.out, "\nExamples:\n  "));
  }
  CHECK(call({"help"}).out == call({"--help"}).out);
  const Called wrong = call({"help", "rnu"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "there is no command 'rnu'; did you mean \"run\"?"));
}

TEST_CASE("help: names the values that an option takes, without marks of the parser") {
  const std::string run = call({"run", "--help"}, {"COLUMNS=110"}).out;
  INFO(run);
  CHECK(contains(run, "Usage: gcrucible run [OPTIONS] [SCENARIO...]\n"));
  CHECK(contains(run, "\nArguments:\n  SCENARIO  "));
  CHECK(contains(in_one_line(run),
                 "Runtime to use instead of the scenario's: documented, net10, netfx1.1, or a *.yaml file"));
  CHECK(contains(run, "\n  --debugger[=COMMAND]  "));
  const std::string test = call({"test", "--help"}, {"COLUMNS=110"}).out;
  INFO(test);
  CHECK_FALSE(contains(test, "Excludes"));
  CHECK(contains(test, "\n  -j,--jobs N  "));
}

TEST_CASE("help: lines fit the terminal") {
  for (const std::size_t width : {60, 80, 110}) {
    for (const std::string& command : kCommands) {
      std::istringstream lines(call({command, "--help"}, {"COLUMNS=" + std::to_string(width)}).out);
      for (std::string line; std::getline(lines, line);) {
        INFO(command << " in " << width << ": " << line);
        // Examples are copied, and are not broken.
        const bool example = line.starts_with("  gcrucible ") || contains(line, "| gcrucible ");
        CHECK((example || line.size() <= width));
      }
    }
  }
}

TEST_CASE("arguments: -q, -v and --color may stand before the command") {
  CHECK(call({"-q", "run", kTen}).out == call({"run", kTen, "-q"}).out);
  CHECK(call({"--quiet", "run", kTen}).out == call({"run", kTen, "-q"}).out);
  CHECK(call({"--color", "always", "-v", "run", kTen}).out ==
        call({"run", kTen, "--color", "always", "-v"}).out);
  CHECK(call({"--color=always", "rules", "moved/*"}).out == call({"rules", "moved/*", "--color=always"}).out);
  const Called other = call({"-q", "schema"});
  CHECK(other.status == 2);
  CHECK(contains(other.err, "gcrucible schema: there is no option '-q'"));
  CHECK(call({"-q"}).status == 2);
  CHECK(call({"--color"}).status == 2);
}

}  // namespace gcrucible::tests
