// Any text as a trace: the lines that the reader accepts are judged, and each rule has a verdict.
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/rules/judge/judge.h"
#include "harness/trace/read/reader.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/line_mutations.h"

namespace {

using namespace gcrucible;

// Replaces the number after `key` by `changed(number)`.
template <typename Changed>
void renumber(std::string& line, std::string_view key, Changed changed) {
  const std::size_t found = line.find(key);
  if (found == std::string::npos) return;
  const std::size_t at = found + key.size();
  const std::size_t end = std::min(line.find_first_not_of("0123456789", at), line.size());
  std::uint64_t number = 0;
  std::from_chars(line.data() + at, line.data() + end, number);
  if (end > at) line.replace(at, end - at, std::to_string(changed(number)));
}

// Numbers the lines again, and corrects the numbers of other lines in them. Otherwise the reader would stop
// at the first line that a mutation has added, removed or moved.
std::string with_right_numbers(std::string_view text) {
  std::vector<std::uint64_t> new_of;  // by the old number
  std::string result;
  std::uint64_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto link = [&](std::uint64_t old) { return old < new_of.size() ? new_of[old] : old; };
    renumber(line, R"("ret":)", link);
    renumber(line, R"("inside":)", link);
    renumber(line, R"({"n":)", [&](std::uint64_t old) {
      if (old < 100'000 && old >= new_of.size()) new_of.resize(old + 1);
      if (old < new_of.size()) new_of[old] = number;
      return number;
    });
    result += line + '\n';
    ++number;
  }
  return result;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t capacity,
                                               unsigned seed) {
  const std::size_t changed = fuzz::mutate_lines(data, size, capacity, seed);
  if (seed % 8 == 0) return changed;
  const std::string text = with_right_numbers({reinterpret_cast<const char*>(data), changed});
  const std::size_t length = std::min(text.size(), capacity);
  std::copy_n(text.begin(), length, data);
  return length;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  trace::Reader reader = trace::Reader::of_text("fuzz.jsonl", text);
  static const std::size_t rules = rules::Judge().verdicts().size();
  rules::Judge judge;
  trace::read_all(reader, [&](const trace::Event& event) { judge.take(event); });
  fuzz::expect(std::move(judge).verdicts().size() == rules, "a rule without a verdict");
  return 0;
}
