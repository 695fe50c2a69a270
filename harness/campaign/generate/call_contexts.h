// What a campaign has told its profiler: which callbacks, and in which situations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "harness/rules/decode/call.h"
#include "harness/rules/decode/callback.h"
#include "harness/rules/state/history.h"

namespace gcrucible::campaign {

enum class Context : std::uint8_t {
  kStart,        // until the first collection
  kGeneration0,  // inside a collection of that generation
  kGeneration1,
  kGeneration2,
  kBackground,  // beside a background collection
  kBetween,     // between collections
  kAttached,    // to a profiler that was attached, anywhere
  kEnd,         // in Shutdown and behind it
};
inline constexpr std::size_t kContextCount = 8;
std::string_view word_of(Context context);

// Counts callbacks by situation. One a case; add up afterwards. A callback to an attached profiler counts in
// its situation and in kAttached.
class CallContexts {
 public:
  using Row = std::array<std::uint64_t, kContextCount>;

  // A callback's entry, with the history before it.
  void take(const rules::Callback& callback, const rules::History& history);

  void add(const CallContexts& other);
  // By the callback's name, those that came.
  std::map<std::string, Row, std::less<>> rows() const;

 private:
  std::array<Row, rules::kCallCount> rows_{};       // by Call
  std::map<std::string, Row, std::less<>> others_;  // of those without a number, by name
};

}  // namespace gcrucible::campaign
