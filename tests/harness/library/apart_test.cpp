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

TEST_CASE("a library is told the same heap in a process of its own") {
  const Profiler profiler = faulty();
  CHECK(run(small_heap(), profiler).passed());
  const Result result = run(small_heap(), profiler, with("keeps-dead"));
  CHECK(result.broke("object-ids/cache-follows"));
  CHECK(result.yaml().find("library: ") != std::string::npos);
  INFO(result.yaml());
  CHECK(result.yaml().find("clsid: \"{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}\"") != std::string::npos);
  CHECK(run(small_heap(), profiler).passed());
}

TEST_CASE("a crash is a finding, and nobody else's end") {
  const Result result = run(small_heap(), faulty(), with("crashes"));
  REQUIRE_FALSE(result.passed());
  CHECK(result.findings().front().rule == "crash");
  CHECK(result.broke("crash"));
  CHECK(result.died() == "SIGSEGV");
}

TEST_CASE("a hang is a finding once the timeout is over") {
  RunSettings settings = with("hangs-in-probe");
  settings.timeout = std::chrono::milliseconds(500);
  const Result result = run(small_heap(), faulty(), settings);
  CHECK(result.broke("hang"));
  CHECK(result.died().find("timeout") != std::string::npos);
}

TEST_CASE("what the test would be called for is refused where it cannot be called") {
  Heap heap = small_heap();
  heap.then([] {});
  CHECK_THROWS_AS(run(heap, faulty()), Error);
  CHECK_THROWS_AS(faulty().probe(nullptr), Error);
}

TEST_CASE("a library that is none is told when it is named") {
  CHECK_THROWS_AS(Profiler::library("/no/such.so", "{3A4C9B2E-7F15-4D08-A6C3-91E5D27B8F40}"), Error);
  CHECK_THROWS_AS(Profiler::library(in_build("/libgcrucible_faulty.so"), "it"), Error);
}

}  // namespace gcrucible
