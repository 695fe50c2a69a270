// Any text as a runtime file: there is a runtime or a message.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/runtimes/runtimes.h"
#include "tests/fuzz/expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gcrucible;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<program::RuntimeProfile> loaded = runtimes::parse(text, "fuzz.yaml");
  fuzz::expect(loaded || !loaded.error().empty(), "neither a runtime nor a message");
  return 0;
}
