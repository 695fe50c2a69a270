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
  const scenario::Loaded loaded = scenario::parse(text, "fuzz.yaml");
  fuzz::expect(loaded.scenario.has_value() == loaded.errors.empty(),
               "neither a scenario nor a message, or both");
  if (!loaded.scenario) return 0;
  fuzz::expect(program::validate(loaded.scenario->program).empty(), "a scenario whose program is not valid");
  const scenario::Written written =
      scenario::write(loaded.scenario->program, scenario::head_of(*loaded.scenario));
  fuzz::expect(written.text.has_value() == written.why_not.empty(), "neither a text nor a reason, or both");
  return 0;
}
