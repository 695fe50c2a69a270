// `gcrucible run` with profilers other than our recorder: their faults are reported as theirs.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kLibrary = in_build("/cli_careless_profiler.so");
const std::string kClsid = "{2B8E6A14-70D5-4E0C-A3F1-9C5D7E2B4A60}";

Called run_careless(const std::string& scenario, const std::string& way,
                    const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{
      "run",   kScenarios + scenario + ".yaml", "--profiler", kLibrary, "--clsid", kClsid,
      "--env", "CLI_TEST_CARELESS=" + way};
  arguments.insert(arguments.end(), more.begin(), more.end());
  // No line break may depend on the length of this clone's path.
  return call(arguments, {"COLUMNS=400"});
}

}  // namespace

TEST_CASE("run: a profiler that writes into a callback array is blamed") {
  struct Case {
    const char* callback;
    const char* array;
  };
  const Case cases[] = {{"GarbageCollectionStarted", "generationCollected"},
                        {"MovedReferences2", "oldObjectIDRangeStart"},
                        {"RootReferences2", "rootKinds"},
                        {"ObjectReferences", "objectRefIds"}};
  const std::string scenario = "gc/contents-survive-a-move";
  const Called good = run_careless(scenario, "");
  INFO(good.out);
  CHECK(good.status == 0);
  CHECK_FALSE(contains(good.out, "wrote into the arrays"));
  const Scratch scratch;
  const std::string clean = scratch.path("clean.jsonl"), dirty = scratch.path("dirty.jsonl");
  CHECK(run_careless(scenario, "", {"--trace", clean}).status == 0);
  for (const Case& each : cases) {
    const Called run =
        run_careless(scenario, std::string("scribble in ") + each.callback, {"--trace", dirty});
    INFO(each.callback << "\n" << run.out << run.err);
    CHECK(run.status == 1);
    CHECK(contains(run.out, "BROKEN BY THE PROFILER: it wrote into the arrays of a callback\n"));
    CHECK(contains(run.out, std::string(" of the trace, ") + each.callback + ", "));
    CHECK(contains(run.out, each.array));
    CHECK(contains(run.out, "7 there."));
    CHECK_FALSE(contains(run.out, "(by the runtime)"));
    CHECK(contains(run.out, " kept, 0 broken"));
    CHECK(contains(run.out, ", 0 failed"));
    // Only the lines about the fault differ. All calls delivered the correct data.
    std::string calls;
    for (std::istringstream lines(text_of_file(dirty)); std::getline(lines, calls);) {
      const std::size_t call = calls.find("\"call\":");
      if (call != std::string::npos) CHECK(contains(text_of_file(clean), calls.substr(call)));
    }
  }
}

TEST_CASE("run: writes next to a callback array or after its callback are found") {
  struct Case {
    const char* way;
    const char* what;
    const char* more;
  };
  const Case cases[] = {
      {"overrun in MovedReferences2", "and wrote 7 at index ", ", after the array."},
      {"overrun by 64 in MovedReferences2", "after the array. It wrote into 64 entries there.", ""},
      {"underrun in MovedReferences2", "and wrote 7 at index -1, before the array.", ""},
      {"overrun in GarbageCollectionStarted", "It received generationCollected with ", ", after the array."},
      {"keep",
       "It kept the address of oldObjectIDRangeStart and wrote 7 at index 0 after MovedReferences2 had "
       "returned",
       "kept: dddddddddddddddd"},
  };
  for (const Case& each : cases) {
    const Called run = run_careless("gc/contents-survive-a-move", each.way, {"--color", "never"});
    INFO(each.way << "\n" << run.out << run.err);
    CHECK(run.status == 1);
    const std::string flat = in_one_line(run.out);
    CHECK(contains(flat, "BROKEN BY THE PROFILER: it wrote into the arrays of a callback"));
    CHECK(contains(flat, each.what));
    CHECK(contains(flat, each.more));
    CHECK_FALSE(contains(flat, " differ."));
    CHECK(contains(flat, " kept, 0 broken"));
    CHECK(contains(flat, ", 0 failed"));
  }
}

