// `gcrucible run` with profilers that die, hang or refuse, and with files that are not profiler libraries.
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/harness/cli/command.h"
#include "tests/harness/cli/misbehaving.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

Called die(const char* way, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "run", kTen, "--profiler", kDying, "--clsid", kDyingClsid, "--env", std::string("CLI_TEST_DIE=") + way};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments);
}

}  // namespace

TEST_CASE("death: a crash or hang of the profiler is reported with its place") {
  SECTION("by a signal") {
    const Called run = die("crash");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "THE PROFILER DIED: SIGSEGV at address 0x0000000000000010\n"));
    CHECK(contains(run.out,
                   "  It was inside MovedReferences2, the 5th callback of the run, in collection 1.\n"
                   "  where    " +
                       kTen + ":29\n"));
    CHECK(run.out.find("SIGSEGV") == run.out.rfind("SIGSEGV"));
    CHECK(contains(run.out, "dying profiler: hello"));
    CHECK(contains(run.out, "replay"));
    // The plan is known although its end was not reached.
    CHECK(contains(run.out, "  as planned; the heap afterwards was not reported\n"));
    CHECK(contains(run.out, "reported     └1─┘   └───2────┘"));
    CHECK(contains(run.out, "not compared, because the profiler died"));
  }
  SECTION("on a profiler thread") {
    const Called run = die("throw on another thread");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out,
                   "It was on a thread of the profiler's own, in no callback; meanwhile the program was"));
    CHECK_FALSE(contains(run.out, "It was inside"));
  }
  SECTION("by exit") {
    const Called run = die("exit");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "THE PROFILER DIED: it ended the process (exit code 7)\n"));
  }
  SECTION("by an exception") {
    const Called run = die("throw");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out,
                   "THE PROFILER DIED: an exception left it, which COM does not allow: "
                   "std::runtime_error: out of a COM method"));
  }
  SECTION("by a hang") {
    const Called run = die("hang", {"--timeout", "1"});
    INFO(run.out << run.err);
    CHECK(run.status == 4);
    CHECK(contains(run.out, "THE PROFILER HUNG: timeout after 1 s"));
    CHECK(contains(run.out, "HUNG  (exit status 4)"));
    CHECK(contains(run.out, "It was inside MovedReferences2"));
  }
}

TEST_CASE("death: a crash on a server GC thread is reported with its callback") {
  const char* const scenario = GENERATE("portable/server/server-heap-moves-and-promotes.yaml",
                                        "server/server-heaps-report-on-threads-of-their-own.yaml");
  const std::string server = kScenarios + scenario;
  const auto die_there = [&](const char* way) {
    return call({"run", server, "--profiler", kDying, "--clsid", kDyingClsid, "--timeout", "1", "--env",
                 std::string("CLI_TEST_DIE=") + way});
  };
  SECTION("by a signal") {
    const Called run = die_there("crash");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "THE PROFILER DIED: SIGSEGV at address 0x0000000000000010\n"));
    CHECK(contains(run.out, "  It was inside MovedReferences2, the "));
    CHECK(contains(run.out, ", in collection 1."));
    CHECK_FALSE(contains(run.out, "thread of the profiler's own"));
  }
  SECTION("by an exception") {
    const Called run = die_there("throw");
    INFO(run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out, "It was inside MovedReferences2"));
    CHECK(contains(run.out, "std::runtime_error: out of a COM method"));
  }
  SECTION("by a hang") {
    const Called run = die_there("hang");
    INFO(run.out << run.err);
    CHECK(run.status == 4);
    CHECK(contains(run.out, "THE PROFILER HUNG: timeout after 1 s"));
    CHECK(contains(run.out, "It was inside MovedReferences2"));
  }
}

TEST_CASE("ForceGC: on a server GC thread it never returns and the run hangs") {
  const Scratch scratch;
  const std::string file = scratch.write("forces.yaml", R"(scenario: ForceGC where nobody can collect
heap: {server: true}
objects: [{id: a, type: Object}]
roots: [a]
steps:
  - collect: {generation: 0, ask: [{in: GarbageCollectionFinished, call: ForceGC}]}
)");
  const Called run = call({"run", file, "--timeout", "1"});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "does not return: it was asked inside GarbageCollectionFinished."));
}

