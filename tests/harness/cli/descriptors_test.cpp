// Profilers that close file descriptors of the process, or write into them.
#include <nlohmann/json.hpp>
#include <string>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
TEST_CASE("run: a trace that finds no room could not run, and the message names other folders") {
  const Scratch scratch;
  const std::string report = scratch.path("r.json");
  for (const bool named : {false, true}) {
    const std::string trace = named ? "--trace=" + scratch.path("t.jsonl") : "--seed=1";
    // As on a full disk: the file cannot grow. Blocks of 512 bytes.
    const Called run =
        call_program({"/bin/sh", "-c", "ulimit -f 200; exec \"$0\" run -q \"$1\" \"$2\" --report json=\"$3\"",
                      kProgram, kTen, trace, report},
                     {"COLUMNS=1000", "TMPDIR=" + scratch.folder()});
    INFO(run.out << run.err);
    CHECK(run.status == 2);
    CHECK(run.err.starts_with("could not run  " + kTen));
    CHECK(contains(run.err, kTen + ": cannot write the trace: " + scratch.folder()));
    CHECK(contains(run.err, "free some room there, or name another folder: with --trace, or TMPDIR"));
    const auto runs = nlohmann::json::parse(text_of_file(report)).at("runs");
    CHECK(runs[0].at("result") == "could not run");
    CHECK_FALSE(std::filesystem::exists(scratch.path("t.jsonl")));
  }
}