TEST_CASE("run: a read behind a callback array crashes at the second call") {
  const Scratch scratch;
  const std::string scenario = scratch.write("twice.yaml",
                                             "scenario: x\n"
                                             "types: {Cart: {fields: {next: ref}}}\n"
                                             "steps:\n"
                                             "  - allocate: {id: garbage, type: Cart}\n"
                                             "  - allocate: {id: cart, type: Cart}\n"
                                             "  - root: cart\n"
                                             "  - collect: {generation: 0, compact: 0}\n"
                                             "  - collect: {generation: 1, compact: 1}\n");
  const auto run = [&](const char* way) {
    return call({"run", scenario, "--profiler", kLibrary, "--clsid", kClsid, "--color", "never", "--env",
                 std::string("CLI_TEST_CARELESS=") + way},
                {"COLUMNS=400"});
  };
  CHECK(run("").status == 0);
  const Called called = run("overread in MovedReferences2");
  INFO(called.out << called.err);
  CHECK(called.status == 3);
  CHECK(contains(
      in_one_line(called.out),
      ", directly behind the end of oldObjectIDRangeStart, in which MovedReferences2 passed 1 entry"));
}

TEST_CASE("test: a crash names the array without the address") {
  const Called called = call({"test", "--profiler", kLibrary, "--clsid", kClsid, "--forget", "--cases", "20",
                              "--runtime", "net10", "--env", "CLI_TEST_CARELESS=overread in RootReferences2"},
                             {"COLUMNS=400"});
  INFO(called.out << called.err);
  CHECK(called.status == 3);
  const std::string flat = in_one_line(called.out);
  CHECK(contains(flat, "SIGSEGV, directly behind the end of "));
  CHECK(contains(flat, ", in which RootReferences2 passed "));
  CHECK_FALSE(contains(flat, " at address 0x"));
}

TEST_CASE("run: a crash in a callback without entries names its null arrays") {
  const Called called =
      run_careless("broken/ranges/no-empty-call", "overread in MovedReferences2", {"--color", "never"});
  INFO(called.out << called.err);
  CHECK(called.status == 3);
  CHECK(contains(in_one_line(called.out), "The callback passed 0 entries, so its arrays are null."));
}

TEST_CASE("run: a profiler that writes into objects is blamed") {
  const Scratch scratch;
  const std::string scenario = scratch.write("cart.yaml",
                                             "scenario: x\n"
                                             "types: {Cart: {fields: {next: ref, count: int64}}}\n"
                                             "steps:\n"
                                             "  - allocate: {id: last, type: Cart}\n"
                                             "  - allocate: {id: cart, type: Cart, next: last}\n"
                                             "  - root: cart\n"
                                             "  - collect: {generation: 0, compact: 0}\n"
                                             "  - collect: 1\n");
  const auto run = [&](const char* way) {
    const Called called = call({"run", scenario, "--profiler", kLibrary, "--clsid", kClsid, "--color",
                                "never", "--env", std::string("CLI_TEST_CARELESS=") + way});
    INFO(way << "\n" << called.out << called.err);
    CHECK_FALSE(contains(called.out, "SECOND TRAVERSAL"));
    CHECK(contains(called.out, " kept, 0 broken"));
    return called;
  };
  CHECK(run("").status == 0);
  for (const auto& [way, what] :
       {std::pair{"write into a reference", "the reference next at offset 8, which was "},
        std::pair{"write into a method table", "the method table at offset 0, which was "},
        std::pair{"write into a header", "fields without references."}}) {
    const bool header = std::string_view(way) == "write into a header";
    const Called called = run(way);
    INFO(way << "\n" << called.out << called.err);
    CHECK(called.status == 1);
    const std::string flat = in_one_line(called.out);
    CHECK(contains(flat, "BROKEN BY THE PROFILER: it wrote into objects"));
    CHECK(contains(flat, header ? "It wrote into \"last\" at 0x" : "It wrote into \"cart\" at 0x"));
    CHECK(contains(flat, what));
    CHECK(contains(flat, "in or after "));
    CHECK(contains(flat, header ? "MovedReferences2" : "RootReferences2"));
  }
}

