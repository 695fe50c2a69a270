// Errors are reported as what they are: a folder, a profiler, an option's value.
#include "tests/harness/cli/command.h"
#include "tests/support/places.h"
#include "tests/support/skip.h"

namespace gcrucible::tests {
TEST_CASE("run/check: a folder without read permission is reported as such") {
  const Scratch scratch;  // readable only by its owner
  if (call_program({"/bin/sh", "-c", "setpriv --reuid=65534 --clear-groups test -x '" + kProgram + "'"})
          .status != 0)
    GCRUCIBLE_SKIP("only root can become somebody who may not read a folder, and must share the program");
  for (const char* const command : {"run", "check"}) {
    const Called run = call_program({"/bin/sh", "-c",
                                     "exec setpriv --reuid=65534 --clear-groups '" + kProgram + "' " +
                                         command + " '" + scratch.folder() + "'"},
                                    {}, "/");
    INFO(run.out << run.err);
    CHECK(run.status == 2);
    CHECK(contains(run.err, "the folder " + scratch.folder() + " cannot be read: Permission denied"));
  }
}

TEST_CASE("run: an unloadable profiler is reported as no profiler and not as bad input") {
  const Scratch scratch;
  const std::string xml = scratch.path("r.xml");
  const Called run = call({"run", "-q", kTen, "--profiler", in_build("/libgcrucible_recorder.so"), "--clsid",
                           "{01234567-89AB-CDEF-0123-456789ABCDEF}", "--report", "junit=" + xml});
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(contains(run.err, "no profiler  " + kTen));
  CHECK_FALSE(contains(run.err, "bad input"));
  CHECK(contains(text_of_file(xml), "<error type=\"refused\" message=\"gcrucible run: "));
  const Called missing = call({"run", "-q", kTen, "--profiler", scratch.path("none.so"), "--clsid",
                               "{01234567-89AB-CDEF-0123-456789ABCDEF}"});
  INFO(missing.out << missing.err);
  CHECK(missing.status == 2);
  CHECK(contains(missing.err, "no profiler  " + kTen));
  CHECK_FALSE(contains(missing.err, "bad input"));
}

TEST_CASE("arguments: a repeatable option takes one value and not the scenario") {
  const Scratch scratch;
  const std::string library = in_build("/libgcrucible_recorder.so");
  const std::string clsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
  for (const auto& [option, value] :
       {std::pair("--skip", std::string("masks/*")), std::pair("--only", std::string("moved/*")),
        std::pair("--env", std::string("A=B")), std::pair("--report", "json=" + scratch.path("r.json"))}) {
    const Called run = call({"run", option, value, kTen, "--profiler", library, "--clsid", clsid},
                            {"GCRUCIBLE_RECORDER_OUT=" + scratch.path("recorder.jsonl")});
    INFO(option << "\n" << run.err);
    CHECK(run.status == 0);
  }
  CHECK(std::filesystem::exists(scratch.path("r.json")));
}

}  // namespace gcrucible::tests
