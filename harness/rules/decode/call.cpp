#include "harness/rules/decode/call.h"

#include "harness/abi/tables/callback_methods.h"
#include "harness/trace/read/name_index.h"

namespace gcrucible::rules {
namespace {

// The slot of each Call.
constexpr std::array<std::uint16_t, kCallCount> kSlots = [] {
  std::array<std::uint16_t, kCallCount> slots{};
  std::size_t count = 1;
  for (std::size_t value = 0; value < abi::kCallbackRows.size(); ++value) {
    if (abi::kCallbackRows[value].judged) slots[count++] = static_cast<std::uint16_t>(value);
  }
  return slots;
}();

constexpr trace::NameIndex<kCallCount> kNames{[] {
  std::array<std::string_view, kCallCount> names{};
  for (std::size_t i = 1; i < kCallCount; ++i) names[i] = abi::callback_name(kSlots[i]);
  return names;
}()};

}  // namespace

Call call_of(std::string_view method) {
  const std::size_t place = kNames.find(method);
  return place == kNames.kNone ? Call::kOther : static_cast<Call>(place);
}

std::string_view name_of(Call call) {
  return kNames.name(static_cast<std::size_t>(call));
}

std::uint16_t slot_of(Call call) {
  return kSlots[static_cast<std::size_t>(call)];
}

std::uint8_t interface_of(Call call) {
  return abi::method_info(static_cast<abi::CallbackMethod>(slot_of(call))).interface_version;
}

}  // namespace gcrucible::rules
