// The first line of a simulated run's trace.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "harness/protocol/case.h"
#include "harness/protocol/interface_answers.h"
#include "harness/trace/read/columns.h"
#include "harness/trace/read/value.h"

namespace gcrucible::protocol {

// The host writes it after Initialize has returned. The driver writes it for a host that did not come so far.
// Owns the memory that its fields refer to.
class TraceHeader {
 public:
  using Mask = std::pair<std::uint32_t, std::uint32_t>;

  // `mask`: the event mask when Initialize returned; none if it failed or never returned. `callback_version`:
  // the newest ICorProfilerCallbackN that the profiler supports; none if unknown. The same applies to
  // `answers`.
  TraceHeader(const Case& value, std::optional<Mask> mask, std::optional<std::uint8_t> callback_version,
              std::optional<InterfaceAnswers> answers = std::nullopt)
      : profiler_(value.profiler_path.substr(value.profiler_path.find_last_of("/\\") + 1)),
        version_(std::to_string(value.program.runtime.major) + "." +
                 std::to_string(value.program.runtime.minor) + "." +
                 std::to_string(value.program.runtime.build)),
        heaps_(hexadecimal(value.program.heap.server_heaps)),
        answers_(std::move(answers)) {
    if (mask) words_ = {trace::number(mask->first), trace::number(mask->second)};
    const auto add = [this](std::string_view key, trace::Value field) { fields_[count_++] = {key, field}; };
    for (const trace::Field& each : std::initializer_list<trace::Field>{
             {"source", trace::text("simulated")},
             {"runtime", trace::text(value.program.runtime.name)},
             {"version", trace::text(version_)},
             {"engine", trace::text("simulated")},
             {"profiler", trace::text(profiler_)},
             {"clsid", trace::text(value.clsid)},
             {"callback_version", callback_version ? trace::number(*callback_version) : trace::null()},
             {"event_mask", mask ? trace::list(words_) : trace::null()},
             {"alignment", trace::number(value.program.heap.alignment)},
             {"seed", trace::number(value.program.seed)}}) {
      add(each.key, each.value);
    }
    if (answers_) add("interfaces", trace::table_of(answers_->versions.size(), versions()));
    // Fields that most runs share are omitted.
    if (program::rules_of(value.program.runtime) != value.program.runtime.name)
      add("rules_of", trace::text(program::rules_of(value.program.runtime)));
    if (answers_ && answers_->unknown) add("unknown_interface", trace::boolean(true));
    if (answers_ && !answers_->one_identity) add("identity", trace::boolean(false));
    if (value.program.life.load == program::LifeSpec::Load::kAttach) add("load", trace::text("attach"));
    if (runs_freely(value.program)) add("free_running", trace::boolean(true));
    // Only CoreCLR reads these variables. The .NET Framework's variables have other names and another prefix.
    const bool of_core = value.program.runtime.runtime_type == kCore;
    count_of_heaps_[1] = trace::text(heaps_);
    if (value.program.heap.server_heaps != 0 && of_core) add("environment", trace::list(server_));
  }
  TraceHeader(const TraceHeader&) = delete;
  TraceHeader& operator=(const TraceHeader&) = delete;

  std::span<const trace::Field> fields() const { return std::span(fields_).first(count_); }

 private:
  static constexpr std::uint32_t kCore = 2;  // COR_PRF_RUNTIME_TYPE

  static bool runs_freely(const program::Program& program) {
    return std::ranges::any_of(program.steps, [](const program::Step& step) {
      const auto* const collect = std::get_if<program::Collect>(&step.action);
      return collect != nullptr && collect->reporting.schedule &&
             collect->reporting.schedule->kind == program::Schedule::Kind::kFree;
    });
  }
  static std::string hexadecimal(std::uint32_t number) {
    std::array<char, 8> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
  }
  trace::Column versions() const {
    return {.data = answers_->versions.data(), .type = trace::Column::Type::kU64, .is_id = false};
  }

  std::string profiler_;
  std::string version_;
  std::array<trace::Value, 2> words_{};
  // The settings that give a real CLR such a heap, as in recordings.
  std::string heaps_;  // hexadecimal, as the runtime reads it
  std::array<trace::Value, 2> count_of_heaps_{trace::text("DOTNET_GCHeapCount"), trace::text("1")};
  std::array<trace::Value, 2> is_server_{trace::text("DOTNET_gcServer"), trace::text("1")};
  std::array<trace::Value, 2> server_{trace::list(count_of_heaps_), trace::list(is_server_)};
  std::optional<InterfaceAnswers> answers_;
  std::array<trace::Field, 16> fields_{};
  std::size_t count_ = 0;
};

}  // namespace gcrucible::protocol