TEST_CASE("hang: a profiler that only SIGKILL ends is reported as hung") {
  const Scratch scratch;
  const std::string trace = scratch.path("t.jsonl");
  const auto before = std::chrono::steady_clock::now();
  const Called run = die("hang deaf", {"--timeout", "0.5", "--trace", trace});
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "THE PROFILER HUNG: timeout after 0.5 s"));
  CHECK(contains(run.out, "It was inside MovedReferences2, "));
  CHECK(contains(run.out, "HUNG  (exit status 4)"));
  CHECK(contains(text_of_file(trace), "\"died\":\"timeout after 0.5 s\",\"callback\":\"MovedReferences2\""));
  CHECK(std::chrono::steady_clock::now() - before < std::chrono::seconds(60));
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
TEST_CASE("death: a leak is reported under the leak sanitizer") {
  const Called run = die("leak");
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out, "LeakSanitizer: detected memory leaks"));
  CHECK(contains(run.out, "1234 byte(s) in 1 object(s)"));
}
#endif
#endif

TEST_CASE("death: the last output of the profiler is printed before the verdict") {
  for (const char* const way : {"abort", "crash", "throw", "hang"}) {
    const Called run = die(way, {"--timeout", "1", "--env", "CLI_TEST_LAST_WORDS=about to go wrong"});
    INFO(way << "\n" << run.out << run.err);
    CHECK(run.status == (std::string_view(way) == "hang" ? 4 : 3));
    const std::size_t words = run.out.find("about to go wrong\n");
    REQUIRE(words != std::string::npos);
    CHECK(words < run.out.find("\nverdict\n"));
  }
}

TEST_CASE("death: a crash after a collection is not placed in it and has a readable stack") {
  const Called run = die("crash at Shutdown");
  INFO(run.out << run.err);
  CHECK(contains(run.out, "It was inside Shutdown, "));
  CHECK(contains(run.out, ", after collection 1."));
  CHECK(contains(run.out, "(dying::write_to(unsigned long)+0x"));
  CHECK_FALSE(contains(run.out, "(_ZN"));
}

TEST_CASE("death: a crash or hang in Shutdown does not fail met expectations") {
  for (const char* const way : {"crash at Shutdown", "exit at Shutdown", "hang at Shutdown"}) {
    const bool hang = std::string_view(way).starts_with("hang");
    const Called run =
        die(way, hang ? std::vector<std::string>{"--timeout", "0.5"} : std::vector<std::string>{});
    INFO(way << "\n" << run.out << run.err);
    CHECK(run.status == (hang ? 4 : 3));
    CHECK(contains(run.out, " met, 0 failed"));
    CHECK_FALSE(contains(run.out, "died or hung first"));
  }
}

TEST_CASE("death: a crash in a callback after Shutdown names the rule") {
  const Called run = call({"run", kScenarios + "shutdown/collection-while-the-process-shuts-down.yaml",
                           "--profiler", kDying, "--clsid", kDyingClsid, "--env", "CLI_TEST_DIE=crash"});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(in_one_line(run.out), "Shutdown had returned before, and profilers often free their state"));
  CHECK(contains(in_one_line(run.out), "see life/nothing-after-shutdown."));
  CHECK_FALSE(contains(die("crash").out, "life/nothing-after-shutdown"));
  CHECK_FALSE(contains(die("crash at Shutdown").out, "life/nothing-after-shutdown."));
}