TEST_CASE("descriptors: a profiler that closes them is blamed and not a full disk") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl"), junit = scratch.path("r.xml");
  const std::string many =
      scratch.write("many.yaml",
                    "scenario: more than the trace's first pages\n"
                    "types: {Node: {fields: {left: ref, right: ref}}}\n"
                    "steps:\n"
                    "  - allocate: {id: nodes, type: Node, count: 60_000, graph: random-tree}\n"
                    "  - collect: {generation: 0, compact: 0}\n");
  for (const std::string& scenario : {kTen, many}) {
    for (const char* const at : {"", " at dlopen", " at Initialize", " at Shutdown"}) {
      const Called run =
          call({"run", scenario, "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                std::string("CLI_TEST_DIE=close files") + at, "--trace", trace, "--report", "junit=" + junit},
               {"COLUMNS=200"});
      INFO(scenario << at << "\n" << run.out.substr(0, 10'000) << run.err);
      CHECK(run.status == 3);
      CHECK(contains(run.out,
                     "THE PROFILER CLOSED FILE DESCRIPTORS OF THE PROCESS: it closed descriptors 3, 4, 5, "));
      CHECK(contains(run.out, "found at the end of the run, after callback "));
      CHECK_FALSE(contains(run.out + run.err, "could not be written"));
      CHECK(contains(text_of_file(junit), "the profiler closed file descriptors of the process: "));
      const std::string text = text_of_file(trace);
      CHECK(contains(text, "\"died\":\"closed file descriptors\""));
      CHECK(text.ends_with("}\n"));
      CHECK(call({"check", "-q", "--partial", trace}).status == 0);
      // The trace after the first pages has no descriptor left.
      CHECK((scenario == kTen || at == std::string(" at Shutdown")) ==
            contains(text, "\"call\":\"Shutdown\""));
    }
  }
}

TEST_CASE("descriptors: the touched numbers are named") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  const auto run = [&](const std::string& way) {
    const Called called = call({"run", kTen, "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                                "CLI_TEST_DIE=" + way, "--trace", trace},
                               {"COLUMNS=200"});
    INFO(way << '\n' << called.out.substr(0, 10'000) << called.err);
    CHECK(called.status == 3);
    // The trace is not damaged.
    CHECK(call({"check", "-q", "--partial", trace}).status == 0);
    return called.out;
  };
  for (const char* const at : {"", " at dlopen", " at Shutdown"}) {
    CHECK(
        contains(run(std::string("write files") + at),
                 "THE PROFILER WROTE INTO FILE DESCRIPTORS OF THE PROCESS: it wrote 8 bytes into descriptors "
                 "9 and 12 (\"GET /..\"); a profiler may touch only those that it has opened itself"));
    CHECK(contains(run(std::string("cut files") + at),
                   "THE PROFILER WROTE INTO FILE DESCRIPTORS OF THE PROCESS: it cut the files of descriptors "
                   "3, 4, 5, "));
    CHECK(contains(run(std::string("close the input") + at), "it closed descriptor 0; a profiler may "));
  }
}

TEST_CASE("descriptors: truncating them leaves the trace and the reports intact") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  for (const char* const at : {"", " at dlopen", " at Shutdown"}) {
    const std::string way = std::string("CLI_TEST_DIE=cut all files") + at;
    const Called run =
        call({"run", kTen, "--profiler", kDying, "--clsid", kDyingClsid, "--env", way, "--trace", trace},
             {"COLUMNS=200"});
    INFO(way << '\n' << run.out.substr(0, 10'000) << run.err);
    CHECK(run.status == 3);
    // The file that the host would write its next line into, or the files found if it has no next line.
    CHECK((contains(run.out, "it cut the file of the trace to 0 bytes") ||
           contains(run.out, "it cut the files of descriptors 3, 4, 5, ")));
    for (const char* const where : {"--jobs=1", "--in-process"}) {
      const Called tested = call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env", way,
                                  "--cases", "3", "--no-shrink", "--forget", where},
                                 {"COLUMNS=1000"});
      INFO(where << '\n' << tested.out.substr(0, 10'000) << tested.err);
      CHECK(tested.status == 3);
      CHECK(contains(tested.out, "written-files (no callback)"));
    }
  }
}

TEST_CASE("descriptors: writing into them leaves the trace and the reports intact") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl"), report = scratch.path("r.json");
  for (const std::string which : {"write all files", "write high files"}) {
    for (const char* const at : {"", " at dlopen", " at Shutdown"}) {
      const std::string way = "CLI_TEST_DIE=" + which + at;
      const Called run =
          call({"run", kTen, "--profiler", kDying, "--clsid", kDyingClsid, "--env", way, "--trace", trace},
               {"COLUMNS=200"});
      INFO(way << '\n' << run.out.substr(0, 10'000) << run.err);
      CHECK(run.status == 3);
      CHECK(contains(run.out, "THE PROFILER WROTE INTO FILE DESCRIPTORS OF THE PROCESS: it wrote "));
      CHECK(contains(run.out, " into the one of the trace"));
      CHECK(call({"check", "-q", "--partial", trace}).status == 0);
      for (const char* const where : {"--jobs=1", "--jobs=2", "--in-process"}) {
        const Called tested =
            call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env", way, "--cases", "12",
                  "--no-shrink", "--forget", "--report", "json=" + report, where},
                 {"COLUMNS=1000"});
        INFO(where << '\n' << tested.out.substr(0, 10'000) << tested.err);
        CHECK(tested.status == 3);
        const auto faults = nlohmann::json::parse(text_of_file(report)).at("faults");
        CHECK(faults.size() == 1);
        CHECK(contains(tested.out, "written-files (no callback)"));
      }
    }
  }
}

TEST_CASE("test: a finding names the closed descriptors or the thrown exception") {
  const Scratch scratch;
  const auto said = [&](const std::string& way, const std::string& what) {
    const Called found =
        call({"test", "-q", "--profiler", kDying, "--clsid", kDyingClsid, "--env", "CLI_TEST_DIE=" + way,
              "--cases", "2", "--stop-after", "1", "--forget", "--report", "json=" + scratch.path("r.json")});
    INFO(found.out << found.err);
    CHECK(found.status == 3);
    CHECK(contains(text_of_file(scratch.path("r.json")), what));
  };
  said("close the input",
       "it closed descriptor 0; a profiler may touch only those that it has opened itself. ");
  said("throw", "an exception left it, which COM does not allow: std::runtime_error: out of a COM method. ");
}

}  // namespace gcrucible::tests
