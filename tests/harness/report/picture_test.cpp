// Whole pictures: every change of their appearance shows here.
#include <algorithm>
#include <array>

#include "harness/report/text/callback_text.h"
#include "tests/harness/report/reported.h"
#include "tests/support/catch.h"
#include "tests/support/contains.h"

namespace gcrucible::tests {
namespace {

const report::Style kUtf8{.color = false, .utf8 = true, .width = 100, .verbose = false};
const report::Style kAscii{.color = false, .utf8 = false, .width = 80, .verbose = false};

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    widest = std::max(widest, report::columns_of(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

}  // namespace

TEST_CASE("picture: the ten objects move as the right table says") {
  CHECK(reported(ten_objects(kRightTable).text(), kUtf8) == R"~(
collection 1, line 20 of the scenario: collects gen 0, induced
  gen 0, compacted
before gen 0     │O1 │O2░│O3     │O4 │O5░░░░░│O6 │O7 │O8 │O9 │O10░│
                 8   9   10      12  13      15  16  17  18  19
reported         └─1─┘   └─────2─────┘       └───────3───────┘
after  gen 1 │O1 │O3     │O4 │O6 │O7 │O8 │O9 │
             7   8       10  11  12  13  14
  ░ dies

  object   O1   O2   O3   O4   O5   O6   O7   O8   O9  O10
  before    8    9   10   12   13   15   16   17   18   19
  after     7    †    8   10    †   11   12   13   14    †

  range  family  old start  new start  length  holds
      1   moved          8          7       1  O1
      2   moved         10          8       3  O3 O4
      3   moved         15         11       4  O6 O7 O8 O9

  callbacks before it
    Initialize
  callbacks
    GarbageCollectionStarted, MovedReferences2 (3 ranges), MovedReferences (3 ranges),
    ObjectReferences ×7 (0 references), GarbageCollectionFinished

callbacks afterwards
    Shutdown
)~");
}

TEST_CASE("picture: ASCII shows that the printed table leaves object 12 outside") {
  const std::string text = reported(ten_objects(kPrintedTable).text(), kAscii);
  CHECK(text.substr(0, text.find("\n\n")) == R"~(
collection 1, line 20 of the scenario: collects gen 0, induced
  gen 0, compacted
before gen 0     |O1 |O2.|O3     |O4 |O5.....|O6 |O7 |O8 |O9 |O10.|
                 8   9   10      12  13      15  16  17  18  19
reported         \_1_/   \___2___/?          \_______3_______/
after  gen 1 |O1 |O3     |O4 |O6 |O7 |O8 |O9 |
             7   8       10  11  12  13  14
  . dies, ? survives, but no range reports it)~");
  for (const char c : text) CHECK(static_cast<unsigned char>(c) < 0x80);
}

TEST_CASE("picture: a narrow terminal gets pieces that fit") {
  report::Style narrow = kUtf8;
  narrow.width = 48;
  const std::string text = reported(ten_objects(kRightTable).text(), narrow);
  const std::size_t begin = text.find("before gen 0");
  REQUIRE(begin != std::string::npos);
  const std::string picture = text.substr(begin, text.find("\n\n  object") - begin);
  CHECK(widest_line(picture) <= 48);
  CHECK(picture == R"~(before gen 0     │O1 │O2░│O3     │O4 │O5░░░░░│
                 8   9   10      12  13
reported         └─1─┘   └─────2─────┘
after  gen 1 │O1 │O3     │O4 │O6 │O7 │O8 │O9 │
             7   8       10  11  12  13  14

before gen 0 │O6 │O7 │O8 │O9 │O10░│
             15  16  17  18  19
reported     └───────3───────┘
  ░ dies)~");
}

TEST_CASE("picture: overlapping ranges get rows of their own and an empty one a tick") {
  const std::string text = reported(ten_objects("[[8,7,1],[8,7,3],[15,11,0],[15,11,4]]").text(), kUtf8);
  CHECK(contains(text, "reported         └─1─┘"));
  CHECK(contains(text, "                 └─────2─────┘"));
}

TEST_CASE("picture: uncollected generations take one line each") {
  const std::string text = reported(two_collections().text(), kUtf8);
  CHECK(contains(text, "  LOH, swept\n"));
  CHECK(contains(text, "  frozen, not collected: 1 object\n"));
  CHECK(contains(text, "  gen 1, not collected: 7 objects\n"));
  CHECK(contains(text, "    ObjectReferences returned E_FAIL (0x80004005)\n"));
  CHECK(contains(text, "ObjectReferences ×10 (6 references)"));
}

TEST_CASE("picture: a recording without a model gets a map of the reported ranges") {
  const std::string text = reported(recorded_collections().text(), kUtf8);
  CHECK(contains(text, "  before gen 0  0x6 +0xe"));
  CHECK(contains(text, "shades from ░ to █"));
  CHECK_FALSE(contains(text, "object  "));
}

TEST_CASE("picture: more objects than fit are shaded instead of drawn") {
  Tale tale = ten_objects(kRightTable);
  std::string more;
  for (int i = 0; i < 60; ++i) {
    more += ",[" + std::to_string(100 + i) + "," + std::to_string(1000 + i) + ",1,0,0]";
  }
  tale.edit("heap", "[9,19,1,0,0]", "[9,19,1,0,0]" + more);
  const std::string text = reported(tale.text(), kUtf8);
  CHECK(contains(text, "shades from"));
  CHECK_FALSE(contains(text, "│O1 │"));
}

TEST_CASE("picture: color adds only escapes") {
  report::Style colored = kUtf8;
  colored.color = true;
  std::string text = reported(ten_objects(kRightTable).text(), colored);
  CHECK(contains(text, "\x1b["));
  for (std::size_t at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b')) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  CHECK(text == reported(ten_objects(kRightTable).text(), kUtf8));
}

TEST_CASE("verbose: every callback is shown with its arguments") {
  report::Style verbose = kUtf8;
  verbose.verbose = true;
  const std::string text = reported(ten_objects(kRightTable).text(), verbose);
  CHECK(contains(text, "  callbacks (line of the trace, thread, call)\n"));
  CHECK(contains(text, "t0  GarbageCollectionStarted collects gen 0, induced\n"));
  // Text that does not fit into the line is below it.
  CHECK(
      contains(text,
               "t0  MovedReferences2, 3 ranges:\n"
               "                  8→7 length 1 (O1), 10→8 length 3 (O3 O4), 15→11 length 4 (O6 O7 O8 O9)\n"));
}

TEST_CASE("callback text: arguments use names where known and numbers elsewhere") {
  report::Names names;
  const std::array fields{trace::Field{"type", trace::number(0)}, trace::Field{"name", trace::text("Node")},
                          trace::Field{"class", trace::number(0x50)}};
  names.take({.kind = trace::EventKind::kModel, .name = "type", .fields = fields});
  const rules::Collection collection = [] {
    rules::Collection made;
    made.model.emplace();
    made.model->before = rules::HeapPicture{
        .ranges = {}, .objects = {{.object = 0, .at = 0x5000, .size = 24}}, .references = {}};
    made.model->after = rules::HeapPicture{
        .ranges = {}, .objects = {{.object = 0, .at = 0x6000, .size = 24}}, .references = {}};
    return made;
  }();
  const report::Places places(names, collection);
  const auto head = [&](const rules::Callback& callback) {
    const report::CallbackText text = report::text_of(callback, places, kUtf8);
    std::string whole = text.head;
    for (const std::string& row : text.rows) whole += " | " + row;
    return whole;
  };
  const auto callback = [](rules::Call call) {
    rules::Callback made;
    made.call = call;
    made.name = std::string(rules::name_of(call));
    return made;
  };

  rules::Callback roots = callback(rules::Call::kRootReferences2);
  roots.roots = {{.object = 0x6000, .kind = 1, .flags = 0},
                 {.object = 0x6008, .kind = 3, .flags = 5},
                 {.object = 0x7000, .kind = 7, .flags = 0x20},
                 {}};
  CHECK(head(roots) ==
        "RootReferences2, 4 roots | #0 (stack) | #0+8 (handle, pinned, interior) | 0x7000 (kind 7, flags "
        "0x20) | "
        "null (other)");
  rules::Callback references = callback(rules::Call::kObjectReferences);
  references.object = 0x6000;
  references.object_class = 0x50;
  references.references = {0x6000};
  CHECK(head(references) == "ObjectReferences #0 (Node), 1 reference | #0");
  references.object_class = 0x51;
  CHECK(head(references) == "ObjectReferences #0 (class 0x51), 1 reference | #0");
  rules::Callback moved = callback(rules::Call::kMovedReferences2);
  moved.ranges = {{.from = 0x5000, .to = 0x6000, .length = 24},
                  {.from = 0x5000, .to = 0x5000, .length = 10'000}};
  CHECK(head(moved) ==
        "MovedReferences2, 2 ranges | 0x5000→0x6000 length 24 (#0) | 0x5000 same, length 10000 (#0)");
  rules::Callback queued = callback(rules::Call::kFinalizeableObjectQueued);
  queued.object = 0x5000;
  queued.flags = 1;
  CHECK(head(queued) == "FinalizeableObjectQueued #0, critical");
  rules::Callback suspended = callback(rules::Call::kRuntimeSuspendStarted);
  suspended.reason = 1;
  CHECK(head(suspended) == "RuntimeSuspendStarted for a collection");
  suspended.reason = 5;
  CHECK(head(suspended) == "RuntimeSuspendStarted reason 5");
  rules::Callback started = callback(rules::Call::kGarbageCollectionStarted);
  started.generations = {1, 1, 0, 0, 0, 0, 1};
  started.reason = 0;
  CHECK(head(started) == "GarbageCollectionStarted collects gen 0, gen 1, generation 6, not induced");
  rules::Callback classes = callback(rules::Call::kObjectsAllocatedByClass);
  classes.classes = {{.object_class = 0x50, .count = 1200}};
  CHECK(head(classes) == "ObjectsAllocatedByClass, 1 class | 1,200 Node");
}

TEST_CASE("picture: a range that does not move is shown as same") {
  const std::string text = reported(ten_objects("[[8,8,1],[10,8,3],[15,11,4]]").text(), kUtf8);
  CHECK(contains(text, "      1   moved          8       same       1  O1\n"));
}

TEST_CASE("callback list: repeated and alternating callbacks are condensed") {
  report::CallbackList list(false);
  rules::Callback callback;
  const auto add = [&](const char* name, std::size_t ranges) {
    callback.name = name;
    callback.ranges.assign(ranges, {});
    list.add(callback);
  };
  for (int i = 0; i < 3; ++i) {
    add("MovedReferences2", 512);
    add("MovedReferences", 512);
  }
  add("MovedReferences2", 7);
  for (int i = 0; i < 1000; ++i) add("HandleCreated", 0);
  const report::Names nobody;
  CHECK(list.text(kUtf8, 2, report::Places(nobody)) ==
        "  (MovedReferences2, MovedReferences) ×3 (1,539 ranges), MovedReferences2 (0 ranges),\n"
        "  HandleCreated ×1,000\n");
}

TEST_CASE("picture: object names cannot send escapes to the terminal") {
  Tale tale = ten_objects(kRightTable);
  tale.edit("names", "\"O1\"", "\"\\u001b[31mO1\"");
  CHECK_FALSE(contains(reported(tale.text(), kUtf8), "\x1b"));
}

}  // namespace gcrucible::tests
