#include "harness/program/code/codec.h"

#include <algorithm>
#include <random>
#include <string>

#include "tests/harness/program/random_program.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::program {
namespace {

TEST_CASE("codec: a random program is decoded unchanged") {
  tests::property("decode(encode(p)) == p", [](std::uint64_t seed) {
    const Program before = tests::random_program(seed);
    const auto bytes = encode(before);
    const Expected<Program> after = decode(bytes);
    RC_ASSERT(after.has_value());
    RC_ASSERT(*after == before);
  });
}

TEST_CASE("codec: bytes are little-endian") {
  Program program;
  program.seed = 0x0102030405060708u;
  const auto bytes = encode(program);
  REQUIRE(bytes.size() > 8);
  std::string head;
  for (int i = 0; i < 4; ++i) head.push_back(static_cast<char>(bytes[static_cast<std::size_t>(i)]));
  CHECK(head == "GCPR");
  const std::array<std::byte, 8> seed = {std::byte{8}, std::byte{7}, std::byte{6}, std::byte{5},
                                         std::byte{4}, std::byte{3}, std::byte{2}, std::byte{1}};
  CHECK(std::search(bytes.begin(), bytes.end(), seed.begin(), seed.end()) != bytes.end());
}

TEST_CASE("codec: a program cut short is an error that names the byte") {
  const auto bytes = encode(tests::random_program(7));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const Expected<Program> decoded = decode(std::span(bytes).first(length));
    REQUIRE_FALSE(decoded);
    REQUIRE(decoded.error().find("byte ") == 0);
  }
}

TEST_CASE("codec: trailing bytes or another magic or another version is an error") {
  auto bytes = encode(Program{});
  auto longer = bytes;
  longer.push_back(std::byte{0});
  CHECK(decode(longer).error().find("1 bytes follow") != std::string::npos);
  auto magic = bytes;
  magic[0] = std::byte{'X'};
  CHECK(decode(magic).error().find("no gcrucible program") != std::string::npos);
  auto version = bytes;
  version[4] = std::byte{99};
  CHECK(decode(version).error().find("version 99") != std::string::npos);
}

TEST_CASE("codec: mutated bytes give another program or an error") {
  tests::property("accepted bytes encode to the same bytes", [](std::uint64_t seed) {
    auto bytes = encode(tests::random_program(seed));
    std::mt19937_64 random(seed);
    for (std::uint64_t edits = 1 + random() % 4; edits > 0 && !bytes.empty(); --edits) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] = static_cast<std::byte>(random());
          break;
        case 1:
          bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 2:
          bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::byte>(random()));
          break;
        default:
          bytes[at] = std::byte{0xFF};
          break;
      }
    }
    const Expected<Program> decoded = decode(bytes);
    RC_ASSERT(decoded || !decoded.error().empty());
    if (decoded) RC_ASSERT(encode(*decoded) == bytes);
  });
}

TEST_CASE("codec: random bytes are an error") {
  tests::property("errors without a crash", [](const std::vector<std::uint8_t>& raw) {
    std::vector<std::byte> bytes = {std::byte{'G'}, std::byte{'C'}, std::byte{'P'}, std::byte{'R'},
                                    std::byte{1},   std::byte{0},   std::byte{0},   std::byte{0}};
    for (const std::uint8_t each : raw) bytes.push_back(std::byte{each});
    const Expected<Program> decoded = decode(bytes);
    RC_ASSERT(decoded || !decoded.error().empty());
  });
}

}  // namespace
}  // namespace gcrucible::program
