#include "harness/host/client_data.h"

#include <cstring>
#include <string>
#include <utility>

#include "tests/support/catch.h"

namespace gcrucible::host {

TEST_CASE("ClientData: the profiler gets the bytes aligned until they are taken back") {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{8}, std::size_t{65537}}) {
    const std::string sent(bytes, 'x');
    ClientData data(sent);
    REQUIRE(data.data() != nullptr);
    const auto address = reinterpret_cast<std::uintptr_t>(data.data());
    CHECK(address % 8 == 0);
    CHECK(std::memcmp(data.data(), sent.data(), bytes) == 0);
    CHECK_FALSE(data.explains(address));
    data.take_back();
    CHECK(data.explains(address));
    CHECK(data.explains(address + bytes - 1));
    CHECK_FALSE(data.explains(address - 0x100000));
  }
}

TEST_CASE("ClientData: no data -> a null pointer") {
  ClientData data{std::string()};
  CHECK(data.data() == nullptr);
  data.take_back();
  CHECK_FALSE(data.explains(0));
}

TEST_CASE("ClientData: a later attach replaces the data") {
  ClientData data(std::string("first"));
  data.take_back();
  data = ClientData(std::string("second"));
  CHECK(std::memcmp(data.data(), "second", 6) == 0);
  const auto address = reinterpret_cast<std::uintptr_t>(data.data());
  CHECK_FALSE(data.explains(address));
  data.take_back();
  CHECK(data.explains(address));
}

}  // namespace gcrucible::host
