// Any text as a scenario: there is a scenario or a message. A scenario is written again, which reads the text
// that was written and compares the programs.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/program/validate/validate.h"
#include "harness/scenario/scenario.h"
#include "harness/scenario/write/scenario_writer.h"
#include "tests/fuzz/expect.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gcrucible;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<scenario::Scenario> loaded = scenario::parse(text, "fuzz.yaml");
  fuzz::expect(loaded || !loaded.error().empty(), "neither a scenario nor a message");
  if (!loaded) return 0;
  fuzz::expect(program::validate(loaded->program).empty(), "a scenario whose program is not valid");
  const Expected<std::string> written = scenario::write(loaded->program, scenario::head_of(*loaded));
  fuzz::expect(written || !written.error().empty(), "neither a text nor a reason");
  return 0;
}
