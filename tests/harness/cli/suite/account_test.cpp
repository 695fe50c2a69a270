// `run --account`: tables and files.
#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/account/profiler_report.h"
#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/harness/cli/suite/shipped_scenarios.h"

namespace gcrucible::tests {
namespace {

const std::string kFunctions = kScenarios + "allocation/account-by-function.yaml";
const std::string kLifetimes = kScenarios + "allocation/account-of-every-generation.yaml";

TEST_CASE("run --account: three tables stand behind the verdict") {
  const Called run = call({"run", kLifetimes, "--account"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  const std::string tables = run.out.substr(run.out.find("Allocation by type"));
  CHECK(tables ==
        "Allocation by type\n"
        "  type           objects    bytes  of bytes\n"
        "  System.Byte[]        3  101,082    99.9 %  ████████████████████\n"
        "  System.Object        3       72     0.1 %  █\n"
        "  all                  6  101,154   100.0 %\n"
        "\n"
        "Object lifetimes: objects reclaimed in each generation\n"
        "  type           gen 0  gen 1  gen 2  LOH  POH  reclaimed  alive\n"
        "  System.Byte[]      -      -      -    1    1          2      1\n"
        "  System.Object      1      1      1    -    -          3      0\n"
        "  all                1      1      1    1    1          5      1\n"
        "\n"
        "The same in bytes\n"
        "  type           gen 0  gen 1  gen 2      LOH    POH  reclaimed  alive\n"
        "  System.Byte[]      -      -      -  100,024  1,024    101,048     34\n"
        "  System.Object     24     24     24        -      -         72      0\n"
        "  all               24     24     24  100,024  1,024    101,120     34\n");
}

TEST_CASE("run --account: functions have what they allocate and what they call") {
  const Scratch scratch;
  const std::string path = scratch.path("account");
  const Called run = call({"run", kFunctions, "--account", "--account", "json=" + path + ".json", "--account",
                           "csv=" + path + ".csv"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(
      run.out,
      "Allocation by function, with what it calls (inclusive) and without (exclusive)\n"
      "  function            incl. objects  bytes  of bytes  excl. objects  bytes  of bytes\n"
      "  Program.Main                    6    244    91.0 %              1     24     9.0 %  ████████"
      "██████████\n"
      "  Parser.Load                     2    148    55.2 %              0      0     0.0 %  ███████████\n"
      "  Parser.Read                     1    124    46.3 %              1    124    46.3 %  █████████\n"
      "  Parser.Descend                  3     72    26.9 %              3     72    26.9 %  █████\n"
      "  Parser.Callback                 1     24     9.0 %              1     24     9.0 %  ██\n"
      "  [no managed frame]              1     24     9.0 %              1     24     9.0 %  ██\n"
      "  all                             7    268   100.0 %              7    268   100.0 %\n"));
  const auto account = nlohmann::json::parse(text_of_file(path + ".json"))["runs"][0]["account"];
  CHECK(account["functions"].size() == 5);
  CHECK(account["functions"][0]["function"] == "Program.Main");
  CHECK(account["functions"][0]["inclusive"]["objects"] == 6);
  CHECK(account["functions"][0]["allocated"]["objects"] == 1);
  CHECK(account["calls"][0]["function"] == "[no managed frame]");
  CHECK(account["calls"][0]["parent"].is_null());
  CHECK(account["calls"][0]["total"]["bytes"] == 268);
  CHECK(account["calls"][1]["parent"] == 0);
  CHECK(contains(text_of_file(path + ".csv"), ",,Program.Main,6,244,1,24,0,0,0,0,0,0,0,0,0,0,0,0,1,24\r\n"));
}

TEST_CASE("run --account: a scenario that follows is no value") {
  const Called run = call({"run", "--account", kLifetimes});
  CHECK(run.status == 0);
  CHECK(contains(run.out, "Allocation by type\n"));
  const Called wrong = call({"run", kLifetimes, "--account=xml=a"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "gcrucible run: --account takes no value, json=FILE or csv=FILE, not 'xml=a'"));
}

TEST_CASE("run --account: files have the numbers of each run") {
  const Scratch scratch;
  const std::string json_path = scratch.path("account.json");
  const std::string csv_path = scratch.path("account.csv");
  const Called run = call({"run", "-q", kLifetimes, kScenarios + "ten-objects-move.yaml", "--account",
                           "json=" + json_path, "--account", "csv=" + csv_path});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(!contains(run.out, "Allocation by type"));
  const auto json = nlohmann::json::parse(text_of_file(json_path));
  CHECK(json["gcrucible_account"] == 1);
  REQUIRE(json["runs"].size() == 2);
  const auto& account = json["runs"][0]["account"];
  CHECK(account["total"]["allocated"]["bytes"] == 101'154);
  REQUIRE(account["types"].size() == 2);
  CHECK(account["types"][0]["type"] == "System.Object");
  CHECK(account["types"][0]["reclaimed"]["gen1"]["objects"] == 1);
  // The objects of the documentation were there before the profiler.
  CHECK(json["runs"][1]["account"]["total"]["allocated"]["objects"] == 0);
  CHECK(json["runs"][1]["account"]["total"]["earlier"]["objects"] == 10);
  const std::string csv = text_of_file(csv_path);
  CHECK(csv.starts_with("scenario,type,function,inclusive_objects,inclusive_bytes,allocated_objects,"));
  CHECK(contains(csv, ",System.Byte[],,,,3,101082,0,0,0,0,0,0,0,0,1,100024,1,1024,1,34\r\n"));

  const Called clash =
      call({"run", kLifetimes, "--account", "json=" + json_path, "--report", "json=" + json_path});
  CHECK(clash.status == 2);
  const Called foreign = call({"run", kLifetimes, "--account", "csv=" + json_path});
  CHECK(foreign.status == 2);
}

TEST_CASE("run --account: nothing allocated -> the table of allocation is a sentence") {
  const Called run = call({"run", kScenarios + "ten-objects-swept.yaml", "--account"});
  INFO(run.out << run.err);
  CHECK(contains(run.out,
                 "Allocation by type\n"
                 "  nothing was allocated after the profiler came\n"
                 "  not counted: 10 objects with 12 bytes, which were there before the profiler\n"
                 "\n"
                 "Object lifetimes: objects reclaimed in each generation\n"));
}

TEST_CASE("run --account: in every scenario, what came is what was reclaimed and what is alive") {
  const Scratch scratch;
  const std::string path = scratch.path("account.json");
  std::vector<std::string> arguments{"run", "-q", "--jobs", "2", "--account", "json=" + path};
  for (std::string& file : share_of_scenarios(3)) arguments.push_back(std::move(file));
  const Called run = call(arguments);
  CHECK(run.status == 0);
  const auto json = nlohmann::json::parse(text_of_file(path));
  std::size_t accounts = 0, with_calls = 0;
  for (const auto& each : json["runs"]) {
    if (each["account"].is_null()) continue;
    ++accounts;
    const auto& calls = each["account"]["calls"];
    if (!calls.empty()) {
      INFO(each["scenario"]);
      CHECK(calls[0]["total"] == each["account"]["total"]["allocated"]);
      ++with_calls;
    }
    for (const auto& type : each["account"]["types"]) {
      for (const char* const number : {"objects", "bytes"}) {
        std::uint64_t gone = type["alive"][number];
        for (const auto& generation : type["reclaimed"]) gone += generation[number].get<std::uint64_t>();
        const std::uint64_t came =
            type["allocated"][number].get<std::uint64_t>() + type["earlier"][number].get<std::uint64_t>();
        INFO(each["scenario"] << ": " << type["type"] << ", " << number);
        CHECK(came == gone);
      }
    }
  }
  CHECK(accounts == json["runs"].size());
  CHECK(with_calls >= 1);
}

TEST_CASE("run --account: a run that dies has none, and says so") {
  const Called run =
      call({"run", kLifetimes, "--profiler", kDying, "--clsid", kDyingClsid, "--account"}, {kCrash});
  INFO(run.out << run.err);
  CHECK(run.status != 0);
  CHECK(contains(run.out, "no account: the run did not come to its end"));
  const Called real = call({"run", "--on", "coreclr", kLifetimes, "--account"});
  CHECK(real.status == 2);
  CHECK(contains(real.err, "--account is for simulated runs only"));
}

TEST_CASE("run --account: the lifetime profiler reports the same functions from callbacks alone") {
  const Scratch scratch;
  const std::string report = scratch.path("report.txt");
  const Called run = call({"run", "-q", kFunctions, "--profiler", in_build("/libgcrucible_lifetime.so"),
                           "--clsid", kFaultyClsid, "--env", "GCRUCIBLE_LIFETIME_OUT=" + report});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  // Metadata has functions without a type as methods of <Module>.
  CHECK(contains(text_of_file(report),
                 "function 1 objects 24 bytes exclusive, 1 objects 24 bytes inclusive <Module>.Callback\n"
                 "function 3 objects 72 bytes exclusive, 3 objects 72 bytes inclusive <Module>.Descend\n"
                 "function 0 objects 0 bytes exclusive, 2 objects 148 bytes inclusive <Module>.Load\n"
                 "function 1 objects 24 bytes exclusive, 6 objects 244 bytes inclusive <Module>.Main\n"
                 "function 1 objects 124 bytes exclusive, 1 objects 124 bytes inclusive <Module>.Read\n"));
}

TEST_CASE("run --account: the lifetime profiler reports in which generation objects of each function died") {
  const Scratch scratch;
  const std::string report = scratch.path("report.txt"), path = scratch.path("account.json");
  const std::string scenario = scratch.write("functions.yaml", R"(scenario: Objects of three functions
steps:
  - allocate: {id: short, type: Object, count: 5, at: [A.Main, A.Read]}
  - allocate: {id: kept, type: "byte[]", length: 10, at: [A.Main, A.Read]}
  - root: kept
  - allocate: {id: middle, type: Object, at: [A.Main]}
  - root: {id: to-middle, object: middle}
  - allocate: {id: old, type: Object, at: [A.Main, A.Main]}
  - root: {id: to-old, object: old}
  - allocate: {id: large, type: "byte[]", length: 100_000, at: [A.Load]}
  - root: {id: to-large, object: large}
  - collect: {generation: 0}
  - unroot: to-middle
  - collect: {generation: 1}
  - unroot: [to-old, to-large]
  - collect: {generation: 2}
)");
  const Called run = call({"run", "-q", scenario, "--account", "json=" + path, "--profiler",
                           in_build("/libgcrucible_lifetime.so"), "--clsid", kFaultyClsid, "--env",
                           "GCRUCIBLE_LIFETIME_OUT=" + report});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  const auto own = account::read_profiler_report(text_of_file(report));
  REQUIRE(own);
  const auto account = nlohmann::json::parse(text_of_file(path))["runs"][0]["account"];
  REQUIRE(own->functions.size() == 3);
  REQUIRE(account["functions"].size() == 3);
  for (const auto& each : account["functions"]) {
    const std::string name = "<Module>" + each["function"].get<std::string>().substr(1);
    INFO(name);
    const auto found = std::ranges::find(own->functions, name, &account::FunctionRow::name);
    REQUIRE(found != own->functions.end());
    const auto check = [](const account::Count& count, const nlohmann::json& expected) {
      CHECK(count.objects == expected["objects"]);
      CHECK(count.bytes == expected["bytes"]);
    };
    check(found->inclusive, each["inclusive"]);
    check(found->exclusive.allocated, each["allocated"]);
    check(found->exclusive.alive, each["alive"]);
    std::size_t generation = 0;
    for (const auto& reclaimed : each["reclaimed"])
      check(found->exclusive.reclaimed[generation++], reclaimed);
  }
}

TEST_CASE("run --account: the lifetime profiler estimates from samples, or says why it does not") {
  const Scratch scratch;
  const std::string report = scratch.path("report.txt");
  const std::string scenario =
      scratch.write("objects.yaml", R"(scenario: Many small objects and a few large ones
steps:
  - allocate: {type: Object, count: 50_000, at: [A.Main]}
  - allocate: {type: "byte[]", length: 90_000, count: 10}
  - collect: {generation: 0}
)");
  const auto play = [&](const std::string& variable) {
    const Called run =
        call({"run", "-q", scenario, "--profiler", in_build("/libgcrucible_lifetime.so"), "--clsid",
              kFaultyClsid, "--env", "GCRUCIBLE_LIFETIME_OUT=" + report, "--env", variable});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    const auto own = account::read_profiler_report(text_of_file(report));
    REQUIRE(own);
    return *own;
  };
  const account::ProfilerReport estimate = play("GCRUCIBLE_LIFETIME_SAMPLE=1000");
  CHECK(estimate.interval == 1000);
  REQUIRE(estimate.types.size() == 2);
  // 1,200 samples. Six standard errors are a sixth; a wrong weight is off by more.
  for (const account::Count& count :
       {estimate.types[1].lifetimes.allocated, estimate.types[1].lifetimes.reclaimed[0],
        estimate.functions.at(0).inclusive, estimate.functions.at(0).exclusive.all_reclaimed()}) {
    CHECK(count.objects > 41'000);
    CHECK(count.objects < 59'000);
  }
  CHECK(estimate.types[0].lifetimes.allocated.objects == 10);
  CHECK(play("GCRUCIBLE_LIFETIME_SAMPLE=often").interval == 0);
}

}  // namespace
}  // namespace gcrucible::tests
