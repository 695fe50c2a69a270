// Every key of every kind of line, with every kind of JSON value that it must not have.
#include "harness/trace/read/line_keys.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "harness/trace/read/reader.h"
#include "harness/trace/read/value_shape.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible::trace {
namespace {

struct Literal {
  const char* json;
  std::string_view fits;  // first characters of the matching shapes
};
// An empty array matches arrays of every kind.
constexpr Literal kLiterals[] = {{"7", "#~*"},  {"\"x\"", "\"*"}, {"true", "!~*"}, {"[]", "[*"},
                                 {"null", "*"}, {"{}", "*"},      {"1.5", "*"},    {"[{}]", "*"}};

bool is(const Literal& literal, std::string_view shape) {
  if (shape == "[*]" && std::string_view(literal.json).starts_with('[')) return true;
  if (shape.ends_with('?') && std::string_view(literal.json) == "null") return true;
  return literal.fits.find(shape.front()) != std::string_view::npos;
}

// A value of the shape, and the places in it where a value of another kind can be put.
struct Sample {
  struct Place {
    std::size_t begin;
    std::size_t length;
    std::string shape;
  };
  std::string json;
  std::vector<Place> places;
};

// The number of characters of the shape at `at`, with everything that belongs to it.
std::size_t length_of(std::string_view shapes, std::size_t at) {
  std::size_t depth = 0;
  std::size_t end = at;
  do {
    if (shapes[end] == '[' || shapes[end] == '(') ++depth;
    if (shapes[end] == ']' || shapes[end] == ')') --depth;
    ++end;
  } while (depth != 0);
  if (end < shapes.size() && shapes[end] == '?') ++end;
  return end - at;
}

void add(std::string_view shape, Sample& sample) {
  const std::size_t begin = sample.json.size();
  const std::size_t place = sample.places.size();
  sample.places.push_back({begin, 0, std::string(shape)});
  if (shape.front() == '[' || shape.front() == '(') {
    sample.json += "[";
    const std::size_t end = shape.size() - (shape.ends_with('?') ? 2 : 1);
    for (std::size_t at = 1; at < end;) {
      if (at != 1) sample.json += ",";
      const std::size_t length = length_of(shape, at);
      add(shape.substr(at, length), sample);
      at += length;
    }
    sample.json += "]";
  } else {
    sample.json += shape.front() == '"' ? "\"normal\"" : shape.front() == '!' ? "true" : "7";
  }
  sample.places[place].length = sample.json.size() - begin;
}

// A trace whose second, first or last line has the key's kind and the value.
std::string trace_with(const LineKey& key, const std::string& value) {
  const std::string field = ",\"" + std::string(key.key) + "\":" + value;
  const std::string header = "{\"gcrucible_trace\":1";
  const std::string place = "{\"n\":1,\"t\":0,";
  const std::string name = "\"" + std::string(key.name) + "\"";
  const std::string call = key.name.empty() ? "\"Shutdown\"" : name;
  std::string line = place + "\"call\":\"Shutdown\"}";
  switch (key.kind) {
    case EventKind::kHeader:
      return header + field + "}\n";
    case EventKind::kCallback:
      line = place + "\"call\":" + call + field;
      // A callback without its array is another kind of damage.
      for (const LineKey& other : line_keys()) {
        const bool shares_line = other.name == key.name && other.key != key.key && other.shape.front() == '[';
        if (shares_line && !key.name.empty()) line += ",\"" + std::string(other.key) + "\":[]";
      }
      line += "}";
      break;
    case EventKind::kInfo:
      line = place + "\"info\":\"ForceGC\"" + field + "}";
      break;
    case EventKind::kReturn:
      line += "\n{\"n\":2,\"t\":0,\"ret\":1,\"hr\":0" + field + "}";
      break;
    case EventKind::kProbe:
      line = place + "\"probe\":\"collection\"" + field + "}";
      break;
    case EventKind::kModel:
      line = place + "\"model\":" + name + field + "}";
      break;
    case EventKind::kEnd:
      if (key.key == "end") return header + "}\n{\"end\":" + value + "}\n";
      if (key.key == "lines") return header + "}\n{\"end\":true,\"lines\":" + value + "}\n";
      return header + "}\n{\"end\":true" + field + "}\n";
  }
  return header + "}\n" + line + "\n{\"end\":true}\n";
}

std::string message_of(const std::string& text) {
  Reader reader = Reader::of_text("t.jsonl", text);
  Line line;
  Reader::Step step = Reader::Step::kLine;
  while ((step = reader.next(line)) == Reader::Step::kLine) {
  }
  return step == Reader::Step::kError ? reader.error()->text() : std::string();
}

// A callback's line must have all of its arrays. The parser reports errors in their entries.
bool is_array_of_callback(const LineKey& key) {
  return key.kind == EventKind::kCallback && key.shape.front() == '[';
}

}  // namespace

