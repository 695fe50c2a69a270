#include "harness/driver/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gcrucible::driver {
namespace {

// The standard's table is the first 32 bits of the fractional parts of the cube roots of the first 64 primes;
// computed rather than copied, in integers, so that no digit can be mistyped.
constexpr bool is_prime(std::uint32_t number) {
  for (std::uint32_t i = 2; i * i <= number; ++i) {
    if (number % i == 0) return false;
  }
  return true;
}

// Whether x * x * x <= prime * 2^96, in 32-bit digits: x < 2^35, so its cube has at most 105 bits.
constexpr bool cube_at_most(std::uint64_t x, std::uint32_t prime) {
  constexpr std::uint64_t kLow = 0xFFFFFFFF;
  std::array<std::uint64_t, 4> product{x & kLow, x >> 32, 0, 0};
  for (int times = 0; times < 2; ++times) {
    std::array<std::uint64_t, 4> next{};
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t low = product[i] * (x & kLow);
      const std::uint64_t high = i == 0 ? 0 : product[i - 1] * (x >> 32);
      const std::uint64_t sum = (low & kLow) + (high & kLow) + carry;
      next[i] = sum & kLow;
      carry = (sum >> 32) + (low >> 32) + (high >> 32);
    }
    product = next;
  }
  return product[3] < prime || (product[3] == prime && product[0] == 0 && product[1] == 0 && product[2] == 0);
}

constexpr std::array<std::uint32_t, 64> make_constants() {
  std::array<std::uint32_t, 64> constants{};
  std::uint32_t prime = 1;
  for (std::uint32_t& constant : constants) {
    do {
      ++prime;
    } while (!is_prime(prime));
    std::uint64_t root = 0;  // of prime * 2^96, which is the cube root times 2^32
    for (int bit = 34; bit >= 0; --bit) {
      if (cube_at_most(root | (std::uint64_t{1} << bit), prime)) root |= std::uint64_t{1} << bit;
    }
    constant = static_cast<std::uint32_t>(root);
  }
  return constants;
}

constexpr std::array<std::uint32_t, 64> kConstants = make_constants();
static_assert(kConstants.front() == 0x428a2f98 && kConstants.back() == 0xc67178f2);

std::uint32_t big_endian(const std::byte* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[i]);
  return value;
}

}  // namespace

void Sha256::block(const std::byte* bytes) {
  std::array<std::uint32_t, 64> w;
  for (std::size_t i = 0; i < 16; ++i) w[i] = big_endian(bytes + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kConstants[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> add{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += add[i];
}

void Sha256::add(std::span<const std::byte> bytes) {
  length_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), rest_.size() - rest_size_);
    std::memcpy(rest_.data() + rest_size_, bytes.data(), part);
    rest_size_ += part;
    bytes = bytes.subspan(part);
    if (rest_size_ == rest_.size()) {
      block(rest_.data());
      rest_size_ = 0;
    }
  }
}

std::string Sha256::finish() {
  const std::uint64_t bits = length_ * 8;
  std::array<std::byte, 72> padding{};
  padding[0] = std::byte{0x80};
  const std::size_t zeroes = (55 + 64 - rest_size_) % 64;
  for (std::size_t i = 0; i < 8; ++i) padding[1 + zeroes + i] = static_cast<std::byte>(bits >> (56 - 8 * i));
  add(std::span(padding).first(1 + zeroes + 8));
  std::string digits;
  for (const std::uint32_t word : state_) {
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 15];
  }
  return digits;
}

}  // namespace gcrucible::driver
