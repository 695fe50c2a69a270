// Which oracles a campaign or a run had, and what is said where one is missing.
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"

namespace gcrucible::tests {

TEST_CASE("test: the oracles that were on are named, and how to turn on the probe") {
  const Scratch scratch;
  const auto oracles = [&](const std::string& library, const std::string& clsid) {
    return call({"test", "--profiler", library, "--clsid", clsid, "--cases", "2", "--forget"},
                {"COLUMNS=1000"})
        .out;
  };
  const std::string with = oracles(kFaulty, kFaultyClsid);
  CHECK(contains(with, "\noracles   rules, probe, another presentation\n"));
  CHECK_FALSE(contains(with, "No probe"));
  // It has the newest, so that the runtime skips no callback.
  CHECK_FALSE(contains(with, "\ninterface "));
  const std::string without = oracles(kCareless, kCarelessClsid);
  INFO(with << without);
  CHECK(contains(without, "\noracles   rules"));
  CHECK(contains(without, "          No probe: "));
  CHECK(contains(without, "docs/howto/probe.md"));
  const std::string claims_nothing = oracles(kForcing, kForcingClsid);
  INFO(claims_nothing);
  CHECK(contains(claims_nothing, "\noracles   rules, probe"));
  CHECK(contains(claims_nothing,
                 "          The probe claims no complete set of objects (`knows`), so an object"));
  CHECK_FALSE(contains(with, "claims no complete set"));
}

TEST_CASE("run: the scenario of a finding of the probe is unchecked without an answer of a probe") {
  const Scratch scratch;
  const std::string mute_library = in_build("/cli_mute_probe.so");
  const std::string file = scratch.write(
      "dead.yaml",
      "# Found by gcrucible test: object-ids/cache-follows (gcrucible_probe)\nscenario: dead\nsteps:\n"
      "  - allocate: {id: a, type: Object}\n  - collect: 0\n");
  const auto run = [&](const std::string& library, const std::string& clsid,
                       const std::vector<std::string>& more) {
    std::vector<std::string> words{"run", file, "--profiler", library, "--clsid", clsid};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {"COLUMNS=1000"});
  };
  const Called without = run(kCareless, kCarelessClsid, {});
  INFO(without.out << without.err);
  CHECK(without.status == 2);
  CHECK(contains(
      without.out,
      "ITS FINDING WAS NOT CHECKED\n  its finding was not checked: object-ids/cache-follows is judged "
      "by the probe, and the library exports no gcrucible_probe (exit status 2; "));
  CHECK(run(kCareless, kCarelessClsid, {"-q"}).status == 2);
  CHECK(contains(run(kCareless, kCarelessClsid, {"-q"}).out, "unchecked"));
  CHECK(run(kCareless, kCarelessClsid, {"-q", "--allow-unchecked"}).status == 0);
  CHECK(run(kFaulty, kFaultyClsid, {"-q"}).status == 0);
  // It answers nothing.
  const Called mute = run(mute_library, kCarelessClsid, {"-q"});
  CHECK(mute.status == 2);
  CHECK(contains(mute.out, "gcrucible_probe never answered: it returns a value other than 0"));
  const Called campaign =
      call({"test", "-q", "--cases", "4", "--forget", "--profiler", mute_library, "--clsid", kCarelessClsid});
  CHECK(campaign.status == 2);
  CHECK(contains(campaign.out, "The probe never answered, so nothing was compared"));
  CHECK(contains(campaign.out, "THE PROFILER'S TABLES WERE NOT CHECKED"));
}

