// Numbers, addresses and characters at the limits of JSON.
#include "harness/trace/json_text.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "harness/trace/info_values.h"
#include "harness/trace/read/columns.h"
#include "tests/support/catch.h"

namespace gcrucible::trace {
namespace {

std::string written(const Value& value, const Rebase& rebase = {}) {
  JsonText text;
  if (rebase.length != 0) text.add_rebase(rebase);
  text.value(value);
  return {text.characters().data(), text.characters().size()};
}

constexpr std::uint64_t kTwoTo53 = std::uint64_t{1} << 53;

}  // namespace

TEST_CASE("JsonText: integers from 2^53 are strings") {
  CHECK(written(number(0)) == "0");
  CHECK(written(number(kTwoTo53 - 1)) == "9007199254740991");
  CHECK(written(number(kTwoTo53)) == R"("0x20000000000000")");
  CHECK(written(id(~std::uint64_t{0})) == R"("0xffffffffffffffff")");
  CHECK(written(signed_number(-1)) == "-1");
  CHECK(written(signed_number(-static_cast<std::int64_t>(kTwoTo53 - 1))) == "-9007199254740991");
  CHECK(written(signed_number(-static_cast<std::int64_t>(kTwoTo53))) == R"("-0x20000000000000")");
  CHECK(written(signed_number(std::numeric_limits<std::int64_t>::min())) == R"("-0x8000000000000000")");
  const abi::SIZE_T lengths[] = {kTwoTo53 - 1, kTwoTo53};
  CHECK(written(table_of(2, size_column(lengths))) == R"([9007199254740991,"0x20000000000000"])");
}

TEST_CASE("JsonText: ids inside the heap are written relative to its base") {
  const Rebase rebase{.actual = 0x7f00'0000'0000, .canonical = 0x1000, .length = 0x100};
  CHECK(written(id(0x7f00'0000'0000), rebase) == "4096");
  CHECK(written(id(0x7f00'0000'00ff), rebase) == "4351");
  // Ranges are half-open, so their ends may be the end of the heap.
  CHECK(written(id(0x7f00'0000'0100), rebase) == "4352");
  CHECK(written(id(0x7f00'0000'0101), rebase) == "139637976727809");
  CHECK(written(id(0x7eff'ffff'ffff), rebase) == "139637976727551");
  CHECK(written(id(0), rebase) == "0");
  // Lengths and counts are not addresses, whatever their value is.
  CHECK(written(number(0x7f00'0000'0000), rebase) == "139637976727552");
  const abi::ObjectID starts[] = {0x7f00'0000'0010};
  const abi::SIZE_T lengths[] = {0x7f00'0000'0010};
  CHECK(written(table_of(1, id_column(starts), size_column(lengths)), rebase) == "[[4112,139637976727568]]");
}

TEST_CASE("JsonText: an id is rebased by its own region") {
  JsonText text;
  text.add_rebase({.actual = 100, .canonical = 1000, .length = 10});
  text.add_rebase({.actual = 200, .canonical = 2000, .length = 10});
  text.id(205);
  text.raw(" ");
  text.id(105);
  CHECK(std::string(text.characters().data(), text.characters().size()) == "2005 1005");
}

TEST_CASE("JsonText: quotes and control characters are escaped") {
  CHECK(written(text("plain")) == R"("plain")");
  CHECK(written(text("a\"b\\c/d")) == R"("a\"b\\c/d")");
  CHECK(written(text("\n\r\t\x01\x1f\x7f")) == "\"\\n\\r\\t\\u0001\\u001f\x7f\"");
  CHECK(written(text(std::string_view("\0", 1))) == R"("\u0000")");
  CHECK(written(text("gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x9A\x80")) ==
        "\"gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x9A\x80\"");
}

TEST_CASE("JsonText: invalid UTF-8 becomes replacement characters") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(written(text("a\xFFz")) == "\"a" + mark + "z\"");
  // Truncated, overlong, a surrogate, and beyond the last code point.
  CHECK(written(text("\xE2\x82")) == "\"" + mark + mark + "\"");
  CHECK(written(text("\xC0\xAF")) == "\"" + mark + mark + "\"");
  CHECK(written(text("\xED\xA0\x80")) == "\"" + mark + mark + mark + "\"");
  CHECK(written(text("\xF4\x90\x80\x80")) == "\"" + mark + mark + mark + mark + "\"");
}

TEST_CASE("JsonText: UTF-16 is written as UTF-8") {
  CHECK(written(text16(u"gr\u00FC\u00DF \u20AC")) == "\"gr\xC3\xBC\xC3\x9F \xE2\x82\xAC\"");
  const char16_t rocket[] = {0xD83D, 0xDE80};
  CHECK(written(text16({rocket, 2})) == "\"\xF0\x9F\x9A\x80\"");
  const char16_t halves[] = {0xDE80, u'x', 0xD83D};
  CHECK(written(text16({halves, 3})) == "\"\xEF\xBF\xBDx\xEF\xBF\xBD\"");
  CHECK(written(text16({rocket, 1})) == "\"\xEF\xBF\xBD\"");
}

TEST_CASE("JsonText: lists and tables and structures are arrays") {
  CHECK(written(list({})) == "[]");
  const std::array<Value, 3> inner{null(), boolean(true), text("x")};
  const std::array<Value, 2> outer{list(inner), number(1)};
  CHECK(written(list(outer)) == R"([[null,true,"x"],1])");
  CHECK(written(table_of(0, id_column(nullptr), id_column(nullptr))) == "[]");
  const abi::COR_PRF_GC_GENERATION_RANGE bounds[] = {{abi::COR_PRF_GC_GEN_2, 16, 32, 64},
                                                     {abi::COR_PRF_GC_PINNED_OBJECT_HEAP, 80, 0, 128}};
  CHECK(written(generation_ranges(bounds, 2)) == "[[2,16,32,64],[4,80,0,128]]");
  CHECK(written(generation_ranges(nullptr, 2)) == "null");
  const abi::COR_PRF_NONGC_HEAP_RANGE frozen[] = {{16, 32, 64}};
  CHECK(written(nongc_ranges(frozen, 1)) == "[[16,32,64]]");
  const abi::COR_FIELD_OFFSET offsets[] = {{0x04000001, 8}, {0x04000002, 16}};
  CHECK(written(field_offsets(offsets, 2)) == "[[67108865,8],[67108866,16]]");
  CHECK(written(InterfaceName(abi::ICorProfilerInfo10::iid).value()) == R"("ICorProfilerInfo10")");
  CHECK(written(InterfaceName(abi::make_guid("0123ABCD-4567-89AB-CDEF-0123456789AB")).value()) ==
        R"("{0123ABCD-4567-89AB-CDEF-0123456789AB}")");
}

TEST_CASE("JsonText: a line of 100000 numbers is complete") {
  std::vector<std::uint64_t> ids(100'000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = i;
  const std::string said = written(table_of(ids.size(), id_column(ids.data())));
  CHECK(said.starts_with("[0,1,2,3,"));
  CHECK(said.ends_with(",99998,99999]"));
  CHECK(said.size() == 488'890 + 100'001);
}

}  // namespace gcrucible::trace
