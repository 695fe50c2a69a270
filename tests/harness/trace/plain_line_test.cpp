// Lines read without the JSON parser give the same result as with it. Checks every line of the recordings,
// and the limits of plain lines. JSON ignores a blank after a colon, but a line with one is not plain. The
// same line with blanks therefore goes through the JSON parser.
#include "harness/trace/read/plain_line.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "harness/trace/read/line_parser.h"
#include "tests/support/catch.h"
#include "tests/support/repetitions.h"

namespace gcrucible::trace {
namespace {

namespace fs = std::filesystem;

std::string with_padding(std::string text) {
  text.append(LineParser::kPadding, '\0');
  return text;
}

// Adds a blank after the first colon outside of texts.
std::string with_blank(std::string line) {
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      inside = !inside;
    } else if (line[i] == ':' && !inside) {
      return line.insert(i + 1, " ");
    }
  }
  return line;
}

std::string text_of(const Value& value);

std::string text_of(const Table& table) {
  std::string text = std::to_string(table.rows) + "x" + std::to_string(table.width);
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    for (std::size_t i = 0; i < table.width; ++i) {
      const Column& column = table.columns[i];
      text += " " + std::to_string(static_cast<int>(column.type)) + ":" + std::to_string(column.at(row));
    }
  }
  return text;
}

std::string text_of(const Value& value) {
  std::string text = "(" + std::to_string(static_cast<int>(value.kind)) + " " + std::to_string(value.number) +
                     " '" + std::string(value.text) + "' " + text_of(value.table);
  for (const Value& each : value.list) text += text_of(each);
  return text + ")";
}

std::string text_of(const Event& event) {
  std::string text = std::to_string(static_cast<int>(event.kind)) + " " + std::to_string(event.n) + " " +
                     std::to_string(event.thread) + " " + std::string(event.name) + " " +
                     std::to_string(event.link) + " " + std::to_string(event.hr);
  for (const Field& field : event.fields) text += " " + std::string(field.key) + text_of(field.value);
  return text;
}

// Everything that the parser returns for the line.
std::string parsed(const std::string& line) {
  LineParser parser;
  Line out;
  const std::string padded = with_padding(line);
  if (!parser.parse(std::string_view(padded).substr(0, line.size()), out)) return "? " + parser.problem();
  return text_of(out.event());
}

bool is_plain(const std::string& line) {
  PlainLine plain;
  Arena arena;
  Event event;
  std::vector<Field> fields;
  return plain.parse(line, arena, event, fields);
}

}  // namespace

TEST_CASE("is_plain: recorded lines are read the same without the JSON parser") {
  constexpr std::size_t kEach = tests::repetitions(1, 5);  // compares one of so many lines
  std::size_t lines = 0;
  std::size_t plain = 0;
  for (const auto& file : fs::recursive_directory_iterator(GCRUCIBLE_TRACES)) {
    if (file.path().extension() != ".jsonl") continue;
    std::ifstream in(file.path(), std::ios::binary);
    for (std::string line; std::getline(in, line); ++lines) {
      if (lines % kEach != 0 || !is_plain(line)) continue;
      ++plain;
      const std::string slow = with_blank(line);
      REQUIRE_FALSE(is_plain(slow));
      INFO(line);
      REQUIRE(parsed(line) == parsed(slow));
    }
  }
  CHECK(lines > 10'000);
  CHECK(plain * kEach * 100 > lines * 95);
}

TEST_CASE("is_plain: unusual values are read the same as by the JSON parser") {
  const auto value = GENERATE(
      as<std::string>(), "0", "7", "-1", "9223372036854775807", "-9223372036854775808", "9999999999999999999",
      "18446744073709551615", "18446744073709551616", "-9223372036854775809", "01", "-0", "1.5", "1e3", "-",
      R"("")", R"("text")", R"("0x")", R"("0x20000000000000")", R"("-0x20000000000001")",
      R"("0x1ffffffffffffffff")", R"("ä")", R"("a\"b")", R"("open)", "true", "false", "null", "nul", "truer",
      "[]", "[1]", "[1,-2]", "[true,false]", "[true,1]", "[1,true]", "[null]", "[null,1]",
      R"(["0x20000000000000",1])", R"(["a",1])", R"([1,"a"])", "[[]]", "[[1,2],[3,4]]", "[[1,2],[3]]",
      "[[1,2],[]]", "[[1,2],3]", "[[1,2,3,4,5]]", "[[1,2,3,4,5,6]]", "[[true]]", "[[null,1]]", "[[[1]]]",
      "[1,]", "[,1]", "[1", "[1}", "{}", "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]");
  const auto line = GENERATE(
      as<std::string>(), R"({"n":1,"t":0,"model":"fact","value":@})",
      R"({"n":1,"t":0,"call":"ObjectReferences","object":1,"class":2,"refs":@})",
      R"({"n":1,"t":0,"call":"MovedReferences2","ranges":@})", R"({"n":1,"t":0,"info":"ForceGC","args":@})",
      R"({"n":1,"t":0,"ret":0,"hr":@,"out":[1]})", R"({"n":1,"t":0,"ret":0,"hr":0,"out":@})",
      R"({"n":@,"t":0,"call":"Shutdown"})", R"({"n":1,"t":@,"call":"Shutdown"})",
      R"({"n":1,"t":0,"ret":@,"hr":0})", R"({"n":1,"t":0,"call":@})",
      R"({"gcrucible_trace":@,"source":"recorded"})", R"({"end":@,"lines":3})");
  std::string whole = line;
  whole.replace(whole.find('@'), 1, value);
  INFO(whole);
  CHECK(parsed(whole) == parsed(with_blank(whole)));
}

TEST_CASE("is_plain: reordered or repeated or missing keys read as by the JSON parser") {
  const auto line = GENERATE(
      as<std::string>(), R"({"call":"Shutdown","n":1,"t":0})", R"({"n":1,"t":0,"call":"A","call":"B"})",
      R"({"n":1,"t":0,"model":"answer","inside":"A","hr":7})",
      R"({"inside":3,"hr":7,"n":1,"t":0,"model":"answer"})", R"({"n":1,"t":0,"info":"A","inside":3})",
      R"({"n":1,"t":0})", R"({"n":1,"call":"A"})", R"({"t":1,"call":"A"})", R"({"n":1,"t":0,"ret":0})",
      R"({"n":1,"t":0,"probe":"A","end":true})", R"({"end":true,"call":"A","n":4})", R"({})",
      R"({"n":1,"t":0,"call":"A"}})", R"({"n":1,"t":0,"call":"A"} )", R"({"n":1,"t":0,"call":"A",})",
      R"({"n":1,"t":0,"call":"A" })", R"([1])", R"({"n":1,"t":0,"call":"A","nä":1})",
      R"({"n":1,"t":0,"call":"A")");
  INFO(line);
  CHECK(parsed(line) == parsed(with_blank(line)));
}

}  // namespace gcrucible::trace
