#include "harness/host/case.h"

#include "tests/harness/calls/build.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {
namespace {

host::Case sample() {
  Build build;
  build.root(build.object(build.node()));
  build.collect(program::Generation::k2);
  host::Case value;
  value.program = build.program;
  value.profiler_path = "/a/path with spaces/ä.so";
  value.clsid = "{0D0E1F20-3142-5364-7586-97A8B9CADBEC}";
  value.write_trace = false;
  value.audit = false;
  value.fault = 3;
  value.detail_limit = 17;
  return value;
}

TEST_CASE("a case comes back from its bytes as it was") {
  const host::Case value = sample();
  const host::DecodedCase decoded = host::decode_case(host::encode(value));
  INFO(decoded.error);
  REQUIRE(decoded.value.has_value());
  CHECK(decoded.value->program == value.program);
  CHECK(decoded.value->profiler_path == value.profiler_path);
  CHECK(decoded.value->clsid == value.clsid);
  CHECK(decoded.value->write_trace == value.write_trace);
  CHECK(decoded.value->audit == value.audit);
  CHECK(decoded.value->fault == value.fault);
  CHECK(decoded.value->detail_limit == value.detail_limit);
}

TEST_CASE("bytes that are cut off anywhere are refused with a message") {
  const std::vector<std::byte> bytes = host::encode(sample());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const host::DecodedCase decoded = host::decode_case(std::span(bytes).first(length));
    CHECK(!decoded.value.has_value());
    CHECK(!decoded.error.empty());
  }
}

TEST_CASE("bytes of something else are refused") {
  std::vector<std::byte> bytes = host::encode(sample());
  bytes[0] = std::byte{'X'};
  CHECK(host::decode_case(bytes).error.find("not a case") != std::string::npos);
  bytes = host::encode(sample());
  bytes[4] = std::byte{9};
  CHECK(host::decode_case(bytes).error.find("version") != std::string::npos);
}

}  // namespace
}  // namespace gcrucible::tests
