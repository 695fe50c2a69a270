// Temporary files, paths, environment and libraries.
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "harness/platform/files/executable_path.h"
#include "harness/platform/files/temporary_file.h"
#include "harness/platform/library/library.h"
#include "harness/platform/process/environment.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::platform {

#if !defined(_WIN32)
TEST_CASE("TemporaryFile: kept as a pipe -> the bytes are written into the pipe") {
  tests::ScratchFolder folder;
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::string read;
  std::thread reader([&] { read = tests::contents(pipe); });
  auto made = TemporaryFile::beside(pipe);
  REQUIRE(made);
  tests::write_file(made->path(), "whole");
  CHECK(made->keep_as(pipe));
  reader.join();
  CHECK(read == "whole");
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(folder.files() == 1);
}
#endif

TEST_CASE("TemporaryFile: complete under its final name or removed") {
  tests::ScratchFolder folder;
  {
    const auto made = TemporaryFile::beside(folder / "trace.jsonl");
    REQUIRE(made);
    CHECK(made->path().starts_with(folder / "trace.jsonl."));
    CHECK(made->path().ends_with(".gcrucible-tmp"));
    CHECK(folder.files() == 1);
  }
  CHECK(folder.files() == 0);

  tests::write_file(folder / "trace.jsonl", "old");
  auto made = TemporaryFile::beside(folder / "trace.jsonl");
  REQUIRE(made);
  tests::write_file(made->path(), "new");
  CHECK(made->keep_as(folder / "trace.jsonl"));
  static_cast<void>(TemporaryFile(std::move(*made)));
  CHECK(tests::contents(folder / "trace.jsonl") == "new");
  CHECK(folder.files() == 1);
}

TEST_CASE("TemporaryFile: one that cannot be created or kept is named") {
  tests::ScratchFolder folder;
  const auto made = TemporaryFile::beside(folder / "no/trace.jsonl");
  CHECK_FALSE(made);
  CHECK(made.error().find("no/trace.jsonl") != std::string::npos);
  auto good = TemporaryFile::in_temporary_folder("test");
  REQUIRE(good);
#if !defined(_WIN32)
  set_environment_variable("TMPDIR", "/proc");  // no folder can be created there
  const std::string nowhere = TemporaryFile::in_temporary_folder("test").error();
  unsetenv("TMPDIR");
  CHECK(nowhere.starts_with("/proc/gcrucible-"));
  CHECK(nowhere.ends_with("; TMPDIR sets the folder for temporary files"));
  CHECK(good->write("full", "it"));
  CHECK(good->keep_as("/dev/full").error() == "/dev/full: cannot be written: No space left on device");
#endif
  CHECK(good->keep_as(folder / "no/x").error().find("no/x: cannot be written: ") != std::string::npos);
  CHECK(std::filesystem::exists(good->path()));
}

TEST_CASE("executable_path: finds the program and files next to it") {
  CHECK(std::filesystem::path(executable_path()).filename() == "test_platform");
  CHECK(beside_executable("gcrucible-host") ==
        (std::filesystem::path(executable_path()).parent_path() / "gcrucible-host").string());
}

TEST_CASE("absolute_path: keeps symbolic links") {
  const std::string here = std::filesystem::current_path().string();
  CHECK(absolute_path("a/../b") == here + "/b");
  CHECK(absolute_path("/x/./y") == "/x/y");
  CHECK(absolute_path("").empty());
}

TEST_CASE("with_changes: later variables replace earlier ones") {
  const Environment merged = with_changes({"A=1", "B=2", "AB=3"}, {"A=9", "C=4", "C=5"});
  CHECK(merged == Environment{"B=2", "AB=3", "A=9", "C=5"});
  CHECK(value_of(merged, "A") == "9");
  CHECK(value_of(merged, "AB") == "3");
  CHECK_FALSE(value_of(merged, "D"));
}

TEST_CASE("set_environment_variable: the value can be read back") {
  set_environment_variable("GCRUCIBLE_TEST_VARIABLE", "");
  CHECK(environment_variable("GCRUCIBLE_TEST_VARIABLE") == "");
  set_environment_variable("GCRUCIBLE_TEST_VARIABLE", "x=y");
  CHECK(environment_variable("GCRUCIBLE_TEST_VARIABLE") == "x=y");
  CHECK(value_of(own_environment(), "GCRUCIBLE_TEST_VARIABLE") == "x=y");
  CHECK_FALSE(environment_variable("GCRUCIBLE_TEST_ABSENT"));
}

TEST_CASE("Library: loads by path and finds symbols") {
  const auto loaded = Library::load(beside_executable("platform_test_library.so"));
  INFO(tests::error_in(loaded));
  REQUIRE(loaded);
  auto* const answer = reinterpret_cast<int (*)()>(loaded->symbol("gcrucible_test_answer"));
  REQUIRE(answer != nullptr);
  CHECK(answer() == 42);
  CHECK(loaded->symbol("gcrucible_test_no_answer") == nullptr);
}

TEST_CASE("Library: a file that is not a library is named in the error") {
  tests::ScratchFolder folder;
  tests::write_file(folder / "text.so", "not a library");
  CHECK(Library::load(folder / "text.so").error().find("text.so") != std::string::npos);
  CHECK(Library::load(folder / "absent.so").error().find("absent.so") != std::string::npos);
  // Only by path: a bare name must not find a system library.
  CHECK_FALSE(Library::load("libm.so.6"));
}

TEST_CASE("is_library_loaded: finds a library by its bare name") {
#if !defined(_WIN32)
  CHECK(is_library_loaded("c"));
#endif
  CHECK_FALSE(is_library_loaded("coreclr"));
}

}  // namespace gcrucible::platform
