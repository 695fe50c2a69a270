// Messages of a reader about files that are not complete traces: which file, which line, what is wrong, what
// to do.
#include <filesystem>
#include <fstream>
#include <string>

#include "harness/abi/tables/callback_methods.h"
#include "harness/trace/read/reader.h"
#include "tests/support/catch.h"

namespace gcrucible::trace {
namespace {

const std::string kHeader = "{\"gcrucible_trace\":1}\n";
const std::string kCall = "{\"n\":1,\"t\":0,\"call\":\"Shutdown\"}\n";
const std::string kMakeOne =
    "make a trace with `gcrucible run --trace FILE` or `gcrucible record -- COMMAND`";
const std::string kMakeAgain = "the file was changed or damaged; make the trace again";

struct Result {
  Reader::Step step;
  std::uint64_t good_lines;
  std::string message;
};

Result result_of(Reader reader) {
  Line line;
  Reader::Step step = Reader::Step::kLine;
  std::uint64_t good = 0;
  while ((step = reader.next(line)) == Reader::Step::kLine) ++good;
  // After it has stopped, a repeated call returns the same.
  CHECK(reader.next(line) == step);
  return {step, good, reader.error() == nullptr ? "" : reader.error()->text()};
}

Result read(const std::string& text) {
  return result_of(Reader::of_text("t.jsonl", text));
}

void check_error(const std::string& text, const std::string& message) {
  INFO(text);
  const Result result = read(text);
  CHECK(result.step == Reader::Step::kError);
  CHECK(result.message == message);
}

}  // namespace

TEST_CASE("Reader: a file that is no trace is an error") {
  check_error("", "t.jsonl: is empty and so no gcrucible trace; " + kMakeOne);
  check_error("hello\n", "t.jsonl:1: is no gcrucible trace: the first line is no JSON object; " + kMakeOne);
  check_error("[1,2]\n", "t.jsonl:1: is no gcrucible trace: the first line is no JSON object; " + kMakeOne);
  check_error(
      "{\"a\":1}\n",
      "t.jsonl:1: is no gcrucible trace: the first line has none of the keys call, info, ret, probe, model "
      "and end, so "
      "it says nothing; " +
          kMakeOne);
  check_error(
      kCall,
      "t.jsonl:1: is no gcrucible trace: the first line has no number as \"gcrucible_trace\"; " + kMakeOne);
  check_error(
      "{\"gcrucible_trace\":\"yes\"}\n",
      "t.jsonl:1: is no gcrucible trace: the first line has no number as \"gcrucible_trace\"; " + kMakeOne);
}

TEST_CASE("Reader: a newer format is refused") {
  check_error("{\"gcrucible_trace\":2}\n",
              "t.jsonl:1: has format 2, and this gcrucible reads up to 1; use a newer gcrucible");
}

TEST_CASE("Reader: an impossible header value is an error at its key") {
  const auto header = [](const std::string& fields) { return "{\"gcrucible_trace\":1," + fields + "}\n"; };
  const std::string mask =
      "t.jsonl:1:35: \"event_mask\" is not two numbers of 32 bits, or null; " + kMakeAgain;
  for (const char* wrong :
       {"\"x\"", "[1]", "[1,2,3]", "[]", "7", "[1,\"a\"]", "[-1,0]", "[4294967296,0]", "[[1,2],[3,4]]"}) {
    check_error(header(std::string("\"event_mask\":") + wrong), mask);
  }
  const std::string newest = std::to_string(abi::kNewestCallbackVersion);
  const std::string newer = std::to_string(abi::kNewestCallbackVersion + 1);
  for (const std::string& wrong : {std::string("0"), newer, std::string("99"), std::string("\"x\""),
                                   std::string("[1]"), std::string("true")}) {
    check_error(header("\"callback_version\":" + wrong),
                "t.jsonl:1:41: \"callback_version\" is not a number from 1 to " + newest + ", or null; " +
                    kMakeAgain);
  }
  check_error(header("\"source\":\"foo\""),
              "t.jsonl:1:31: \"source\" is not \"simulated\" or \"recorded\"; " + kMakeAgain);
  for (const std::string& wrong :
       {"[" + newer + "]", std::string("3"), std::string("[[1,2]]"), std::string("[\"x\"]")}) {
    check_error(
        header("\"interfaces\":" + wrong),
        "t.jsonl:1:35: \"interfaces\" is not a list of numbers from 0 to " + newest + "; " + kMakeAgain);
  }
  check_error(header("\"alignment\":0"),
              "t.jsonl:1:34: \"alignment\" is not a number from 1 to 4096; " + kMakeAgain);
  check_error(header("\"runtime\":7"), "t.jsonl:1:32: \"runtime\" is not a name; " + kMakeAgain);
  check_error(
      header("\"source\":\"recorded\""),
      "t.jsonl:1: \"event_mask\" is missing, without which nothing is known to be owed; " + kMakeAgain);
  check_error("{\"gcrucible_trace\":0}\n",
              "t.jsonl:1:20: has 0 as \"gcrucible_trace\", and formats count from 1; " + kMakeAgain);
  const std::string end = "{\"end\":true,\"lines\":2}\n";
  CHECK(read(header(R"("source":"recorded","event_mask":null,"callback_version":null)") + end).step ==
        Reader::Step::kEnd);
  CHECK(read(header(R"("source":"simulated","event_mask":[128,0],"callback_version":11,"alignment":1)") + end)
            .step == Reader::Step::kEnd);
  for (const char* const right : {"[]", "[0,1,11]"}) {
    const std::string fields = R"("source":"simulated","event_mask":[128,0],"interfaces":)";
    CHECK(read(header(fields + right) + end).step == Reader::Step::kEnd);
  }
}

TEST_CASE("Reader: a callback array with rows of the wrong width is an error") {
  const auto call = [](const std::string& rest) {
    return kHeader + "{\"n\":1,\"t\":0,\"call\":" + rest + "}\n{\"end\":true,\"lines\":3}\n";
  };
  const auto wrong = [&](const std::string& rest, const std::string& problem) {
    check_error(call(rest), "t.jsonl:2: the line " + problem + "; " + kMakeAgain);
  };
  wrong("\"MovedReferences2\"", "has no \"ranges\"");
  wrong("\"MovedReferences2\",\"ranges\":3", "has no array as \"ranges\"");
  wrong("\"MovedReferences2\",\"ranges\":[[1,2]]",
        "has 2 numbers in entry 0 of \"ranges\", where MovedReferences2 has 3");
  wrong("\"MovedReferences\",\"ranges\":[[1,2,3],[1,2,3,4]]",
        "has 4 numbers in entry 1 of \"ranges\", where MovedReferences has 3");
  wrong("\"SurvivingReferences2\",\"ranges\":[1,2]",
        "has 1 number in entry 0 of \"ranges\", where SurvivingReferences2 has 2");
  wrong("\"RootReferences\",\"roots\":[[1,2]]",
        "has 2 numbers in entry 0 of \"roots\", where RootReferences has 1");
  for (const char* good :
       {"\"MovedReferences2\",\"ranges\":[]", "\"MovedReferences2\",\"ranges\":[[1,2,3],[4,5,6]]",
        "\"SurvivingReferences2\",\"ranges\":[[null,5]]", "\"ObjectReferences\",\"refs\":[null]",
        "\"MovedReferences2\",\"ranges\":[[1,2,\"0x20000000000000\"]]"}) {
    INFO(good);
    CHECK(read(call(good)).step == Reader::Step::kEnd);
  }
}

TEST_CASE("Reader: a trace without its end is read and reported as cut off") {
  const Result none = read(kHeader + kCall);
  CHECK(none.step == Reader::Step::kCutOff);
  CHECK(none.good_lines == 2);
  CHECK(none.message ==
        "t.jsonl:2: there is no end line, so the trace is cut off; the process ended before Shutdown; the "
        "lines up to there are good");

  const std::string whole = kHeader + kCall + "{\"end\":true,\"lines\":3}\n";
  CHECK(read(whole).step == Reader::Step::kEnd);
  // It is complete even without its last line feed.
  CHECK(read(whole.substr(0, whole.size() - 1)).step == Reader::Step::kEnd);
  for (std::size_t size = 1; size + 1 < whole.size(); ++size) {
    INFO(whole.substr(0, size));
    const Result cut = read(whole.substr(0, size));
    // Without a complete line there is nothing to judge.
    const bool inside_first = size + 1 < kHeader.size();
    CHECK(cut.step == (inside_first ? Reader::Step::kError : Reader::Step::kCutOff));
    CHECK_FALSE(cut.message.empty());
  }
  CHECK(read(whole.substr(0, whole.size() - 5)).message ==
        "t.jsonl:3: the last line breaks off, so the trace is cut off; the process ended while it was "
        "written; the "
        "lines before it are good");
}

TEST_CASE("Reader: a damaged line in the middle is an error") {
  const std::string end = "{\"end\":true,\"lines\":3}\n";
  check_error(
      kHeader + "{\"n\":1,\"t\":0,\"call\":Shutdown}\n" + end,
      "t.jsonl:2: the line has no text as its name, after \"call\", \"info\", \"probe\" or \"model\"; " +
          kMakeAgain);
  check_error(
      kHeader + "{\"n\":1,\"t\":0}\n" + end,
      "t.jsonl:2: the line has none of the keys call, info, ret, probe, model and end, so it says nothing; " +
          kMakeAgain);
  check_error(kHeader + "{\"n\":1,\"call\":\"x\"}\n" + end,
              "t.jsonl:2: the line has no \"n\" or no \"t\"; " + kMakeAgain);
  check_error(kHeader + "{\"n\":-1,\"t\":0,\"call\":\"x\"}\n" + end,
              "t.jsonl:2: the line has no number, or too large a one, as \"n\"; " + kMakeAgain);
  check_error(kHeader + "{\"n\":1,\"t\":4294967296,\"call\":\"x\"}\n" + end,
              "t.jsonl:2: the line has no number, or too large a one, as \"t\"; " + kMakeAgain);
  check_error(kHeader + kCall + "{\"n\":2,\"t\":0,\"ret\":1}\n" + end,
              "t.jsonl:3: the line is a return and has no \"hr\"; " + kMakeAgain);
  check_error(kHeader + kCall + "{\"n\":2,\"t\":0,\"ret\":1,\"hr\":4294967296}\n" + end,
              "t.jsonl:3: the line has a number as \"hr\" that is no HRESULT; " + kMakeAgain);
  check_error(kHeader + "{\"n\":1,\"t\":0,\"info\":\"x\",\"args\":3}\n" + end,
              "t.jsonl:2: the line has no array as \"args\"; " + kMakeAgain);
  check_error(kHeader + "{\"n\":1,\"t\":0,\"call\":\"x\"} {}\n" + end,
              "t.jsonl:2: the line has something after its JSON object; " + kMakeAgain);
  // The text after these words comes from the JSON reader and differs between its versions.
  for (const std::string line : {"", "{\"n\":1,", "{\"n\":1,\"t\":0,\"call\":\"\xFF\"}", "{\"n\":1 \"t\":0}",
                                 "{\"n\":1,\"t\":0,\"model\":\"x\",\"a\":nil}"}) {
    INFO(line);
    const Result result = read(kHeader + line + "\n" + end);
    CHECK(result.step == Reader::Step::kError);
    CHECK(result.good_lines == 1);
    CHECK(result.message.starts_with("t.jsonl:2: the line is not valid JSON: "));
    CHECK(result.message.ends_with("; " + kMakeAgain));
  }
}

TEST_CASE("Reader: too deep nesting is an error without a crash") {
  const std::string open(100'000, '[');
  const Result result = read(kHeader + "{\"n\":1,\"t\":0,\"model\":\"x\",\"deep\":" + open + "\n{}\n");
  CHECK(result.step == Reader::Step::kError);
  const std::string closed = std::string(40, '[') + "1" + std::string(40, ']');
  check_error(kHeader + "{\"n\":1,\"t\":0,\"model\":\"x\",\"deep\":" + closed + "}\n{}\n",
              "t.jsonl:2: the line nests values too deeply; " + kMakeAgain);
}

TEST_CASE("Reader: missing or added or reordered lines are an error") {
  const std::string lost = "lines were lost, added or put in another order; make the trace again";
  check_error(kHeader + "{\"n\":2,\"t\":0,\"call\":\"x\"}\n",
              "t.jsonl:2: \"n\" is 2 where 1 must follow; " + lost);
  check_error(kHeader + kCall + kCall, "t.jsonl:3: \"n\" is 1 where 2 must follow; " + lost);
  check_error(kHeader + kCall + "{\"end\":true,\"lines\":4}\n",
              "t.jsonl:3:21: the end line counts 4 lines and there are 3; " + kMakeAgain);
  check_error(kHeader + "{\"end\":true,\"lines\":2}\n" + kCall,
              "t.jsonl:3: there is a line after the end line; " + kMakeAgain);
  check_error(kHeader + kCall + kHeader,
              "t.jsonl:3: there is a second header, so two traces stand in one file; take them apart");
  check_error(kHeader + "{\"n\":1,\"t\":0,\"ret\":1,\"hr\":0}\n",
              "t.jsonl:2: names line 1, which is no line before it; " + kMakeAgain);
  check_error(kHeader + "{\"n\":1,\"t\":0,\"info\":\"ForceGC\",\"inside\":9,\"args\":[]}\n",
              "t.jsonl:2: names line 9, which is no line before it; " + kMakeAgain);
}

TEST_CASE("Reader: a file that cannot be read is named") {
  const auto folder = std::filesystem::temp_directory_path();
  CHECK(result_of(Reader::of_file(folder / "gcrucible no such trace")).message ==
        (folder / "gcrucible no such trace").string() +
            ": cannot be read: No such file or directory; name a trace file");
  CHECK(result_of(Reader::of_file(folder)).message ==
        folder.string() + ": cannot be read: is a folder; name a trace file");
  const auto path = folder / "gcrucible reader test.jsonl";
  std::ofstream(path, std::ios::binary) << kHeader << kCall << "{\"end\":true,\"lines\":3}\n";
  CHECK(result_of(Reader::of_file(path)).step == Reader::Step::kEnd);
  std::filesystem::remove(path);
}

}  // namespace gcrucible::trace
