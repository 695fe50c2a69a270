// Campaigns in parts: parts that do not belong together, and the commands of the docs for several at the same
// time.
#include <sys/wait.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {

TEST_CASE("test: TEST_SHARD_INDEX selects the part and the status file is written") {
  const Scratch scratch;
  const std::string status = scratch.path("status");
  const std::vector<std::string> words{
      "test", "-q", "--forget", "--cases", "2", "--report", "json=" + scratch.path("r.json")};
  const auto variables = [](const std::string& file) {
    return std::vector<std::string>{"TEST_SHARD_INDEX=1", "TEST_TOTAL_SHARDS=2",
                                    "TEST_SHARD_STATUS_FILE=" + file};
  };
  const auto run = [&](const std::vector<std::string>& more, const std::string& file) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return call(all, variables(file));
  };
  // The command line wins: these variables are ignored.
  CHECK(run({"--shard", "1/1"}, status).status == 0);
  CHECK_FALSE(std::filesystem::exists(status));
  const Called part = run({}, status);
  INFO(part.out << part.err);
  CHECK(part.status == 0);
  CHECK(std::filesystem::exists(status));
  CHECK(nlohmann::json::parse(text_of_file(scratch.path("r.json")))["shards"][0] == "2/2");
  const Called nowhere = run({}, scratch.path("no/such/folder"));
  CHECK(nowhere.status == 2);
  CHECK(contains(nowhere.err,
                 "TEST_SHARD_STATUS_FILE: '" + scratch.path("no/such/folder") + "' cannot be written"));
}

