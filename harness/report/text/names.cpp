#include "harness/report/text/names.h"

#include <cctype>
#include <charconv>

#include "harness/report/style.h"
#include "harness/rules/decode/rows.h"
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
    const std::string name = printable(trace::text_in(event, "name"));
    types_[static_cast<std::uint32_t>(number)] = name;
    if (const auto id = trace::number_in(event, "class")) classes_[*id] = name;
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

std::string with_names(std::string_view text,
                       const std::function<std::optional<std::string>(std::uint32_t)>& name_of) {
  constexpr std::string_view kHead = "bject ";
  std::string result;
  for (;;) {
    const std::size_t head = text.find(kHead);
    if (head == std::string_view::npos) return result.append(text);
    const char* const digits = text.data() + head + kHead.size();
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits, text.data() + text.size(), number);
    const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    // Not the beginning of an address.
    const bool whole = rest.empty() || std::isalnum(static_cast<unsigned char>(rest.front())) == 0;
    const auto name = error == std::errc{} && whole ? name_of(number) : std::nullopt;
    result.append(text.data(), digits);
    result.append(name ? "\"" + *name + "\"" : std::string(digits, end));
    text = rest;
  }
}

std::string Names::class_name(std::uint64_t class_id) const {
  const auto found = classes_.find(class_id);
  return found != classes_.end() ? found->second : std::string();
}

}  // namespace gcrucible::report
