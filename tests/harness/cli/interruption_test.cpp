// Campaigns and runs that are stopped.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

// Stops the process when that line appears, or after two minutes, so that the test fails and does not hang.
std::string stop_at(const std::string& line, const std::string& out, const std::string& first = "") {
  return "i=0; until grep -q '" + line + "' " + out +
         " || [ $i -ge 1200 ]; do sleep 0.1; i=$((i + 1)); done; " + first + "kill -TERM $p; wait $p";
}

}  // namespace

TEST_CASE("SIGTERM: a campaign ends with a summary and its reports") {
  const Scratch scratch;
  // A shell's background jobs ignore SIGINT, so this sends SIGTERM.
  const std::string out = scratch.path("out");
  const Called called = call_program({"/bin/sh", "-c",
                                      kProgram + " test --profiler " + kDying + " --clsid '" + kDyingClsid +
                                          "' --env '" + kCrash + "' --findings " + scratch.path("found") +
                                          " --cases 10000000 --report json=" + scratch.path("r.json") +
                                          " --report junit=" + scratch.path("r.xml") +
                                          " --report html=" + scratch.path("r.html") + " > " + out +
                                          " & p=$!; " + stop_at("^  case ", out)});
  INFO(called.out << called.err);
  CHECK(called.status == 3);
  const std::string text = text_of_file(out);
  INFO(text);
  CHECK(contains(text, "Stopped after "));
  CHECK(contains(text, "Rules that had an occasion"));
  CHECK(std::filesystem::exists(scratch.path("found/crash.yaml")));
  const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  CHECK(json.at("stopped") == true);
  CHECK(json.at("faults").at(0).at("unshrunk") == true);
  CHECK(contains(text, "before 1 finding was fully shrunk."));
  CHECK(contains(text, "; stopped before it was fully shrunk"));
  CHECK(contains(text_of_file(scratch.path("r.xml")), "<skipped message=\"Stopped after "));
  CHECK(contains(text_of_file(scratch.path("r.html")), "<p>Stopped after "));
}

TEST_CASE("SIGTERM: a campaign replaying known findings ends with a summary") {
  const Scratch scratch;
  CHECK(call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env", kCrash, "--findings",
              scratch.path("found"), "--cases", "8"})
            .status == 3);
  const std::string known = text_of_file(scratch.path("found/crash.yaml"));
  for (int i = 2; i < 2000; ++i) scratch.write("found/crash-" + std::to_string(i) + ".yaml", known);
  const std::string out = scratch.path("out");
  const Called called =
      call_program({"/bin/sh", "-c",
                    kProgram + " test --profiler " + kDying + " --clsid '" + kDyingClsid + "' --env '" +
                        kCrash + "' --findings " + scratch.path("found") + " --cases 8 > " + out +
                        " & p=$!; " + stop_at("^  trying an earlier finding: ", out)});
  INFO(called.out << called.err);
  const std::string text = text_of_file(out);
  CHECK(called.status == 3);
  CHECK(contains(text, "Stopped after 0 of 8 cases."));
  CHECK(contains(text, " from earlier campaigns: "));
  CHECK(contains(text, " not tried again\n"));
}

namespace {

// A campaign on a terminal. It gets the signal when that text appears, or after a minute. The file "waited"
// contains the milliseconds that it then continued. Status 77: no program here provides a terminal.
Called stop_on_terminal(const Scratch& scratch, const std::string& signal, const std::string& seen,
                        const std::vector<std::string>& more) {
  std::string words;
  for (const std::string& each : more) words += " '" + each + "'";
  const std::string command = scratch.write(
      "command.sh",
      kProgram + " test --forget --cases 50 --jobs 1 --timeout 600 --report json=r.json" + words +
          " & p=$!; i=0; until grep -q '" + seen +
          "' seen || [ $i -ge 600 ]; do sleep 0.1; i=$((i + 1)); done; kill -" + signal +
          " $p; b=$(date +%s%N); wait $p; r=$?; echo $((($(date +%s%N) - b) / 1000000)) > waited; exit $r");
  Called run = call_program({"/bin/sh", "-c",
                             "command -v script >/dev/null || exit 77; script -qefc 'sh " + command +
                                 "' seen >/dev/null </dev/null"},
                            {"TERM=xterm", "COLUMNS=200"}, scratch.folder());
  run.out = text_of_file(scratch.path("seen"));
  return run;
}

}  // namespace

