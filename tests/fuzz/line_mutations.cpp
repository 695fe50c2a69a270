#include "tests/fuzz/line_mutations.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// libFuzzer's own mutation.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t capacity);

namespace gcrucible::fuzz {
namespace {

using Lines = std::vector<std::string>;

// Values with a special meaning somewhere, in YAML or JSON.
constexpr std::array<std::string_view, 24> kValues = {
    "0",          "1",  "2",    "3",          "7",          "-1",  "255",    "4095",
    "4294967295", "[]", "null", "true",       "4294967296", "{}",  "\"\"",   "9007199254740993",
    "[0]",        "~",  "[[]]", "1000000000", "0x10",       "1.5", "[1, 2]", "18446744073709551615"};

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  // From 0 to count - 1.
  std::size_t below(std::size_t count) { return engine_() % count; }

 private:
  std::minstd_rand engine_;
};

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool is_in_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
}

// The words of a line, as (start, length).
std::vector<std::pair<std::size_t, std::size_t>> words_of(const std::string& line) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t at = 0; at < line.size(); ++at) {
    std::size_t end = at;
    while (end < line.size() && is_in_word(line[end])) ++end;
    if (end > at) words.emplace_back(at, end - at);
    at = std::max(at, end);
  }
  return words;
}

// A word of the text, from any line.
std::string any_word(const Lines& lines, Dice& dice) {
  const std::string& line = lines[dice.below(lines.size())];
  const auto words = words_of(line);
  if (words.empty()) return std::string(kValues[dice.below(kValues.size())]);
  const auto [at, length] = words[dice.below(words.size())];
  return line.substr(at, length);
}

void change_word(Lines& lines, Dice& dice) {
  const bool from_text = dice.below(2) == 0;
  const std::string word =
      from_text ? any_word(lines, dice) : std::string(kValues[dice.below(kValues.size())]);
  std::string& line = lines[dice.below(lines.size())];
  const auto words = words_of(line);
  if (words.empty()) return;
  const auto [at, length] = words[dice.below(words.size())];
  line.replace(at, length, word);
}

void change_indent(std::string& line, Dice& dice) {
  if (dice.below(2) == 0) {
    line.insert(0, "  ");
  } else if (line.starts_with("  ")) {
    line.erase(0, 2);
  }
}

void change_lines(Lines& lines, Dice& dice) {
  const auto at = [&] { return lines.begin() + static_cast<std::ptrdiff_t>(dice.below(lines.size())); };
  switch (dice.below(8)) {
    case 0:
      lines.erase(at());
      break;
    case 1: {
      const std::string copy = *at();
      lines.insert(at(), copy);
      break;
    }
    case 2:
      std::iter_swap(at(), at());
      break;
    case 3:
      change_indent(*at(), dice);
      break;
    default:
      change_word(lines, dice);
  }
}

}  // namespace

std::size_t mutate_lines(std::uint8_t* data, std::size_t size, std::size_t capacity, unsigned seed) {
  Dice dice(seed);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Lines lines = lines_of(text);
  if (lines.empty() || dice.below(4) == 0) return LLVMFuzzerMutate(data, size, capacity);
  for (std::size_t changes = 1 + dice.below(3); changes > 0 && !lines.empty(); --changes)
    change_lines(lines, dice);
  std::string changed;
  for (const std::string& line : lines) changed += line + '\n';
  const std::size_t length = std::min(changed.size(), capacity);
  std::copy_n(changed.begin(), length, data);
  return length;
}

}  // namespace gcrucible::fuzz
