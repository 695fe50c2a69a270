// The first line of a simulated run's trace.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness/host/case.h"
#include "harness/host/interface_answers.h"
#include "harness/trace/columns.h"
#include "harness/trace/value.h"

namespace gcrucible::host {

// Written by the host once Initialize has returned, and by the driver for a host that never came so far.
// Holds what its fields view.
class TraceHeader {
 public:
  using Mask = std::pair<std::uint32_t, std::uint32_t>;

  // `mask` as of Initialize's return; none where it failed or never returned. `callback_version`: the newest
  // ICorProfilerCallbackN that the profiler answered; none where it is not known. `answers` likewise.
  TraceHeader(const Case& value, std::optional<Mask> mask, std::optional<std::uint8_t> callback_version,
              std::optional<InterfaceAnswers> answers = std::nullopt)
      : profiler_(value.profiler_path.substr(value.profiler_path.find_last_of("/\\") + 1)),
        version_(std::to_string(value.program.runtime.major) + "." +
                 std::to_string(value.program.runtime.minor) + "." +
                 std::to_string(value.program.runtime.build)),
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
    // What is there in most runs is not said.
    if (program::rules_of(value.program.runtime) != value.program.runtime.name)
      add("rules_of", trace::text(program::rules_of(value.program.runtime)));
    if (answers_ && answers_->unknown) add("unknown_interface", trace::boolean(true));
    if (answers_ && !answers_->one_identity) add("identity", trace::boolean(false));
    if (value.program.life.load == program::LifeSpec::Load::kAttach) add("load", trace::text("attach"));
    // Only these read such variables: the .NET Framework's have other names and another prefix.
    const bool of_core = value.program.runtime.runtime_type == kCore;
    if (value.program.heap.server && of_core) add("environment", trace::list(server_));
  }
  TraceHeader(const TraceHeader&) = delete;
  TraceHeader& operator=(const TraceHeader&) = delete;

  std::span<const trace::Field> fields() const { return std::span(fields_).first(count_); }

 private:
  static constexpr std::uint32_t kCore = 2;  // COR_PRF_RUNTIME_TYPE

  trace::Column versions() const {
    return {.data = answers_->versions.data(), .type = trace::Column::Type::kU64, .is_id = false};
  }

  std::string profiler_;
  std::string version_;
  std::array<trace::Value, 2> words_{};
  // The settings by which a real CLR has such a heap, as recordings tell them.
  std::array<trace::Value, 2> count_of_heaps_{trace::text("DOTNET_GCHeapCount"), trace::text("1")};
  std::array<trace::Value, 2> is_server_{trace::text("DOTNET_gcServer"), trace::text("1")};
  std::array<trace::Value, 2> server_{trace::list(count_of_heaps_), trace::list(is_server_)};
  std::optional<InterfaceAnswers> answers_;
  std::array<trace::Field, 16> fields_{};
  std::size_t count_ = 0;
};

}  // namespace gcrucible::host
