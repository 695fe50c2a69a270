// What the names of functions say about a table of methods.
#include "harness/driver/slots.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace gcrucible::driver {
namespace {

constexpr std::size_t kSlots = 89;
constexpr std::size_t kMoved = 49, kAllocated = 50, kMoved2 = 87, kSurviving2 = 88;

// A table in which most slots have one function that does nothing.
struct Table {
  std::vector<std::uint64_t> functions = std::vector<std::uint64_t>(kSlots, 1000);
  std::vector<std::vector<std::string>> symbols = std::vector<std::vector<std::string>>(kSlots, {"ok"});
  std::vector<bool> named = {};

  Table& put(std::size_t slot, std::vector<std::string> names, std::uint64_t address = 0) {
    functions[slot] = address == 0 ? 2000 + slot : address;
    symbols[slot] = std::move(names);
    return *this;
  }
  std::string text() {
    SlotFacts facts{.functions = functions, .named = {}, .wrong = {}, .by_hand = true};
    facts.wrong = wrong_slots(functions, symbols, named);
    return wrong_slots_text(facts);
  }
};

const std::string kRemedy = ". Compare the table with `gcrucible explain ICorProfilerCallback4`.";

}  // namespace

TEST_CASE("simple_name: the last word of symbols of C and C++ and Rust") {
  CHECK(simple_name("moved_references") == "moved_references");
  CHECK(simple_name("moved_references.lto_priv.0") == "moved_references");
  CHECK(simple_name("_ZN12_GLOBAL__N_15Table16MovedReferences2EjPmS1_S1_") == "MovedReferences2");
  CHECK(simple_name("_ZThn8_N5Table16MovedReferences2EjPmS0_S0_") == "MovedReferences2");
  CHECK(simple_name("_ZN9survivors18moved_references_217h0123456789abcdefE") == "moved_references_2");
  CHECK(simple_name("_RNvCs7nZ1_5table16moved_references") == "moved_references");
  CHECK(simple_name("_RNvNtCs7nZ1_5table5slots16_2moved_reference") == "2moved_reference");
  CHECK(simple_name("_RNvXCs7nZ1_5tableNtB2_7TrackerNtB2_8Callback16moved_references") == "moved_references");
  CHECK(simple_name("_RINvCs7nZ1_5table16moved_referencesjE") == "moved_references");
  CHECK(simple_name("f") == "f");  // "float", if it were the name of a type
  CHECK(simple_name("").empty());
  CHECK(simple_name("_R").substr(0, 2) == "_R");
}

TEST_CASE("wrong_slots: a correct table has none") {
  CHECK(Table().text().empty());
  Table table;
  table.put(3, {"initialize"}).put(kAllocated, {"MyProfiler_ObjectAllocated"});
  table.put(kMoved2, {"_ZN9survivors17moved_references217h0123456789abcdefE"});
  CHECK(table.text().empty());
  CHECK(table.named[kMoved2]);
  CHECK(table.named[kAllocated]);
  CHECK_FALSE(table.named[kMoved]);
  // The number of a version is left away.
  CHECK(Table().put(kMoved2, {"moved_references"}).put(kSurviving2, {"surviving_references"}).text().empty());
}

TEST_CASE("wrong_slots: equal functions under one name are no mistake") {
  // The linker keeps one of the equal functions, with one name or with all.
  CHECK(Table().put(kAllocated, {"object_allocated"}, 7).put(kMoved, {"object_allocated"}, 7).text().empty());
  CHECK(Table().put(kAllocated, {"object_allocated", "moved_references"}).text().empty());
  // Of another table of the library.
  CHECK(Table().put(kMoved, {"b_object_allocated"}).put(kAllocated, {"a_object_allocated"}).text().empty());
  // On purpose.
  CHECK(Table().put(3, {"initialize"}, 7).put(80, {"initialize"}, 7).text().empty());
  CHECK(Table().put(80, {"initialize"}).put(82, {"shutdown"}).text().empty());
  // A profiler of an old version has no slot for it.
  Table old;
  old.put(kMoved, {"moved_references2"});
  old.functions.resize(80);
  old.symbols.resize(80);
  CHECK(old.text().empty());
}

TEST_CASE("wrong_slots: a word inside a name does not count") {
  CHECK(Table().put(kMoved, {"unshutdown"}).text().empty());
  CHECK(Table().put(kMoved, {"shutdown_later"}).text().empty());
  CHECK(Table().put(kMoved, {"prepare_shutdown"}).text().find("MovedReferences (49)") != std::string::npos);
  // The longest name counts: MovedReferences2 ends with no other, InitializeForAttach begins with one.
  CHECK(Table().put(80, {"initialize_for_attach"}).text().empty());
}

TEST_CASE("wrong_slots_text: one method in another slot") {
  CHECK(Table().put(48, {"moved_references"}).text() ==
        "the slot of RuntimeThreadResumed (48) seems to hold another method: moved_references" + kRemedy);
  CHECK(Table().put(kMoved, {"moved_references2"}).text() ==
        "the slot of MovedReferences (49) seems to hold another method: moved_references2" + kRemedy);
}

TEST_CASE("wrong_slots_text: two methods are exchanged") {
  CHECK(Table().put(kMoved, {"object_allocated"}).put(kAllocated, {"moved_references"}).text() ==
        "the slots of MovedReferences (49) and ObjectAllocated (50) seem to hold other methods: "
        "object_allocated and moved_references" +
            kRemedy);
  CHECK(Table().put(kMoved, {"moved_references2"}).put(kMoved2, {"moved_references"}).text() ==
        "the slots of MovedReferences (49) and MovedReferences2 (87) seem to hold other methods: "
        "moved_references2 and moved_references" +
            kRemedy);
}

TEST_CASE("wrong_slots_text: all later methods are beside their slots") {
  Table few, many, mixed;
  const std::vector<std::string> names{"moved_references", "object_allocated", "objects_allocated_by_class",
                                       "object_references"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    few.put(kMoved + i - 1, {names[i]});
    many.put(kMoved + i + 1, {names[i]});
    mixed.put(kMoved + (i ^ 1), {names[i]});
  }
  CHECK(few.text() ==
        "from the slot of RuntimeThreadResumed (48) on, 4 slots seem to hold the method of the next slot, so "
        "a slot before them is missing" +
            kRemedy);
  CHECK(many.text() ==
        "from the slot of ObjectAllocated (50) on, 4 slots seem to hold the method of the previous slot, so "
        "there is a slot too many before them" +
            kRemedy);
  CHECK(mixed.text() ==
        "4 slots seem to hold other methods; the first are MovedReferences (49), ObjectAllocated (50) and "
        "ObjectsAllocatedByClass (51), with object_allocated, moved_references and object_references" +
            kRemedy);
}

TEST_CASE("slot_facts: a damaged table is read as far as it goes") {
  protocol::SlotTable table;
  CHECK(slot_facts(table, false).functions.empty());
  table.count = 0xFFFFFFFF;
  for (char& each : table.module) each = 'x';
  CHECK(slot_facts(table, false).functions.size() <= protocol::SlotTable::kMostSlots);
  CHECK(slot_facts(table, false).wrong.empty());
  // Of the first two versions only.
  CHECK(slot_facts(table, true).functions.size() == 80);
}

}  // namespace gcrucible::driver
