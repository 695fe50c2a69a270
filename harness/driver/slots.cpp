#include "harness/driver/slots.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/abi/interfaces.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/platform/crash/symbol_name.h"
#include "harness/platform/library/function_names.h"

namespace gcrucible::driver {
namespace {

// The methods of IUnknown work, or the profiler would not have been loaded.
constexpr std::size_t kFirst = 3;

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

// Without arguments, and without what compilers add.
std::string without_arguments(std::string name) {
  for (const std::string_view thunk : {"non-virtual thunk to ", "virtual thunk to "}) {
    if (name.starts_with(thunk)) name.erase(0, thunk.size());
  }
  // The last bracket closes the arguments, but for a word such as "const".
  const std::size_t close = name.rfind(')');
  if (close == std::string::npos || name.find("::", close) != std::string::npos) return name;
  std::size_t depth = 0;
  for (std::size_t at = close + 1; at-- > 0;) {
    if (name[at] == ')') ++depth;
    if (name[at] == '(' && --depth == 0) return name.substr(0, at);
  }
  return name;
}

// The name with its namespaces, for people.
std::string readable_name(const std::string& symbol) {
  // Behind a point are words of the compiler: ".llvm.123", ".lto_priv.0".
  const std::string begin = symbol.substr(0, symbol.find('.'));
  std::string name = without_arguments(platform::demangled(begin));
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  if (name.starts_with(kUnnamed)) name.erase(0, kUnnamed.size());
  // The types of a generic function of Rust: "table::moved::<usize>".
  if (name.ends_with('>')) name.resize(std::min(name.find("::<"), name.size()));
  return name;
}

// A name without the marks between its words, and where these words begin.
struct Word {
  std::string text;
  std::vector<bool> begins;

  explicit Word(std::string_view name) {
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '_') continue;
      const bool hump = i != 0 && is_upper(name[i]) && !is_upper(name[i - 1]);
      begins.push_back(i == 0 || name[i - 1] == '_' || hump);
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    }
  }
  bool ends_with(const Word& other) const {
    return text.ends_with(other.text) && begins[text.size() - other.text.size()];
  }
  // Without the number of a later version.
  std::string_view stem() const {
    return std::string_view(text).substr(0, text.find_last_not_of("0123456789") + 1);
  }
};

const std::vector<Word>& callback_words() {
  static const std::vector<Word> words = [] {
    std::vector<Word> made;
    for (const abi::MethodInfo& method : abi::kCallbackMethods) made.emplace_back(method.name);
    return made;
  }();
  return words;
}

// The slot of the callback that the function is named like. The longest name counts.
std::optional<std::size_t> named_slot(const std::string& symbol) {
  const Word word(simple_name(symbol));
  const std::vector<Word>& callbacks = callback_words();
  std::optional<std::size_t> found;
  for (std::size_t slot = kFirst; slot < callbacks.size(); ++slot) {
    if (word.ends_with(callbacks[slot]) &&
        (!found || callbacks[slot].text.size() > callbacks[*found].text.size()))
      found = slot;
  }
  return found;
}

// Slots in which a profiler may use the function of the other one on purpose.
bool are_kin(std::size_t slot, std::size_t belongs) {
  using abi::CallbackMethod;
  constexpr std::pair<CallbackMethod, CallbackMethod> kKin[] = {
      {CallbackMethod::kInitializeForAttach, CallbackMethod::kInitialize},
      {CallbackMethod::kProfilerDetachSucceeded, CallbackMethod::kShutdown}};
  return std::ranges::any_of(kKin, [&](const auto& kin) {
    return slot == static_cast<std::size_t>(kin.first) && belongs == static_cast<std::size_t>(kin.second);
  });
}

std::string slot_text(std::size_t slot) {
  return fmt::format("{} ({})", abi::kCallbackMethods[slot].name, slot);
}

// "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& words) {
  if (words.size() == 1) return words.front();
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

