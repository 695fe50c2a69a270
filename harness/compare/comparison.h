// Compares two runs of one scenario.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/compare/known.h"
#include "harness/compare/story.h"

namespace gcrucible::compare {

struct Difference {
  std::uint32_t collection = 0;  // 0: the whole run
  std::uint32_t line = 0;        // in the scenario
  std::string what;              // "a: generation afterwards"
  std::string a;
  std::string b;
  // Why a simulated and a recorded run differ here; null if no row of docs/deviations.md explains it.
  const KnownRow* known = nullptr;
  // The first collection, not later than this one, in which an object had another fate for a known reason. A
  // difference without its own reason may follow from that. 0: none.
  std::uint32_t follows = 0;
};

// In order of the collections; empty if both stories are equal apart from addresses.
std::vector<Difference> compare(const Story& a, const Story& b);

// Facts that only one of the two runs could report, so the comparison omits them. Sentences; empty if both
// could report the same.
std::vector<std::string> left_out(const Story& a, const Story& b);

// Differences in the setup that may cause all other differences, such as event masks or runtimes. Sentences;
// empty if there are none.
std::vector<std::string> hints(const Story& a, const Story& b);

}  // namespace gcrucible::compare
