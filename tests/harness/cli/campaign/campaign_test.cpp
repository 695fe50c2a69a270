// `gcrucible test` and `gcrucible merge`, called as a person would call them.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {
namespace {

namespace fs = std::filesystem;

// `usual` followed by `more`. If `more` contains an option of `usual`, the option and its value are left out.
std::vector<std::string> words(const std::vector<std::pair<std::string, std::string>>& usual,
                               const std::vector<std::string>& more) {
  std::vector<std::string> all{"test"};
  for (const auto& [option, value] : usual) {
    if (std::find(more.begin(), more.end(), option) != more.end() && option != "--env") continue;
    if (option == "--cases" && std::find(more.begin(), more.end(), "--case") != more.end()) continue;
    all.push_back(option);
    all.push_back(value);
  }
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// A campaign against a profiler that dies in its first MovedReferences2.
Called crashing(const Scratch& scratch, const std::vector<std::string>& more) {
  return call(words({{"--profiler", kDying},
                     {"--clsid", kDyingClsid},
                     {"--env", kCrash},
                     {"--findings", scratch.path("found")},
                     {"--cases", "8"}},
                    more));
}

// A campaign against gcrucible's own recorder, which has no faults.
Called sound(const Scratch& scratch, const std::vector<std::string>& more) {
  return call(words({{"--findings", scratch.path("found")}, {"--cases", "6"}}, more));
}

}  // namespace

TEST_CASE("test: --case plays one case alone and under --debugger") {
  const Scratch scratch;
  const Called alone = crashing(scratch, {"--case", "5", "--no-shrink"});
  INFO(alone.out << alone.err);
  CHECK(alone.status == 3);
  CHECK(contains(alone.out, "cases     number 5 alone\n"));
  CHECK(contains(text_of_file(scratch.path("found/crash.yaml")), "# Case 5 of seed 1"));
  // Any command may precede the host's own arguments.
  const Called debugged = crashing(scratch, {"--case", "5", "--debugger=echo words:"});
  INFO(debugged.out << debugged.err);
  CHECK(debugged.status == 0);
  CHECK(contains(debugged.out, "words: " + in_build("/gcrucible-host") + " --case "));
  CHECK(contains(debugged.out, "Nothing is judged"));
  CHECK(call({"run", scratch.path("found/crash.yaml"), "--debugger=echo words:"}).status == 0);
  const Called missing = crashing(scratch, {"--case", "5", "--debugger=no-such-debugger"});
  CHECK(missing.status == 2);
  CHECK(contains(missing.err, "no-such-debugger: cannot be started"));
  CHECK(crashing(scratch, {"--debugger"}).status == 2);
  CHECK(call({"run", scratch.path("found/crash.yaml"), "--debugger", "--trace", "t.jsonl"}).status == 2);
}

TEST_CASE("test: a crash is found and shrunk and its scenario reproduces it") {
  const Scratch scratch;
  const Called found = crashing(scratch, {});
  INFO(found.out << found.err);
  CHECK(found.status == 3);
  CHECK(contains(found.out, "crash (SIGSEGV in MovedReferences2)"));
  CHECK(contains(found.out, "dying::write_to"));
  const std::string file = scratch.path("found/crash.yaml");
  REQUIRE(fs::exists(file));
  const std::string text = text_of_file(file);
  CHECK(text ==
        "# Found by gcrucible test: crash (SIGSEGV in MovedReferences2)\n"
        "# Case 0 of seed 1, runtime documented\n"
        "# In profiler " +
            kDyingClsid +
            "\n"
            "# With " +
            kCrash +
            "\n"
            "scenario: A profiler must not end or block the process that it is loaded into.\n"
            "steps:\n"
            "  - allocate: {id: object1, type: Object}\n"
            "  - root: object1\n"
            "  - collect: {generation: 0, compact: 0}\n");
  CHECK(call({"run", "-q", file, "--profiler", kDying, "--clsid", kDyingClsid, "--env", kCrash}).status == 3);

  const std::vector<std::string> others{"--findings", scratch.path("found"), "--cases",
                                        "4",          "--without",           "attach"};
  // A profiler without faults does not make another profiler's finding count as fixed.
  const Called other = call(words({}, others));
  INFO(other.out << other.err);
  CHECK(other.status == 0);
  CHECK(contains(other.out, "it was found in another"));
  CHECK(contains(other.out, "1 finding from earlier campaigns: 0 still there, 0 mended, 1 not judged"));
  const Called without = call(words({{"--profiler", kDying}, {"--clsid", kDyingClsid}}, others));
  INFO(without.out << without.err);
  CHECK(without.status == 0);
  CHECK(contains(without.out, "it was found with"));
  CHECK(text_of_file(file) == text);

  // As if it had been fixed.
  std::string same = text;
  same.replace(same.find(kCrash), kCrash.size(), "CLI_TEST_DIE=never");
  scratch.write("found/crash.yaml", same);
  const Called mended = call(
      words({{"--profiler", kDying}, {"--clsid", kDyingClsid}, {"--env", "CLI_TEST_DIE=never"}}, others));
  INFO(mended.out << mended.err);
  CHECK(mended.status == 0);
  CHECK(contains(mended.out, "1 finding from earlier campaigns: 0 still there, 1 mended"));
  CHECK_FALSE(fs::exists(file));
  CHECK(text_of_file(scratch.path("found/mended/crash.yaml")) == same);
  // Another finding with the same name is stored next to it.
  scratch.write("found/crash.yaml", same + "# Another\n");
  CHECK(
      call(words({{"--profiler", kDying}, {"--clsid", kDyingClsid}, {"--env", "CLI_TEST_DIE=never"}}, others))
          .status == 0);
  CHECK(text_of_file(scratch.path("found/mended/crash.yaml")) == same);
  CHECK(text_of_file(scratch.path("found/mended/crash-2.yaml")) == same + "# Another\n");
}

TEST_CASE("test: the report is the same for each number of jobs") {
  const Scratch scratch;
  const auto report = [&](const std::string& jobs, const std::string& name) {
    const Called run =
        sound(scratch, {"-v", "--cases", "24", "--jobs", jobs, "--report", "json=" + scratch.path(name)});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
    CHECK(contains(run.out, "Features, by cases"));
    CHECK(contains(run.out, "Callbacks, by situation"));
    CHECK(contains(run.out, "Rules that had an occasion"));
    nlohmann::json json = nlohmann::json::parse(text_of_file(scratch.path(name)));
    json["milliseconds"] = 0;
    return json;
  };
  const nlohmann::json one = report("1", "a.json");
  CHECK(one == report("3", "b.json"));
  CHECK(one["cases"] == 24);
  CHECK(one["calls"]["GarbageCollectionStarted"].size() == one["contexts"].size());
}

TEST_CASE("test: tables and changed options need -v") {
  const Scratch scratch;
  const Called brief = sound(scratch, {"--cases", "4", "--strict"});
  INFO(brief.out << brief.err);
  CHECK_FALSE(contains(brief.out, "Features, by cases"));
  CHECK_FALSE(contains(brief.out, "Callbacks, by situation"));
  CHECK_FALSE(contains(brief.out, "options   "));
  CHECK(contains(brief.out, "Rules that had an occasion"));
  CHECK(contains(sound(scratch, {"--cases", "4", "--strict", "-v"}).out, "options   --strict\n"));
  CHECK(sound(scratch, {"--cases", "4", "-q", "-v"}).status == 2);
}

TEST_CASE("test: --time alone has no limit of cases") {
  const Scratch scratch;
  const Called timed =
      call({"test", "--forget", "--time", "0.5", "--report", "json=" + scratch.path("r.json")});
  INFO(timed.out << timed.err);
  CHECK(timed.status == 0);
  CHECK(contains(timed.out, "cases     for 0.5 s, "));
  CHECK_FALSE(contains(timed.out, "Stopped after"));
  const nlohmann::json json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  CHECK(json["planned"] == 0);
  CHECK(json["stopped"] == false);
  const Called both = sound(scratch, {"--time", "0.1", "--cases", "100000000"});
  CHECK(contains(both.out, " of 100,000,000 cases"));
}

TEST_CASE("merge: the parts give the result of the whole campaign") {
  const Scratch scratch;
  const auto result = [&](std::vector<std::string> more, const std::string& name) {
    for (const std::string& each :
         {std::string("-q"), std::string("--cases"), std::string("9"), std::string("--no-shrink"),
          std::string("--report"), "json=" + scratch.path(name)})
      more.push_back(each);
    const Called run = crashing(scratch, more);
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    fs::remove_all(scratch.path("found"));
  };
  result({}, "whole.json");
  result({"--shard", "1/2"}, "one.json");
  result({"--shard", "2/2"}, "two.json");
  const Called merged = call({"merge", scratch.path("one.json"), scratch.path("two.json"), "--report",
                              "json=" + scratch.path("merged.json")});
  INFO(merged.out << merged.err);
  CHECK(merged.status == 3);
  nlohmann::json whole = nlohmann::json::parse(text_of_file(scratch.path("whole.json")));
  nlohmann::json joined = nlohmann::json::parse(text_of_file(scratch.path("merged.json")));
  for (const char* const same : {"cases", "planned", "features", "calls", "rules"})
    CHECK(whole[same] == joined[same]);
  CHECK(whole["faults"][0]["case"] == joined["faults"][0]["case"]);
  CHECK(whole["faults"][0]["times"] == joined["faults"][0]["times"]);
  CHECK(joined["shards"] == nlohmann::json::array({"1/2", "2/2"}));

  const Called alone = call({"merge", scratch.path("one.json")});
  CHECK(contains(alone.out, "1 of 2 parts is missing: 2/2"));
  CHECK(alone.status == 3);
  sound(scratch, {"-q", "--shard", "1/2", "--report", "json=" + scratch.path("sound.json")});
  const Called half = call({"merge", scratch.path("sound.json")});
  CHECK(half.status == 2);
  CHECK(contains(half.err, "1 of 2 parts is missing: 2/2, which may contain findings"));
  CHECK(call({"merge", "--partial", scratch.path("sound.json")}).status == 0);
  const Called twice = call({"merge", scratch.path("one.json"), scratch.path("one.json")});
  CHECK(twice.status == 2);
  CHECK(contains(twice.err, "part 1/2 is in both"));
  const Called other = call({"merge", scratch.path("one.json"), scratch.path("whole.json")});
  CHECK(other.status == 2);
  CHECK(call({"merge", scratch.write("no.json", "{}")}).status == 2);
  CHECK(call({"merge", scratch.write("no.json", "{\"gcrucible_campaign\": 9}")}).status == 2);
  CHECK(call({"merge", scratch.write("no.json", "no JSON")}).status == 2);
  CHECK(call({"merge", scratch.path("missing.json")}).status == 2);
}

TEST_CASE("test: --report writes complete files and never overwrites a foreign file") {
  const Scratch scratch;
  const Called run =
      crashing(scratch, {"--report", "junit=" + scratch.path("r.xml"), "--report",
                         "html=" + scratch.path("r.html"), "--report", "json=" + scratch.path("r.json")});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  const std::string junit = text_of_file(scratch.path("r.xml"));
  CHECK(contains(junit, "tests=\"2\" failures=\"0\" errors=\"1\""));
  CHECK(contains(junit, "<error type=\"crash\""));
  const std::string html = text_of_file(scratch.path("r.html"));
  CHECK(contains(html, "crash (SIGSEGV in MovedReferences2)"));
  CHECK(contains(html, "allocate: {id: object1, type: Object}"));
  CHECK(contains(html, "</html>\n"));

  const std::string precious = scratch.write("precious.txt", "mine");
  for (const char* const kind : {"json", "junit", "html"}) {
    const Called refused = crashing(scratch, {"--report", std::string(kind) + "=" + precious});
    INFO(refused.err);
    CHECK(refused.status == 2);
    CHECK(text_of_file(precious) == "mine");
  }
  CHECK(crashing(scratch, {"--report", "html=" + scratch.path("no/such/folder.html")}).status == 2);
  CHECK(crashing(scratch, {"--report", "pdf=" + scratch.path("r.pdf")}).status == 2);
}

TEST_CASE("test: a suppression needs a reason and the finding passes") {
  const Scratch scratch;
  const std::string known = scratch.write("known.yaml",
                                          "- {rule: crash, in: '*MovedReferences2', reason: ticket 17}\n"
                                          "- {rule: hang, reason: seen once on a slow machine}\n");
  const Called run = crashing(scratch, {"--suppress", known});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out, "ticket 17"));
  CHECK(contains(run.out, "never needed here"));
  CHECK_FALSE(fs::exists(scratch.path("found/crash.yaml")));
  for (const char* const wrong :
       {"- {rule: crash}\n", "- {rule: crash, reason: ' '}\n", "rule: crash\n",
        "- {rule: moved/none-such, reason: x}\n", "- [\n", "- {rule: a, raeson: b}\n"}) {
    const Called refused = crashing(scratch, {"--suppress", scratch.write("wrong.yaml", wrong)});
    INFO(wrong << refused.err);
    CHECK(refused.status == 2);
    CHECK(contains(refused.err, "wrong.yaml:1:"));
  }
  CHECK(crashing(scratch, {"--suppress", scratch.path("missing.yaml")}).status == 2);
}