// If a slot is missing or too much, all later methods are in the slot beside their own.
std::string shift_text(const std::vector<WrongSlot>& wrong) {
  const auto all = [&](std::size_t before, std::size_t behind) {
    return wrong.size() > 1 && std::ranges::all_of(wrong, [&](const WrongSlot& each) {
             return each.slot + before == each.belongs + behind;
           });
  };
  const std::string begin = fmt::format("from the slot of {} on, {} slots seem to hold the method of the ",
                                        slot_text(wrong.front().slot), wrong.size());
  if (all(1, 0)) return begin + "next slot, so a slot before them is missing";
  if (all(0, 1)) return begin + "previous slot, so there is a slot too many before them";
  return {};
}

// What the wrong slots are. At least one is needed.
std::string clause_of(const std::vector<WrongSlot>& wrong) {
  constexpr std::size_t kMostListed = 3;
  if (std::string shift = shift_text(wrong); !shift.empty()) return shift;
  std::vector<std::string> slots, functions;
  for (std::size_t i = 0; i < std::min(wrong.size(), kMostListed); ++i) {
    slots.push_back(slot_text(wrong[i].slot));
    functions.push_back(wrong[i].function);
  }
  if (wrong.size() == 1)
    return fmt::format("the slot of {} seems to hold another method: {}", slots.front(), functions.front());
  if (wrong.size() > kMostListed) {
    return fmt::format("{} slots seem to hold other methods; the first are {}, with {}", wrong.size(),
                       listed(slots), listed(functions));
  }
  return fmt::format("the slots of {} seem to hold other methods: {}", listed(slots), listed(functions));
}

// In front of a C++ table are the offset of its object, which is 0 or negative, and a pointer to its type.
bool is_made_by_hand(const protocol::SlotTable& table) {
  constexpr std::uint64_t kLeastPointer = 1u << 20;
  constexpr std::int64_t kFarthest = -(1 << 20);
  const auto offset = static_cast<std::int64_t>(table.before[0].load());
  const std::uint64_t type = table.before[1].load();
  const bool has_offset = offset <= 0 && offset >= kFarthest && offset % 8 == 0;
  return !has_offset || type < kLeastPointer;
}

}  // namespace

std::string simple_name(const std::string& symbol) {
  const std::string name = readable_name(symbol);
  const std::size_t last = name.rfind("::");
  return last == std::string::npos ? name : name.substr(last + 2);
}

std::vector<WrongSlot> wrong_slots(std::span<const std::uint64_t> functions,
                                   std::span<const std::vector<std::string>> symbols,
                                   std::vector<bool>& named) {
  const std::vector<Word>& callbacks = callback_words();
  const std::size_t count = std::min({functions.size(), symbols.size(), callbacks.size()});
  // The slots that the function of a slot is named like, each with its symbol.
  std::vector<std::map<std::size_t, const std::string*>> names(count);
  for (std::size_t slot = kFirst; slot < count; ++slot) {
    for (const std::string& symbol : symbols[slot]) {
      if (const auto name = named_slot(symbol)) names[slot].emplace(*name, &symbol);
    }
  }
  const auto is_elsewhere = [&](std::size_t slot, std::size_t belongs) {
    if (belongs >= count || functions[belongs] == functions[slot] || names[belongs].contains(belongs) ||
        are_kin(slot, belongs))
      return false;
    // A profiler may leave the number of a version away, unless two versions are exchanged.
    return callbacks[slot].stem() != callbacks[belongs].text || names[belongs].contains(slot);
  };
  named.assign(count, false);
  std::vector<WrongSlot> wrong;
  for (std::size_t slot = kFirst; slot < count; ++slot) {
    named[slot] = names[slot].contains(slot);
    if (named[slot] || names[slot].empty()) continue;
    if (!std::ranges::all_of(names[slot], [&](const auto& name) { return is_elsewhere(slot, name.first); }))
      continue;
    const auto& [belongs, symbol] = *names[slot].begin();
    wrong.push_back({.slot = slot, .belongs = belongs, .function = readable_name(*symbol)});
  }
  return wrong;
}

