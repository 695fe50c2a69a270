// The only source of random choices: small, seeded, identical on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace gcrucible::program {

// splitmix64: any 64-bit key gives a good stream. Keys made of seed, place and purpose need this property.
class Random {
 public:
  explicit Random(std::uint64_t key) : state_(key) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  }
  // A number below `bound`, which must not be 0. The bias of the remainder is below 2^-32 for the bounds in
  // use.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

// The key of one choice, from the program's seed, the place (a step or collection) and the purpose. Removing
// a step does not change the choices of other steps.
inline std::uint64_t choice_key(std::uint64_t seed, std::uint64_t place, std::string_view purpose) {
  std::uint64_t hash = 0xCBF29CE484222325u ^ seed;
  for (const char character : purpose) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3u;
  return Random(hash ^ (place * 0x9E3779B97F4A7C15u)).next();
}

template <typename T>
void shuffle(std::vector<T>& items, std::uint64_t key) {
  Random random(key);
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[static_cast<std::size_t>(random.below(left))]);
  }
}

}  // namespace gcrucible::program
