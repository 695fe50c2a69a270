// The small parts of the YAML layer.
#include <string>
#include <vector>

#include "harness/program/code/codec.h"
#include "harness/scenario/read/reading.h"
#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"
#include "harness/yaml/parse.h"
#include "tests/harness/scenario/everything.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::yaml {
namespace {

TEST_CASE("read_number: decimal and hex with units and signs") {
  const auto value = [](std::string_view text) { return read_number(text).value; };
  CHECK(value("0") == 0u);
  CHECK(value("08") == 8u);
  CHECK(value("010") == 10u);
  CHECK(value("0x10") == 16u);
  CHECK(value("1_000_000") == 1000000u);
  CHECK(value("4KiB") == 4096u);
  CHECK(value("4 MiB") == 4u << 20);
  CHECK(value("0x2 GiB") == std::uint64_t{2} << 30);
  CHECK(value("+3") == 3u);
  CHECK(value("-0") == 0u);
  CHECK(value("18446744073709551615") == ~std::uint64_t{0});
  for (const char* text : {"", " ", "x", "0x", "1.5", "1e3", "KiB", "_1", "1_", "4 MB", "--1", "1 2"}) {
    INFO(text);
    CHECK_FALSE(value(text).has_value());
    CHECK_FALSE(read_number(text).negative);
    CHECK_FALSE(read_number(text).too_big);
  }
  CHECK(read_number("-1").negative);
  CHECK(read_number("18446744073709551616").too_big);
  CHECK(read_number("99999999 TiB").too_big);
}

TEST_CASE("read_number: a decimal number is read back unchanged") {
  tests::property("round trip", [](std::uint64_t number) {
    RC_ASSERT(read_number(std::to_string(number)).value == number);
  });
}

TEST_CASE("nearest: a misspelt word gives the nearest known word") {
  const std::vector<std::string> known = {"backing",       "destination",   "alignment",
                                          "loh-threshold", "GetObjectSize", "GetObjectSize2"};
  CHECK(nearest("bakcing", known) == "backing");
  CHECK(nearest("Backing", known) == "backing");
  CHECK(nearest("loh_threshold", known) == "loh-threshold");
  CHECK(nearest("lohthreshold", known) == "loh-threshold");
  CHECK(nearest("GetObjectSize3", known) == "GetObjectSize2");
  CHECK(nearest("color", known).empty());
  CHECK(nearest("", known).empty());
  CHECK(nearest("x", {"y", "X"}) == "X");
  CHECK(suggestion("zzz", {"one"}) == "known is one");
  CHECK(suggestion("zzz", {}) == "");
  CHECK(nearest("typ", {"id", "type", "length"}) == "type");
  CHECK(nearest("Nood", {"Node"}) == "Node");
  CHECK(nearest("rn", {"run", "rules"}) == "run");
  CHECK(nearest("ab", {"ac"}).empty());
  // If most letters differ, it is not a typing error.
  CHECK(nearest("Leak", {"Node", "Lamb"}).empty());
  CHECK(nearest("zzz", {"a", "c"}).empty());
  // A prefix, if only one word has it.
  CHECK(nearest("gen", {"generation", "graph"}) == "generation");
  CHECK(nearest("start", {"start-thread", "start-process"}).empty());
  // An abbreviation of the shortest one. Each part keeps its first letter.
  const std::vector<std::string> names = {"MovedReferences2", "MovedReferences", "GarbageCollectionFinished"};
  CHECK(nearest("MovedRefs", names) == "MovedReferences");
  CHECK(nearest("GCFinished", names) == "GarbageCollectionFinished");
  CHECK(nearest("gcfinished", names).empty());
  CHECK(nearest("CollectionFinished", {"GarbageCollectionFinished"}).empty());
  CHECK(nearest("MovedObjs", names).empty());
  CHECK(suggestion("qqqqqqq", std::vector<std::string>(17, "word")) == "");
  CHECK(suggestion("qqqqqqq", std::vector<std::string>(17, "word"), "read on") == "read on");
}

TEST_CASE("distance: it is symmetric and zero only for equal words") {
  tests::property("symmetric and zero for equals", [](const std::string& a, const std::string& b) {
    RC_ASSERT(distance_in_halves(a, b) == distance_in_halves(b, a));
    RC_ASSERT((distance_in_halves(a, b) == 0) == (a == b));
  });
}

TEST_CASE("YAML: values keep their place and quotes and kind") {
  Messages messages("f", "a: [1, \"1\", null, ~]\nb:\n  - {c: 'x y'}\n");
  const auto root = parse(messages);
  REQUIRE(root.has_value());
  const Value& list = *root->find("a");
  CHECK(list.place == Place{1, 4});
  CHECK_FALSE(list.items[0].quoted);
  CHECK(list.items[1].quoted);
  CHECK(list.items[2].is_null());
  CHECK(list.items[3].is_null());
  const Value& map = root->find("b")->items[0];
  CHECK(map.entries[0].place == Place{3, 6});
  CHECK(map.entries[0].value.text == "x y");
  CHECK(root->find("c") == nullptr);
}

TEST_CASE("in_quotes: long texts are cut and control bytes removed") {
  CHECK(in_quotes("short") == "\"short\"");
  CHECK(in_quotes(std::string(50, 'x')) == "\"" + std::string(40, 'x') + "…\"");
  CHECK(in_quotes("a\x1b[31mb") == "\"a [31mb\"");
  CHECK(in_quotes("ü") == "\"ü\"");
  CHECK(in_quotes("caf\xE9!") == "\"caf?!\"");
  CHECK(in_quotes("a\xC2\x9B"
                  "1m") == "\"a 1m\"");
}

TEST_CASE("parse_path: names and fields and indices of references") {
  using scenario::parse_path;
  CHECK(parse_path("a")->name == "a");
  CHECK(parse_path("a.left")->field == "left");
  CHECK(parse_path("a[3].left")->indices == std::vector<std::uint64_t>{3});
  CHECK(parse_path("a[3][4]")->indices == std::vector<std::uint64_t>{3, 4});
  for (const char* text : {"", ".left", "[3]", "a.", "a[", "a[]", "a[x]", "a[-1]", "a[1][2][3]",
                           "a[99999999999999999999]", "a[1]x"}) {
    INFO(text);
    CHECK_FALSE(parse_path(text).has_value());
  }
}

TEST_CASE("codec: a scenario with every key is decoded unchanged") {
  const auto loaded = scenario::parse(tests::kEverything, "e.yaml");
  REQUIRE(loaded.has_value());
  const auto decoded = program::decode(program::encode(loaded->program));
  REQUIRE(decoded);
  CHECK((*decoded == loaded->program));
}

}  // namespace
}  // namespace gcrucible::yaml
