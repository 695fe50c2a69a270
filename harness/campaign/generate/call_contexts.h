// Records which callbacks a campaign delivered to its profiler, and in which situations.
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
  kBackground,  // during a background collection
  kBetween,     // between collections
  kAttached,    // to an attached profiler, in any situation
  kEnd,         // in Shutdown and after it
};
inline constexpr std::size_t kContextCount = 8;
std::string_view word_of(Context context);

// Counts callbacks by situation. Use one for each case and add them up. A callback to an attached profiler
// counts in its situation and in kAttached.
class CallContexts {
 public:
  using Row = std::array<std::uint64_t, kContextCount>;

  // The callback's entry, with the history before it.
  void take(const rules::Callback& callback, const rules::History& history);

  void add(const CallContexts& other);
  // By the callback's name; only callbacks that came.
  std::map<std::string, Row, std::less<>> rows() const;

 private:
  std::array<Row, rules::kCallCount> rows_{};       // indexed by Call
  std::map<std::string, Row, std::less<>> others_;  // callbacks without a number, by name
};

}  // namespace gcrucible::campaign