TEST_CASE("test: an invalid option value -> exit status 2 and no case is run") {
  const Scratch scratch;
  const std::vector<std::vector<std::string>> wrong = {{"--cases", "0"},
                                                       {"--cases", "-1"},
                                                       {"--seed", "x"},
                                                       {"--time", "-1"},
                                                       {"--jobs", "1000"},
                                                       {"--shard", "3/2"},
                                                       {"--shard", "x"},
                                                       {"--with", "atach"},
                                                       {"--without", "nothing-known"},
                                                       {"--runtime", "net11"},
                                                       {"--only", "no-such-rule/*"},
                                                       {"--env", "x"},
                                                       {"--profiler", scratch.path("missing.so")},
                                                       {"--findings", kDying},
                                                       {"--timeout", "nan"}};
  for (const std::vector<std::string>& each : wrong) {
    const Called run = sound(scratch, each);
    INFO(each[0] << " " << each[1] << ": " << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(!run.err.empty());
    CHECK_FALSE(contains(run.out, "Features, by cases"));
  }
  CHECK(contains(sound(scratch, {"--with", "atach"}).err, "attach"));
  CHECK(contains(sound(scratch, {"--with", "attach,young"}).err, "--with takes one feature"));
}

TEST_CASE("test: --with limits the generated features") {
  const Scratch scratch;
  const Called run =
      sound(scratch, {"--with", "threads", "--with", "young", "--report", "json=" + scratch.path("r.json")});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  const nlohmann::json json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  for (const auto& [word, cases] : json["features"].items())
    CHECK((word == "threads" || word == "young" || cases == 0));
}

}  // namespace gcrucible::tests
