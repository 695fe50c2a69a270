// `gcrucible record` as it is called, as far as that needs no .NET.
#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {

TEST_CASE("record: passes on how the program ended") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  SECTION("exit status") {
    const Called run = call({"record", "-o", trace, "--", "sh", "-c", "echo out; echo err >&2; exit 7"});
    CHECK(run.status == 7);
    CHECK(run.out == "out\n");
    CHECK(contains(run.err, "err\n"));
    CHECK(contains(run.err, "there is no trace"));
  }
  SECTION("signal") {
    const Called run = call({"record", "-o", trace, "--", "sh", "-c", "kill -9 $$"});
    CHECK(run.status == 128 + 9);
  }
  SECTION("a variable forbids profilers") {
    const std::string variable = "DOTNET_EnableDiagnostics_Profiler=0";
    const std::string why = variable + " forbids profilers; remove that variable";
    CHECK(contains(call({"record", "-o", trace, "--", "true"}, {variable}).err, "there is no trace: " + why));
    CHECK(contains(call({"record", "--profiler", "lifetime", "--env", variable, "--", "true"}).err,
                   "there is no account: " + why));
    // DOTNET_ has precedence, and the values are hexadecimal.
    const auto warned = [&](const std::string& one, const std::string& other) {
      return contains(call({"record", "-o", trace, "--", "true"}, {one, other}).err, "forbids profilers");
    };
    CHECK_FALSE(warned("DOTNET_EnableDiagnostics=1", "COMPlus_EnableDiagnostics=0"));
    CHECK(warned("DOTNET_EnableDiagnostics=", "COMPlus_EnableDiagnostics=0x0"));
    CHECK(warned("DOTNET_EnableDiagnostics=00", "COMPlus_EnableDiagnostics=1"));
  }
  SECTION("a signal ends a program under --profiler") {
    const Called run = call({"record", "--profiler", "lifetime", "--", "sh", "-c", "kill -6 $$"});
    CHECK(run.status == 128 + 6);
    CHECK(contains(run.err, "there is no account: SIGABRT ended the program before the runtime shut down\n"));
  }
  SECTION("no trace -> exit status 2") {
    const Called run = call({"record", "-o", trace, "--", "true"});
    CHECK(run.status == 2);
    CHECK(contains(run.err, "there is no trace: no runtime that loads profilers was started by 'true'"));
  }
  CHECK_FALSE(std::filesystem::exists(trace));
}

TEST_CASE("record: an empty --mask is refused") {
  const Scratch scratch;
  const Called run = call({"record", "-o", scratch.path("t"), "--mask", "", "--", "true"});
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "--mask"));
  CHECK_FALSE(contains(run.err, "there is no trace"));
}

TEST_CASE("record: options become DOTNET variables in hexadecimal and others stay") {
  const Scratch scratch;
  const Called run =
      call({"record",
            "-o",
            scratch.path("t"),
            "--server",
            "--heap-count",
            "12",
            "--no-concurrent",
            "--conserve-memory",
            "5",
            "--hard-limit",
            "0x10000000",
            "--mask",
            "MONITOR_GC",
            "--env",
            "A=b c",
            "--",
            "sh",
            "-c",
            "echo $DOTNET_gcServer $DOTNET_GCHeapCount $DOTNET_gcConcurrent $DOTNET_GCConserveMemory "
            "$DOTNET_GCHeapHardLimit $GCRUCIBLE_RECORDER_MASK $A $DOTNET_GCgen0size "
            "$CORECLR_ENABLE_PROFILING ${CORECLR_PROFILER_PATH_64:-none} \"$@\"",
            "sh",
            "--",
            "-o",
            "run"},
           {"DOTNET_GCgen0size=4000", "CORECLR_PROFILER_PATH_64=/other.so"});
  CHECK(run.out == "1 c 0 5 10000000 MONITOR_GC b c 4000 1 none -- -o run\n");
}

