#include "harness/clr/code/code_store.h"

#include <algorithm>
#include <mutex>
#include <span>

#include "harness/platform/memory/readable_memory.h"

namespace gcrucible::clr {

namespace {

template <typename T>
bool read(const abi::BYTE* at, T& value) {
  return platform::copy_readable(at, std::as_writable_bytes(std::span(&value, 1))) == sizeof value;
}

// Sections begin at multiples of four.
constexpr std::uint32_t aligned(std::uint32_t size) {
  return (size + 3) & ~std::uint32_t{3};
}

// More sections than one method can have. Without a limit, a chain of sections could return to itself.
constexpr std::size_t kMostSections = 4096;

// A size as the header and the sections say it, wrong or not: .NET adds up 32 bits likewise. False where
// they lead to memory that cannot be read.
bool read_size(const abi::BYTE* header, std::uint32_t& size) {
  constexpr unsigned kFormat = 0x3, kTiny = 0x2, kMoreSections = 0x8;
  std::uint8_t first = 0;
  if (!read(header, first)) return false;
  if ((first & kFormat) == kTiny) {
    size = 1 + std::uint32_t{first} / 4;
    return true;
  }
  std::uint16_t flags = 0;
  std::uint32_t code = 0;
  if (!read(header, flags) || !read(header + 4, code)) return false;
  size = (std::uint32_t{flags} >> 12) * 4 + code;
  if ((first & kMoreSections) == 0) return true;
  constexpr unsigned kFatSection = 0x40, kAnotherSection = 0x80;
  for (std::size_t sections = 0; sections < kMostSections; ++sections) {
    size = aligned(size);
    std::uint32_t section = 0;
    if (!read(header + size, section)) return false;
    const std::uint32_t bytes = (section & kFatSection) != 0 ? section >> 8 : (section >> 8) & 0xFF;
    size += bytes;
    if ((section & kAnotherSection) == 0 || bytes == 0) return true;
  }
  return false;
}

}  // namespace

BodyExtent extent_of_body(const abi::BYTE* header) {
  std::uint32_t size = 0;
  const bool read_whole = read_size(header, size);
  return read_whole ? extent_of_bytes(header, size) : BodyExtent{.size = size, .readable = false};
}

BodyExtent extent_of_bytes(const abi::BYTE* first, std::uint32_t size) {
  // Each page once, of a vast body the first ones; and the last byte.
  constexpr std::uint32_t kStep = 4096, kMostBytes = 1024 * kStep;
  std::uint8_t byte = 0;
  bool readable = size == 0 || read(first + size - 1, byte);
  for (std::uint32_t at = 0; readable && at < std::min(size, kMostBytes); at += kStep)
    readable = read(first + at, byte);
  return {.size = size, .readable = readable};
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
