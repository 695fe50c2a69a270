#include "harness/report/names.h"

#include "harness/report/style.h"
#include "harness/rules/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::report {

void Names::take(const trace::Event& event) {
  if (event.kind != trace::EventKind::kModel) return;
  if (event.name == "names") {
    const rules::Rows rows(trace::find(event, "objects"));
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      objects_[static_cast<std::uint32_t>(rows.number(i, 0))] = printable(rows.text(i, 1));
    }
  } else if (event.name == "type") {
    const std::uint64_t number = trace::number_in(event, "type").value_or(0);
    types_[static_cast<std::uint32_t>(number)] = printable(trace::text_in(event, "name"));
  }
}

std::string Names::object(std::uint32_t number) const {
  const auto found = objects_.find(number);
  return found != objects_.end() ? found->second : "#" + std::to_string(number);
}

std::string Names::type(std::uint32_t number) const {
  const auto found = types_.find(number);
  return found != types_.end() ? found->second : std::string();
}

}  // namespace gcrucible::report
