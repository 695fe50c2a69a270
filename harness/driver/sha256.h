// SHA-256 by OpenSSL, to name the very library that was tested.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace gcrucible::driver {

class Sha256 {
 public:
  // Throws std::runtime_error where this OpenSSL has no SHA-256 or no memory.
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::span<const std::byte> bytes);
  // 64 hexadecimal digits. Nothing may be added afterwards.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gcrucible::driver
