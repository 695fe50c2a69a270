// Every method of ICorProfilerCallback and its later versions by vtable slot. Traces, event masks and
// counts take method names only from this table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/abi/tables/callback_table.h"
#include "harness/abi/tables/hook_table.h"
#include "harness/abi/tables/method_info.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

// The value is the slot. Hooks have no slot; their values follow the last slot.
enum class CallbackMethod : std::uint16_t {
  kQueryInterface = 0,
  kAddRef = 1,
  kRelease = 2,
#define GCRUCIBLE_SLOT(slot, version, method, ...) k##method = slot,
  GCRUCIBLE_CALLBACKS(GCRUCIBLE_SLOT)
#undef GCRUCIBLE_SLOT
#define GCRUCIBLE_HOOK(name, mode) k##name,
      GCRUCIBLE_HOOKS(GCRUCIBLE_HOOK)
#undef GCRUCIBLE_HOOK
};

// Indexed by slot.
GCRUCIBLE_OWN inline constexpr std::array kCallbackMethods{
    MethodInfo{0, "QueryInterface", 0}, MethodInfo{1, "AddRef", 0}, MethodInfo{2, "Release", 0},
#define GCRUCIBLE_ROW(slot, version, method, ...) MethodInfo{slot, #method, version},
    GCRUCIBLE_CALLBACKS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};
static_assert(slots_are_indices(kCallbackMethods));
GCRUCIBLE_OWN inline constexpr std::uint8_t kNewestCallbackVersion =
    kCallbackMethods.back().interface_version;

// By value, without the slots.
GCRUCIBLE_OWN inline constexpr std::array kHooks{
#define GCRUCIBLE_ROW(name, mode) MethodInfo{static_cast<std::uint16_t>(CallbackMethod::k##name), #name, 0},
    GCRUCIBLE_HOOKS(GCRUCIBLE_ROW)
#undef GCRUCIBLE_ROW
};
static_assert(kHooks.front().slot == kCallbackMethods.size());

constexpr bool is_hook(CallbackMethod method) {
  return static_cast<std::size_t>(method) >= kCallbackMethods.size();
}

constexpr const MethodInfo& method_info(CallbackMethod method) {
  const auto value = static_cast<std::size_t>(method);
  return is_hook(method) ? kHooks[value - kCallbackMethods.size()] : kCallbackMethods[value];
}

// Of a callback's slot or a hook's value; empty for another number.
constexpr std::string_view callback_name(std::size_t value) {
  if (value >= kCallbackMethods.size() + kHooks.size()) return {};
  return method_info(static_cast<CallbackMethod>(value)).name;
}

constexpr std::string_view name_of(CallbackMethod method) {
  return method_info(method).name;
}

// The method with exactly that name; nothing if it does not exist.
constexpr std::optional<CallbackMethod> find_callback_method(std::string_view name) {
  const MethodInfo* const found = find_method(kCallbackMethods, name);
  if (found == nullptr) return std::nullopt;
  return static_cast<CallbackMethod>(found->slot);
}
// The same, also for hooks.
constexpr std::optional<CallbackMethod> find_callback_or_hook(std::string_view name) {
  if (const auto callback = find_callback_method(name)) return callback;
  const MethodInfo* const found = find_method(kHooks, name);
  if (found == nullptr) return std::nullopt;
  return static_cast<CallbackMethod>(found->slot);
}

}  // namespace gcrucible::abi
