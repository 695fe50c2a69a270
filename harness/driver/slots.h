// What the names of functions say about a profiler's table of methods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/protocol/slot_table.h"

namespace gcrucible::driver {

// A slot whose function has the name of another callback.
struct WrongSlot {
  std::size_t slot = 0;
  std::size_t belongs = 0;  // the slot of the callback with that name
  std::string function;     // as in its source: "table::moved_references"
};

struct SlotFacts {
  std::vector<std::uint64_t> functions;  // addresses, by slot; empty if the table is unknown
  std::vector<bool> named;               // whether the function has the name of its slot
  std::vector<WrongSlot> wrong;          // ascending
  // No C++ compiler makes such a table, as far as the words in front of it show.
  bool by_hand = false;
  // The file names no function of the table, so nothing is known of its slots.
  bool nameless = false;
};

// Reads the names from the file of the library. Keeps them for the next call. Any thread. `answers_any_iid`:
// the profiler does not say which interfaces it has.
SlotFacts slot_facts(const protocol::SlotTable& table, bool answers_any_iid);

// The same for a table whose names are known: the symbols of each slot's function.
//
// No correct table has a wrong slot. A slot is wrong only if the callback of that name has neither this
// function nor this name in its own slot. Compilers and linkers join equal functions under one name.
std::vector<WrongSlot> wrong_slots(std::span<const std::uint64_t> functions,
                                   std::span<const std::vector<std::string>> symbols,
                                   std::vector<bool>& named);

// "the slot of MovedReferences (49) seems to hold another method: table::object_allocated", and what to do.
// Empty if no slot is wrong.
std::string wrong_slots_text(const SlotFacts& facts);
// What to do about a wrong slot, as a sentence.
std::string slots_remedy(const SlotFacts& facts);

// Why a table written by hand was not compared with the slots, and how to change that. Empty if it was.
std::string uncompared_slots_text(const SlotFacts& facts);

// The name in the source, without arguments and namespaces: "moved_references" for a mangled symbol of C++ or
// Rust.
std::string simple_name(const std::string& symbol);

}  // namespace gcrucible::driver
