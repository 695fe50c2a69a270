#include "harness/clr/hooks/hooks.h"

#include <algorithm>
#include <mutex>

namespace gcrucible::clr {

namespace {

// An address of nothing. Profilers may only hand it back.
constexpr abi::COR_PRF_ELT_INFO kInfos = 0x7C0000000000;
constexpr abi::COR_PRF_ELT_INFO kInfoLength = 0x40;

}  // namespace

void Hooks::set(HookVersion version, const HookFunctions& functions) {
  const auto place = static_cast<std::size_t>(version);
  // The two kinds of the third version replace each other.
  const auto last = version == HookVersion::kDirect ? place + 1 : place;
  for (std::size_t newer = last + 1; newer < kHookVersions; ++newer) {
    if (functions_[newer] != HookFunctions{}) return;
  }
  functions_ = {};
  functions_[place] = functions;
  any_ = true;
}

std::optional<Hook> Hooks::at(HookPoint point) const {
  for (std::size_t version = 0; version < kHookVersions; ++version) {
    if (void* const function = functions_[version][static_cast<std::size_t>(point)])
      return Hook{.version = static_cast<HookVersion>(version), .point = point, .function = function};
  }
  return std::nullopt;
}

void Hooks::clear() {
  functions_ = {};
  any_ = false;
  mapper_ = nullptr;
  mapper2_ = nullptr;
  mapper_data_ = nullptr;
}

abi::COR_PRF_ELT_INFO Hooks::begin(HookPoint point, std::uint32_t function) {
  const std::scoped_lock lock(lock_);
  last_info_ += kInfoLength;
  running_.push_back({.info = kInfos + last_info_, .point = point, .function = function});
  return running_.back().info;
}

void Hooks::end(abi::COR_PRF_ELT_INFO info) {
  const std::scoped_lock lock(lock_);
  std::erase_if(running_, [info](const Running& each) { return each.info == info; });
}

std::optional<Hooks::Running> Hooks::running(abi::COR_PRF_ELT_INFO info) const {
  const std::scoped_lock lock(lock_);
  const auto found = std::ranges::find(running_, info, &Running::info);
  if (found == running_.end()) return std::nullopt;
  return *found;
}

}  // namespace gcrucible::clr
