// Profilers that do not release a reference that they got, or release it too often.
#include <nlohmann/json.hpp>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

// Three collections under a profiler that is careless in this way, with a mask of MONITOR_GC and
// MODULE_LOADS.
Called careless(const Scratch& scratch, const std::string& way, const std::string& exit) {
  const std::string scenario =
      "scenario: three collections\nprocess: {exit: " + exit +
      "}\nsteps:\n  - allocate: {id: a, type: Object}\n  - collect: 0\n  - collect: 0\n  - collect: 0\n";
  return call({"run", scratch.write("s.yaml", scenario), "--profiler", kCareless, "--clsid", kCarelessClsid,
               "--env", "CLI_TEST_MASK=0x84", "--env", "CLI_TEST_CARELESS=" + way, "--report",
               "json=" + scratch.path("r.json")},
              {"COLUMNS=400"});
}

nlohmann::json references(const Scratch& scratch) {
  return nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs").at(0).at("references");
}

}  // namespace

TEST_CASE("references: enumerators never released are reported with the first call") {
  const Scratch scratch;
  const Called run = careless(scratch, "leak enumerators", "normal");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out,
                 "3 objects returned by EnumThreads (ICorProfilerThreadEnum) were never released"));
  const nlohmann::json all = references(scratch);
  REQUIRE(all.size() == 1);
  CHECK(all.at(0).at("of") == "EnumThreads");
  CHECK(all.at(0).at("count") == 3);
  CHECK(all.at(0).at("line").get<int>() > 0);
}

TEST_CASE("references: kept until the end or after an abrupt end is not a leak") {
  for (const auto& [way, exit] :
       {std::pair("keep an enumerator", "normal"), {"leak enumerators", "abrupt"}}) {
    const Scratch scratch;
    const Called run = careless(scratch, way, exit);
    INFO(way << '\n' << run.out << run.err);
    CHECK(run.status == 0);
    CHECK(references(scratch).empty());
  }
}

TEST_CASE("references: metadata released too often is reported for each module") {
  const Scratch scratch;
  const Called run = careless(scratch, "release the metadata twice", "abrupt");
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "BROKEN BY THE PROFILER: it did not release its references correctly"));
  const nlohmann::json all = references(scratch);
  REQUIRE_FALSE(all.empty());
  for (const nlohmann::json& each : all) {
    CHECK(each.at("too_often") == true);
    CHECK(each.at("interface") == "IMetaDataImport");
    CHECK(each.at("count") == 1);
  }
}

}  // namespace gcrucible::tests
