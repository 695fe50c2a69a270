// The account of a run: exact, and equal to what the other model lines show.
#include "harness/account/account.h"

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/trace/event_fields.h"
#include "harness/trace/read/line_parser.h"
#include "tests/harness/calls/random_build.h"
#include "tests/harness/calls/rig.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

namespace gcrucible::tests {
namespace {

using account::Account;
using account::Count;
using account::Lifetimes;
using program::Generation;
using program::Mode;

constexpr std::uint32_t kMask = abi::COR_PRF_MONITOR_GC;

using ByType = std::map<std::uint32_t, Lifetimes>;

ByType by_type(const Account& account) {
  ByType rows;
  for (const account::TypeRow& row : account.types) rows[row.type] = row.lifetimes;
  return rows;
}

// The lines are in the order of their events: the header comes after the types.
template <typename Take>
void read(const std::string& trace, Take&& take) {
  trace::LineParser parser;
  trace::Line line;
  std::istringstream lines(trace);
  for (std::string text; std::getline(lines, text);) {
    const std::size_t length = text.size();
    text.append(trace::LineParser::kPadding, '\0');
    const bool parsed = parser.parse(std::string_view(text).substr(0, length), line);
    INFO(parser.problem());
    REQUIRE(parsed);
    take(line.event());
  }
}

std::optional<Account> account_of(const std::string& trace) {
  std::optional<Account> found;
  read(trace, [&](const trace::Event& event) {
    if (auto account = account::read_account(event)) {
      CHECK(!found);
      found = std::move(account);
    }
  });
  return found;
}

// The same numbers, object by object, from the model lines about allocations and collections.
ByType recounted(const std::string& trace) {
  struct Object {
    std::uint32_t type = 0;
    std::uint64_t size = 0;
    std::uint64_t generation = 0;
    bool earlier = false, dead = false;
  };
  std::map<std::uint64_t, Object> objects;
  ByType rows;
  const auto add = [](Count& count, const Object& object) { count += {.objects = 1, .bytes = object.size}; };
  read(trace, [&](const trace::Event& event) {
    if (event.kind != trace::EventKind::kModel) return;
    const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
    if (event.name == "allocated") {
      const trace::Value* const earlier = trace::find(event, "earlier");
      for (std::uint64_t i = 0; i < number("count"); ++i) {
        objects[number("object") + i] = {.type = static_cast<std::uint32_t>(number("type")),
                                         .size = number("size"),
                                         .earlier = earlier != nullptr && earlier->number != 0};
      }
    } else if (event.name == "heap" && trace::text_in(event, "when") == "before") {
      const trace::Table table = trace::table_in(event, "objects");
      for (std::uint64_t row = 0; row < table.rows; ++row)
        objects.at(table.columns[0].at(row)).generation = table.columns[3].at(row);
    } else if (event.name == "plan") {
      const trace::Table deaths = trace::table_in(event, "deaths");
      for (std::uint64_t row = 0; row < deaths.rows; ++row) {
        Object& object = objects.at(deaths.columns[0].at(row));
        CHECK(!object.dead);
        object.dead = true;
        add(rows[object.type].reclaimed.at(object.generation), object);
      }
    }
  });
  for (const auto& [number, object] : objects) {
    Lifetimes& row = rows[object.type];
    add(object.earlier ? row.earlier : row.allocated, object);
    if (!object.dead) add(row.alive, object);
  }
  return rows;
}

Account account_of(const Build& build) {
  Witness witness(kMask);
  const RunResult result = run(build.program, witness, {.account = true});
  CHECK(!result.error.has_value());
  const std::optional<Account> account = account_of(result.trace);
  REQUIRE(account.has_value());
  return *account;
}

TEST_CASE("account: an object counts where it was when the collection that reclaimed it began") {
  Build build;
  const std::uint32_t node = build.node("Node", 0);  // 24 bytes
  const std::uint32_t bytes = build.array("System.Byte[]", 0x05, 1);
  build.object(node);  // dies in generation 0
  const std::uint32_t root = build.root(build.object(node));
  build.object(bytes, 100'000);                   // LOH
  build.object(bytes, 100, Generation::kPinned);  // POH
  build.collect(Generation::k0);                  // the root's object is in generation 1 now
  build.add(program::SetRoot{.root = root, .object = build.object(node)});
  build.collect(Generation::k1, Mode::kSweep);
  build.collect(Generation::k2);
  const ByType rows = by_type(account_of(build));
  REQUIRE(rows.size() == 2);
  const Lifetimes& nodes = rows.at(node);
  CHECK(nodes.allocated == Count{3, 72});
  CHECK(nodes.earlier == Count{});
  CHECK(nodes.reclaimed[0] == Count{1, 24});
  CHECK(nodes.reclaimed[1] == Count{1, 24});
  CHECK(nodes.reclaimed[2] == Count{});
  CHECK(nodes.alive == Count{1, 24});
  const Lifetimes& arrays = rows.at(bytes);
  CHECK(arrays.allocated == Count{2, 100'024 + 124});
  CHECK(arrays.reclaimed[3] == Count{1, 100'024});
  CHECK(arrays.reclaimed[4] == Count{1, 124});
  CHECK(arrays.alive == Count{});
}

TEST_CASE("account: objects from before the profiler are not counted as allocated") {
  Build build;
  const std::uint32_t node = build.node("Node", 0);
  build.add(program::Allocate{.type = node, .count = 5, .announced = false});
  build.add(program::Allocate{.type = node, .count = 2});
  build.collect(Generation::k0);
  const ByType rows = by_type(account_of(build));
  CHECK(rows.at(node).earlier == Count{5, 120});
  CHECK(rows.at(node).allocated == Count{2, 48});
  CHECK(rows.at(node).reclaimed[0] == Count{7, 168});
}

TEST_CASE("account: without the option there is none") {
  Build build;
  build.object(build.node());
  Witness witness(kMask);
  CHECK(!account_of(run(build.program, witness).trace));
}

TEST_CASE("account: equals what the model lines show of each object") {
  property("allocated, earlier, reclaimed and alive", [](std::uint64_t seed) {
    for (const char* const runtime : {"net10", "documented"}) {
      const Build build = random_build(seed, runtime);
      Witness witness(kMask);
      const RunResult result = run(build.program, witness, {.account = true});
      RC_ASSERT(!result.error.has_value());
      const std::optional<Account> account = account_of(result.trace);
      RC_ASSERT(account.has_value());
      RC_ASSERT(by_type(*account) == recounted(result.trace));
      for (const account::TypeRow& row : account->types) {
        const Lifetimes& each = row.lifetimes;
        RC_ASSERT(each.allocated + each.earlier == each.all_reclaimed() + each.alive);
      }
    }
  });
}

}  // namespace
}  // namespace gcrucible::tests
