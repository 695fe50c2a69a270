// The output of `gcrucible run --on coreclr`. A fake dotnet copies the trace of a simulated run, which
// contains everything that a player notes.
#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

const std::string kScenario =
    "scenario: the middle of a list dies\n"
    "types:\n"
    "  Node: {fields: {next: ref}}\n"
    "steps:\n"
    "  - allocate: {id: c, type: Node}\n"
    "  - allocate: {id: b, type: Node, next: c}\n"
    "  - allocate: {id: a, type: Node, next: b}\n"
    "  - root: a\n"
    "  - store: {a.next: c}\n"
    "  - collect: {generation: 0, compact: 0, expect: {dead: [b], alive: [a, c], moves: [a]}}\n";

class Played {
 public:
  // Plays `scenario`, and gets the trace of `played`. `way` is the script of the fake dotnet. $simulated is
  // the trace, $out the file for the recorder.
  Called run(const std::string& scenario, const std::string& played,
             const std::vector<std::string>& options = {},
             const std::string& way = R"(cp "$simulated" "$out")") {
    const std::string file = scratch_.write("scenario.yaml", scenario);
    const std::string other = scratch_.write("played.yaml", played);
    const Called simulated = call({"run", "-q", "--trace", scratch_.path("simulated"), other});
    INFO(simulated.out << simulated.err);
    REQUIRE(std::filesystem::exists(scratch_.path("simulated")));
    std::filesystem::create_directory(scratch_.path("bin"));
    const std::string dotnet = scratch_.write(
        "bin/dotnet", "#!/bin/sh\nsimulated='" + scratch_.path("simulated") +
                          "'\nout=$(echo \"$GCRUCIBLE_RECORDER_OUT\" | sed \"s/%p/$$/\")\n" + way + "\n");
    std::filesystem::permissions(dotnet, std::filesystem::perms::owner_all);
    std::vector<std::string> line{"run", "--on", "coreclr"};
    line.insert(line.end(), options.begin(), options.end());
    line.push_back(file);
    return call(line, {"PATH=" + scratch_.path("bin") + ":/usr/bin:/bin", "GCRUCIBLE_PLAYER=" + dotnet});
  }
  std::string path(const std::string& name) const { return scratch_.path(name); }

 private:
  Scratch scratch_;
};

TEST_CASE("run --on coreclr: the output has the form of a simulated run") {
  Played played;
  const Called run = played.run(kScenario, kScenario);
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  const std::string version = call({"--version"}).out;
  CHECK(contains(run.out, version.substr(0, version.find('\n')) + ": runtime coreclr"));
  CHECK(contains(run.out, "trace     not kept; --trace FILE keeps it\n"));
  CHECK(contains(run.out, "\ncollection 1, line 10 of the scenario: collects gen 0, induced"));
  CHECK(contains(run.out, "  b       gen 0   dead    not reported\n"));
  CHECK(contains(run.out, "  promoted   a, c\n"));
  CHECK(contains(run.out, "  died       b\n"));
  CHECK(contains(run.out, "  expectations  3 met, 0 failed, 1 not compared on coreclr\n"));
  CHECK(contains(run.out, "\nPASS"));
  const Called quiet = played.run(kScenario, kScenario, {"-q"});
  CHECK_FALSE(contains(quiet.out, "collection 1"));
  const Called kept = played.run(kScenario, kScenario, {"--trace", played.path("kept.jsonl")});
  CHECK(contains(kept.out, "kept.jsonl"));
  CHECK(std::filesystem::exists(played.path("kept.jsonl")));
}

TEST_CASE("run --on coreclr: a server heap is played under server GC") {
  const std::string way = R"(echo "gc $DOTNET_gcServer heaps $DOTNET_GCHeapCount"; cp "$simulated" "$out")";
  Played played;
  const Called plain = played.run(kScenario, kScenario, {}, way);
  CHECK(contains(plain.out + plain.err, "gc  heaps \n"));
  const std::string server = std::string(kScenario) + "heap: {server: true}\n";
  const Called run = played.run(server, server, {}, way);
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(contains(run.out + run.err, "gc 1 heaps 1\n"));
  const std::string many = std::string(kScenario) + "heap: {server: 12}\n";
  CHECK(contains(played.run(many, many, {}, way).out, "gc 1 heaps c\n"));  // hexadecimal, as .NET reads it
}

TEST_CASE("run --on coreclr: a heap number for an object is refused") {
  Played played;
  const Called run = played.run(
      "scenario: s\nheap: {server: 2}\nsteps:\n  - allocate: {id: a, type: Object, heap: 1}\n", kScenario);
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err,
                 ":4:5: error: a real CLR gives each thread the heap of its processor; leave `heap` out"));
}