TEST_CASE("run, explore: the scenario of a finding is unchecked if no profiler is named") {
  const Scratch scratch;
  const std::string steps =
      "heap: {server: 2}\nsteps:\n  - allocate: {id: a, type: Object}\n  - collect: 0\n";
  const auto scenario = [&](const std::string& name, const std::string& head) {
    return scratch.write(name, head + "scenario: dead\n" + steps);
  };
  const std::string found = "# Found by gcrucible test: object-ids/cache-follows (gcrucible_probe)\n";
  const std::string file = scenario("dead.yaml", found);
  const std::string recorder = in_build("/libgcrucible_recorder.so");
  const std::string recorder_clsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
  const auto run = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"run"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {"COLUMNS=1000"});
  };
  const Called unnamed = run({file});
  INFO(unnamed.out << unnamed.err);
  CHECK(unnamed.status == 2);
  CHECK(
      contains(unnamed.out,
               "ITS FINDING WAS NOT CHECKED\n  its finding was not checked: no profiler was named, and this "
               "scenario checks one (exit status 2; --allow-unchecked makes that a pass)"));
  CHECK(contains(unnamed.err, "was not checked; name yours with --profiler and --clsid\n"));
  const Called quiet = run({"-q", file});
  CHECK(quiet.status == 2);
  CHECK(quiet.out.starts_with("unchecked  "));
  // One of several is enough. A crash of another one would count more.
  const Called several = run({"-q", file, kTen});
  CHECK(several.status == 2);
  CHECK(contains(several.out, "1 of 2 passed, 1 unchecked"));
  CHECK(run({"-q", file, "--allow-unchecked"}).status == 0);
  CHECK(run({"-q", file, "--strict"}).status == 1);
  CHECK(call({"run", "-q", file, "--profiler", recorder, "--clsid", recorder_clsid},
             {"GCRUCIBLE_RECORDER_OUT=/dev/null"})
            .status == 2);
  CHECK(call({"run", "-q", file}, {"CORECLR_PROFILER=" + kFaultyClsid, "CORECLR_PROFILER_PATH=" + kFaulty})
            .status == 0);
  // From standard input, and with two plays to compare.
  CHECK(call_program({"/bin/sh", "-c", kProgram + " run -q - < " + file}).status == 2);
  CHECK(run({"-q", scenario("seen.yaml", found + "observe: calls\n")}).status == 2);
  // A finding of the recorder itself, and a scenario of nobody's.
  CHECK(run({"-q", scenario("own.yaml", found + "# In profiler " + recorder_clsid + "\n")}).status == 0);
  CHECK(run({"-q", scenario("plain.yaml", "# By hand\n")}).status == 0);

  const Called explored = call({"explore", file, "--findings", scratch.path("found")});
  INFO(explored.out << explored.err);
  CHECK(explored.status == 2);
  CHECK(contains(in_one_line(explored.err), "gcrucible explore: no profiler was named, so the finding"));
}

TEST_CASE("run/test -q: that no profiler is named is said") {
  const std::string note =
      ": note: no profiler is named, so the recorder is tested; --profiler names yours\n";
  CHECK(contains(call({"run", "-q", kTen}).err, "gcrucible run" + note));
  CHECK_FALSE(contains(call({"run", kTen}).err, note));
  CHECK(contains(call({"test", "-q", "--cases", "2", "--forget"}).err, "gcrucible test" + note));
  const std::vector<std::string> misspelt{
      "test",    "-q", "--profiler", in_build("/cli_misspelt_probe.so"), "--clsid", kCarelessClsid,
      "--cases", "2",  "--forget"};
  CHECK(contains(call(misspelt).err, "gcrucible test: note: no probe: It exports gcrucible_prob: should "));
}

TEST_CASE("test: a probe under another name or not exported is named") {
  const auto note = [](const std::string& kind) {
    return call({"test", "--profiler", in_build("/cli_" + kind + "_probe.so"), "--clsid", kCarelessClsid,
                 "--cases", "2", "--forget"},
                {"COLUMNS=1000"})
        .out;
  };
  CHECK(
      contains(note("misspelt"), "\n          It exports gcrucible_prob: should that be gcrucible_probe?\n"));
  CHECK(contains(note("mangled"),
                 "\n          It exports gcrucible_probe as _Z15gcrucible_probePv. Declare it "));
  CHECK(contains(note("hidden"),
                 "\n          It has a function gcrucible_probe, but does not export it. Put "));
  const std::string own = call({"test", "--cases", "2", "--forget"}, {"COLUMNS=1000"}).out;
  INFO(own);
  CHECK(contains(own, "          No probe: "));
  CHECK_FALSE(contains(own, "should that be gcrucible_probe"));
}

TEST_CASE("test: the oracles of a profiler that dies while it is loaded are not guessed") {
  const Called run = call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                           "CLI_TEST_DIE=crash at dlopen", "--cases", "2", "--no-shrink", "--forget"},
                          {"COLUMNS=1000"});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out, "\noracles   rules\n"));
  CHECK(contains(run.out, "the profiler died or hung in each trial run before the campaign."));
  CHECK(contains(run.out, "It is not known whether the profiler has a probe: it died or hung before"));
  CHECK_FALSE(contains(run.out, "No probe"));
  CHECK_FALSE(contains(run.out, "prints nothing"));
}

}  // namespace gcrucible::tests