TEST_CASE("record: an invalid command line is refused before the program runs") {
  const Scratch scratch;
  const std::string folder = scratch.folder();
  const struct {
    std::vector<std::string> arguments;
    const char* says;
  } kCases[] = {
      {{"record"}, "no command is given"},
      {{"record", "--"}, "no command is given"},
      {{"record", "-o", folder + "/none/t", "--", "touch", folder + "/ran"}, "does not exist; make it first"},
      {{"record", "-o", folder, "--", "touch", folder + "/ran"}, "-o must name a file"},
      {{"record", "-o", "-", "--", "touch", folder + "/ran"}, "-o writes a file; standard output"},
      {{"record", "--mask", "NONSENSE", "--", "touch", folder + "/ran"},
       "'NONSENSE' is no flag of the event mask"},
      {{"record", "--heap-count", "0", "--", "touch", folder + "/ran"}, "--heap-count takes a number from 1"},
      {{"record", "--conserve-memory", "10", "--", "touch", folder + "/ran"}, "from 0 to 9, not '10'"},
      {{"record", "--env", "novalue", "--", "touch", folder + "/ran"}, "--env takes NAME=VALUE"},
      {{"record", "-o", folder + "/%p.jsonl", "--", "touch", folder + "/ran"}, "has %p in it; leave it out"},
      {{"record", "-o", folder + "/t", "--", "no-such-program"}, "; is no-such-program on the PATH?"},
      {{"record", "--profiler", "p.so", "--", "touch", folder + "/ran"},
       "--profiler takes lifetime, the object tracker of gcrucible, not 'p.so'"},
      {{"record", "--profiler", "lifetime", "-o", "t", "--", "touch", folder + "/ran"},
       "-o is for the recorder, which --profiler replaces"},
      {{"record", "-q", "--profiler", "lifetime", "--", "touch", folder + "/ran"},
       "-q prints nothing of --profiler's tables; remove one of them"},
      {{"record", "--profiler", "lifetime", "--", "true"},
       "there is no account: no runtime that loads profilers was started by 'true'"},
      {{"record", "--profiler", "lifetime", "--", "no-such-program"}, "; is no-such-program on the PATH?"},
      {{"record", "--", "out/App.dll", "x"},
       "out/App.dll is started by dotnet; write `-- dotnet out/App.dll`"},
      {{"record", "--", folder + "/missing"}, "/missing: cannot be started: No such file or directory"},
  };
  for (const auto& each : kCases) {
    const Called run = call(each.arguments);
    INFO(run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, each.says));
  }
  CHECK_FALSE(std::filesystem::exists(folder + "/ran"));
}

TEST_CASE("record: a replaced profiler and an option without effect are noted") {
  const Scratch scratch;
  const std::vector<std::string> line{"record", "-o", scratch.path("t"), "--heap-count", "4", "--", "true"};
  const Called run = call(
      line, {"CORECLR_PROFILER={01234567-89AB-CDEF-0123-456789ABCDEF}", "CORECLR_PROFILER_PATH=/other.so"});
  CHECK(contains(run.err,
                 "note: the recorder replaces the profiler named by CORECLR_PROFILER and "
                 "CORECLR_PROFILER_PATH"));
  CHECK(contains(run.err, "note: --heap-count has no effect without server GC; add --server\n"));
  const Called server = call(line, {"DOTNET_gcServer=1"});
  CHECK_FALSE(contains(server.err, "note:"));
  const Called percent = call({"record", "--", "true"}, {"GCRUCIBLE_RECORDER_OUT=" + scratch.path("x.%p")});
  CHECK(percent.status == 2);
  CHECK(contains(percent.err, "has %p in it; leave it out"));
}

TEST_CASE("run --on coreclr: a player that does not end is killed after --timeout") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("bin"));
  const std::string dotnet = scratch.write("bin/dotnet", "#!/bin/sh\nexec sleep 60\n");
  std::filesystem::permissions(dotnet, std::filesystem::perms::owner_all);
  const std::string scenario =
      scratch.write("s.yaml",
                    "scenario: s\nsteps:\n  - allocate: {id: a, type: Object}\n"
                    "  - root: a\n  - collect: {generation: 0, expect: {alive: [a]}}\n");
  const Called run = call({"run", "--on", "coreclr", "--timeout", "0.3", scenario},
                          {"PATH=" + scratch.path("bin") + ":/usr/bin:/bin", "GCRUCIBLE_PLAYER=" + dotnet});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "not ended after 0.3 s"));
  CHECK_FALSE(contains(run.out, "traversal"));
}

