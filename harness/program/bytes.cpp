#include "harness/program/bytes.h"

namespace gcrucible::program {

std::span<const std::byte> ByteReader::raw(std::size_t length, const char* what) {
  if (failed()) return {};
  if (length > remaining()) {
    fail(std::string("it ends in the middle of ") + what);
    return {};
  }
  const auto result = bytes_.subspan(position_, length);
  position_ += length;
  return result;
}

std::uint64_t ByteReader::unsigned_number(std::size_t width, const char* what) {
  std::uint64_t value = 0;
  const auto part = raw(width, what);
  for (std::size_t i = 0; i < part.size(); ++i) value |= std::to_integer<std::uint64_t>(part[i]) << (8 * i);
  return value;
}

std::uint32_t ByteReader::count(const char* what) {
  const std::uint64_t value = unsigned_number(4, what);
  if (value > remaining()) {
    fail(std::to_string(value) + " elements of " + what + " announced, but only " +
         std::to_string(remaining()) + " bytes are left");
    return 0;
  }
  return static_cast<std::uint32_t>(value);
}

std::string ByteReader::text(const char* what) {
  const std::uint32_t length = count(what);
  const auto part = raw(length, what);
  std::string value(part.size(), '\0');
  for (std::size_t i = 0; i < part.size(); ++i) value[i] = static_cast<char>(part[i]);
  return value;
}

void ByteReader::fail(std::string what) {
  if (error_.empty()) error_ = "byte " + std::to_string(position_) + ": " + std::move(what);
}

}  // namespace gcrucible::program
