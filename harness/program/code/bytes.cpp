#include "harness/program/code/bytes.h"

namespace gcrucible::program {

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
  return {reinterpret_cast<const char*>(part.data()), part.size()};
}

void ByteReader::fail(std::string what) {
  if (error_.empty()) error_ = "byte " + std::to_string(position_) + ": " + std::move(what);
}

}  // namespace gcrucible::program