TEST_CASE("SIGTERM: a campaign does not wait for a profiler that ignores signals") {
  const Scratch scratch;
  const Called run = stop_on_terminal(
      scratch, "TERM", "case 0 ",
      {"--profiler", kDying, "--clsid", kDyingClsid, "--env", "CLI_TEST_DIE=hang deaf at MovedReferences2"});
  if (run.status == 77) GCRUCIBLE_SKIP("script, which gives a terminal, is not installed");
  INFO(run.out << run.err);
  CHECK(run.status == 143);
  CHECK(contains(run.out, "Case 0 had not ended: It was inside MovedReferences2"));
  // Checking for progress and for its stack takes 0.7 s.
  CHECK(std::stoi(text_of_file(scratch.path("waited"))) < 2'500);
}

TEST_CASE("signals: before or in the first case -> the summary says where it stood") {
  const std::string loading = "loading and attaching it once";
  const std::string first = "The trials before the first case had not ended: ";
  const std::vector<std::string> dying{"--profiler", kDying, "--clsid", kDyingClsid, "--env"};
  struct Row {
    std::string signal, seen, way, where;
  };
  for (const Row& row :
       std::vector<Row>{{"TERM", loading, "hang at Initialize", first + "It was inside Initialize"},
                        {"HUP", loading, "hang at DllGetClassObject",
                         first + "It was being loaded: inside its DllGetClassObject."},
                        {"TERM", loading, "", first + "the command 'sleep 60' had not ended."},
                        {"HUP", "cases: 0 of 50", "hang at MovedReferences2",
                         "Case 0 had not ended: It was inside MovedReferences2"}}) {
    const Scratch scratch;
    std::vector<std::string> words{"--observe", "command:sleep 60"};
    if (!row.way.empty()) {
      words = dying;
      words.push_back("CLI_TEST_DIE=" + row.way);
    }
    const Called run = stop_on_terminal(scratch, row.signal, row.seen, words);
    if (run.status == 77) GCRUCIBLE_SKIP("script, which gives a terminal, is not installed");
    INFO(run.out << run.err);
    CHECK(run.status == (row.signal == "HUP" ? 129 : 143));
    CHECK(contains(run.out, "\x1b[K  " + row.seen));
    CHECK(contains(run.out, "Stopped after 0 of 50 cases. " + row.where));
    const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
    CHECK(json.at("stopped") == true);
    CHECK(contains(json.at("standing"), row.where));
  }
}

TEST_CASE("SIGTERM: a stopped replay of a known finding counts as not tried again") {
  const Scratch scratch;
  const std::string words = kProgram + " test --profiler " + kDying + " --clsid '" + kDyingClsid +
                            "' --findings found --cases 8 --timeout 600 --report json=r.json --env ";
  // It hangs at the place of the earlier crash.
  const std::string hang = "CLI_TEST_DIE=hang at MovedReferences2";
  const Called called =
      call_program({"/bin/sh", "-c",
                    words + "'" + kCrash + "' -q >/dev/null; sed -i 's/^# With .*/# With " + hang +
                        "/' found/crash.yaml; " + words + "'" + hang + "' >out & p=$!; " +
                        stop_at("^  trying an earlier finding: ", "out", "sleep 1; ")},
                   {}, scratch.folder());
  const std::string text = text_of_file(scratch.path("out"));
  INFO(text << called.err);
  CHECK(called.status == 143);
  CHECK(contains(text, "1 finding from earlier campaigns: 0 still there, 0 mended, 1 not tried again\n"));
  const std::string where = "found/crash.yaml had not ended: It was inside MovedReferences2";
  CHECK(contains(text, "Stopped after 0 of 8 cases. " + where));
  const auto json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  CHECK(json.at("untried") == 1);
  CHECK(json.at("unjudged") == 0);
  CHECK(contains(json.at("standing"), where));
}

TEST_CASE("test: the status line follows the current terminal width") {
  const Scratch scratch;
  const auto until = [](const std::string& seen) {
    return "i=0; until grep -q '" + seen + "' seen || [ $i -ge 600 ]; do sleep 0.1; i=$((i + 1)); done; ";
  };
  const std::string command = scratch.write(
      "command.sh", "stty cols 20; " + kProgram + " test --forget --cases 100000000 & p=$!; " +
                        until("of 1") + "stty cols 200; " + until("min left") + "kill -TERM $p; wait $p");
  const Called run = call_program({"/bin/sh", "-c",
                                   "command -v script >/dev/null || exit 77; script -qefc 'sh " + command +
                                       "' seen >/dev/null </dev/null"},
                                  {"TERM=xterm", "COLUMNS=100"}, scratch.folder());
  if (run.status == 77) GCRUCIBLE_SKIP("script, which gives a terminal, is not installed");
  const std::string seen = text_of_file(scratch.path("seen"));
  INFO(seen << run.err);
  CHECK(contains(seen, "\x1b[K  loading and atta…\r"));
  CHECK(contains(seen, " 0 findings, "));
  CHECK(contains(seen, " min left\r"));
}

namespace {

// Three scenarios for a profiler that hangs where a scenario requests it. The second scenario does.
void write_three(const Scratch& scratch) {
  std::filesystem::create_directory(scratch.path("three"));
  const std::string steps =
      "objects: [{id: garbage, type: Node}, {id: a, type: Node}]\nroots: [a]\nsteps: [collect: {generation: "
      "0}]\n";
  const std::string head =
      "scenario: One collection\nruntime: net10\ntypes:\n  Node: {fields: {next: ref}}\n";
  scratch.write("three/a.yaml", head + steps);
  scratch.write("three/b.yaml",
                head + "profiler: {env: {CLI_TEST_DIE: 'hang deaf at MovedReferences2'}}\n" + steps);
  scratch.write("three/c.yaml", head + steps);
}

// Runs `words` and stops it with `signal` when `seen` appears in the file "out". A shell sets SIGINT to
// ignored for background jobs. env restores the default.
Called stop(const Scratch& scratch, const std::string& words, const std::string& signal,
            const std::string& seen, const platform::Environment& environment = {}) {
  Called run = call_program(
      {"/bin/sh", "-c",
       "env --default-signal=INT " + kProgram + " " + words +
           " --report json=r.json --report junit=r.xml >out & p=$!; i=0; until grep -q '" + seen +
           "' out || [ $i -ge 1200 ]; do sleep 0.1; i=$((i + 1)); done; sleep 0.3; kill -" + signal +
           " $p; wait $p"},
      environment, scratch.folder());
  run.out = text_of_file(scratch.path("out"));
  return run;
}

}  // namespace

TEST_CASE("signals: a run of a folder ends with summary and reports and exit status") {
  for (const auto& [signal, status] :
       std::vector<std::pair<std::string, int>>{{"INT", 130}, {"TERM", 143}, {"HUP", 129}}) {
    const Scratch scratch;
    write_three(scratch);
    const Called run = stop(scratch,
                            "run three --trace . --timeout 600 --profiler " + kDying + " --clsid '" +
                                kDyingClsid + "' --env CLI_TEST_LAST_WORDS=",
                            signal, "scenario  three/b.yaml");
    INFO(run.out << run.err);
    CHECK(run.status == status);
    CHECK(contains(run.err, "three/b.yaml: stopped by SIG" + signal +
                                " before there was a verdict. It was inside MovedReferences2"));
    CHECK(contains(run.out, "1 of 3 passed, 1 not run; stopped by SIG" + signal + " (exit status " +
                                std::to_string(status) + ")"));
    const auto runs = nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs");
    REQUIRE(runs.size() == 3);
    CHECK(runs[0].at("result") == "pass");
    CHECK(runs[1].at("result") == "stopped");
    CHECK(runs[1].at("exit_status") == status);
    CHECK(runs[2].at("result") == "not run");
    CHECK(contains(text_of_file(scratch.path("r.xml")),
                   "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"2\""));
    CHECK(std::filesystem::exists(scratch.path("a.jsonl")));
    // The remaining files are complete.
    for (const auto& entry : std::filesystem::directory_iterator(scratch.folder()))
      CHECK_FALSE(contains(entry.path().filename().string(), "gcrucible-tmp"));
    CHECK_FALSE(std::filesystem::exists(scratch.path("b.jsonl")));
  }
}

TEST_CASE("signals: scenarios played at once are stopped with summary and reports and exit status") {
  const Scratch scratch;
  write_three(scratch);
  const Called run = stop(scratch,
                          "run three --jobs 2 --timeout 600 --profiler " + kDying + " --clsid '" +
                              kDyingClsid + "' --env CLI_TEST_LAST_WORDS=",
                          "INT", "scenario  three/a.yaml");
  INFO(run.out << run.err);
  CHECK(run.status == 130);
  CHECK(contains(run.err, "three/b.yaml: stopped by SIGINT before there was a verdict. It was inside"));
  CHECK(contains(run.out, "stopped by SIGINT (exit status 130)"));
  const auto runs = nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs");
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].at("result") == "pass");
  CHECK(runs[1].at("result") == "stopped");
  for (const auto& entry : std::filesystem::directory_iterator(scratch.folder()))
    CHECK_FALSE(contains(entry.path().filename().string(), "gcrucible-tmp"));
}

