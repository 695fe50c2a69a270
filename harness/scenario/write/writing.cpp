#include "harness/scenario/write/writing.h"

#include <fmt/format.h>

#include "harness/abi/hresults.h"

namespace gcrucible::scenario {

using program::kNothing;
using yaml::Draft;

Draft Writing::object(std::uint32_t number) {
  if (number == kNothing) return yaml::draft_word("null");
  const std::string name = names.object(number);
  if (name.empty()) refuse(fmt::format("object {} is used, but has no name of its own", number));
  return yaml::draft_text(name);
}
Draft Writing::root(std::uint32_t number) {
  const std::string& name = names.root(number).name;
  if (name.empty()) refuse(fmt::format("there is no root {}", number));
  return yaml::draft_text(name);
}
Draft Writing::handle(std::uint32_t number) {
  const std::string& name = names.handle(number);
  if (name.empty()) refuse(fmt::format("there is no handle {}", number));
  return yaml::draft_text(name);
}
Draft Writing::thread(std::uint32_t number) {
  const std::string& name = names.thread(number);
  if (name.empty()) refuse(fmt::format("there is no thread {}", number));
  return yaml::draft_text(name);
}
Draft Writing::any_thread(std::uint32_t number) {
  return number == kNothing ? yaml::draft_word("collector") : thread(number);
}

Draft write_hresult(std::int32_t hr) {
  const std::string_view name = abi::hresult_name(hr);
  return name.empty() ? yaml::draft_hex(static_cast<std::uint32_t>(hr)) : yaml::draft_word(name);
}

}  // namespace gcrucible::scenario
