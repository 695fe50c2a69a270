// Scenarios of findings, from one campaign to the next.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
namespace {

Called crashing(const Scratch& scratch, const std::vector<std::string>& more) {
  std::vector<std::string> words{"test",    "--profiler", kDying,
                                 "--clsid", kDyingClsid,  "--env",
                                 kCrash,    "--findings", scratch.path("found")};
  words.insert(words.end(), more.begin(), more.end());
  return call(words);
}

TEST_CASE("findings: a killed campaign leaves its finding and shrunk scenarios are kept") {
  const Scratch scratch;
  const std::string file = scratch.path("found/crash.yaml");
  const Called killed = call_program(
      {"/bin/sh", "-c",
       "\"$0\" test --profiler \"$1\" --clsid \"$2\" --env \"$3\" --findings found --cases 100000000 "
       "--stop-after 2 >out 2>&1 & "
       "tries=0; while [ $tries -lt 300 ] && ! grep -q '^steps:' found/crash.yaml 2>/dev/null; do sleep 0.1; "
       "tries=$((tries + 1)); done; kill -KILL $!; wait $!; echo killed",
       kProgram, kDying, kDyingClsid, kCrash},
      {}, scratch.folder());
  INFO(killed.out << killed.err);
  CHECK(contains(text_of_file(file), "As it was found: the campaign ended before it was made small"));
  // The next campaign shrinks it. A later one without shrinking keeps the small scenario.
  CHECK(crashing(scratch, {"-q", "--jobs", "1", "--cases", "8"}).status == 3);
  const std::string small = text_of_file(file);
  CHECK(contains(small, "  - collect: {generation: 0, compact: 0}\n"));
  CHECK_FALSE(contains(small, "As it was found"));
  const Called lazy = crashing(scratch, {"--no-shrink", "--seed", "7", "--cases", "8"});
  INFO(lazy.out << lazy.err);
  CHECK(contains(in_one_line(lazy.out), "An earlier campaign left a scenario that is as small"));
  CHECK(text_of_file(file) == small);
}

TEST_CASE("findings: known ones are replayed first") {
  const Scratch scratch;
  crashing(scratch, {"-q", "--cases", "8"});
  const Called again = crashing(scratch, {"--cases", "1", "--only", "bracket/*"});
  INFO(again.out << again.err);
  CHECK(again.status == 3);
  CHECK(contains(again.out, "trying an earlier finding: "));
  CHECK(contains(again.out, "1 still there"));
}

TEST_CASE("findings: a known one that still fails is in every report") {
  const Scratch scratch;
  const auto closed = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"test",       "-q",
                                   "--profiler", kFaulty,
                                   "--clsid",    kFaultyClsid,
                                   "--env",      "GCRUCIBLE_FAULT=closed-range",
                                   "--findings", scratch.path("found")};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  };
  closed({"--cases", "40", "--only", "object-ids/cache-follows", "--stop-after", "1"});
  const std::string json = scratch.path("r.json");
  const Called again =
      closed({"--cases", "1", "--without", "attach", "--report", "json=" + json, "--report",
              "junit=" + scratch.path("r.xml"), "--report", "html=" + scratch.path("r.html")});
  INFO(again.out << again.err);
  CHECK(again.status == 1);
  const std::string title = "object-ids/cache-follows (gcrucible_probe)";
  CHECK(contains(again.out, title + "\n"));
  CHECK(contains(again.out, "from before: the scenario of an earlier campaign still shows it"));
  CHECK(contains(again.out, ", 1 finding from before\n"));
  const nlohmann::json faults = nlohmann::json::parse(text_of_file(json))["faults"];
  REQUIRE(faults.size() == 1);
  CHECK(faults[0]["from_before"] == true);
  CHECK(faults[0]["file"] == scratch.path("found/object-ids-cache-follows.yaml"));
  const std::string junit = text_of_file(scratch.path("r.xml"));
  CHECK(contains(junit, "tests=\"2\" failures=\"1\""));
  CHECK(contains(junit, "name=\"" + title + "\""));
  CHECK(contains(text_of_file(scratch.path("r.html")), "1 finding from before</span>"));
  const Called merged = call({"merge", "-q", json});
  INFO(merged.out << merged.err);
  CHECK(merged.status == 1);
  CHECK(contains(merged.out, title + "\n"));
}

