#include "harness/protocol/case.h"

#include <string>
#include <vector>

#include "tests/harness/program/random_program.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::host {
namespace {

protocol::Case random_case(std::uint64_t seed) {
  tests::RandomFields random(seed);
  protocol::Case value;
  value.program = tests::random_program(seed);
  random(value.profiler_path, value.clsid, value.clsid_from, value.write_trace, value.audit, value.account,
         value.fault, value.detail_limit);
  return value;
}

}  // namespace

TEST_CASE("Case: encode and decode keep each field") {
  tests::property("decode of encode is the same case", [](std::uint64_t seed) {
    const protocol::Case before = random_case(seed);
    const Expected<protocol::Case> after = protocol::decode_case(protocol::encode(before));
    RC_ASSERT(after.has_value());
    RC_ASSERT(after->program == before.program);
    RC_ASSERT(after->profiler_path == before.profiler_path);
    RC_ASSERT(after->clsid == before.clsid);
    RC_ASSERT(after->clsid_from == before.clsid_from);
    RC_ASSERT(after->write_trace == before.write_trace);
    RC_ASSERT(after->audit == before.audit);
    RC_ASSERT(after->account == before.account);
    RC_ASSERT(after->fault == before.fault);
    RC_ASSERT(after->detail_limit == before.detail_limit);
  });
}

TEST_CASE("Case: truncated or longer or foreign bytes are an error") {
  const std::vector<std::byte> bytes = protocol::encode(random_case(7));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const Expected<protocol::Case> decoded = protocol::decode_case(std::span(bytes).first(length));
    REQUIRE_FALSE(decoded);
    REQUIRE_FALSE(decoded.error().empty());
  }
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  CHECK_FALSE(protocol::decode_case(longer));
  std::vector<std::byte> magic = bytes;
  magic[0] = std::byte{0};
  CHECK(protocol::decode_case(magic).error().find("not a case") != std::string::npos);
  std::vector<std::byte> version = bytes;
  version[4] = std::byte{200};
  CHECK(protocol::decode_case(version).error().find("version 200") != std::string::npos);
}

TEST_CASE("Case: decode_case accepts mutated bytes without harm") {
  tests::property("any bytes are decoded or refused", [](std::uint64_t seed) {
    tests::RandomFields random(seed);
    std::vector<std::byte> bytes = protocol::encode(random_case(seed));
    for (std::uint64_t i = random.below(8); i > 0; --i) {
      bytes[random.below(bytes.size())] = static_cast<std::byte>(random.below(256));
    }
    const Expected<protocol::Case> decoded = protocol::decode_case(bytes);
    RC_ASSERT(decoded || !decoded.error().empty());
  });
}

}  // namespace gcrucible::host