namespace {

// Functions that are not in the file are made at run time, and are at other addresses in each run.
constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

// What the names in its file say about a library's table.
struct Judged {
  std::vector<bool> named;
  std::vector<WrongSlot> wrong;
  bool nameless = false;
};

// The last table that was judged. A campaign plays thousands of cases with one library.
struct Known {
  std::string module;
  std::filesystem::file_time_type written;
  std::vector<std::uint64_t> addresses;
  Judged judged;
};

// `addresses`: of the functions in the file, by slot.
Judged judge(const std::string& module, const std::vector<std::uint64_t>& addresses) {
  static std::mutex mutex;
  static std::optional<Known> known;
  std::error_code code;
  const auto written = std::filesystem::last_write_time(module, code);
  if (code) return {.named = std::vector<bool>(addresses.size()), .wrong = {}, .nameless = false};
  const std::lock_guard lock(mutex);
  if (!known || known->module != module || known->written != written || known->addresses != addresses) {
    known = Known{.module = module, .written = written, .addresses = addresses, .judged = {}};
    Judged& judged = known->judged;
    const std::vector<std::vector<std::string>> symbols = platform::function_names(module, addresses);
    judged.wrong = wrong_slots(addresses, symbols, judged.named);
    // Functions that are made at run time have no names in any file.
    judged.nameless = std::ranges::any_of(addresses, [](std::uint64_t each) { return each != kNowhere; }) &&
                      std::ranges::all_of(symbols, [](const auto& names) { return names.empty(); });
  }
  return known->judged;
}

}  // namespace

SlotFacts slot_facts(const protocol::SlotTable& table, bool answers_any_iid) {
  SlotFacts facts;
  // The profiler may have written over the table.
  std::size_t count = std::min<std::size_t>(table.count.load(), abi::kCallbackMethods.size());
  // Every profiler has the first two versions. Behind them may be other data.
  constexpr std::uint8_t kOfAll = 2;
  while (answers_any_iid && count != 0 && abi::kCallbackMethods[count - 1].interface_version > kOfAll)
    --count;
  if (count == 0) return facts;
  for (std::size_t i = 0; i < count; ++i) facts.functions.push_back(table.functions[i].load());
  facts.named.assign(count, false);
  facts.by_hand = is_made_by_hand(table);
  const std::string module(table.module, strnlen(table.module, sizeof table.module));
  if (module.empty()) return facts;
  const std::uint64_t base = table.base.load(), end = table.end.load();
  std::vector<std::uint64_t> addresses;
  for (const std::uint64_t each : facts.functions)
    addresses.push_back(each >= base && each < end ? each - base : kNowhere);
  Judged judged = judge(module, addresses);
  facts.named = std::move(judged.named);
  facts.nameless = judged.nameless;
  facts.wrong = std::move(judged.wrong);
  return facts;
}

std::string wrong_slots_text(const SlotFacts& facts) {
  return facts.wrong.empty() ? "" : clause_of(facts.wrong) + ". " + slots_remedy(facts);
}

std::string uncompared_slots_text(const SlotFacts& facts) {
  if (!facts.by_hand || !facts.nameless) return {};
  return "The names of the library's functions are stripped, so its table was not compared with the slots. "
         "Build it without stripping for that.";
}

std::string slots_remedy(const SlotFacts& facts) {
  const std::size_t last = facts.functions.empty() ? 0 : facts.functions.size() - 1;
  const std::size_t version = std::max<std::size_t>(abi::kCallbackMethods[last].interface_version, 1);
  return fmt::format("Compare the table with `gcrucible explain {}`.",
                     abi::kCallbackInterfaces.at(version - 1).name);
}

}  // namespace gcrucible::driver