TEST_CASE("Reader: a wrong kind of value is an error with line and column and key") {
  std::size_t refused = 0;
  for (const LineKey& key : line_keys()) {
    Sample sample;
    add(key.shape, sample);
    for (const Sample::Place& place : sample.places) {
      for (const Literal& literal : kLiterals) {
        std::string value = sample.json;
        value.replace(place.begin, place.length, literal.json);
        if (is(literal, place.shape)) continue;
        const std::string message = message_of(trace_with(key, value));
        INFO(key.name << " " << key.key << " " << key.shape << ": " << value << "\n" << message);
        CHECK(message.starts_with("t.jsonl:"));
        CHECK(message.find("\"" + std::string(key.key) + "\"") != std::string::npos);
        ++refused;
        if (is_array_of_callback(key) || key.key == "args" || key.key == "out") continue;
        CHECK(message.find(" is not " + words_of(key.shape)) != std::string::npos);
        CHECK(std::ranges::count(message.substr(0, message.find(": ")), ':') == 2);
      }
    }
    const std::string right = message_of(trace_with(key, sample.json));
    INFO(key.name << " " << key.key << ": " << right);
    // A count or a line number that does not match this trace.
    const bool elsewhere = key.key == "lines" || (key.name == "answer" && key.key == "inside");
    CHECK((elsewhere || right.empty()));
  }
  CHECK(refused > 1500);
}

TEST_CASE("Reader: an unknown or damaged value is an error at its column") {
  const std::string header = "{\"gcrucible_trace\":1}\n";
  const std::string again = "the file was changed or damaged; make the trace again";
  const std::string newer =
      "a newer gcrucible may know it; else the file was changed or damaged: make the trace again";
  CHECK(message_of(header + R"({"n":1,"t":0,"call":"ObjectAllocated","object":[[]],"class":1})" + "\n") ==
        "t.jsonl:2:48: \"object\" of ObjectAllocated is not a number; " + again);
  CHECK(message_of(header + R"({"n":1,"t":0,"model":"names","objects":[[1,2,3]]})" + "\n") ==
        "t.jsonl:2:40: \"objects\" of names is not an array of [number, text]; " + again);
  CHECK(message_of(header + R"({"n":1,"t":0,"model":"names","objects":[[1,"a"],[2,3]]})" + "\n") ==
        "t.jsonl:2:40: \"objects\" of names is not an array of [number, text]; " + again);
  CHECK(message_of(header + R"({"n":1,"t":0,"objects":[[1,2]],"model":"names"})" + "\n") ==
        "t.jsonl:2:24: \"objects\" of names is not an array of [number, text]; " + again);
  CHECK(message_of(header + R"({"n":1,"t":0,"model":"names","objects":[[1,"0x7"],["0x2","b"]]})" + "\n")
            .empty());
  const std::string beyond = R"({"n":1,"t":0,"call":"ThreadNameChanged","name":"日本","thread":{}})";
  CHECK(message_of(header + beyond + "\n") ==
        "t.jsonl:2:62: \"thread\" of ThreadNameChanged is not a number; " + again);
  CHECK(message_of(header + R"({"n":1,"t":0,"call":"MovedReferences3"})" + "\n") ==
        "t.jsonl:2:21: there is no callback \"MovedReferences3\"; " + newer);
  CHECK(message_of(header + R"({"n":1,"t":0,"info":"GetGenerations","args":[]})" + "\n") ==
        "t.jsonl:2:21: there is no Info method \"GetGenerations\"; " + newer);
  CHECK(message_of(header + "{\"end\":false,\"lines\":2}\n") ==
        "t.jsonl:2:8: \"end\" is false, and an end line says true; " + again);
  CHECK(message_of(header + "{\"end\":true,\"lines\":2,\"exit\":-1}\n") ==
        "t.jsonl:2:30: \"exit\" is not a text; " + again);
  CHECK(message_of(header + "{\"end\":true,\"lines\":2,\"exit\":\"soon\"}\n") ==
        "t.jsonl:2:30: \"exit\" is \"soon\", which is no way to end; " + newer);
  // Unknown content belongs to a newer format.
  CHECK(message_of(header + R"({"n":1,"t":0,"model":"weather","sun":true})" + "\n").empty());
  CHECK(message_of(header + R"({"n":1,"t":0,"call":"Shutdown","sun":true})" + "\n").empty());
  CHECK(
      message_of(header + R"({"n":1,"t":0,"info":"ICorProfilerObjectEnum::Next","args":[]})" + "\n").empty());
}

