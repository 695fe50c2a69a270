#include "harness/campaign/trial.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "harness/campaign/generate/generator.h"
#include "harness/runtimes/runtimes.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/repetitions.h"

namespace gcrucible::campaign {
namespace {

// Masks of the recorder: its own default (the first, everything that it may set), and smaller ones that hide
// many callbacks.
constexpr std::array<std::string_view, 11> kMasks{
    "",
    "MONITOR_GC",
    "MONITOR_GC,MONITOR_SUSPENDS",
    "MONITOR_SUSPENDS,HIGH_BASIC_GC",
    "HIGH_BASIC_GC",
    "MONITOR_SUSPENDS,MONITOR_THREADS,HIGH_BASIC_GC,HIGH_MONITOR_GC_MOVED_OBJECTS",
    "MONITOR_GC,MONITOR_THREADS,MONITOR_MODULE_LOADS,MONITOR_ASSEMBLY_LOADS,MONITOR_CLASS_LOADS,"
    "MONITOR_APPDOMAIN_LOADS",
    "0",
    "MONITOR_GC,ENABLE_OBJECT_ALLOCATED,MONITOR_OBJECT_ALLOCATED",
    "MONITOR_GC,MONITOR_CLASS_LOADS,MONITOR_SUSPENDS,ENABLE_OBJECT_ALLOCATED,MONITOR_OBJECT_ALLOCATED",
    "HIGH_MONITOR_LARGEOBJECT_ALLOCATED,HIGH_MONITOR_PINNEDOBJECT_ALLOCATED,MONITOR_SUSPENDS",
};
constexpr std::size_t kForAttach = 8;  // the first ones: an attached profiler may set these

Subject recorder(std::string_view mask) {
  Subject subject;
  subject.library = in_build("/libgcrucible_recorder.so");
  subject.clsid = "{6C1F8E5A-2B7D-4F0C-9E43-5A1D7B6F2C90}";
  subject.run.host_path = in_build("/gcrucible-host");
  // To see the callbacks, use it with GCRUCIBLE_CASES=1.
  if (const char* const trace = std::getenv("GCRUCIBLE_TRACE")) subject.run.trace_path = trace;
  subject.run.environment = {"GCRUCIBLE_RECORDER_OUT=/dev/null"};
  if (!mask.empty()) subject.run.environment.push_back("GCRUCIBLE_RECORDER_MASK=" + std::string(mask));
  return subject;
}

// To search longer: GCRUCIBLE_CASES=N, from GCRUCIBLE_FIRST on.
std::uint64_t number(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace

TEST_CASE("try_program: generated programs violate no rule with the recorder") {
  const TypePool pool;
  const std::uint64_t first = number("GCRUCIBLE_FIRST", 0);
  const std::uint64_t cases = number("GCRUCIBLE_CASES", 40);
  for (const std::string runtime : {"net10", "documented", "netfx1.1"}) {
    if (std::getenv("GCRUCIBLE_RUNTIME") != nullptr && runtime != std::getenv("GCRUCIBLE_RUNTIME")) continue;
    const Envelope envelope{.runtime = *runtimes::load(runtime)};
    for (std::uint64_t seed = first; seed < first + cases; seed += tests::repetitions(1, 3)) {
      const Generated made = generate(pool, envelope, seed, bounds_of(static_cast<int>(seed % 101)));
      const bool attaches = made.program.life.load == program::LifeSpec::Load::kAttach;
      const std::size_t some = attaches ? kForAttach : kMasks.size();
      const std::string_view mask = kMasks[number("GCRUCIBLE_MASK", seed) % some];
      const Trial trial = try_program(made.program, recorder(mask));
      INFO(runtime << " seed " << seed << " size " << seed % 101 << " mask " << mask << ": "
                   << made.features.text());
      INFO(trial.message);
      CHECK(!trial.refused);
      for (const Trouble& trouble : trial.troubles) {
        INFO(text_of(trouble.cause) << ": " << trouble.what);
        CHECK(false);
      }
    }
  }
}

}  // namespace gcrucible::campaign
