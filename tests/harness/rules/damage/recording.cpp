#include "tests/harness/rules/damage/recording.h"

#include <map>

#include "harness/trace/event_fields.h"
#include "harness/trace/read/reader.h"
#include "tests/support/catch.h"

namespace gcrucible::tests {

Recording load_recording(const std::filesystem::path& file) {
  Recording recording;
  recording.name = file.stem().string();
  trace::Reader reader = trace::Reader::of_file(file);
  for (trace::Line line; reader.next(line) == trace::Reader::Step::kLine; line = trace::Line()) {
    recording.lines.push_back(std::move(line));
  }
  INFO(file.string());
  REQUIRE(reader.error() == nullptr);

  std::map<std::uint64_t, std::size_t>
      unit_of;  // by the line of an entry, of a callback or of an Info call in it
  std::map<std::uint64_t, std::string_view> method_of;  // by the line of the entry of an Info call
  std::map<std::uint32_t, std::size_t> last_of_thread;
  for (std::size_t i = 0; i < recording.lines.size(); ++i) {
    const trace::Event& event = recording.event(i);
    if (event.kind == trace::EventKind::kHeader) {
      recording.callback_version = trace::number_in(event, "callback_version").value_or(0);
    }
    if (event.kind == trace::EventKind::kCallback) {
      const std::size_t unit = recording.units.size();
      const auto before = last_of_thread.find(event.thread);
      if (before != last_of_thread.end()) {
        CallUnit& exact = recording.units[before->second];
        if (exact.name == std::string(event.name) + "2") exact.twin = unit;
      }
      last_of_thread[event.thread] = unit;
      unit_of[event.n] = unit;
      recording.units.push_back(
          {.name = event.name, .thread = event.thread, .lines = {i}, .twin = std::nullopt});
      continue;
    }
    if (event.kind != trace::EventKind::kInfo && event.kind != trace::EventKind::kReturn) continue;
    const auto unit = unit_of.find(event.link);
    if (unit == unit_of.end()) continue;
    recording.units[unit->second].lines.push_back(i);
    if (event.kind == trace::EventKind::kInfo) {
      unit_of[event.n] = unit->second;
      method_of[event.n] = event.name;
    } else if (const auto method = method_of.find(event.link); method != method_of.end()) {
      recording.answers.push_back({.method = method->second, .unit = unit->second, .end = i});
    }
  }
  return recording;
}

std::size_t Recording::alike(std::size_t answer, std::size_t from) const {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::size_t at = (from + i) % answers.size();
    if (answers[at].method == answers[answer].method) return at;
  }
  return answer;
}

}  // namespace gcrucible::tests
