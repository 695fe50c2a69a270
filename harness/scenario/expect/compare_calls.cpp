#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/scenario/expect/comparison.h"

namespace gcrucible::scenario {
namespace {

constexpr std::size_t kMostShown = 24;

std::string shown(const std::vector<CallRun>& calls) {
  std::string text;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (i == kMostShown) return text + fmt::format(" and {} more", calls.size() - i);
    text += (i == 0 ? "" : ", ") + calls[i].name;
    if (calls[i].count > 1) text += fmt::format(" ×{}", calls[i].count);
  }
  return text.empty() ? "there were none" : text;
}

std::string wanted(const CallCount& count) {
  if (count.least == count.most) return counted(count.least, "call");
  if (count.most == std::numeric_limits<std::uint64_t>::max())
    return "at least " + counted(count.least, "call");
  if (count.least == 0) return "at most " + counted(count.most, "call");
  return fmt::format("{} to {} calls", count.least, count.most);
}

// The callbacks of `order` that this profiler can receive. No value, with a note, if it can receive none of
// them.
std::optional<std::vector<std::string>> reportable(const CallOrder& order, Comparison& comparison) {
  std::vector<std::string> names;
  std::vector<std::string> reasons;
  for (const std::string& name : order.callbacks) {
    std::string why = comparison.why_unreported(name);
    if (why.empty()) {
      names.push_back(name);
    } else if (std::ranges::find(reasons, why) == reasons.end()) {
      reasons.push_back(std::move(why));
    }
  }
  if (names.empty() && !reasons.empty()) {
    comparison.skip(order.place, reasons.front());
    return std::nullopt;
  }
  for (std::string& why : reasons) comparison.skip(order.place, std::move(why), 0);
  return names;
}

}  // namespace

void compare_calls(const std::vector<CallCount>& counts, const std::optional<CallOrder>& order,
                   const std::vector<CallRun>& calls, Comparison& comparison) {
  for (const CallCount& count : counts) {
    // Any profiler can show that a callback does not come.
    if (count.least > 0 && comparison.skips(count.callback, count.place)) continue;
    if (count.least == 0) ++comparison.of_heap;
    std::uint64_t got = 0;
    for (const CallRun& run : calls) got += run.name == count.callback ? run.count : 0;
    comparison.check(got >= count.least && got <= count.most, count.place,
                     fmt::format("{} of {}", wanted(count), count.callback),
                     there_were(got) + (got < count.least ? comparison.because(count.callback) : ""));
  }
  if (!order) return;
  const auto wanted = reportable(*order, comparison);
  if (!wanted) return;
  const std::vector<std::string>& names = *wanted;
  std::size_t next = 0;
  for (const CallRun& run : calls) {
    for (std::uint64_t left = run.count; left > 0 && next < names.size() && names[next] == run.name; --left)
      ++next;
  }
  if (next == names.size()) {
    comparison.check(true, order->place, {}, {});
  } else {
    comparison.fail(order->place,
                    names[next] + (next == 0 ? " to come" : " to come after " + names[next - 1]),
                    "it did not" + comparison.because(names[next]) + "; the calls are " + shown(calls));
  }
}

void compare_sequence(const CallOrder& sequence, const std::vector<CallRun>& calls, Comparison& comparison) {
  const auto names = reportable(sequence, comparison);
  if (!names) return;
  // Omitted names may leave equal neighbours. These count as one run.
  std::vector<std::string> wanted;
  for (const std::string& name : *names) {
    if (wanted.empty() || wanted.back() != name) wanted.push_back(name);
  }
  std::size_t same = 0;
  while (same < wanted.size() && same < calls.size() && wanted[same] == calls[same].name) ++same;
  const bool fits = same == wanted.size() && same == calls.size();
  std::string expected = same < wanted.size() ? wanted[same] + " to come" : "nothing more to come";
  expected += same > 0 ? " after " + wanted[same - 1] : " first";
  std::optional<std::uint64_t> line;
  if (same < calls.size()) line = calls[same].line;
  comparison.check(fits, sequence.place, std::move(expected),
                   (same < calls.size() ? calls[same].name + " came" : std::string("no call came")) +
                       (same < wanted.size() ? comparison.because(wanted[same]) : "") + "; the calls are " +
                       shown(calls),
                   line);
}

}  // namespace gcrucible::scenario
