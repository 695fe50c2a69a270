// How a reader reads valid traces.
#include "harness/trace/read/reader.h"

#include <cstdint>
#include <string>
#include <vector>

#include "harness/trace/event_fields.h"
#include "tests/support/catch.h"

namespace gcrucible::trace {
namespace {

const std::string kHeader = R"({"gcrucible_trace":1,"source":"simulated","event_mask":[128,16],"seed":7})"
                            "\n";

struct Read {
  std::vector<Line> lines;
  Reader::Step last = Reader::Step::kLine;
  std::string error;
};

Read read(const std::string& text) {
  Reader reader = Reader::of_text("t.jsonl", text);
  Read result;
  while (true) {
    Line line;
    result.last = reader.next(line);
    if (result.last != Reader::Step::kLine) break;
    result.lines.push_back(std::move(line));
  }
  if (reader.error() != nullptr) result.error = reader.error()->text();
  return result;
}

}  // namespace

TEST_CASE("Reader: each kind of line is read") {
  const Read got =
      read(kHeader +
           R"({"n":1,"t":3,"call":"MovedReferences2","ranges":[[8,7,1],[10,8,"0xffffffffffffffff"]]}
{"n":2,"t":3,"info":"GetGenerationBounds","inside":1,"args":[0]}
{"n":3,"t":3,"ret":2,"hr":0,"out":[5,[[2,16,32,64]],null]}
{"n":4,"t":3,"ret":1,"hr":-2147467259}
{"n":5,"t":0,"model":"died","object":8,"why":{"call":[1,2]}}
{"end":true,"lines":7,"died":"SIGSEGV"}
)");
  CHECK(got.error.empty());
  REQUIRE(got.last == Reader::Step::kEnd);
  REQUIRE(got.lines.size() == 7);

  const Event& header = got.lines[0].event();
  CHECK(header.kind == EventKind::kHeader);
  CHECK(text_in(header, "source") == "simulated");
  CHECK(number_in(header, "seed") == 7u);
  CHECK(table_in(header, "event_mask").columns[0].at(1) == 16);

  const Event& moved = got.lines[1].event();
  CHECK(moved.kind == EventKind::kCallback);
  CHECK(moved.n == 1);
  CHECK(moved.name == "MovedReferences2");
  const Table ranges = table_in(moved, "ranges");
  REQUIRE(ranges.rows == 2);
  REQUIRE(ranges.width == 3);
  CHECK(ranges.columns[0].at(1) == 10);
  CHECK(ranges.columns[1].at(0) == 7);
  CHECK(ranges.columns[2].at(1) == ~std::uint64_t{0});

  const Event& info = got.lines[2].event();
  CHECK(info.kind == EventKind::kInfo);
  CHECK(info.thread == 3);
  CHECK(info.link == 1);
  REQUIRE(find(info, "args") != nullptr);
  CHECK(find(info, "args")->kind == Value::Kind::kList);
  CHECK(find(info, "args")->list[0].number == 0);

  const Event& answer = got.lines[3].event();
  CHECK(answer.kind == EventKind::kReturn);
  CHECK(answer.link == 2);
  const auto out = find(answer, "out")->list;
  REQUIRE(out.size() == 3);
  CHECK(out[0].number == 5);
  REQUIRE(out[1].kind == Value::Kind::kTable);
  CHECK(out[1].table.columns[3].at(0) == 64);
  CHECK(out[2].kind == Value::Kind::kNull);

  CHECK(got.lines[4].event().hr == -2147467259);
  const Event& model = got.lines[5].event();
  CHECK(model.kind == EventKind::kModel);
  CHECK(model.name == "died");
  CHECK(text_in(model, "why") == R"({"call":[1,2]})");
  CHECK(got.lines[6].event().kind == EventKind::kEnd);
  CHECK(text_in(got.lines[6].event(), "died") == "SIGSEGV");
}

TEST_CASE("Reader: regular arrays become tables and others lists") {
  const Read got =
      read(kHeader + R"({"n":1,"t":0,"model":"m","empty":[],"truths":[true,false],"ids":[1,"0x2"],)"
                     R"("mixed":[1,null],"ragged":[[1,2],[3]],"texts":["a","b"],"deep":[[[1]]]})"
                     "\n"
                     R"({"end":true,"lines":3})"
                     "\n");
  REQUIRE(got.error == "");
  const Event& event = got.lines[1].event();
  CHECK(find(event, "empty")->kind == Value::Kind::kTable);
  CHECK(table_in(event, "empty").rows == 0);
  REQUIRE(table_in(event, "truths").rows == 2);
  CHECK(table_in(event, "truths").columns[0].type == Column::Type::kBool32);
  CHECK(table_in(event, "truths").columns[0].at(1) == 0);
  REQUIRE(table_in(event, "ids").rows == 2);
  CHECK(table_in(event, "ids").columns[0].at(1) == 2);
  REQUIRE(find(event, "mixed")->kind == Value::Kind::kList);
  CHECK(find(event, "mixed")->list[0].number == 1);
  CHECK(find(event, "mixed")->list[1].kind == Value::Kind::kNull);
  REQUIRE(find(event, "ragged")->kind == Value::Kind::kList);
  CHECK(find(event, "ragged")->list[1].table.columns[0].at(0) == 3);
  REQUIRE(find(event, "texts")->kind == Value::Kind::kList);
  CHECK(find(event, "texts")->list[1].text == "b");
  CHECK(find(event, "deep")->list[0].kind == Value::Kind::kTable);
}

TEST_CASE("Reader: decimal and hex and signed numbers are read") {
  const Read got =
      read(kHeader +
           R"({"n":1,"t":0,"model":"m","a":18446744073709551615,"b":-5,"c":"-0x8000000000000000","d":1.5,)"
           R"("e":"0xzz","f":"0x11112222333344445"})"
           "\n"
           R"({"n":"0x2","t":0,"call":"Shutdown"})"
           "\n"
           R"({"n":3,"t":0,"ret":2,"hr":2147500037})"
           "\n"
           R"({"n":4,"t":0,"ret":2,"hr":"0x80004005"})"
           "\n"
           R"({"end":true,"lines":6})"
           "\n");
  REQUIRE(got.error == "");
  const Event& event = got.lines[1].event();
  CHECK(number_in(event, "a") == ~std::uint64_t{0});
  CHECK(find(event, "b")->kind == Value::Kind::kSigned);
  CHECK(static_cast<std::int64_t>(find(event, "b")->number) == -5);
  CHECK(static_cast<std::int64_t>(find(event, "c")->number) == std::numeric_limits<std::int64_t>::min());
  CHECK(text_in(event, "d") == "1.5");
  CHECK(find(event, "e")->kind == Value::Kind::kText);
  CHECK(find(event, "f")->kind == Value::Kind::kText);
  CHECK(got.lines[3].event().hr == -2147467259);
  CHECK(got.lines[4].event().hr == -2147467259);
}

TEST_CASE("Reader: keys may come in any order and unknown ones are kept") {
  const Read got = read(R"({"later":1,"gcrucible_trace":1})"
                        "\n"
                        R"({"ranges":[],"call":"MovedReferences2","future":"x","t":2,"n":1})"
                        "\r\n"
                        R"({ "lines" : 3 , "end" : true })"
                        "\n");
  REQUIRE(got.error == "");
  CHECK(got.last == Reader::Step::kEnd);
  CHECK(got.lines[1].event().thread == 2);
  CHECK(text_in(got.lines[1].event(), "future") == "x");
}

TEST_CASE("Reader: a byte order mark before the first line is skipped") {
  const Read got = read("\xEF\xBB\xBF" + std::string(kHeader) + "{\"end\":true,\"lines\":2}\n");
  REQUIRE(got.error == "");
  CHECK(got.last == Reader::Step::kEnd);
  CHECK(read("\xEF\xBB\xBFx\n").error.find("is no gcrucible trace") != std::string::npos);
}

TEST_CASE("Reader: output of the recorder's count mode is named as such") {
  const std::string error = read("{\"collection\":1,\"ns\":5}\n").error;
  CHECK(error.find("GCRUCIBLE_RECORDER_MODE=count") != std::string::npos);
}

TEST_CASE("Reader: lines longer than the buffer are read") {
  std::string text = kHeader;
  constexpr std::uint64_t kRows = 400'000;
  for (std::uint64_t n = 1; n <= 3; ++n) {
    text += "{\"n\":" + std::to_string(n) + ",\"t\":0,\"call\":\"RootReferences\",\"roots\":[";
    const std::uint64_t rows = n == 2 ? kRows : 3;
    for (std::uint64_t i = 0; i < rows; ++i) text += (i == 0 ? "" : ",") + std::to_string(i * 1000);
    text += "]}\n";
  }
  text += "{\"end\":true,\"lines\":5}\n";
  const Read got = read(text);
  REQUIRE(got.error == "");
  const Table roots = table_in(got.lines[2].event(), "roots");
  REQUIRE(roots.rows == kRows);
  CHECK(roots.columns[0].at(kRows - 1) == (kRows - 1) * 1000);
  CHECK(table_in(got.lines[3].event(), "roots").columns[0].at(2) == 2000);
}

TEST_CASE("Reader: all events are passed on until the receiver stops") {
  const std::string text = kHeader + R"({"n":1,"t":0,"model":"a"}
{"n":2,"t":0,"model":"b"}
{"end":true,"lines":4}
)";
  Reader whole = Reader::of_text("t.jsonl", text);
  std::size_t events = 0;
  CHECK(read_all(whole, [&](const Event&) { ++events; }));
  CHECK(events == 4);
  CHECK(whole.error() == nullptr);
  Reader stopped = Reader::of_text("t.jsonl", text);
  CHECK_FALSE(read_all(stopped, [](const Event& event) { return event.name != "a"; }));
  CHECK(stopped.lines() == 2);
  Reader cut_off = Reader::of_text("t.jsonl", kHeader);
  CHECK(read_all(cut_off, [](const Event&) { return true; }));
  CHECK(cut_off.error() != nullptr);
}

TEST_CASE("Line: a moved line keeps its values") {
  Reader reader = Reader::of_text(
      "t", kHeader + R"({"n":1,"t":0,"model":"fact","x":"a long enough text to live on the heap"})"
                     "\n");
  Line line;
  REQUIRE(reader.next(line) == Reader::Step::kLine);
  REQUIRE(reader.next(line) == Reader::Step::kLine);
  const Line kept = std::move(line);
  Line other;
  CHECK(reader.next(other) == Reader::Step::kCutOff);
  CHECK(kept.event().name == "fact");
  CHECK(text_in(kept.event(), "x") == "a long enough text to live on the heap");
}

}  // namespace gcrucible::trace
