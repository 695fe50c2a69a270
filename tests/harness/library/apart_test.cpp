// Profilers in a separate process.
#include <gcrucible/run.h>

#include <string>

#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace gcrucible {
namespace {

Profiler faulty() {
  return Profiler::library(in_build("/libgcrucible_faulty.so"), "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}");
}

RunSettings with(const std::string& fault) {
  RunSettings settings;
  settings.environment = {"GCRUCIBLE_FAULT=" + fault};
  return settings;
}

Heap small_heap() {
  Heap heap;
  const Type node = heap.type("Node", {{"next", kRef}});
  heap.allocate(node, "dead");
  heap.allocate_many(node, 4);
  heap.root(heap.allocate(node, "kept"));
  heap.collect(Generation::k0).collect();
  return heap;
}

}  // namespace

TEST_CASE("library: a profiler library runs in its own process") {
  const Profiler profiler = faulty();
  CHECK(run(small_heap(), profiler).passed());
  const Result result = run(small_heap(), profiler, with("keeps-dead"));
  CHECK(result.broke("object-ids/cache-follows"));
  CHECK(result.yaml().find("library: ") != std::string::npos);
  INFO(result.yaml());
  CHECK(result.yaml().find("clsid: \"{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}\"") != std::string::npos);
  CHECK(run(small_heap(), profiler).passed());
}

TEST_CASE("library: a crash of the profiler is a finding") {
  const Result result = run(small_heap(), faulty(), with("crashes"));
  REQUIRE_FALSE(result.passed());
  CHECK(result.findings().front().rule == "crash");
  CHECK(result.broke("crash"));
  CHECK(result.died() == "SIGSEGV");
}

TEST_CASE("library: a hang is a finding after the timeout") {
  RunSettings settings = with("hangs-in-probe");
  settings.timeout = std::chrono::milliseconds(500);
  const Result result = run(small_heap(), faulty(), settings);
  CHECK(result.broke("hang"));
  CHECK(result.died().find("timeout") != std::string::npos);
}

TEST_CASE("library: then and probe are refused with an external profiler") {
  Heap heap = small_heap();
  heap.then([] {});
  CHECK_THROWS_AS(run(heap, faulty()), Error);
  CHECK_THROWS_AS(faulty().probe(nullptr), Error);
}

TEST_CASE("Profiler::library: a missing library or bad CLSID is refused") {
  CHECK_THROWS_AS(Profiler::library("/no/such.so", "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}"), Error);
  CHECK_THROWS_AS(Profiler::library(in_build("/libgcrucible_faulty.so"), "it"), Error);
}

}  // namespace gcrucible
