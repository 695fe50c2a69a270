// The account of a run: exact, and equal to what the other model lines show.
#include "harness/account/account.h"

#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "harness/campaign/generate/calls.h"
#include "harness/program/numbers.h"
#include "harness/program/steps/call_stack.h"
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

// Of the functions in a program, what each allocated itself and with its callees. Follows the program's calls
// on its own; the sizes are those of the trace.
struct Shares {
  Count exclusive, inclusive;
  friend bool operator==(const Shares&, const Shares&) = default;
};
using ByFunction = std::map<std::uint32_t, Shares>;

ByFunction shares_of(const Account& account) {
  ByFunction rows;
  for (const account::FunctionRow& row : account::functions_of(account)) {
    if (row.inclusive.objects != 0)
      rows[row.function] = {.exclusive = row.exclusive.allocated, .inclusive = row.inclusive};
  }
  return rows;
}

ByFunction recounted(const program::Program& program, const std::string& trace) {
  std::map<std::uint64_t, std::uint64_t> sizes;
  read(trace, [&](const trace::Event& event) {
    if (event.kind != trace::EventKind::kModel || event.name != "allocated") return;
    const auto number = [&](std::string_view key) { return trace::number_in(event, key).value_or(0); };
    for (std::uint64_t i = 0; i < number("count"); ++i) sizes[number("object") + i] = number("size");
  });
  ByFunction rows;
  std::uint64_t object = 0;
  program::CallStacks stacks;
  stacks.resize(program.threads.size());
  for (const program::Step& step : program.steps) {
    stacks.follow(step.action);
    if (const auto* const allocate = std::get_if<program::Allocate>(&step.action);
        allocate != nullptr && allocate->announced) {
      const auto frames = stacks.of(allocate->thread).frames();
      std::vector<std::uint32_t> all(frames.begin(), frames.end());
      all.insert(all.end(), allocate->frames.begin(), allocate->frames.end());
      std::erase(all, program::kNothing);
      const std::set<std::uint32_t> distinct(all.begin(), all.end());
      for (std::uint64_t i = 0; i < allocate->count; ++i) {
        const Count one{.objects = 1, .bytes = sizes.at(object + i)};
        if (!all.empty()) rows[all.back()].exclusive += one;
        for (const std::uint32_t each : distinct) rows[each].inclusive += one;
      }
    }
    object += program::made_by(step.action, program::Noun::kObject);
  }
  return rows;
}

TEST_CASE("account: a function counts once for an allocation however often it is on the stack") {
  Build build;
  const std::uint32_t node = build.node("Node", 0);  // 24 bytes
  for (const char* const name : {"Main", "Walk", "Visit"}) build.function(name);
  build.object(node);  // without a managed frame
  build.add(program::Call{.functions = {0}});
  build.object(node);
  build.add(program::Call{.functions = {1, 2}, .times = 3});
  build.object(node);
  build.add(program::Return{.times = 6});
  build.add(program::Allocate{.type = node, .count = 2, .frames = {1, program::kNothing}});
  build.collect(Generation::k0);
  build.add(program::Allocate{.type = node, .frames = {2}});
  const Account account = account_of(build);
  REQUIRE(account.calls.size() == 9);
  CHECK(account.calls[0].lifetimes.allocated == Count{1, 24});
  CHECK(account.calls[0].lifetimes.reclaimed[0] == Count{1, 24});
  const std::vector<account::FunctionRow> rows = account::functions_of(account);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].inclusive == Count{5, 120});
  CHECK(rows[0].exclusive.allocated == Count{1, 24});
  CHECK(rows[1].inclusive == Count{3, 72});
  CHECK(rows[1].exclusive.allocated == Count{2, 48});  // native code called by it belongs to it
  CHECK(rows[1].exclusive.reclaimed[0] == Count{2, 48});
  CHECK(rows[2].inclusive == Count{2, 48});
  CHECK(rows[2].exclusive.allocated == Count{2, 48});
  CHECK(rows[2].exclusive.alive == Count{1, 24});
  CHECK(account::totals_of(account.calls)[0] == Count{6, 144});
}

TEST_CASE("account: functions have what a program with random calls allocates in them") {
  property("exclusive and inclusive by function", [](std::uint64_t seed) {
    Build build = random_build(seed, "net10");
    campaign::add_calls(build.program, seed);
    Witness witness(kMask);
    const RunResult result = run(build.program, witness, {.account = true});
    RC_ASSERT(!result.error.has_value());
    const std::optional<Account> account = account_of(result.trace);
    RC_ASSERT(account.has_value());
    RC_ASSERT(shares_of(*account) == recounted(build.program, result.trace));
    RC_ASSERT(by_type(*account) == recounted(result.trace));
    if (account->calls.empty()) return;
    Lifetimes sum;
    for (const account::CallNode& each : account->calls) sum += each.lifetimes;
    const Lifetimes total = account->total();
    RC_ASSERT(sum.allocated == total.allocated);
    RC_ASSERT(sum.allocated == sum.all_reclaimed() + sum.alive);
    RC_ASSERT(account::totals_of(account->calls)[0] == total.allocated);
  });
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
