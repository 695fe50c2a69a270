// The versions of both interface chains: their IIDs, and the slots that each one adds. They follow from the
// method tables and the declarations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/abi/callback.h"
#include "harness/abi/info.h"
#include "harness/abi/tables/callback_methods.h"
#include "harness/abi/tables/info_methods.h"
#include "harness/abi/visibility.h"

namespace gcrucible::abi {

struct InterfaceInfo {
  GUID iid;
  std::string_view name;
  std::uint16_t first_slot;
  std::uint16_t last_slot;
  std::uint8_t version;
};

namespace detail {

// "ICorProfilerInfo", "ICorProfilerInfo2" and so on.
class InterfaceName {
 public:
  constexpr InterfaceName() = default;
  constexpr InterfaceName(std::string_view prefix, std::size_t version) {
    for (const char each : prefix) text_[length_++] = each;
    if (version >= 10) text_[length_++] = static_cast<char>('0' + version / 10);
    if (version >= 2) text_[length_++] = static_cast<char>('0' + version % 10);
  }
  constexpr std::string_view view() const { return {text_.data(), length_}; }

 private:
  std::array<char, 24> text_{};
  std::size_t length_ = 0;
};

template <std::size_t kVersions>
constexpr std::array<InterfaceName, kVersions> interface_names(std::string_view prefix) {
  std::array<InterfaceName, kVersions> names;
  for (std::size_t i = 0; i < kVersions; ++i) names[i] = InterfaceName(prefix, i + 1);
  return names;
}

// The strings of InterfaceInfo::name.
GCRUCIBLE_OWN inline constexpr auto kCallbackNames =
    interface_names<kNewestCallbackVersion>("ICorProfilerCallback");
GCRUCIBLE_OWN inline constexpr auto kInfoNames = interface_names<kNewestInfoVersion>("ICorProfilerInfo");

// The IID of the interface that declares the method.
template <typename Method, typename Interface>
constexpr const GUID* iid_of(Method Interface::*) {
  return &Interface::iid;
}

// `iids` has one for each method after IUnknown's, in vtable order.
template <std::size_t kVersions, std::size_t kMethods, std::size_t kIids>
constexpr std::array<InterfaceInfo, kVersions> versions_of(
    const std::array<MethodInfo, kMethods>& methods, const std::array<const GUID*, kIids>& iids,
    const std::array<InterfaceName, kVersions>& names) {
  constexpr std::size_t kUnknown = kMethods - kIids;
  std::array<InterfaceInfo, kVersions> versions{};
  for (std::size_t i = kUnknown; i < kMethods; ++i) {
    const std::size_t place = methods[i].interface_version - std::size_t{1};
    InterfaceInfo& version = versions[place];
    if (version.version == 0) {
      version.iid = *iids[i - kUnknown];
      version.name = names[place].view();
      version.first_slot = methods[i].slot;
      version.version = methods[i].interface_version;
    }
    version.last_slot = methods[i].slot;
  }
  return versions;
}

}  // namespace detail

#define GCRUCIBLE_IID(slot, version, method, ...) detail::iid_of(&NewestCallback::method),
// Version v is element v - 1.
GCRUCIBLE_OWN inline constexpr auto kCallbackInterfaces = detail::versions_of(
    kCallbackMethods, std::array{GCRUCIBLE_CALLBACKS(GCRUCIBLE_IID)}, detail::kCallbackNames);
#undef GCRUCIBLE_IID

#define GCRUCIBLE_IID(slot, version, method, ...) detail::iid_of(&NewestInfo::method),
// Version v is element v - 1.
GCRUCIBLE_OWN inline constexpr auto kInfoInterfaces =
    detail::versions_of(kInfoMethods, std::array{GCRUCIBLE_INFO_METHODS(GCRUCIBLE_IID)}, detail::kInfoNames);
#undef GCRUCIBLE_IID

static_assert(kCallbackInterfaces.back().iid == NewestCallback::iid,
              "NewestCallback is the version of the last row of GCRUCIBLE_CALLBACKS");
static_assert(kInfoInterfaces.back().iid == NewestInfo::iid,
              "NewestInfo is the version of the last row of GCRUCIBLE_INFO_METHODS");

// The version of an IID in one of the tables. 0 for IUnknown, -1 for any other IID.
template <std::size_t N>
constexpr int interface_version(const std::array<InterfaceInfo, N>& interfaces, REFIID iid) {
  if (iid == IUnknown::iid) return 0;
  for (const InterfaceInfo& each : interfaces) {
    if (each.iid == iid) return each.version;
  }
  return -1;
}

}  // namespace gcrucible::abi
