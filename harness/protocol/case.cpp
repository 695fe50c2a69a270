#include "harness/protocol/case.h"

#include <array>
#include <utility>

#include "harness/program/code/bytes.h"
#include "harness/program/code/codec.h"

namespace gcrucible::protocol {
namespace {

constexpr std::array<char, 4> kMagic = {'G', 'C', 'C', 'A'};
// Host and driver are built together. A different version means that they were not.
constexpr std::uint32_t kVersion = 1;

bool flag(program::ByteReader& reader, const char* what) {
  const std::uint64_t value = reader.unsigned_number(1, what);
  if (value > 1) reader.fail(std::string(what) + " is " + std::to_string(value) + ", neither 0 nor 1");
  return value == 1;
}

}  // namespace

std::vector<std::byte> encode(const Case& value) {
  program::ByteWriter writer;
  writer.raw(std::as_bytes(std::span(kMagic)));
  writer.unsigned_number(kVersion, 4);
  writer.text(value.profiler_path);
  writer.text(value.clsid);
  writer.text(value.clsid_from);
  writer.unsigned_number(value.only_class ? 1 : 0, 1);
  writer.unsigned_number(value.write_trace ? 1 : 0, 1);
  writer.unsigned_number(value.audit ? 1 : 0, 1);
  writer.unsigned_number(value.account ? 1 : 0, 1);
  writer.unsigned_number(value.fault, 1);
  writer.unsigned_number(value.detail_limit, 4);
  writer.raw(program::encode(value.program));
  return writer.take();
}

Expected<Case> decode_case(std::span<const std::byte> bytes) {
  program::ByteReader reader(bytes);
  for (const char expected : kMagic) {
    if (reader.unsigned_number(1, "the magic") != static_cast<unsigned char>(expected))
      reader.fail("not a case");
  }
  const std::uint64_t version = reader.unsigned_number(4, "the version");
  if (version != kVersion) {
    reader.fail("a case of version " + std::to_string(version) + ", this host reads " +
                std::to_string(kVersion));
  }
  Case value;
  value.profiler_path = reader.text("the profiler's path");
  value.clsid = reader.text("the CLSID");
  value.clsid_from = reader.text("the CLSID's origin");
  value.only_class = flag(reader, "only_class");
  value.write_trace = flag(reader, "write_trace");
  value.audit = flag(reader, "audit");
  value.account = flag(reader, "account");
  value.fault = static_cast<std::uint8_t>(reader.unsigned_number(1, "the fault"));
  value.detail_limit = static_cast<std::uint32_t>(reader.unsigned_number(4, "the detail limit"));
  if (reader.failed()) return failure(reader.error());

  Expected<program::Program> decoded = program::decode(reader.raw(reader.remaining(), "the program"));
  if (!decoded) return failure("the program in it: " + decoded.error());
  value.program = std::move(*decoded);
  return value;
}

}  // namespace gcrucible::protocol