TEST_CASE("run: the JSON report names an overwritten array") {
  const Scratch scratch;
  const std::string json = scratch.path("r.json");
  const Called run = run_careless("gc/contents-survive-a-move", "scribble in ObjectReferences",
                                  {"-q", "--report", "json=" + json});
  INFO(run.out << run.err);
  const auto report = nlohmann::json::parse(text_of_file(json)).at("runs").at(0);
  CHECK(report.at("result") == "broken");
  const auto& first = report.at("scribbled").at(0);
  CHECK(first.at("callback") == "ObjectReferences");
  CHECK(first.at("array") == "objectRefIds");
  CHECK(first.at("index") == 0);
}

TEST_CASE("run: a failed expectation names the error that the profiler returned") {
  const Called run =
      run_careless("broken/ranges/no-empty-call", "fail in MovedReferences2", {"--color", "never"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(in_one_line(run.out),
                 "2 calls of MovedReferences, but there was none, because the profiler returned E_FAIL "
                 "from MovedReferences2 at line "));
}

TEST_CASE("run: expectations that the event mask makes unobservable are not compared") {
  const Called run = run_careless("ten-objects-printed-table", "", {"--env", "CLI_TEST_MASK=0"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.out, "4 expectations: the profiler's event mask 0x0 keeps MovedReferences away"));
  CHECK(contains(in_one_line(run.out),
                 "3 expectations: the profiler's event mask 0x0 keeps away the callbacks that would break"));
  CHECK(contains(run.out, "10 met, 0 failed, 7 not compared"));
}

TEST_CASE("run: a stale ObjectID passed to an Info method is reported with its history") {
  const Called run = run_careless("gc/contents-survive-a-move", "stale", {"-v"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "\nBROKEN object-ids/cache-follows (by the profiler)\n"));
  CHECK(contains(run.out, ", collection 1, GetObjectSize2,"));
  CHECK(contains(run.out, "received an invalid ObjectID: 0x"));
  CHECK(contains(run.out, "  history  \""));
  CHECK_FALSE(contains(run.out, "advice"));
}

TEST_CASE("object-ids/only-valid-ids: a number that never was an ObjectID is a violation") {
  const Called run = run_careless("ten-objects-move", "unknown", {"-v"});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "BROKEN object-ids/only-valid-ids (by the profiler)"));
  CHECK(contains(run.out, "0x12345678 was never an ObjectID"));
}

TEST_CASE("stale: after forgotten collections no ObjectID is reported as unknown") {
  const Scratch scratch;
  std::string text = "scenario: many collections\nsteps:\n";
  for (int i = 0; i < 1026; ++i) text += "  - collect: {generation: 0}\n";
  const std::string scenario = scratch.write("many.yaml", text);
  const std::string trace = scratch.path("many.jsonl");
  const Called run = call({"run", scenario, "--profiler", kLibrary, "--clsid", kClsid, "--env",
                           "CLI_TEST_CARELESS=unknown", "--trace", trace});
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  const std::string lines = text_of_file(trace);
  const std::size_t first = lines.find(R"("kind":"forgotten")");
  REQUIRE(first != std::string::npos);
  CHECK(contains(lines.substr(first, lines.find('\n', first) - first), R"("forgotten":1)"));
  CHECK(lines.find(R"("kind":"unknown")", first) == std::string::npos);
}

