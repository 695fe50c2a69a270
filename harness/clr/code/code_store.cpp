#include "harness/clr/code/code_store.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace gcrucible::clr {

namespace {

template <typename T>
T read(const abi::BYTE* at) {
  T value{};
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Sections begin at multiples of four.
std::size_t aligned(std::size_t size) {
  return (size + 3) & ~std::size_t{3};
}

}  // namespace

std::size_t size_of_body(const abi::BYTE* header) {
  constexpr unsigned kFormat = 0x3, kTiny = 0x2, kMoreSections = 0x8;
  if ((header[0] & kFormat) == kTiny) return 1 + std::size_t{static_cast<std::uint8_t>(header[0])} / 4;
  const std::size_t words = read<std::uint16_t>(header) >> 12;
  std::size_t size = words * 4 + read<std::uint32_t>(header + 4);
  if ((header[0] & kMoreSections) == 0) return size;
  constexpr unsigned kFatSection = 0x40, kAnotherSection = 0x80;
  for (;;) {
    size = aligned(size);
    const std::uint32_t section = read<std::uint32_t>(header + size);
    const std::uint32_t bytes = (section & kFatSection) != 0 ? section >> 8 : (section >> 8) & 0xFF;
    size += bytes;
    if ((section & kAnotherSection) == 0 || bytes == 0) return size;
  }
}

const abi::BYTE* CodeStore::body(MethodPlace method) const {
  const std::scoped_lock lock(lock_);
  const auto found = bodies_.find(method);
  return found == bodies_.end() ? nullptr : found->second;
}

void CodeStore::body(MethodPlace method, const abi::BYTE* header) {
  const std::scoped_lock lock(lock_);
  bodies_[method] = header;
}

void* CodeStore::memory(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  auto block = std::make_unique<std::byte[]>(bytes);
  void* const start = block.get();
  const std::scoped_lock lock(lock_);
  memory_.push_back(std::move(block));
  return start;
}

void CodeStore::request(MethodPlace method) {
  const std::scoped_lock lock(lock_);
  if (std::ranges::find(due_, method, &Due::method) == due_.end())
    due_.push_back({.method = method, .id = next_id_++});
}

void CodeStore::revert(MethodPlace method) {
  const std::scoped_lock lock(lock_);
  std::erase_if(due_, [&](const Due& due) { return due.method == method; });
}

bool CodeStore::any_due() const {
  const std::scoped_lock lock(lock_);
  return !due_.empty();
}

std::vector<CodeStore::Due> CodeStore::take_due() {
  const std::scoped_lock lock(lock_);
  return std::exchange(due_, {});
}

void CodeStore::begun(const Due& due) {
  const std::scoped_lock lock(lock_);
  versions_[due.method].push_back(due.id);
}

std::vector<abi::ReJITID> CodeStore::versions(MethodPlace method) const {
  std::vector<abi::ReJITID> all{0};
  const std::scoped_lock lock(lock_);
  if (const auto found = versions_.find(method); found != versions_.end())
    all.insert(all.end(), found->second.rbegin(), found->second.rend());
  return all;
}

void CodeStore::count_stored(std::string_view method) {
  const std::scoped_lock lock(lock_);
  ++stored_[std::string(method)];
}

void CodeStore::count_unanswered(std::string_view what) {
  const std::scoped_lock lock(lock_);
  ++unanswered_[std::string(what)];
}

CodeStore::Counts CodeStore::stored() const {
  const std::scoped_lock lock(lock_);
  return {stored_.begin(), stored_.end()};
}

CodeStore::Counts CodeStore::unanswered() const {
  const std::scoped_lock lock(lock_);
  return {unanswered_.begin(), unanswered_.end()};
}

}  // namespace gcrucible::clr