TEST_CASE("Reader: an Info call outside its open callback is an error") {
  const std::string header = "{\"gcrucible_trace\":1}\n";
  const std::string begin = header + R"({"n":1,"t":0,"call":"Initialize"})" + "\n";
  const std::string ends = R"({"n":2,"t":0,"ret":1,"hr":0})"
                           "\n";
  const auto asks = [](int n, int thread) {
    return "{\"n\":" + std::to_string(n) + ",\"t\":" + std::to_string(thread) +
           ",\"info\":\"ForceGC\",\"inside\":1,\"args\":[]}\n";
  };
  CHECK(message_of(begin + asks(2, 0)).empty());
  CHECK(
      message_of(begin + ends + asks(3, 0)) ==
      "t.jsonl:4:40: \"inside\" names line 1, and no callback of that line goes on on thread 0; the file was "
      "changed or damaged; make the trace again");
  CHECK(message_of(begin + asks(2, 1)).find("on thread 1; ") != std::string::npos);
  // The same for a scenario's query.
  const auto answer = [](const std::string& inside) {
    return R"({"n":2,"t":0,"model":"answer","ask":0,"method":"ForceGC","inside":)" + inside + ",\"hr\":0}\n";
  };
  CHECK(message_of(begin + answer("1")).empty());
  CHECK(message_of(begin + answer("null")).empty());
  CHECK(
      message_of(begin + answer("\"Initialize\"")) ==
      "t.jsonl:3:67: \"inside\" of answer is not a number or null; the file was changed or damaged; make the "
      "trace again");
  CHECK(
      message_of(begin + answer("7")) ==
      "t.jsonl:3:67: \"inside\" names line 7, and no callback of that line goes on on thread 0; the file was "
      "changed or damaged; make the trace again");
}

TEST_CASE("documentation: the trace pages name every key") {
  std::string text;
  for (const char* const page : {"/docs/trace-format.md", "/docs/model-lines.md"}) {
    std::ifstream in(in_source(page));
    text.append(std::istreambuf_iterator<char>(in), {});
  }
  for (const LineKey& key : line_keys()) {
    INFO(key.name << " " << key.key);
    const std::string word = "`" + std::string(key.key);
    const bool said = text.find(word + "`") != std::string::npos ||
                      text.find("\"" + std::string(key.key) + "\"") != std::string::npos;
    CHECK(said);
  }
}

}  // namespace gcrucible::trace