TEST_CASE("findings: one found with another --env is kept under its own name") {
  const Scratch scratch;
  crashing(scratch, {"-q", "--cases", "8", "--env", "OTHER=1"});
  const std::string before = text_of_file(scratch.path("found/crash.yaml"));
  const Called other = crashing(scratch, {"-q", "--cases", "8"});
  INFO(other.out << other.err);
  CHECK(contains(other.out, "stays where it is: it was found with --env"));
  CHECK(text_of_file(scratch.path("found/crash.yaml")) == before);
  CHECK(contains(text_of_file(scratch.path("found/crash-2.yaml")), "\nsteps:\n"));
}

TEST_CASE("findings: an --env value with newlines or backslashes is recognised again") {
  const Scratch scratch;
  const std::vector<std::string> lines{"-q", "--cases", "8", "--env", "OTHER=a\nb\\c"};
  crashing(scratch, lines);
  CHECK(contains(text_of_file(scratch.path("found/crash.yaml")), "\n# With OTHER=a\\nb\\\\c\n"));
  const Called again = crashing(scratch, lines);
  INFO(again.out << again.err);
  CHECK(contains(again.out, "1 still there"));
  CHECK_FALSE(std::filesystem::exists(scratch.path("found/crash-2.yaml")));
  // A backslash followed by an n is not a line end.
  const Called other = crashing(scratch, {"-q", "--cases", "8", "--env", "OTHER=a\\nb\\c"});
  CHECK(contains(other.out, "it was found with --env"));
}

TEST_CASE("test --findings: a folder that cannot be created -> exit status 2 and the reason") {
  const Scratch scratch;
  const Called gone =
      call_program({"/bin/sh", "-c",
                    "mkdir gone; cd gone; rmdir ../gone; exec \"$0\" test --cases 1 --profiler "
                    "\"$1\" --clsid \"$2\"",
                    kProgram, kDying, kDyingClsid},
                   {}, scratch.folder());
  INFO(gone.out << gone.err);
  CHECK(gone.status == 2);
  CHECK(contains(in_one_line(gone.err),
                 "findings cannot be saved in the current folder: the folder 'gcrucible-findings' cannot be "
                 "created (No such file or directory); work in a folder that you may write, or name a folder "
                 "with --findings FOLDER"));
}

TEST_CASE("findings: unreadable known ones are reported with the reason") {
  const Scratch scratch;
  const auto without_rights = [&](const std::string& mode, const std::string& file) {
    return call_program({"/bin/sh", "-c",
                         "chmod " + mode + " " + file +
                             "; exec setpriv --bounding-set=-dac_override,-dac_read_search \"$0\" test -q "
                             "--cases 1 --findings found --profiler \"$1\" --clsid \"$2\"",
                         kProgram, kDying, kDyingClsid},
                        {}, scratch.folder());
  };
  if (call_program({"/bin/sh", "-c", "setpriv --bounding-set=-dac_override,-dac_read_search true"}).status !=
      0)
    GCRUCIBLE_SKIP("setpriv is not installed, or takes no rights from who is not root");
  crashing(scratch, {"-q", "--cases", "8"});
  const Called file = without_rights("000", "found/crash.yaml");
  INFO(file.out << file.err);
  CHECK(contains(file.out, "stays where it is: it cannot be read: Permission denied"));
  const Called folder = without_rights("300", "found");
  INFO(folder.out << folder.err);
  CHECK(folder.status == 2);
  CHECK(contains(folder.err, "'found' cannot be read (Permission denied)"));
  std::filesystem::permissions(scratch.path("found"), std::filesystem::perms::owner_all);
}

