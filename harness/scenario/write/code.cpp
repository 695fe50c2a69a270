// Steps of running code: exceptions, and functions that are compiled.
#include <fmt/format.h>

#include "harness/scenario/write/writing.h"

namespace gcrucible::scenario {
namespace {

using yaml::Draft;

Draft function_name(std::uint32_t function, Writing& writing) {
  const auto& functions = writing.program.functions;
  if (function < functions.size()) return yaml::draft_text(functions[function].name);
  writing.refuse(fmt::format("there is no function {}", function));
  return yaml::draft_number(function);
}

void add_functions(std::string_view key, const std::vector<std::uint32_t>& functions, Draft& map,
                   Writing& writing) {
  if (functions.empty()) return;
  if (functions.size() == 1) {
    map.add(key, function_name(functions.front(), writing));
    return;
  }
  Draft list = yaml::draft_list();
  for (const std::uint32_t each : functions) list.add(function_name(each, writing));
  map.add(key, std::move(list));
}

}  // namespace

Draft write_throw(const program::Throw& step, Writing& writing) {
  Draft map = yaml::draft_map();
  map.add("object", writing.object(step.object));
  if (step.catcher) map.add("catcher", function_name(*step.catcher, writing));
  add_functions("frames", step.frames, map, writing);
  add_functions("filters", step.filters, map, writing);
  add_functions("finally", step.finally, map, writing);
  if (step.replaces) map.add("leaves-finally", yaml::draft_flag(true));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  return map;
}

Draft write_compile(const program::Compile& step, Writing& writing) {
  if (step.thread == writing.usual_thread() && !step.safe_to_block)
    return function_name(step.function, writing);
  Draft map = yaml::draft_map();
  map.add("function", function_name(step.function, writing));
  if (step.thread != writing.usual_thread()) map.add("thread", writing.thread(step.thread));
  if (step.safe_to_block) map.add("safe-to-block", yaml::draft_flag(*step.safe_to_block));
  return map;
}

}  // namespace gcrucible::scenario
