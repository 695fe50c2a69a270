// The data that an attaching client sends to its profiler.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/platform/memory/address_space.h"

namespace gcrucible::host {

// The data has its own pages. take_back() makes them unreadable after InitializeForAttach has returned,
// because the runtime then frees the client's data. A profiler that keeps the pointer faults at a known
// address. The object owns the pages until its end, so that nothing else uses these addresses. If the system
// has no pages to give, the data is a plain copy that is overwritten with 0xDD. One thread at a time, except
// explains().
class ClientData {
 public:
  ClientData() = default;
  explicit ClientData(const std::string& bytes);

  // Null if the client sent nothing.
  void* data() { return data_; }
  void take_back();
  // Whether the address is in data that take_back() has withdrawn. For crash handlers.
  bool explains(std::uint64_t address) const {
    return taken_back_ && space_ && address - space_->actual_base() < length_;
  }

 private:
  std::optional<platform::AddressSpace> space_;
  std::vector<char> plain_;
  void* data_ = nullptr;
  std::uint64_t length_ = 0;  // length of the pages
  bool taken_back_ = false;
};

}  // namespace gcrucible::host
