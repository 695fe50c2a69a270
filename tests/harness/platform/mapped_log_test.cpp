#include "harness/platform/memory/mapped_log.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string>

#include "harness/platform/files/posix_high_descriptor.h"
#include "tests/harness/platform/fate.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::platform {
namespace {

constexpr std::uint64_t kChunk = 64 * 1024;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

TEST_CASE("MappedLog: the file holds exactly the appended bytes") {
  tests::property("log equals concatenation of pieces", [] {
    tests::ScratchFolder folder;
    std::atomic<std::uint64_t> committed{77};
    auto opened = MappedLog::create(folder / "log", committed, kChunk);
    RC_ASSERT(opened.has_value());
    RC_ASSERT(committed.load() == 0u);
    std::string expected;
    const auto sizes = *rc::gen::resize(
        8, rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 3 * kChunk)));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::string piece(sizes[i], static_cast<char>('a' + i % 26));
      RC_ASSERT(opened->append(bytes_of(piece)));
      expected += piece;
      RC_ASSERT(committed.load() == expected.size());
    }
    RC_ASSERT(opened->finish());
    RC_ASSERT(tests::contents(folder / "log") == expected);
  });
}

TEST_CASE("MappedLog: committed bytes survive SIGKILL") {
  tests::ScratchFolder folder;
  auto control = MappedFile::create(folder / "control", 4096);
  REQUIRE(control);
  auto* const committed = new (control->data()) std::atomic<std::uint64_t>(0);
  const int fate = tests::fate_of([&] {
    auto opened = MappedLog::create(folder / "log", *committed, kChunk);
    for (int i = 0; i < 10'000; ++i) opened->append(bytes_of("line " + std::to_string(i) + "\n"));
    kill(getpid(), SIGKILL);
  });
  CHECK(fate == SIGKILL);
  const std::string text = tests::contents(folder / "log").substr(0, committed->load());
  CHECK(text.ends_with("\nline 9999\n"));
  CHECK(text.starts_with("line 0\n"));
}

TEST_CASE("MappedLog: a descriptor closed by others is reported and not reused") {
  for (const bool replaced : {false, true}) {
    for (const bool grows : {false, true}) {
      tests::ScratchFolder folder;
      tests::write_file(folder / "other", "not the log's\n");
      const int number = moved_high(open((folder / "other").c_str(), O_RDWR));
      REQUIRE(number >= 0);
      close(number);
      std::atomic<std::uint64_t> committed{0};
      auto opened = MappedLog::create(folder / "log", committed, kChunk);
      REQUIRE(opened);
      CHECK(opened->append(bytes_of("a line\n")));
      CHECK_FALSE(opened->lost());
      REQUIRE(close(number) == 0);
      if (replaced) REQUIRE(moved_high(open((folder / "other").c_str(), O_RDWR)) == number);
      if (grows) CHECK_FALSE(opened->append(bytes_of(std::string(kChunk, 'x'))));
      CHECK(opened->lost() == grows);
      CHECK_FALSE(opened->finish());
      CHECK(opened->lost());
      CHECK(opened->error().find(folder / "log") == 0);
      CHECK(committed == 7);
      CHECK(tests::contents(folder / "log").starts_with("a line\n"));
      static_cast<void>(MappedLog(std::move(*opened)));
      CHECK(tests::contents(folder / "other") == "not the log's\n");
      // The descriptor must not be closed with the log.
      CHECK((close(number) == 0) == replaced);
    }
  }
}

TEST_CASE("MappedLog: foreign writes into the descriptor are counted and do no damage") {
  tests::ScratchFolder folder;
  const std::string text(3 * kChunk / 2, 'x');
  for (const bool guarded : {false, true}) {
    for (const bool before_growing : {false, true}) {
      auto file = MappedFile::create(folder / "log", 2 * kChunk);
      REQUIRE(file);
      const auto number = static_cast<int>(file->descriptor());
      if (!guarded) static_cast<void>(MappedFile(std::move(*file)));
      std::atomic<std::uint64_t> committed{0};
      auto opened = MappedLog::create(folder / "other", committed, kChunk);
      if (guarded) opened = MappedLog::over(std::move(*file), committed, kChunk);
      REQUIRE(opened);
      const auto scribble = [number] { return write(number, "garbage", 7) == 7; };
      if (before_growing) REQUIRE(scribble());
      CHECK(opened->append(bytes_of(text)));
      REQUIRE(scribble());
      CHECK(opened->finish());
      CHECK(opened->strange_bytes() == (before_growing ? 14u : 7u));
      CHECK(tests::contents(folder / (guarded ? "log" : "other")).substr(0, text.size()) == text);
    }
  }
}

TEST_CASE("MappedLog: a file that cannot grow is an error and keeps its content") {
  tests::ScratchFolder folder;
  const int fate = tests::fate_of([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {2 * kChunk, 2 * kChunk};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::atomic<std::uint64_t> committed;
    auto opened = MappedLog::create(folder / "log", committed, kChunk);
    if (!opened || !opened->append(bytes_of(std::string(2 * kChunk - 10, 'x')))) _exit(1);
    if (opened->append(bytes_of(std::string(20, 'y')))) _exit(2);
    if (committed.load() != 2 * kChunk - 10) _exit(3);
    if (opened->error().find("cannot grow to") == std::string::npos) _exit(4);
    if (opened->error().find(folder / "log") == std::string::npos) _exit(5);
    if (opened->append(bytes_of("z")) || !opened->finish()) _exit(6);
  });
  CHECK(fate == 0);
  CHECK(tests::contents(folder / "log") == std::string(2 * kChunk - 10, 'x'));
}

TEST_CASE("MappedLog and MappedFile: a file that cannot be created or opened is named") {
  tests::ScratchFolder folder;
  std::atomic<std::uint64_t> committed;
  const auto log = MappedLog::create(folder / "no/such/log", committed);
  CHECK_FALSE(log);
  CHECK(log.error().find("no/such/log") != std::string::npos);
  CHECK(MappedFile::open(folder / "absent").error().find("absent: cannot be opened: ") != std::string::npos);
}

TEST_CASE("MappedFile: two mappings share memory") {
  tests::ScratchFolder folder;
  auto one = MappedFile::create(folder / "shared", 100);
  auto two = MappedFile::open(folder / "shared");
  REQUIRE(one);
  REQUIRE(two);
  CHECK(two->size() == 100);
  one->data()[99] = std::byte{42};
  CHECK(two->data()[99] == std::byte{42});
}

}  // namespace gcrucible::platform
