// Everything that is written is the same after reading.
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "harness/trace/event_fields.h"
#include "harness/trace/journal.h"
#include "harness/trace/read/columns.h"
#include "harness/trace/read/reader.h"
#include "tests/harness/trace/text_output.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::trace {
namespace {

// A field of each kind that can be distinguished after reading, from random numbers.
struct RandomEvent {
  int kind = 0;
  std::uint64_t number = 0;
  std::int64_t below = 0;
  bool truth = false;
  std::string text;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint64_t> lengths;
  std::int32_t hr = 0;
};

RandomEvent random_event() {
  RandomEvent event;
  event.kind = *rc::gen::inRange(0, 3);
  // Numbers of all sizes, not only small ones.
  const auto wide = [] { return *rc::gen::arbitrary<std::uint64_t>() >> *rc::gen::inRange(0, 64); };
  event.number = wide();
  event.below = -1 - static_cast<std::int64_t>(wide() >> 1);
  event.truth = *rc::gen::arbitrary<bool>();
  event.text = "#" + *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
  const auto rows = *rc::gen::inRange<std::size_t>(1, 40);
  for (std::size_t i = 0; i < rows; ++i) {
    event.starts.push_back(wide());
    event.lengths.push_back(wide());
  }
  event.hr = *rc::gen::arbitrary<std::int32_t>();
  return event;
}

struct OpenCall {
  std::uint64_t line;
  bool callback;
};

void write(Journal& journal, const RandomEvent& event, std::deque<OpenCall>& open) {
  const std::array<Field, 5> fields{{{"number", id(event.number)},
                                     {"below", signed_number(event.below)},
                                     {"truth", boolean(event.truth)},
                                     {"text", text(event.text)},
                                     {"ranges", table_of(event.starts.size(), id_column(event.starts.data()),
                                                         size_column(event.lengths.data()))}}};
  const std::array<Value, 2> values{number(event.number), text(event.text)};
  if (event.kind == 0) {
    open.push_back({journal.callback("Shutdown", fields), true});
  } else if (event.kind == 1) {
    const bool inside = !open.empty() && open.back().callback;
    open.push_back({journal.info("ForceGC", inside ? open.back().line : kNoLine, values), false});
  } else if (open.empty()) {
    journal.model(event.text, fields);
  } else {
    journal.returned(open.back().line, event.hr, values);
    open.pop_back();
  }
}

void check_fields(const Event& read, const RandomEvent& event) {
  RC_ASSERT(number_in(read, "number") == event.number);
  RC_ASSERT(static_cast<std::int64_t>(*number_in(read, "below")) == event.below);
  RC_ASSERT(find(read, "truth")->number == (event.truth ? 1u : 0u));
  RC_ASSERT(text_in(read, "text") == event.text);
  const Table ranges = table_in(read, "ranges");
  RC_ASSERT(ranges.rows == event.starts.size());
  RC_ASSERT(ranges.width == 2);
  for (std::size_t row = 0; row < event.starts.size(); ++row) {
    RC_ASSERT(ranges.columns[0].at(row) == event.starts[row]);
    RC_ASSERT(ranges.columns[1].at(row) == event.lengths[row]);
  }
}

void check_values(const Event& read, std::string_view key, const RandomEvent& event) {
  const Value* const values = find(read, key);
  RC_ASSERT(values != nullptr);
  RC_ASSERT(values->list.size() == std::size_t{2});
  RC_ASSERT(values->list[0].number == event.number);
  RC_ASSERT(values->list[1].text == event.text);
}

}  // namespace

TEST_CASE("Reader: random events are read back as written") {
  tests::property("round trip", [] {
    const auto count = *rc::gen::inRange<std::size_t>(0, 20);
    std::vector<RandomEvent> events;
    for (std::size_t i = 0; i < count; ++i) events.push_back(random_event());

    TextOutput output;
    JsonWriter writer(output);
    Journal journal({&writer});
    std::deque<OpenCall> open;
    const std::size_t header_at = *rc::gen::inRange<std::size_t>(0, count + 1);
    for (std::size_t i = 0; i <= count; ++i) {
      if (i == header_at) journal.header({});
      if (i < count) write(journal, events[i], open);
    }
    journal.end({});

    Reader reader = Reader::of_text("t", output.text);
    Line line;
    RC_ASSERT(reader.next(line) == Reader::Step::kLine);
    RC_ASSERT(line.event().kind == EventKind::kHeader);
    std::uint64_t n = 0;
    for (const RandomEvent& event : events) {
      RC_ASSERT(reader.next(line) == Reader::Step::kLine);
      const Event& read = line.event();
      RC_ASSERT(read.n == ++n);
      switch (read.kind) {
        case EventKind::kCallback:
        case EventKind::kModel:
          RC_ASSERT(read.name == (read.kind == EventKind::kModel ? event.text : "Shutdown"));
          check_fields(read, event);
          break;
        case EventKind::kInfo:
          check_values(read, "args", event);
          break;
        case EventKind::kReturn:
          RC_ASSERT(read.hr == event.hr);
          check_values(read, "out", event);
          break;
        default:
          RC_FAIL("a header or an end in the middle");
      }
    }
    RC_ASSERT(reader.next(line) == Reader::Step::kLine);
    RC_ASSERT(line.event().kind == EventKind::kEnd);
    RC_ASSERT(reader.next(line) == Reader::Step::kEnd);
  });
}

TEST_CASE("Reader: a trace cut anywhere gives the lines before the cut") {
  tests::property("the lines before the cut are read", [] {
    TextOutput output;
    JsonWriter writer(output);
    Journal journal({&writer});
    journal.header({});
    const auto count = *rc::gen::inRange<std::size_t>(1, 10);
    std::deque<OpenCall> open;
    for (std::size_t i = 0; i < count; ++i) write(journal, random_event(), open);
    journal.end({});

    const auto first = output.text.find('\n') + 1;
    const auto size = *rc::gen::inRange<std::size_t>(first, output.text.size() - 1);
    const std::string cut = output.text.substr(0, size);
    const auto whole = static_cast<std::uint64_t>(std::count(cut.begin(), cut.end(), '\n'));
    // The text after the last line feed may be complete by chance.
    Reader reader = Reader::of_text("t", cut);
    Line line;
    std::uint64_t read = 0;
    Reader::Step step = Reader::Step::kLine;
    while ((step = reader.next(line)) == Reader::Step::kLine) ++read;
    RC_ASSERT(step == Reader::Step::kCutOff);
    RC_ASSERT(read == whole || read == whole + 1);
  });
}

}  // namespace gcrucible::trace
