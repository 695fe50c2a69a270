// A reader on its own thread returns the same as the reader itself.
#include "harness/trace/read/read_ahead.h"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/trace/json_writer.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::trace {
namespace {

struct Reported {
  std::vector<std::uint64_t> numbers;
  Reader::Step last = Reader::Step::kLine;
  std::string error;
  bool operator==(const Reported&) const = default;
};

Reported reported(Reader reader) {
  Reported all;
  Line line;
  while ((all.last = reader.next(line)) == Reader::Step::kLine) all.numbers.push_back(line.event().n);
  if (reader.error() != nullptr) all.error = reader.error()->text();
  return all;
}

Reported read_ahead_of(Reader reader) {
  Reported all;
  ReadAhead ahead(std::move(reader));
  const Event* event = nullptr;
  while ((all.last = ahead.next(event)) == Reader::Step::kLine) all.numbers.push_back(event->n);
  // A repeated call returns the same.
  CHECK(ahead.next(event) == all.last);
  CHECK(ahead.lines() >= all.numbers.size());
  if (ahead.error() != nullptr) all.error = ahead.error()->text();
  return all;
}

std::string trace_of(std::size_t calls) {
  std::string text = "{\"gcrucible_trace\":1}\n";
  for (std::size_t i = 1; i <= calls; ++i) {
    text += "{\"n\":" + std::to_string(i) + ",\"t\":0,\"call\":\"Shutdown\"}\n";
  }
  return text + "{\"end\":true,\"lines\":" + std::to_string(calls + 2) + "}\n";
}

}  // namespace

TEST_CASE("ReadAhead: it gives the same lines and the same end as Reader") {
  // Around multiples of the batch size.
  for (const std::size_t calls : {0, 1, 509, 510, 511, 512, 1022, 1023, 1024, 5000}) {
    const std::string text = trace_of(calls);
    const Reported ahead = read_ahead_of(Reader::of_text("t.jsonl", text));
    CHECK(ahead.numbers.size() == calls + 2);
    CHECK(ahead.last == Reader::Step::kEnd);
    CHECK(ahead == reported(Reader::of_text("t.jsonl", text)));
  }
  CHECK(read_ahead_of(Reader::of_file("/no/such/file")).last == Reader::Step::kError);
}

TEST_CASE("ReadAhead: a cut or damaged trace gives the same error as Reader") {
  CHECK(rc::check("cut or hurt anywhere", [] {
    std::string text = trace_of(*rc::gen::inRange<std::size_t>(0, 1500));
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    if (*rc::gen::arbitrary<bool>()) {
      text.resize(at);
    } else {
      text[at] = *rc::gen::inRange<char>(1, 127);
    }
    RC_ASSERT(read_ahead_of(Reader::of_text("t.jsonl", text)) == reported(Reader::of_text("t.jsonl", text)));
  }));
}

TEST_CASE("ReadAhead: it may be destroyed before the end") {
  const Event* event = nullptr;
  for (const int lines : {0, 1, 600}) {
    ReadAhead ahead(Reader::of_text("t.jsonl", trace_of(5000)));
    for (int i = 0; i < lines; ++i) REQUIRE(ahead.next(event) == Reader::Step::kLine);
  }
}

}  // namespace gcrucible::trace
