#include "harness/campaign/call_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/driver/trace/outcome_trace.h"
#include "harness/rules/decode/rows.h"
#include "harness/trace/event_fields.h"

namespace gcrucible::campaign {
namespace {

// More objects at one address in one period would say nothing.
constexpr std::size_t kMostObjects = 2;

std::string objects_text(const std::vector<std::uint64_t>& objects) {
  if (objects.empty() || objects.size() > kMostObjects) return {};
  if (objects.size() == 1) return fmt::format(" (object {})", objects.front());
  return fmt::format(" (object {}, then object {})", objects.front(), objects.back());
}

}  // namespace

std::string CallPeriod::text() const {
  return fmt::format("{} collection {}", brackets_ % 2 == 1 ? "inside" : "after", (brackets_ + 1) / 2);
}

CallObjects::CallObjects(const driver::Outcome& outcome) : now_(period_.text()) {
  if (outcome.trace_path.empty() && outcome.trace_text.empty()) return;
  trace::Reader reader = reader_of(outcome);
  trace::read_all(reader, [this](const trace::Event& event) { take(event); });
}

void CallObjects::take_callback(const trace::Event& event) {
  if (event.name == "HandleCreated") {
    const auto object = heap_.find(trace::number_in(event, "object").value_or(0));
    if (object != heap_.end()) handles_[trace::number_in(event, "handle").value_or(0)] = object->second;
  }
  period_.take(event);
  std::string now = period_.text();
  if (now == now_) return;
  now_ = std::move(now);
  lines_[now_] = line_;
  // Also those that die now: the profiler may still have their ids.
  for (const auto& [address, object] : heap_) add(address, object);
}

void CallObjects::take(const trace::Event& event) {
  if (event.kind == trace::EventKind::kCallback) return take_callback(event);
  if (event.kind != trace::EventKind::kModel) return;
  if (event.name == "heap") return take_heap(event);
  if (event.name == "collection")
    line_ = static_cast<std::uint32_t>(trace::number_in(event, "line").value_or(0));
  if (event.name != "allocated") return;
  const std::uint64_t object = trace::number_in(event, "object").value_or(0);
  const std::uint64_t at = trace::number_in(event, "at").value_or(0);
  heap_[at] = object;
  add(at, object);
}

void CallObjects::take_heap(const trace::Event& event) {
  const rules::Rows objects(trace::find(event, "objects"));
  if (trace::text_in(event, "when") == "after") heap_.clear();
  for (std::uint64_t i = 0; i < objects.size(); ++i) {
    const std::uint64_t object = objects.number(i, 0), at = objects.number(i, 1);
    heap_[at] = object;
    add(at, object);
  }
}

void CallObjects::add(std::uint64_t address, std::uint64_t object) {
  Objects& objects = places_[now_][address];
  if (std::ranges::find(objects, object) == objects.end()) objects.push_back(object);
}

std::uint32_t CallObjects::line_of(std::string_view period) const {
  const auto found = lines_.find(period);
  return found == lines_.end() ? 0 : found->second;
}

std::string CallObjects::with_objects(std::string_view line) const {
  constexpr std::string_view kPrefix = "0x";
  constexpr int kHexadecimal = 16;
  const auto places = places_.find(line.substr(0, line.find(':')));
  if (places == places_.end()) return std::string(line);
  std::string text;
  for (;;) {
    const std::size_t begin = line.find(kPrefix);
    if (begin == std::string_view::npos) return text.append(line);
    const char* const digits = line.data() + begin + kPrefix.size();
    std::uint64_t address = 0;
    const auto [end, bad] = std::from_chars(digits, line.data() + line.size(), address, kHexadecimal);
    text.append(line.data(), end);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (bad != std::errc{}) continue;
    if (const auto found = places->second.find(address); found != places->second.end()) {
      text += objects_text(found->second);
    } else if (const auto handle = handles_.find(address); handle != handles_.end()) {
      text += fmt::format(" (handle of object {})", handle->second);
    }
  }
}

}  // namespace gcrucible::campaign
