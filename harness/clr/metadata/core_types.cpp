#include "harness/clr/metadata/core_types.h"

#include <array>
#include <iterator>
#include <string_view>

#include "harness/abi/metadata/attributes.h"
#include "harness/clr/metadata/assemblies.h"

namespace gcrucible::clr::metadata {

namespace {

constexpr std::uint32_t kObject = kObjectRow;
constexpr std::uint32_t kValueType = kValueTypeRow;
constexpr std::uint32_t kAnyClass = abi::tdPublic | abi::tdBeforeFieldInit | abi::tdSerializable;
// For types that no program names.
constexpr std::uint32_t kInternalClass = abi::tdBeforeFieldInit;
constexpr std::uint32_t kValue = kAnyClass | abi::tdSealed | abi::tdSequentialLayout;

// Row 1 is <Module>.
constexpr CoreType kCoreTypes[] = {
    {"Object", 0, kAnyClass},
    {"ValueType", kObject, kAnyClass | abi::tdAbstract},
    {"String", kObject, kAnyClass | abi::tdSealed},
    {"Array", kObject, kAnyClass | abi::tdAbstract},
    {"Boolean", kValueType, kValue},
    {"Char", kValueType, kValue},
    {"SByte", kValueType, kValue},
    {"Byte", kValueType, kValue},
    {"Int16", kValueType, kValue},
    {"UInt16", kValueType, kValue},
    {"Int32", kValueType, kValue},
    {"UInt32", kValueType, kValue},
    {"Int64", kValueType, kValue},
    {"UInt64", kValueType, kValue},
    {"Single", kValueType, kValue},
    {"Double", kValueType, kValue},
    {"IntPtr", kValueType, kValue},
    {"UIntPtr", kValueType, kValue},
    {"__Canon", kObject, kInternalClass},
    {"Reflection.LoaderAllocator", kObject, kInternalClass | abi::tdSealed},
    {"Reflection.LoaderAllocatorScout", kObject, kInternalClass | abi::tdSealed},
};

}  // namespace

std::span<const CoreType> core_types() {
  return kCoreTypes;
}

std::uint32_t core_type(std::string_view full_name) {
  constexpr std::string_view kSystem = "System.";
  if (!full_name.starts_with(kSystem)) return 0;
  full_name.remove_prefix(kSystem.size());
  for (std::size_t i = 0; i < std::size(kCoreTypes); ++i) {
    if (full_name == kCoreTypes[i].name) return static_cast<std::uint32_t>(i + 2);
  }
  return 0;
}

abi::GUID version_id(std::string_view name) {
  std::array<std::uint64_t, 2> hash = {0xCBF29CE484222325u, 0x84222325CBF29CE4u};
  for (const char c : name) {
    for (std::uint64_t& half : hash) half = (half ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  abi::GUID guid{};
  guid.Data1 = static_cast<std::uint32_t>(hash[0]);
  guid.Data2 = static_cast<std::uint16_t>(hash[0] >> 32);
  guid.Data3 = static_cast<std::uint16_t>(0x4000u | ((hash[0] >> 48) & 0x0FFFu));
  for (std::size_t i = 0; i < 8; ++i) guid.Data4[i] = static_cast<std::uint8_t>(hash[1] >> (8 * i));
  guid.Data4[0] = static_cast<std::uint8_t>(0x80u | (guid.Data4[0] & 0x3Fu));
  return guid;
}

}  // namespace gcrucible::clr::metadata