namespace {

// Runs the lines of docs/howto/many-machines.md that begin with "parallel", unchanged, in the scratch folder.
// Returns the exit status.
int run_in_parallel(const Scratch& scratch, const std::string& library, const std::string& clsid,
                    const std::string& fault) {
  const std::string page = text_of_file(in_source("/docs/howto/many-machines.md"));
  const std::size_t begin = page.find("parallel gcrucible test");
  REQUIRE(begin != std::string::npos);
  const std::string lines = page.substr(begin, page.find("\n```", begin) - begin);
  const std::string script =
      scratch.write("parts.sh", "cd '" + scratch.folder() + "'\nPATH='" + in_build("':\"$PATH\"\nCLSID='") +
                                    clsid + "'\nexport CLSID\ncp '" + library +
                                    "' libmine.so\nPARALLEL='--will-cite'\nGCRUCIBLE_FAULT='" + fault +
                                    "'\nexport PARALLEL GCRUCIBLE_FAULT\n" + lines + "\n");
  const int status = std::system(("sh '" + script + "' > '" + scratch.path("log") + "' 2>&1").c_str());
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

bool has_parallel() {
  return std::system("command -v parallel >/dev/null 2>&1") == 0;
}

}  // namespace

TEST_CASE("docs: the GNU parallel commands run unchanged") {
  if (!has_parallel()) GCRUCIBLE_SKIP("GNU parallel is not installed; scripts/setup test installs it");
  const Scratch scratch;
  const int status = run_in_parallel(scratch, kDying, kDyingClsid, "");
  const std::string log = text_of_file(scratch.path("log"));
  INFO(log);
  CHECK(status == 0);
  CHECK(contains(log, "1,000 cases"));
  CHECK(contains(text_of_file(scratch.path("campaign.html")), "</html>"));
}

TEST_CASE("docs: the GNU parallel commands merge the findings of all parts") {
  if (!has_parallel()) GCRUCIBLE_SKIP("GNU parallel is not installed; scripts/setup test installs it");
  const Scratch scratch;
  const int status = run_in_parallel(scratch, kFaulty, kFaultyClsid, "no-offset");
  const std::string log = text_of_file(scratch.path("log"));
  INFO(log);
  CHECK(status == 1);
  const std::size_t merged = log.rfind("\nobject-ids/cache-follows (gcrucible_probe)\n");
  REQUIRE(merged != std::string::npos);
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t times = 0;
  for (const char* const part : {"1", "2", "3", "4"}) {
    const nlohmann::json json =
        nlohmann::json::parse(text_of_file(scratch.path("part-" + std::string(part) + ".json")));
    CHECK(json["planned"] == 250);
    for (const nlohmann::json& fault : json["faults"]) {
      if (fault["rule"] != "object-ids/cache-follows") continue;
      first = std::min(first, fault["case"].get<std::uint64_t>());
      times += fault["times"].get<std::uint64_t>();
    }
  }
  CHECK(contains(log.substr(merged),
                 "first in case " + std::to_string(first) + ", " + std::to_string(times) + " times"));
  CHECK(times > 4);
  CHECK(contains(text_of_file(scratch.path("campaign.html")), "object-ids/cache-follows (gcrucible_probe)"));
}

TEST_CASE("merge: a report never overwrites one of the merged parts") {
  const Scratch scratch;
  const std::string part = scratch.path("part-1.json");
  CHECK(call({"test", "-q", "--forget", "--cases", "2", "--report", "json=" + part}).status == 0);
  const std::string before = text_of_file(part);
  const Called merged = call({"merge", part, "--report", "json=./part-1.json"}, {}, scratch.folder());
  INFO(merged.out << merged.err);
  CHECK(merged.status == 2);
  CHECK(contains(merged.err, "is one of the parts of the same run"));
  CHECK(text_of_file(part) == before);
}

TEST_CASE("merge: parts with different options are refused and the option is named") {
  const Scratch scratch;
  const auto part = [&](const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> words{"test", "-q", "--forget", "--report", "json=" + scratch.path(name)};
    words.insert(words.end(), more.begin(), more.end());
    const Called run = call(words);
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    return scratch.path(name);
  };
  const std::string one = part("one.json", {"--cases", "4", "--shard", "1/2"});
  const std::string runtime = text_of_file(in_source("/harness/runtimes/net10.yaml"));
  const std::size_t name = runtime.find("runtime: net10");
  REQUIRE(name != std::string::npos);
  const std::string mine = std::string(runtime).replace(name, 14, "runtime: mine");
  const std::string known = scratch.write("known.yaml", "- {rule: crash, reason: x}\n");
  const std::string first =
      part("first.json", {"--cases", "4", "--shard", "1/2", "--runtime", scratch.write("mine.yaml", mine)});
  const std::size_t flag = mine.find("announces-boxes: ");
  REQUIRE(flag != std::string::npos);
  const bool on = mine.compare(flag + 17, 4, "true") == 0;
  const std::string changed = std::string(mine).replace(flag + 17, on ? 4 : 5, on ? "false" : "true");
  struct Row {
    std::string with;
    std::vector<std::string> options;
    std::string reported;
  };
  const std::vector<Row> rows = {
      {one, {"--cases", "40"}, "--cases, of the whole campaign, differs: 4 there, 40 here"},
      {one, {"--cases", "4", "--stop-after", "3"}, "--stop-after differs: 20 there, 3 here"},
      {one, {"--cases", "4", "--timeout", "4"}, "the list of options differs: '' there, '--timeout 4' here"},
      {one, {"--cases", "4", "--suppress", known}, "the list of options differs: "},
      {first,
       {"--cases", "4", "--runtime", scratch.write("mine.yaml", changed)},
       "the runtime mine differs there and here"}};
  for (const Row& row : rows) {
    std::vector<std::string> options = row.options;
    options.insert(options.end(), {"--shard", "2/2"});
    const std::string two = part("two.json", options);
    const Called merged = call({"merge", row.with, two});
    INFO(row.reported << "\n" << merged.out << merged.err);
    CHECK(merged.status == 2);
    CHECK(contains(merged.err, row.with + " and " + two + ": " + row.reported));
  }
  // Neither of these options changes the result of a case.
  const std::string two = part("two.json", {"--cases", "4", "--shard", "2/2", "--jobs", "1", "--time", "60"});
  const Called merged = call({"merge", two, one});
  INFO(merged.out << merged.err);
  CHECK(merged.status == 0);
}

}  // namespace gcrucible::tests