TEST_CASE("findings: a full disk leaves the written scenario intact") {
  const Scratch scratch;
  const Called full = call_program(
      {"/bin/sh", "-c",
       "mkdir found; mount -t tmpfs -o size=4k none found || exit 77; \"$0\" test -q --cases 8 --profiler "
       "\"$1\" --clsid \"$2\" --env \"$3\" --findings found; cat found/crash.yaml; umount found",
       kProgram, kDying, kDyingClsid, kCrash},
      {}, scratch.folder());
  if (full.status == 77) GCRUCIBLE_SKIP("a file system of its own can be mounted by root only");
  INFO(full.out << full.err);
  CHECK(contains(full.out, "No space left on device; found/crash.yaml"));
  CHECK(contains(full.out, "# As it was found"));
}

TEST_CASE("findings: the features of the first failing case are named") {
  const Scratch scratch;
  const Called found =
      crashing(scratch, {"-v", "--cases", "8", "--no-shrink", "--report", "json=" + scratch.path("r.json")});
  INFO(found.out << found.err);
  const nlohmann::json json = nlohmann::json::parse(text_of_file(scratch.path("r.json")));
  const std::string features = json["faults"][0]["features"];
  CHECK(contains(features, " "));
  std::string words;
  for (const char letter : found.out) {
    if (letter != '\n' && (letter != ' ' || !words.ends_with(' '))) words += letter;
    if (letter == '\n' && !words.ends_with(' ')) words += ' ';
  }
  CHECK(contains(words, "features of that case: " + features + " "));
}

TEST_CASE("test --forget: prints the scenario and a replay command but no temporary path") {
  const Scratch scratch;
  const std::string junit = scratch.path("r.xml");
  const auto forgotten = [&](const char* more) {
    std::string out =
        call({"test", "--forget", more, "--cases", "8", "--profiler", kFaulty, "--clsid", kFaultyClsid,
              "--env", "GCRUCIBLE_FAULT=closed-range", "--report", "junit=" + junit})
            .out;
    // The rate depends on the duration.
    const std::size_t rate = out.rfind("8 cases, ");
    if (rate != std::string::npos) out.erase(rate, out.find(" a second", rate) - rate);
    return out;
  };
  for (const char* const more : {"--jobs=1", "-q"}) {
    const std::string out = forgotten(more);
    INFO(out);
    CHECK_FALSE(contains(out, "-findings"));
    CHECK(forgotten(more) == out);
    CHECK(contains(out, "\n# Found by "));
  }
  const std::string out = forgotten("--jobs=1");
  const std::string words = "its scenario in a file, and: ";
  const std::size_t place = out.find(words), begin = out.find("# Found by");
  REQUIRE(place != std::string::npos);
  const std::string command = out.substr(place + words.size(), out.find('\n', place) - place - words.size());
  CHECK(contains(command, " run FILE.yaml "));
  scratch.write("FILE.yaml", out.substr(begin, out.find("\n\n", begin) - begin));
  CHECK(call_program({"/bin/sh", "-c", command}, {}, scratch.folder()).status == 1);
  CHECK_FALSE(contains(text_of_file(junit), " file="));
}

TEST_CASE("findings: a fixed one that cannot be moved is not counted as mended") {
  const Scratch scratch;
  crashing(scratch, {"-q", "--cases", "8"});
  std::string mended = text_of_file(scratch.path("found/crash.yaml"));
  const std::string with = "# With " + kCrash + "\n";
  mended.erase(mended.find(with), with.size());
  scratch.write("found/crash.yaml", mended);
  scratch.write("found/mended", "");
  const auto healthy = [&] {
    return call({"test", "-q", "--cases", "1", "--profiler", kDying, "--clsid", kDyingClsid, "--findings",
                 scratch.path("found")});
  };
  const Called stays = healthy();
  INFO(stays.out << stays.err);
  CHECK(contains(stays.out, "is not counted as mended: "));
  CHECK(contains(stays.out, ": 0 still there, 0 mended, 1 not judged\n"));
  CHECK(std::filesystem::exists(scratch.path("found/crash.yaml")));
  std::filesystem::remove(scratch.path("found/mended"));
  CHECK(contains(healthy().out, ": 0 still there, 1 mended\n"));
  CHECK(text_of_file(scratch.path("found/mended/crash.yaml")) == mended);
}

