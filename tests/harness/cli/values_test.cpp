// Values of options that a campaign refuses before it begins.
#include <string>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {

TEST_CASE("arguments: an empty value is refused for each option") {
  for (const char* const option :
       {"--findings", "--time", "--jobs", "--timeout", "--shrink-time", "--objects", "--collections",
        "--heaps", "--shard", "--observe", "--suppress"}) {
    const Called run = call({"test", "--cases", "1", option, ""});
    INFO(option << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, std::string("gcrucible test: ") + option + " is empty; give it a value"));
  }
  const Called explored = call({"explore", kScenarios + "gc/a-million-objects.yaml", "--findings", ""});
  INFO(explored.err);
  CHECK(explored.status == 2);
  CHECK(contains(explored.err, "gcrucible explore: --findings is empty"));
}

TEST_CASE("arguments: a number outside the range -> the range is named") {
  const auto reported = [](const std::string& option, const std::string& range) {
    for (const std::string value : {"-1", "1000000"}) {
      const Called run = call({"test", option, value});
      INFO(run.out << run.err);
      CHECK(run.status == 2);
      CHECK(contains(run.err, option + " takes a number from 0 to " + range + ", not '" + value + "'\n"));
    }
  };
  reported("--jobs", "256");
  reported("--objects", "100000");
  reported("--collections", "1000");
  reported("--heaps", "64");
}

}  // namespace gcrucible::tests
