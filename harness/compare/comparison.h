// Whether two runs of one scenario tell the same story.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/compare/known.h"
#include "harness/compare/story.h"

namespace gcrucible::compare {

struct Difference {
  std::uint32_t collection = 0;  // 0: of the whole run
  std::uint32_t line = 0;        // of the scenario
  std::string what;              // "a: generation afterwards"
  std::string a;
  std::string b;
  // Why a simulated and a recorded run differ so; null where no row of docs/deviations.md is about it.
  const KnownRow* known = nullptr;
  // The first collection, this one or an earlier one, in which an object had another fate for a known reason:
  // what has no reason of its own may follow from that. 0: there is none.
  std::uint32_t follows = 0;
};

// In the order of the collections; empty where both are the same up to addresses.
std::vector<Difference> compare(const Story& a, const Story& b);

// What one of the two could not be told and the comparison leaves out for that. Sentences; none where both
// could be told the same.
std::vector<std::string> left_out(const Story& a, const Story& b);

// What sets the two runs apart before anything happens, and so may be all that is behind the differences:
// other event masks, another runtime. Sentences; none where nothing does.
std::vector<std::string> hints(const Story& a, const Story& b);

}  // namespace gcrucible::compare
