// Traces compressed by gzip and Zstandard.
#include <filesystem>
#include <string>
#include <vector>

#include "tests/harness/cli/command.h"

namespace gcrucible::tests {
namespace {

void write_trace(const Scratch& scratch, const std::string& name) {
  const Called run = call({"run", kTen, "-q", "--trace", scratch.path(name)});
  INFO(run.out << run.err);
  REQUIRE(run.status == 0);
}

// What `check` says, without the name of the file.
std::string checked(const Scratch& scratch, const std::string& name, int status) {
  const Called called = call({"check", scratch.path(name)});
  INFO(called.out << called.err);
  CHECK(called.status == status);
  std::string said = in_one_line(called.out + called.err);
  for (std::size_t at = 0; (at = said.find(name)) != std::string::npos;)
    said.replace(at, name.size(), "NAME");
  return said;
}

}  // namespace

TEST_CASE("compressed traces: run writes them, and each command reads them") {
  const Scratch scratch;
  write_trace(scratch, "t.jsonl");
  const std::string plain = checked(scratch, "t.jsonl", 0);
  const std::string bytes = text_of_file(scratch.path("t.jsonl"));
  for (const char* const name : {"t.jsonl.gz", "t.jsonl.zst"}) {
    write_trace(scratch, name);
    const std::string packed = text_of_file(scratch.path(name));
    CHECK(packed.size() < bytes.size() / 3);
    CHECK(checked(scratch, name, 0) == plain);
    CHECK(call({"compare", scratch.path("t.jsonl"), scratch.path(name)}).status == 0);
    // The same bytes again, over the earlier trace.
    write_trace(scratch, name);
    CHECK(text_of_file(scratch.path(name)) == packed);
    // The content decides, not the name.
    std::filesystem::copy(scratch.path(name), scratch.path(std::string(name) + ".jsonl"));
    CHECK(checked(scratch, std::string(name) + ".jsonl", 0) == plain);
  }
  const Called unpacked = call_program(
      {"/bin/sh", "-c", "gzip -dc " + scratch.path("t.jsonl.gz") + " | cmp - " + scratch.path("t.jsonl")});
  CHECK(unpacked.status == 0);
  std::filesystem::remove(scratch.path("t.jsonl.gz.jsonl"));
  std::filesystem::remove(scratch.path("t.jsonl.zst.jsonl"));
  CHECK(contains(call({"check", scratch.folder()}).out, "3 of 3 passed"));
}

TEST_CASE("compressed traces: a file cut anywhere is never judged as a whole trace") {
  const Scratch scratch;
  for (const std::string name : {"t.jsonl.gz", "t.jsonl.zst"}) {
    write_trace(scratch, name);
    const std::string packed = text_of_file(scratch.path(name));
    for (std::size_t size : {std::size_t{1}, std::size_t{4}, std::size_t{12}, packed.size() / 2,
                             packed.size() - 9, packed.size() - 1}) {
      scratch.write("cut-" + name, packed.substr(0, size));
      const std::string said = checked(scratch, "cut-" + name, 2);
      INFO(size << ": " << said);
      const bool explained = contains(said, "breaks off") || contains(said, "no end line") ||
                             contains(said, "is no gcrucible trace");
      CHECK(explained);
    }
  }
}

TEST_CASE("compressed traces: a damaged file is an error with its place") {
  const Scratch scratch;
  for (const std::string name : {"t.jsonl.gz", "t.jsonl.zst"}) {
    write_trace(scratch, name);
    const std::string packed = text_of_file(scratch.path(name));
    for (std::size_t at = 5; at < packed.size(); at += packed.size() / 40 + 1) {
      // The gzip header's time, flags and system are of no consequence.
      if (name.ends_with(".gz") && at < 10) continue;
      std::string damaged = packed;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
      scratch.write("damaged-" + name, damaged);
      INFO(name << " at " << at);
      const std::string said = checked(scratch, "damaged-" + name, 2);
      CHECK(contains(said, "NAME"));
    }
    scratch.write("damaged-" + name, packed + "more");
    CHECK(contains(checked(scratch, "damaged-" + name, 2), "the compressed file is damaged"));
  }
}

TEST_CASE("compressed traces: several members follow each other") {
  const Scratch scratch;
  write_trace(scratch, "t.jsonl");
  const Called made =
      call_program({"/bin/sh", "-c", "(head -n 9 t.jsonl | gzip; tail -n +10 t.jsonl | gzip) >two.jsonl.gz"},
                   {}, scratch.folder());
  REQUIRE(made.status == 0);
  CHECK(checked(scratch, "two.jsonl.gz", 0) == checked(scratch, "t.jsonl", 0));
}

TEST_CASE("compressed traces: other compressed files are not overwritten") {
  const Scratch scratch;
  REQUIRE(call_program({"/bin/sh", "-c", "echo my letter | gzip >letter.gz"}, {}, scratch.folder()).status ==
          0);
  const Called run = call({"run", kTen, "-q", "--trace", scratch.path("letter.gz")});
  CHECK(run.status == 2);
  CHECK(contains(run.err, "exists and is not a trace of gcrucible"));
}

}  // namespace gcrucible::tests
