// The account of a run: numbers and bytes of the objects that it allocated and reclaimed. They are given by
// type, by generation at death, and by the functions that allocated them. These are the values of
// "Understanding Memory Allocation and Object Lifetime Data Values" (docs/sources.md, section 3).
// docs/reference/account.md defines them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/account/count.h"
#include "harness/trace/event.h"

namespace gcrucible::account {

// COR_PRF_GC_GENERATION: 0, 1, 2, LOH, POH. Frozen objects are never reclaimed.
inline constexpr std::size_t kGenerations = 5;
inline constexpr std::array<std::string_view, kGenerations> kGenerationNames{"gen 0", "gen 1", "gen 2", "LOH",
                                                                             "POH"};

// allocated + earlier = reclaimed in all generations + alive, in objects and in bytes.
struct Lifetimes {
  Count allocated;  // since the process began, but not `earlier`
  Count earlier;    // there before the profiler came
  // By the generation in which the object was when the collection began that reclaimed it.
  std::array<Count, kGenerations> reclaimed{};
  Count alive;  // when the run ended

  Count all_reclaimed() const;
  Lifetimes& operator+=(const Lifetimes& other);
  friend bool operator==(const Lifetimes&, const Lifetimes&) = default;
};

struct TypeRow {
  std::uint32_t type = 0;  // number of the type in the program
  std::string name;        // empty in what read_account() returns
  Lifetimes lifetimes;
};

// A way in which a function was reached: the calls on the stack of an allocation. What was there before the
// profiler has none.
struct CallNode {
  std::uint32_t parent = 0;    // index of the caller's node, which comes before this one
  std::uint32_t function = 0;  // number of the function in the program; not of the root
  Lifetimes lifetimes;         // of what the function itself allocated there
};

// The name of the root in tables.
inline constexpr std::string_view kNoManagedFrame = "[no managed frame]";

// A function over all ways in which it was reached.
struct FunctionRow {
  std::uint32_t function = 0;
  std::string name;  // empty if the account has no names
  Count inclusive;   // allocated while it was anywhere on the stack; once however often it was there
  Lifetimes exclusive;
};

struct Account {
  std::vector<TypeRow> types;  // those with objects, ascending by number
  // The first one is the root: allocations without a managed frame. Empty if there were no others.
  std::vector<CallNode> calls;
  std::vector<std::string> functions;  // names by number; empty in what read_account() returns

  Lifetimes total() const;
};

// For each node what was allocated there and below.
std::vector<Count> totals_of(const std::vector<CallNode>& calls);
// The functions that were on a stack, ascending by number.
std::vector<FunctionRow> functions_of(const Account& account);

// The same with one function for all that share code. `code`: for each function, the number of the one that
// stands for it, as in program::code_numbers(). Nodes of one caller and one code become one node.
Account with_shared_code(Account account, const std::vector<std::uint32_t>& code);

// Reads the model line `account` (docs/model-lines.md). No value for any other line.
std::optional<Account> read_account(const trace::Event& event);

}  // namespace gcrucible::account