TEST_CASE("run: nothing checked -> --strict fails") {
  const Scratch scratch;
  const std::string idle = scratch.write("idle.yaml", "scenario: x\nsteps: [{collect: 0}]\n");
  // The first scenario is only about the heap. The second is also about what a profiler receives.
  const std::string heap = scratch.write("heap.yaml",
                                         "scenario: x\ntypes: {T: {}}\nsteps:\n"
                                         "  - allocate: {id: a, type: T}\n"
                                         "  - collect: {generation: 0, expect: {dead: [a]}}\n");
  const std::string reported = scratch.write(
      "reported.yaml",
      "scenario: x\nsteps: [{collect: {generation: 0, expect: {callbacks: {GarbageCollectionStarted: 1, "
      "Shutdown: 0}}}}]\n");
  const auto run = [&](const std::string& scenario, const std::string& mask,
                       const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run",     scenario, "--profiler", kLibrary,
                                       "--clsid", kClsid,   "--env",      "CLI_TEST_MASK=" + mask};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return call(arguments, {"COLUMNS=200"});
  };
  const std::string loud =
      "the profiler enabled no events (SetEventMask was never called, or was called with 0)";
  for (const std::string& scenario : {idle, heap, reported}) {
    const Called lax = run(scenario, "0", {});
    INFO(lax.out << lax.err);
    CHECK(lax.status == 2);
    CHECK(contains(lax.out, "NOTHING WAS CHECKED\n"));
    CHECK(contains(lax.out, loud));
    CHECK(contains(lax.out, "(exit status 2; --allow-unchecked makes that a pass)"));
    CHECK(run(scenario, "0", {"--allow-unchecked"}).status == 0);
    CHECK_FALSE(contains(lax.out, "PASS"));
    const Called quiet = run(scenario, "0", {"-q"});
    CHECK(quiet.status == 2);
    CHECK(quiet.out.starts_with("unchecked  " + scenario + "\n"));
    CHECK(contains(quiet.out, loud));
    CHECK(run(scenario, "0", {"-q", "--allow-unchecked"}).out.starts_with("pass       " + scenario + "\n"));
    const Called strict = run(scenario, "0", {"--strict"});
    INFO(strict.out << strict.err);
    CHECK(strict.status == 1);
    CHECK(contains(strict.out, "NOTHING WAS CHECKED\n"));
    CHECK(run(scenario, "0", {"--strict", "-q"}).status == 1);
    // A mask that hides all reports of collections: threads only.
    const Called threads = run(scenario, "0x200", {"--strict"});
    INFO(threads.out);
    CHECK(threads.status == 1);
    CHECK(contains(threads.out,
                   "no rule about collections could be judged under the profiler's event mask 0x200"));
    CHECK(run(scenario, "0x80", {"--strict"}).status == 0);
  }
  CHECK(run(heap, "0x80", {"--strict", "--skip", "*"}).status == 1);
  CHECK(run(reported, "0x80", {"--strict", "--skip", "*"}).status == 0);
}

TEST_CASE("run: a scenario of several that checked nothing is unchecked, not passed") {
  const Called run =
      call({"run", "-q", kScenarios + "ten-objects-move.yaml", kScenarios + "ten-objects-swept.yaml",
            "--profiler", kLibrary, "--clsid", kClsid, "--env", "CLI_TEST_MASK=0"});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK_FALSE(contains(run.out, "pass  "));
  CHECK(contains(run.out, "0 of 2 passed, 2 unchecked\n"));
}

TEST_CASE("run: callbacks outside a hidden collection are printed in their order") {
  const Called run = run_careless("ten-objects-move", "", {"--env", "CLI_TEST_MASK=0"});
  INFO(run.out);
  CHECK(contains(run.out, "  callbacks before it\n    LoadAsNotificationOnly, Initialize\n"));
  CHECK(contains(run.out, "\ncallbacks afterwards\n    Shutdown\n"));
}

TEST_CASE("JUnit: a run that checked nothing is skipped") {
  const Scratch scratch;
  const std::string xml = scratch.path("r.xml");
  const Called run =
      run_careless("ten-objects-move", "", {"-q", "--env", "CLI_TEST_MASK=0", "--report", "junit=" + xml});
  CHECK(run.status == 2);
  const std::string text = text_of_file(xml);
  INFO(text);
  CHECK(contains(text, "failures=\"0\" errors=\"0\" skipped=\"1\" time="));
  CHECK(contains(text, "<skipped message=\"nothing was checked: the profiler enabled no events "));
}

}  // namespace gcrucible::tests
