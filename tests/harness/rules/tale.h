// Small hand-written traces. Steps are rendered to trace lines, so that a test changes one step, and
// numbers, returns and links are adjusted.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/judge/judge.h"

namespace gcrucible::tests {

struct Step {
  enum class Kind { kCall, kInfo, kModel, kProbe };
  Kind kind = Kind::kCall;
  std::string name = {};
  std::string fields = {};  // JSON members; for an Info call with `args` among them
  std::int32_t hr = 0;
  std::string out = {};  // Info call: JSON array; answer to a probe: JSON members
  std::uint32_t thread = 0;
  bool returns = true;
  std::vector<Step> inside = {};  // between entry and return
};

class Tale {
 public:
  std::string header;  // JSON members
  std::vector<Step> steps;
  std::string end = R"("end":true)";

  Tale& call(std::string name, std::string fields = "");
  Tale& model(std::string name, std::string fields = "");
  // An Info call inside the last step.
  Tale& info(std::string name, std::string args, std::string out = "[]");

  // The `which`th step with that name, from 0. Fails the test if there is none.
  Step& at(std::string_view name, std::size_t which = 0);
  std::size_t index(std::string_view name, std::size_t which = 0);
  void erase(std::string_view name, std::size_t which = 0);
  void erase_all(std::string_view name);
  void insert_before(std::string_view name, Step step, std::size_t which = 0);
  void insert_after(std::string_view name, Step step, std::size_t which = 0);
  void move_after(std::string_view name, std::string_view after, std::size_t which = 0,
                  std::size_t which_after = 0);
  // Replaces text in the fields of a step.
  void edit(std::string_view name, std::string_view from, std::string_view to, std::size_t which = 0);

  std::string text() const;
};

Step make_call(std::string name, std::string fields = "");
// Inside a callback if put into its `inside`, otherwise outside of callbacks.
Step make_info(std::string name, std::string args, std::string out = "[]", std::uint32_t thread = 0);

// Reads the events of the text in order. Fails the test on any reader error other than a missing end.
void read(const std::string& text, const std::function<void(const trace::Event&)>& take);
std::vector<rules::Verdict> judge(const std::string& text, const rules::Selection& selection = {},
                                  rules::Observer* observer = nullptr);
std::vector<std::string> broken(const std::vector<rules::Verdict>& verdicts);

// Two collections of the simulated net10. The first collects everything. The documentation's ten objects are
// compacted down to 7. Numbers 0 to 9 are at 8, 9, 10, 12, 13, 15 to 19; 9, 13 and 19 die. One LOH object at
// 1000 stays and one at 1100 dies. Then objects 12, 13, 16 and 17 are allocated at 100, 108, 116 and
// 124. The second collection sweeps generation 0, where 13 dies. Object 17 is pinned and therefore in a
// range of its own.
Tale two_collections();
// The same without model lines, as recorded: GetGenerationBounds is called in Started and Finished.
Tale recorded_collections();
// Only the ten objects, with names. `ranges` (JSON arrays) are reported by the newer and the older call.
Tale ten_objects(const std::string& ranges);

inline constexpr const char* kRightTable = "[[8,7,1],[10,8,3],[15,11,4]]";
inline constexpr const char* kPrintedTable = "[[8,7,1],[10,8,2],[15,11,4]]";

}  // namespace gcrucible::tests
