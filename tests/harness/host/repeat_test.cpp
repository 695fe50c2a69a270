// The same case in two processes that share only the case gives the same bytes of trace.
#include <set>
#include <string>

#include "harness/driver/host/host_process.h"
#include "harness/program/choices.h"
#include "tests/harness/calls/random_build.h"
#include "tests/harness/platform/scratch_folder.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/property.h"

namespace gcrucible::tests {
namespace {

struct Run {
  std::string trace;
  std::string places;  // of the process's stack and code
};

// One process. `padding` makes its environment longer, so that its stack starts elsewhere. `elsewhere`: the
// usual address of the heap is occupied.
Run run_of(const protocol::Case& value, std::size_t padding, bool elsewhere, const ScratchFolder& folder) {
  driver::RunOptions options;
  options.host_path = in_build("/gcrucible-host");
  options.trace_path = folder / "trace";
  options.environment = {"HOST_TEST_MISFIT=asks", "HOST_TEST_PADDING=" + std::string(padding, 'x')};
#ifndef GCRUCIBLE_SANITIZED  // a sanitizer's library must be loaded before any other
  if (elsewhere) options.environment.emplace_back("LD_PRELOAD=" + in_build("/host_test_squatter.so"));
#else
  static_cast<void>(elsewhere);
#endif
  const driver::Outcome outcome = driver::run_case(value, options);
  INFO(outcome.message << outcome.error_output);
  REQUIRE(outcome.fate == driver::Fate::kFinished);
  return {contents(options.trace_path), outcome.output};
}

TEST_CASE("trace: the same program gives the same bytes in each process") {
  const ScratchFolder folder;
  std::set<std::string> places;
  std::size_t runs = 0;
  property("same program gives the same bytes everywhere", [&](std::uint64_t seed, std::uint16_t padding) {
    protocol::Case value;
    value.program = random_build(seed, seed % 2 == 0 ? "net10" : "documented").program;
    if (seed % 3 == 0) value.program.heap.destination = program::Destination::kSlide;
    if (seed % 5 == 0) value.program.heap.backing = program::Backing::kAddressSpace;
    value.program.heap.server_heaps = seed % 4 == 1 ? 1 : 0;
    program::draw_choices(value.program);
    value.profiler_path = in_build("/host_test_misfit.so");
    value.clsid = "{0D0E1F20-3142-5364-7586-97A8B9CADBEC}";
    const Run first = run_of(value, 0, false, folder);
    const Run second = run_of(value, std::size_t{1} + padding, seed % 2 == 0, folder);
    RC_ASSERT(!first.trace.empty());
    RC_ASSERT(first.trace == second.trace);
    runs += 2;
    places.insert(first.places);
    places.insert(second.places);
  });
  // Otherwise the runs would have tested the same layout of a process again and again.
  CHECK(places.size() == runs);
}

}  // namespace
}  // namespace gcrucible::tests
