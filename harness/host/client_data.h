// The data that an attaching client sends its profiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/memory/address_space.h"

namespace gcrucible::host {

// Lies in pages of its own, which are taken back when InitializeForAttach has returned, as the runtime frees
// what it had got from the client: whoever keeps the pointer faults at an address that is known. Owns the
// pages until its end, so that nothing else comes to lie there. Where the system has none to give it is a
// plain copy that holds 0xDD afterwards. One thread at a time, explains() apart.
class ClientData {
 public:
  ClientData() = default;
  explicit ClientData(const std::string& bytes);

  // Null where the client sent nothing.
  void* data() { return data_; }
  void take_back();
  // Whether that is where data lay which has been taken back. For crash handlers.
  bool explains(std::uint64_t address) const {
    return taken_back_ && space_ && address - space_->actual_base() < length_;
  }

 private:
  std::optional<platform::AddressSpace> space_;
  std::vector<char> plain_;
  void* data_ = nullptr;
  std::uint64_t length_ = 0;  // of the pages
  bool taken_back_ = false;
};

}  // namespace gcrucible::host