TEST_CASE("run --on coreclr: features that .NET cannot play are refused at their line") {
  const Scratch scratch;
  const std::string file = scratch.write("no.yaml",
                                         "scenario: no\n"
                                         "objects:\n"
                                         "  - {id: a, type: Object}\n"
                                         "handles:\n"
                                         "  - {id: h, kind: ref-counted, object: a}\n"
                                         "steps:\n"
                                         "  - suspend: rejit\n"
                                         "  - collect: {generation: 0, report: {batch: 2}}\n"
                                         "  - ask: {call: GetLOHObjectSizeThreshold}\n");
  const Called run = call({"run", "--on", "coreclr", "-q", file});
  CHECK(run.status == 2);
  CHECK(contains(run.err, file + ":5:5: error: ref-counted handles"));
  CHECK(contains(run.err, file + ":7:5: error: no C# program can ask for a suspension"));
  CHECK(contains(run.err, file + ":8:5: error: a real CLR reports a collection"));
  CHECK(contains(run.err, file + ":9:5: error: the player asks nothing"));
  const Called literal = call({"run", "--on", "coreclr", "-q", kScenarios + "ten-objects-move.yaml"});
  CHECK(literal.status == 2);
  CHECK(contains(literal.err, "use `backing: memory`"));
}

TEST_CASE("record: overwrites only a trace unless --force and prints its counts") {
  const Scratch scratch;
  const std::string trace = in_source("/fixtures/traces/gen0.jsonl");
  // Leaves a trace as a recorder would.
  const std::string program = scratch.write(
      "program", "cp '" + trace + "' \"$(echo \"$GCRUCIBLE_RECORDER_OUT\" | sed \"s/%p/$$/\")\"\n");
  const std::string notes = scratch.write("notes.txt", "mine\n");
  const Called refused = call({"record", "-o", notes, "--", "sh", program});
  INFO(refused.err);
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, "'" + notes +
                                  "' exists and is not a trace of gcrucible; name another file with -o, or "
                                  "overwrite it with --force"));
  CHECK(text_of_file(notes) == "mine\n");
  const Called forced = call({"record", "--force", "-o", notes, "--", "sh", program});
  INFO(forced.err);
  CHECK(forced.status == 0);
  CHECK(text_of_file(notes) == text_of_file(trace));
  CHECK(contains(forced.err, "gcrucible record: " + notes + ": "));
  CHECK(contains(forced.err, " collection"));
  CHECK(contains(forced.err, " callbacks, "));
  CHECK(contains(forced.err, " lines\n"));
  // The file is a trace now.
  CHECK(call({"record", "-o", notes, "--", "sh", program}).status == 0);

  const std::string scenario = scratch.write("s.yaml", "scenario: s\nsteps:\n  - collect: 0\n");
  const Called run = call({"run", "--trace", scenario, scenario});
  CHECK(run.status == 2);
  CHECK(contains(run.err, "is not a trace of gcrucible; name another file, or remove that one first"));
  CHECK(text_of_file(scenario).starts_with("scenario: s"));
}

TEST_CASE("record: no space left -> the trace is reported as lost") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  // The recorder states the reason, at the end of a program that succeeds.
  const std::string quiet = scratch.write("quiet",
                                          "printf 'cannot write to it: No space left on device\n' | "
                                          "dd of=\"$GCRUCIBLE_RECORDER_TROUBLE\" conv=notrunc 2>/dev/null\n");
  // The program is killed, and its file has the maximum size, so no end line can be written.
  const std::string killed =
      scratch.write("killed",
                    "out=\"$(echo \"$GCRUCIBLE_RECORDER_OUT\" | sed \"s/%p/$$/\").gcrucible-tmp\"\n"
                    "printf '%-8191s\n' '{\"gcrucible_trace\":1}' >\"$out\"\nkill -KILL $$\n");
  struct Row {
    std::string program, why;
    int status;
  };
  for (const Row& row : {Row{quiet, "cannot write to it: No space left on device", 2},
                         Row{killed, ": cannot be written: File too large", 137}}) {
    // In blocks of 512 bytes.
    const Called run = call_program({"/bin/sh", "-c", "ulimit -f 16; exec \"$@\"", "sh", kProgram, "record",
                                     "-o", trace, "--", "sh", row.program});
    INFO(run.err);
    CHECK(run.status == row.status);
    CHECK(contains(run.err, "a trace is lost completely: "));
    CHECK(contains(run.err, row.why + "; free some space there, or name a file on another disk with -o"));
    CHECK_FALSE(contains(run.err, "Is it a .NET program"));
    CHECK(std::distance(std::filesystem::directory_iterator(scratch.folder()), {}) == 2);
  }
}

}  // namespace gcrucible::tests