TEST_CASE("findings: a flaky one that does not show is not mended") {
  const Scratch scratch;
  const auto once = [&] {
    return call({"test", "-q", "--cases", "8", "--jobs", "1", "--profiler", kDying, "--clsid", kDyingClsid,
                 "--env", "CLI_TEST_DIE=crash once", "--env", "CLI_TEST_FOLDER=" + scratch.path("once"),
                 "--findings", scratch.path("found")});
  };
  const Called found = once();
  INFO(found.out << found.err);
  CHECK(found.status == 3);
  CHECK(contains(found.out, "; flaky: "));
  const std::string file = text_of_file(scratch.path("found/crash.yaml"));
  CHECK(contains(file, "\n# Flaky: some plays of it do not show it\n"));
  const Called again = once();
  INFO(again.out << again.err);
  CHECK(again.status == 0);
  CHECK(contains(in_one_line(again.out),
                 "did not show in three plays, as some plays did not when it was "
                 "found, and is in " +
                     scratch.path("found/flaky") + " now"));
  CHECK(contains(again.out, "1 finding from earlier campaigns: 0 still there, 0 mended, 1 flaky\n"));
  CHECK(text_of_file(scratch.path("found/flaky/crash.yaml")) == file);
}

TEST_CASE("findings: one of an attach is mended when the profiler refuses to be attached") {
  const Scratch scratch;
  const std::string with = "CLI_TEST_CARELESS=attach not at all";
  std::filesystem::create_directory(scratch.path("found"));
  const std::string file = scratch.write(
      "found/crash.yaml", "# Found by gcrucible test: crash (ProfilerAttachComplete)\n# In profiler " +
                              kCarelessClsid + "\n# With " + with +
                              "\nscenario: an attach\nruntime: net10\nprofiler: {load: attach}\n"
                              "types:\n  Node: {}\nobjects: [{id: a, type: Node}]\n"
                              "steps:\n  - attach: {}\n  - collect: {generation: 0}\n");
  const Called run =
      call({"run", "-q", file, "--profiler", kCareless, "--clsid", kCarelessClsid, "--env", with});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "refused "));
  CHECK(contains(run.err, ":11:5: error: the attach was"));
  const Called test = call({"test", "-q", "--cases", "1", "--profiler", kCareless, "--clsid", kCarelessClsid,
                            "--env", with, "--findings", scratch.path("found")});
  INFO(test.out << test.err);
  CHECK(contains(test.out, ": 0 still there, 1 mended\n"));
  CHECK(std::filesystem::exists(scratch.path("found/mended/crash.yaml")));
}

TEST_CASE("test --in-process: a finding that needs earlier cases has no replay command") {
  const Scratch scratch;
  const auto loaded_again = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"test",
                                   "--cases",
                                   "8",
                                   "--jobs",
                                   "1",
                                   "--profiler",
                                   kCareless,
                                   "--clsid",
                                   kCarelessClsid,
                                   "--env",
                                   "CLI_TEST_CARELESS=unknown when loaded again",
                                   "--findings",
                                   scratch.path("found")};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {"COLUMNS=240"});
  };
  const Called found = loaded_again({"--in-process"});
  INFO(found.out << found.err);
  CHECK(found.status == 1);
  CHECK(contains(found.out, " To see it again, repeat the campaign with"));
  CHECK_FALSE(contains(found.out, "replay "));
  const std::string file = scratch.path("found/object-ids-only-valid-ids.yaml");
  CHECK(contains(text_of_file(file), "\n# Only in a process that had run other cases before: "));
  for (const char* const more : {"-q", "--in-process"}) {
    const Called again = loaded_again({more});
    INFO(again.out << again.err);
    CHECK(contains(again.out, "is not judged and stays where it is: it showed only in a process"));
    CHECK(contains(again.out, ": 0 still there, 0 mended, 1 not judged\n"));
    CHECK(std::filesystem::exists(file));
  }
  CHECK_FALSE(std::filesystem::exists(scratch.path("found/object-ids-only-valid-ids-2.yaml")));
}

}  // namespace
}  // namespace gcrucible::tests
