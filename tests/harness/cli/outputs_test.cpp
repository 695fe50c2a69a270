// Files that --report and --trace may overwrite, and files that they must not.
#include "tests/harness/cli/command.h"
#include "tests/support/places.h"

namespace gcrucible::tests {
namespace {

const std::string kLibrary = in_build("/libgcrucible_recorder.so");

void refused(const std::vector<std::string>& arguments, const std::string& part,
             const std::string& folder = {}) {
  const Called run = call(arguments, {}, folder);
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());  // before anything runs
  CHECK(contains(run.err, part));
}

}  // namespace

TEST_CASE("run --report: only an earlier report of the same kind is overwritten") {
  const Scratch scratch;
  std::filesystem::copy_file(kTen, scratch.path("s.yaml"));
  std::filesystem::copy_file(kLibrary, scratch.path("p.so"));
  const std::string scenario = scratch.path("s.yaml"), library = scratch.path("p.so");
  const std::string json = scratch.path("r.json"), xml = scratch.path("r.xml");
  const std::string kept = scratch.path("t.jsonl");
  REQUIRE(
      call({"run", "-q", scenario, "--trace", kept, "--report", "json=" + json + ",junit=" + xml}).status ==
      0);
  const std::string notes = scratch.write("notes.txt", "not ours\n");
  for (const std::string& lost : {scenario, library, kept, notes}) {
    INFO(lost);
    const std::string before = text_of_file(lost);
    const std::string named = "--report: '" + lost + "' ";
    const std::string foreign = named + "exists and is not an earlier ";
    const std::string of_run = lost == scenario ? named + "is the scenario of the same run" : foreign;
    refused({"run", scenario, "--report", "json=" + lost}, of_run);
    refused({"run", scenario, "--report", "junit=" + lost}, of_run);
    refused({"check", kept, "--report", "json=" + lost},
            lost == kept ? named + "is the trace of the same run" : foreign);
    CHECK(text_of_file(lost) == before);
  }
  refused({"run", scenario, "--report", "json=" + xml}, "is not an earlier JSON report");
  refused({"run", scenario, "--report", "junit=" + json}, "is not an earlier JUnit report");
  refused({"run", scenario, "--report", "json=" + scratch.folder()}, "is a folder");
  refused({"check", kept, "--report", "json=" + scratch.path("none/r.json")}, "does not exist; make it");
  // Its own file, again and again, and by either command. An empty file contains nothing to lose.
  CHECK(call({"run", "-q", scenario, "--report", "json=" + json + ",junit=" + xml}).status == 0);
  CHECK(call({"check", "-q", kept, "--report", "json=" + json + ",junit=" + xml}).status == 0);
  CHECK(call({"check", "-q", kept, "--report", "json=" + json + ",junit=" + xml}).status == 0);
  CHECK(call({"check", "-q", kept, "--report", "json=" + scratch.write("empty", "")}).status == 0);
}

TEST_CASE("run --report: another file of the same run is refused under any name") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("sub"));
  std::filesystem::create_symlink(scratch.path("sub"), scratch.path("link"));
  std::filesystem::copy_file(kTen, scratch.path("s.yaml"));
  const std::string folder = scratch.folder();
  refused({"run", "s.yaml", "--trace", "sub/t", "--report", "json=link/t"}, "is the trace of the same run",
          folder);
  refused({"run", "s.yaml", "--report", "json=sub/r,junit=./link/../sub//r"}, "is another report of the same",
          folder);
  refused({"run", "s.yaml", "--report", "json=./s.yaml"}, "is the scenario of the same run", folder);
  refused({"run", "s.yaml", kTen, "--trace", "sub", "--report", "json=sub/s.jsonl"}, "is the trace of",
          folder);
  refused({"run", "s.yaml", "--report", "json=-"}, "not standard output", folder);
  CHECK(std::filesystem::is_empty(scratch.path("sub")));
}

TEST_CASE("run --report: a symbolic link stays a link") {
  const Scratch scratch;
  const std::string target = scratch.write("target.json", "");
  std::filesystem::create_symlink(target, scratch.path("link.json"));
  CHECK(call({"run", "-q", kTen, "--report", "json=" + scratch.path("link.json")}).status == 0);
  CHECK(std::filesystem::is_symlink(scratch.path("link.json")));
  CHECK(contains(text_of_file(target), "\"gcrucible_report\": 2"));
}

TEST_CASE("run --trace: a folder with a foreign file of the same name is refused") {
  const Scratch scratch;
  std::filesystem::copy_file(kTen, scratch.path("a.yaml"));
  std::filesystem::copy_file(kTen, scratch.path("b.yaml"));
  std::filesystem::create_directory(scratch.path("traces"));
  const std::string notes = scratch.write("traces/b.jsonl", "not ours\n");
  const std::vector<std::string> both{"run", scratch.folder(), "--trace", scratch.path("traces")};
  refused(both, "b.jsonl' exists and is not a trace of gcrucible; name another file, or remove that one");
  CHECK(text_of_file(notes) == "not ours\n");
  CHECK_FALSE(std::filesystem::exists(scratch.path("traces/a.jsonl")));
  std::filesystem::remove(notes);
  CHECK(call(both).status == 0);
  CHECK(call(both).status == 0);
  refused({"run", scratch.path("a.yaml"), "--trace", "-"}, "not standard output");
}

}  // namespace gcrucible::tests