TEST_CASE("death: a crash in the library's destructors after a detach is named as such") {
  const Scratch scratch;
  const std::string file = scratch.write("detach.yaml",
                                         "scenario: detach\n"
                                         "steps:\n"
                                         "  - collect: 0\n"
                                         "  - ask: {call: RequestProfilerDetach, number: 100}\n"
                                         "  - collect: 0\n");
  const Called run = call({"run", file, "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                           "CLI_TEST_DIE=crash at unloading"});
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(
      contains(in_one_line(run.out),
               "Its library was being unloaded, which runs its destructors. ProfilerDetachSucceeded, the "));
  CHECK_FALSE(contains(run.out, "thread of its own"));
  const Called campaign = call({"test", "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                                "CLI_TEST_DIE=crash at unloading", "--cases", "1", "--no-shrink", "--forget"},
                               {"COLUMNS=1000"});
  INFO(campaign.out);
  CHECK(contains(campaign.out,
                 "Detaching it is not tested: its ProfilerDetachSucceeded returned E_FAIL (0x80004005). "));
}

TEST_CASE("death: a crash before Initialize names the phase of loading") {
  struct Case {
    const char* at;
    const char* place;
  };
  const Case cases[] = {
      {"dlopen", "It was being loaded: inside dlopen, which runs the library's constructors."},
      {"DllMain", "It was being loaded: inside its DllMain"},
      {"DllGetClassObject", "It was being loaded: inside its DllGetClassObject."},
      {"CreateInstance", "It was being loaded: inside CreateInstance of its class factory."},
      {"QueryInterface", "It was being loaded: inside QueryInterface of its callback object."},
      {"Initialize", "It was inside Initialize, the 2nd callback of the run."},
  };
  for (const Case& each : cases) {
    const std::string at = std::string(" at ") + each.at;
    for (const char* const way : {"crash", "exit", "hang"}) {
      const bool hang = std::string_view(way) == "hang";
      const Called run = die((way + at).c_str(), hang ? std::vector<std::string>{"--timeout", "0.5"}
                                                      : std::vector<std::string>{});
      INFO(way << at << "\n" << run.out << run.err);
      CHECK(run.status == (hang ? 4 : 3));
      CHECK(contains(run.out, each.place));
    }
  }
  // An exception cannot leave dlopen. From there on it is reported as an exception.
  for (const char* const at : {"DllMain", "DllGetClassObject", "QueryInterface", "Initialize"}) {
    const Called run = die((std::string("throw at ") + at).c_str());
    INFO(at << "\n" << run.out << run.err);
    CHECK(run.status == 3);
    CHECK(contains(run.out,
                   "THE PROFILER DIED: an exception left it, which COM does not allow: "
                   "std::runtime_error: out of a COM method"));
  }
}

TEST_CASE("run: a profiler that refuses to load -> exit status 2 and the HRESULT name") {
  struct Case {
    const char* at;
    const char* message;
  };
  const Case cases[] = {
      {"DllMain", "returned FALSE for DLL_PROCESS_ATTACH"},
      {"DllGetClassObject", "CLASS_E_CLASSNOTAVAILABLE (0x80040111)"},
      {"CreateInstance", "E_NOINTERFACE (0x80004002)"},
      {"QueryInterface", "E_NOINTERFACE (0x80004002)"},
      {"Initialize", "Initialize failed with CORPROF_E_PROFILER_CANCEL_ACTIVATION (0x80131375)"},
  };
  for (const Case& each : cases) {
    const Called run = die((std::string("refuse at ") + each.at).c_str());
    INFO(each.at << "\n" << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, each.message));
    CHECK(run.err.find('\n') == run.err.size() - 1);
  }
}

TEST_CASE("profiler/initialize: a scenario can expect a failed Initialize") {
  const Scratch scratch;
  const auto run = [&](const char* initialize, const char* way) {
    const std::string file =
        scratch.write("s.yaml", std::string("scenario: s\nprofiler: {initialize: ") + initialize +
                                    "}\nsteps: [{collect: 0}, {collect: 0}]\n");
    return call({"run", "-q", "--strict", file, "--profiler", kDying, "--clsid", kDyingClsid, "--env",
                 std::string("CLI_TEST_DIE=") + way},
                {"COLUMNS=240"});
  };
  const char* const kCancel = "CORPROF_E_PROFILER_CANCEL_ACTIVATION";
  const Called meant = run(kCancel, "refuse at Initialize");
  INFO(meant.out << meant.err);
  CHECK(meant.status == 0);
  const Called started = run(kCancel, "leak");
  INFO(started.out << started.err);
  CHECK(started.status == 1);
  CHECK(contains(started.out, "expected Initialize to return CORPROF_E_PROFILER_CANCEL_ACTIVATION"));
  CHECK(contains(started.out, "but it returned S_OK"));
  const Called other = run("E_FAIL", "refuse at Initialize");
  INFO(other.out << other.err);
  CHECK(other.status == 1);
  CHECK(contains(other.out, "expected Initialize to return E_FAIL"));
  CHECK(contains(other.out, "but it returned CORPROF_E_PROFILER_CANCEL_ACTIVATION"));
}

TEST_CASE("hang: a runtime method and an await step can hang a run") {
  const Scratch scratch;
  const std::string hanging = scratch.write(
      "hangs.yaml",
      "scenario: s\nruntime: {like: net10, hangs: [GetGenerationBounds]}\nsteps: [{collect: 0}]\n");
  const Called hung = call({"run", "-q", "--timeout", "0.5", hanging});
  INFO(hung.out << hung.err);
  CHECK(hung.status == 4);
  CHECK(contains(hung.out, "inside GetGenerationBounds, called in GarbageCollectionStarted"));
  const std::string awaiting =
      scratch.write("awaits.yaml", "scenario: s\nsteps:\n  - collect: 0\n  - await: ForceGC\n");
  const Called waited = call({"run", "-q", "--timeout", "0.5", awaiting});
  INFO(waited.out << waited.err);
  CHECK(waited.status == 4);
  CHECK(contains(waited.out, "The scenario waits in line 4 until a thread of the profiler's own has"));
}

TEST_CASE("run --profiler: a file that is not a profiler library is refused with the reason") {
  const Scratch scratch;
  const auto refused = [&](const std::string& library) {
    const Called run = call({"run", kTen, "--profiler", library, "--clsid", kDyingClsid});
    INFO(library << "\n" << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(contains(run.err, library));
    return run.err;
  };
  CHECK(contains(refused(scratch.path("none.so")), "does not exist"));
  CHECK(contains(refused(scratch.write("text.so", "not a library\n")),
                 "it does not begin as an ELF file does"));
  CHECK(contains(refused(scratch.folder()), "is a folder"));
  CHECK(contains(refused(scratch.write("empty.so", "")), "is empty"));
  // Another program's CLSID.
  const Called run =
      call({"run", "-q", kTen, "--profiler", kDying, "--clsid", "01234567-89AB-CDEF-0123-456789ABCDEF"});
  CHECK(run.status == 2);
  CHECK(contains(run.err,
                 "refused the CLSID {01234567-89AB-CDEF-0123-456789ABCDEF}: CLASS_E_CLASSNOTAVAILABLE"));
  CHECK(contains(run.err, "is it the profiler's own? It comes from --clsid"));
  const Called test = call({"test", "--cases", "1", "--forget", "--profiler", kDying, "--clsid",
                            "01234567-89AB-CDEF-0123-456789ABCDEF"},
                           {"COLUMNS=1000"});
  CHECK(contains(test.out + test.err, "It comes from --clsid"));
  const Called environment =
      call({"run", "-q", kTen}, {"COLUMNS=1000", "CORECLR_PROFILER={01234567-89AB-CDEF-0123-456789ABCDEF}",
                                 "CORECLR_PROFILER_PATH=" + kDying});
  CHECK(contains(environment.err, "It comes from the environment variable CORECLR_PROFILER"));
  CHECK(contains(environment.err, "no profiler  "));
}

TEST_CASE("run: JSON and JUnit reports name a crash or hang or refusal") {
  struct Case {
    const char* way;
    const char* result;
    int status;
    const char* died;
    const char* how;  // beginning
  };
  const Case cases[] = {
      {"crash", "crashed", 3, "SIGSEGV", "SIGSEGV at address 0x"},
      {"exit", "crashed", 3, "exit code 7", "it ended the process (exit code 7)"},
      {"hang", "hung", 4, "timeout after 0.5 s", "timeout after 0.5 s"},
      {"refuse at Initialize", "refused", 2, "", ""},
  };
  for (const Case& each : cases) {
    const Scratch scratch;
    const std::string json = scratch.path("r.json"), junit = scratch.path("r.xml");
    const Called called =
        die(each.way, {"--timeout", "0.5", "-q", "--report", "json=" + json + ",junit=" + junit});
    INFO(each.way << "\n" << called.out << called.err << text_of_file(junit));
    CHECK(called.status == each.status);
    const auto run = nlohmann::json::parse(text_of_file(json)).at("runs").at(0);
    CHECK(run.at("result") == each.result);
    CHECK(run.at("exit_status") == each.status);
    CHECK(run.at("died") == each.died);
    CHECK(run.at("how").get<std::string>().starts_with(each.how));
    CHECK(run.at("sha256").get<std::string>().size() == 64);
    const bool lived = *each.died == '\0';
    CHECK(run.at("death").get<std::string>().empty() == lived);
    CHECK(contains(run.at("message").get<std::string>(), "CORPROF_E_PROFILER_CANCEL_ACTIVATION") == lived);
    CHECK(contains(text_of_file(junit), "tests=\"1\" failures=\"0\" errors=\"1\""));
    CHECK(contains(text_of_file(junit), std::string("<error type=\"") + each.result + "\" message=\""));
    CHECK(contains(text_of_file(junit), each.how));
  }
}

}  // namespace gcrucible::tests
