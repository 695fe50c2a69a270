#include "harness/abi/guid.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::abi {
namespace {

constexpr std::string_view kText = "{176FBED1-A55C-4796-98CA-A9DA0EF883E7}";

TEST_CASE("GUID: the memory layout is that of COM") {
  const GUID guid = make_guid("176FBED1-A55C-4796-98CA-A9DA0EF883E7");
  CHECK(guid.Data1 == 0x176FBED1U);
  CHECK(guid.Data2 == 0xA55C);
  CHECK(guid.Data3 == 0x4796);
  const unsigned char tail[8] = {0x98, 0xCA, 0xA9, 0xDA, 0x0E, 0xF8, 0x83, 0xE7};
  CHECK(std::memcmp(guid.Data4, tail, sizeof(tail)) == 0);
}

TEST_CASE("parse_guid: braces are optional and case does not matter") {
  const GUID wanted = make_guid("176FBED1-A55C-4796-98CA-A9DA0EF883E7");
  for (const std::string_view text :
       {kText, kText.substr(1, 36), std::string_view("{176fbed1-a55c-4796-98ca-a9da0ef883e7}")}) {
    GUID read{};
    CHECK(parse_guid(text, read));
    CHECK(read == wanted);
  }
}

TEST_CASE("parse_guid: an invalid GUID is refused and changes nothing") {
  const GUID before = make_guid("00000001-0002-0003-0405-060708090A0B");
  const std::string good(kText);
  for (const std::string& text :
       {std::string(), std::string("{}"), good.substr(1), good.substr(0, 37), good + " ", " " + good,
        good.substr(1, 35), std::string("{176FBED1-A55C-4796-98CA-A9DA0EF883EG}"),
        std::string("{176FBED1 A55C-4796-98CA-A9DA0EF883E7}"),
        std::string("{176FBED1-A55C-479698-CA-A9DA0EF883E7}"),
        std::string("(176FBED1-A55C-4796-98CA-A9DA0EF883E7)"),
        std::string("176FBED1A55C479698CAA9DA0EF883E7")}) {
    INFO(text);
    GUID read = before;
    CHECK_FALSE(parse_guid(text, read));
    CHECK(read == before);
  }
}

TEST_CASE("GUID: formatting and parsing are inverse") {
  gcrucible::tests::property("format and parse are inverse", [](const std::array<std::uint8_t, 16>& bytes) {
    GUID guid{};
    std::memcpy(&guid, bytes.data(), sizeof(guid));
    const GuidText text = format_guid(guid);
    GUID read{};
    RC_ASSERT(parse_guid(text.view(), read));
    RC_ASSERT(read == guid);
    std::string lower(text.view());
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    RC_ASSERT(parse_guid(lower, read));
    RC_ASSERT(read == guid);
  });
}

}  // namespace
}  // namespace gcrucible::abi