TEST_CASE("signals: a stopped run on coreclr blames no player and starts no more scenarios") {
  const Scratch scratch;
  write_three(scratch);
  std::filesystem::remove(scratch.path("three/b.yaml"));
  // In place of dotnet, a program that does not end by itself.
  std::filesystem::create_directory(scratch.path("bin"));
  const std::string dotnet = scratch.write("bin/dotnet", "#!/bin/sh\necho playing\nexec sleep 600\n");
  std::filesystem::permissions(dotnet, std::filesystem::perms::owner_all);
  for (const auto& [signal, status] : std::vector<std::pair<std::string, int>>{{"INT", 130}, {"TERM", 143}}) {
    const Called run = stop(scratch, "run --on coreclr three", signal, "playing",
                            {"PATH=" + scratch.path("bin") + ":/usr/bin:/bin", "GCRUCIBLE_PLAYER=" + dotnet});
    INFO(run.out << run.err);
    CHECK(run.status == status);
    CHECK(contains(run.err, "three/a.yaml: stopped by SIG" + signal));
    CHECK_FALSE(contains(run.out + run.err, "crashed"));
    CHECK(contains(run.out, "0 of 2 passed, 1 not run; stopped by SIG" + signal));
    const auto runs = nlohmann::json::parse(text_of_file(scratch.path("r.json"))).at("runs");
    CHECK(runs.at(0).at("result") == "stopped");
    CHECK(runs.at(1).at("result") == "not run");
  }
}

}  // namespace gcrucible::tests