TEST_CASE("run --on coreclr: recorder actions with a call number are refused") {
  Played played;
  const auto env = [](const std::string& pair) {
    return std::string(kScenario) + "profiler: {env: {" + pair + "}}\n";
  };
  for (const char* const counts :
       {"GCRUCIBLE_RECORDER_DETACH: \"1\"", "GCRUCIBLE_RECORDER_DETACH: ObjectReferences",
        "GCRUCIBLE_RECORDER_CHANGE: GarbageCollectionFinished=MONITOR_GC",
        "GCRUCIBLE_RECORDER_FAIL: \"ObjectReferences=E_FAIL,RootReferences=E_FAIL@1\""}) {
    INFO(counts);
    const Called run = played.run(env(counts), kScenario);
    CHECK(run.status == 2);
    CHECK(contains(run.err, "error: GCRUCIBLE_RECORDER_"));
  }
  const Called each = played.run(
      env("GCRUCIBLE_RECORDER_FAIL: \"MovedReferences2=E_FAIL,RootReferences=E_FAIL\""), kScenario);
  INFO(each.out << each.err);
  CHECK(each.status == 0);
}

TEST_CASE("run --on coreclr: an unwritable --trace -> the error names both files") {
  Played played;
  const std::string kept = played.path("kept.jsonl");
  // The folder is created while the player runs, so it was not visible before.
  const Called run = played.run(kScenario, kScenario, {"--trace", kept},
                                R"(cp "$simulated" "$out"; mkdir "${out%.*}"; touch "${out%.*}/theirs")");
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, " cannot be renamed to " + kept + ": Is a directory"));
  CHECK_FALSE(contains(run.out, "PASS"));
  CHECK(std::filesystem::exists(kept + "/theirs"));
  // The trace is complete, under the name in the message.
  const std::size_t begin = run.err.find(kept + ".");
  REQUIRE(begin != std::string::npos);
  const std::string other = run.err.substr(begin, run.err.find(' ', begin) - begin);
  CHECK(call({"check", "-q", other}).status == 0);
}

TEST_CASE("run --on coreclr: a crash of the player is not blamed on the profiler") {
  Played played;
  const Called run = played.run(kScenario, kScenario, {"--report", "junit=" + played.path("junit.xml")},
                                R"(head -c 1500 "$simulated" > "$out.gcrucible-tmp"; exit 134)");
  INFO(run.out << run.err);
  CHECK(run.status == 3);
  CHECK(contains(run.out, "\nTHE PLAYER DIED: exit code 134\n  The player is gcrucible's own program"));
  CHECK_FALSE(contains(run.out, "THE PROFILER"));
  CHECK(contains(run.out, "not compared, because the player died or hung first"));
  CHECK(contains(text_of_file(played.path("junit.xml")), "the player died: exit code 134"));
}

TEST_CASE("run --on coreclr: an incomplete trace fails and is kept as incomplete") {
  Played played;
  const std::string kept = played.path("kept.jsonl");
  const auto write_failed = [&](const std::string& status) {
    std::filesystem::remove(kept);
    return played.run(kScenario, kScenario, {"--trace", kept},
                      R"(head -c 1500 "$simulated" > "$out.gcrucible-tmp"; exit )" + status);
  };
  for (const char* const status : {"0", "1"}) {
    const Called run = write_failed(status);
    INFO(run.out << run.err);
    CHECK(run.status == (*status == '0' ? 2 : 3));
    CHECK_FALSE(contains(run.out, "PASS"));
    CHECK(contains(run.out + run.err, kept));
    CHECK(contains(run.err, kept + ": the recorder did not write it to its end") == (*status == '0'));
    const std::string text = text_of_file(kept);
    CHECK(contains(text, std::string("\"died\":\"exit code ") + status + "\"}\n"));
    CHECK(call({"check", "-q", kept}).status == 2);
    CHECK(call({"check", "-q", "--partial", kept}).status == 0);
  }
  // An earlier trace does not replace one that was not written.
  const std::string older = "{\"gcrucible_trace\":1,\"older\":true}\n";
  std::ofstream(kept, std::ios::binary) << older;
  const Called none = played.run(kScenario, kScenario, {"--trace", kept}, "exit 0");
  INFO(none.out << none.err);
  CHECK(none.status == 2);
  CHECK(contains(none.err, "the player left no trace"));
  CHECK(text_of_file(kept) == older);
}

TEST_CASE("run --on coreclr: a player that ignores signals is killed after --timeout") {
  Played played;
  const Called run =
      played.run(kScenario, kScenario, {"--timeout", "0.5", "--trace", played.path("kept.jsonl")},
                 "trap '' TERM INT ABRT HUP QUIT ALRM\n"
                 R"(cp "$simulated" "$out.gcrucible-tmp"; while :; do sleep 0.05; done)");
  INFO(run.out << run.err);
  CHECK(run.status == 4);
  CHECK(contains(run.out, "not ended after 0.5 s"));
}

TEST_CASE("run --on coreclr: dead and alive expectations are checked") {
  std::string other = kScenario;
  other.replace(other.find("{a.next: c}"), 11, "{a.next: b}");
  Played played;
  const Called run = played.run(kScenario, other);
  INFO(run.out << run.err);
  CHECK(run.status == 1);
  CHECK(contains(run.out, "EXPECTATIONS FAILED"));
  CHECK(contains(run.out, "scenario.yaml:10:58: collection 1: expected \"b\" to die"));
  CHECK(contains(run.out, "  expectations  2 met, 1 failed, 1 not compared on coreclr\n"));
}

}  // namespace
}  // namespace gcrucible::tests
