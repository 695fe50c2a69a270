#include "harness/driver/profiler_library.h"

#include <array>
#include <cstring>

#include "harness/driver/sha256.h"
#include "harness/driver/trace/captured_text.h"
#include "harness/platform/files/executable_path.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/error_in.h"

namespace gcrucible::driver {
namespace {

std::string sha256(std::string_view text, std::size_t piece = 1'000'000) {
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += piece)
    hash.add(std::as_bytes(std::span(text.substr(at, piece))));
  return hash.finish();
}

// The message of the check for a file with these bytes, without the file's name.
std::string objection_to(const std::string& bytes) {
  const tests::ScratchFolder folder;
  tests::write_file(folder / "p.so", bytes);
  const Expected<ProfilerLibrary> checked = check_profiler_library(folder / "p.so");
  if (checked) return "";
  CHECK(checked.error().starts_with((folder / "p.so") + " "));
  return checked.error().substr((folder / "p.so").size() + 1);
}

std::string elf(std::uint8_t bits, std::uint8_t type, std::uint8_t machine) {
  std::string header(64, '\0');
  std::memcpy(header.data(),
              "\x7F"
              "ELF",
              4);
  header[4] = static_cast<char>(bits);
  header[16] = static_cast<char>(type);
  header[18] = static_cast<char>(machine);
  return header;
}

#if defined(__x86_64__)
constexpr std::uint8_t kOwn = 62;
constexpr std::uint8_t kOther = 183;
#else
constexpr std::uint8_t kOwn = 183;
constexpr std::uint8_t kOther = 62;
#endif

}  // namespace

TEST_CASE("Sha256: hashes match the standard and do not depend on the pieces") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::string million(1'000'000, 'a');
  for (const std::size_t piece : {1u, 63u, 64u, 1000u, 1'000'000u}) {
    CHECK(sha256(million, piece) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
  // Every length around the end of a block, where padding needs another block. The hash in pieces must equal
  // that of the whole.
  for (std::size_t length = 50; length < 70; ++length) {
    const std::string text(length, 'x');
    CHECK(sha256(text, 1) == sha256(text));
  }
}

TEST_CASE("check_profiler_library: a valid library has path and size and hash") {
  const std::string path = platform::beside_executable("driver_test_library.so");
  const Expected<ProfilerLibrary> checked = check_profiler_library(path);
  INFO(tests::error_in(checked));
  REQUIRE(checked);
  CHECK(checked->path == path);
  CHECK(checked->sha256 == sha256(tests::contents(path)));
  CHECK(checked->bytes == tests::contents(path).size());
}

TEST_CASE("check_profiler_library: a file of another kind is named as what it is") {
  CHECK(objection_to("") == "is empty; build or copy it again");
  CHECK(objection_to("#!/bin/sh\n").starts_with("is no library"));
  CHECK(objection_to("x").starts_with("is no library"));
  CHECK(objection_to("MZ\x90").find("NativeAOT") != std::string::npos);
  CHECK(objection_to("\xCF\xFA\xED\xFE").starts_with("is a macOS library"));
  CHECK(objection_to("!<arch>\n").starts_with("is a static library"));
  CHECK(objection_to("\x7F"
                     "ELF")
            .starts_with("is cut off"));
  CHECK(objection_to(elf(2, 3, kOther)).starts_with("is built for "));
  CHECK(objection_to(elf(1, 3, 3)).starts_with("is built for x86 (32 bits), this machine is "));
  CHECK(objection_to(elf(1, 3, kOwn)).starts_with("is built for 32 bits; "));
  CHECK(objection_to(elf(2, 1, kOwn)).find("no shared library") != std::string::npos);
  CHECK(objection_to(elf(2, 3, kOwn)).empty());
}

TEST_CASE("check_profiler_library: a missing path or folder is named") {
  const tests::ScratchFolder folder;
  CHECK(check_profiler_library("").error().find("--profiler") != std::string::npos);
  CHECK(check_profiler_library(folder / "no.so").error().find("no.so does not exist") != std::string::npos);
  CHECK(check_profiler_library(folder.path()).error().find(" is a folder") != std::string::npos);
  if (geteuid() != 0) {  // root may read everything
    tests::write_file(folder / "secret.so", "x");
    std::filesystem::permissions(folder / "secret.so", std::filesystem::perms::none);
    CHECK(check_profiler_library(folder / "secret.so").error().find("cannot be read: ") != std::string::npos);
  }
}

TEST_CASE("check_clsid: accepts braces or none and either case") {
  for (const char* const text :
       {"{01234567-89ab-cdef-0123-456789abcdef}", "01234567-89AB-CDEF-0123-456789ABCDEF"}) {
    CHECK(check_clsid(text) == std::string("{01234567-89AB-CDEF-0123-456789ABCDEF}"));
  }
  for (const char* const text : {"{01234567-89ab-cdef-0123-456789abcdef", "0123456789abcdef0123456789abcdef",
                                 "my-profiler", "{01234567-89ab-cdef-0123-456789abcdeg}"}) {
    REQUIRE_FALSE(check_clsid(text));
    CHECK(check_clsid(text).error().find(std::string("\"") + text + "\" is no CLSID") == 0);
  }
  CHECK(check_clsid("").error().find("--clsid") != std::string::npos);
}

TEST_CASE("captured_text: complete up to the limit and then start and end") {
  const tests::ScratchFolder folder;
  CHECK(captured_text(folder / "absent").empty());
  tests::write_file(folder / "text", "one\ntwo\n");
  CHECK(captured_text(folder / "text", 8) == "one\ntwo\n");
  tests::write_file(folder / "text", "one\ntwo\nthree\nfour\n");
  CHECK(captured_text(folder / "text", 12) == "one\n[... 10 bytes left out ...]\nfour\n");
  tests::write_file(folder / "text", std::string(100, 'x'));
  CHECK(captured_text(folder / "text", 20) ==
        std::string(10, 'x') + "[... 80 bytes left out ...]\n" + std::string(10, 'x'));
}

}  // namespace gcrucible::driver
