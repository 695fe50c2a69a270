#include "harness/trace/read/plain_line.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <span>
#include <tuple>

#include "harness/trace/read/line_keys.h"

namespace gcrucible::trace {
namespace {

// Every number with this many digits fits 64 bits.
constexpr std::size_t kMostDigits = 19;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// How many of the eight characters come before the first quote, backslash, control character or non-ASCII
// character.
int ordinary(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) return 0;
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = kOnes << 7;
  // Sets the high bit of each byte that is below `least`. It may also set bits above the first such byte.
  const auto below = [](std::uint64_t bytes, std::uint64_t least) {
    return (bytes - kOnes * least) & ~bytes;
  };
  const std::uint64_t special =
      (below(word ^ kOnes * '"', 1) | below(word ^ kOnes * '\\', 1) | below(word, 0x20) | word) & kHigh;
  return std::countr_zero(special) / 8;
}

}  // namespace

std::optional<Value> number_in(std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string_view digits = text.substr(negative ? 1 : 0);
  if (!digits.starts_with("0x") || digits.size() > 18) return std::nullopt;
  digits.remove_prefix(2);
  std::uint64_t size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size, 16);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  Value value = negative ? signed_number(static_cast<std::int64_t>(~size + 1)) : number(size);
  value.text = text;
  return value;
}

bool PlainLine::word(std::string_view expected) {
  if (!std::string_view(next_, end_).starts_with(expected)) return false;
  next_ += expected.size();
  return true;
}

bool PlainLine::characters(std::string_view& out) {
  if (!take('"')) return false;
  const char* const start = next_;
  for (int passed = 8; passed == 8 && end_ - next_ >= 8; next_ += passed) passed = ordinary(next_);
  for (; next_ != end_ && *next_ != '"'; ++next_) {
    const auto byte = static_cast<unsigned char>(*next_);
    if (byte < 0x20 || byte >= 0x80 || byte == '\\') return false;
  }
  out = {start, next_};
  return take('"');
}

bool PlainLine::whole_number(std::uint64_t& size, bool& negative) {
  negative = take('-');
  const char* const start = next_;
  size = 0;
  for (; next_ != end_ && is_digit(*next_); ++next_)
    size = size * 10 + static_cast<std::uint64_t>(*next_ - '0');
  const auto digits = static_cast<std::size_t>(next_ - start);
  if (digits == 0 || digits > kMostDigits || (*start == '0' && (digits > 1 || negative))) return false;
  if (negative && size > std::uint64_t{1} << 63) return false;
  return !at('.') && !at('e') && !at('E');
}

bool PlainLine::cell(std::uint64_t& bits) {
  if (!at('"')) {
    bool negative = false;
    if (!whole_number(bits, negative)) return false;
    if (negative) bits = ~bits + 1;
    return true;
  }
  std::string_view said;
  if (!characters(said)) return false;
  const auto value = number_in(said);
  if (value) bits = value->number;
  return value.has_value();
}

bool PlainLine::place(std::uint64_t limit, std::uint64_t& out) {
  return cell(out) && out < limit;
}

bool PlainLine::result(std::int32_t& hr) {
  std::uint64_t bits = 0;
  if (!cell(bits)) return false;
  const auto as_signed = static_cast<std::int64_t>(bits);
  if (as_signed < std::numeric_limits<std::int32_t>::min() ||
      as_signed > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
    return false;
  }
  hr = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  return true;
}

bool PlainLine::numbers(Value& out) {
  cells_.clear();
  do {
    std::uint64_t bits = 0;
    if (!cell(bits)) return false;
    cells_.push_back(bits);
  } while (take(','));
  const auto kept = arena_->copy(std::span<const std::uint64_t>(cells_));
  out = table({.rows = kept.size(), .width = 1, .columns = {Column{.data = kept.data()}}});
  return take(']');
}

bool PlainLine::booleans(Value& out) {
  truths_.clear();
  do {
    const bool truth = at('t');
    if (!word(truth ? "true" : "false")) return false;
    truths_.push_back(truth ? 1 : 0);
  } while (take(','));
  const auto kept = arena_->copy(std::span<const std::int32_t>(truths_));
  const Column column{.data = kept.data(), .type = Column::Type::kBool32};
  out = table({.rows = kept.size(), .width = 1, .columns = {column}});
  return take(']');
}

bool PlainLine::rows(Value& out) {
  cells_.clear();
  std::size_t width = 0;
  std::size_t count = 0;
  do {
    if (!take('[')) return false;
    const std::size_t before = cells_.size();
    do {
      std::uint64_t bits = 0;
      if (!cell(bits)) return false;
      cells_.push_back(bits);
    } while (take(','));
    if (!take(']')) return false;
    if (count == 0) width = cells_.size() - before;
    if (cells_.size() - before != width || width > kWidest) return false;
    ++count;
  } while (take(','));
  const auto kept = arena_->copy(std::span<const std::uint64_t>(cells_));
  Table made{.rows = count, .width = static_cast<std::uint8_t>(width)};
  for (std::size_t i = 0; i < width; ++i) {
    made.columns[i] = {.data = kept.data() + i,
                       .stride = static_cast<std::uint32_t>(width * sizeof(std::uint64_t))};
  }
  out = table(made);
  return take(']');
}

bool PlainLine::list_of_any(Value& out, int depth) {
  std::vector<Value> values;
  do {
    if (!any(values.emplace_back(), depth + 1)) return false;
  } while (take(','));
  out = list(arena_->copy(std::span<const Value>(values)));
  return take(']');
}

bool PlainLine::table_or_list(Value& out, int depth) {
  if (take(']')) {
    out = table({.rows = 0, .width = 1});
    return true;
  }
  const char* const start = next_;
  bool found = false;
  if (as_written_) {
    // Not a table: in a table, a number and a text that contains it are equal.
  } else if (at('[')) {
    found = rows(out);
  } else if (at('t') || at('f')) {
    found = booleans(out);
  } else if (!at('n')) {
    found = numbers(out);
  }
  if (found) return true;
  next_ = start;
  return list_of_any(out, depth);
}

bool PlainLine::any(Value& out, int depth) {
  if (depth > kDeepest || next_ == end_) return false;
  switch (*next_) {
    case '[':
      ++next_;
      return table_or_list(out, depth);
    case '"': {
      std::string_view said;
      if (!characters(said)) return false;
      const auto value = number_in(said);
      out = value ? *value : text(said);
      return true;
    }
    case 't':
      out = boolean(true);
      return word("true");
    case 'f':
      out = boolean(false);
      return word("false");
    case 'n':
      out = null();
      return word("null");
    default: {
      std::uint64_t size = 0;
      bool negative = false;
      if (!whole_number(size, negative)) return false;
      out = negative ? signed_number(static_cast<std::int64_t>(~size + 1)) : number(size);
      return true;
    }
  }
}

bool PlainLine::other(std::string_view key, const Event& event, std::vector<Field>& fields) {
  Field& field = fields.emplace_back();
  field.key = key;
  as_written_ = holds_texts(event, has_kind_, key);
  if (key != "args" && key != "out") return any(field.value, 0);
  if (!take('[')) return false;
  if (!take(']')) return list_of_any(field.value, 0);
  field.value = list({});
  return true;
}

bool PlainLine::entry(std::string_view key, Event& event, std::vector<Field>& fields) {
  const auto named = [&](EventKind kind) {
    event.kind = kind;
    has_kind_ = true;
    return characters(event.name);
  };
  if (key == "n") {
    has_n_ = true;
    return place(kNoLine, event.n);
  }
  if (key == "t") {
    std::uint64_t number = 0;
    has_t_ = true;
    if (!place(std::uint64_t{1} << 32, number)) return false;
    event.thread = static_cast<std::uint32_t>(number);
    return true;
  }
  // A model line's own keys may have these names.
  const bool own = has_kind_ && event.kind == EventKind::kModel;
  if (key == "hr" && !own) {
    has_hr_ = true;
    return result(event.hr);
  }
  if (key == "inside" && !own) return place(kNoLine, event.link);
  // The first key that states a kind decides.
  if (!has_kind_) {
    if (key == "call") return named(EventKind::kCallback);
    if (key == "info") return named(EventKind::kInfo);
    if (key == "model") return named(EventKind::kModel);
    if (key == "probe") return named(EventKind::kProbe);
    if (key == "ret") {
      event.kind = EventKind::kReturn;
      has_kind_ = true;
      return place(kNoLine, event.link);
    }
    if (key == "gcrucible_trace" || key == "end") {
      event.kind = key == "end" ? EventKind::kEnd : EventKind::kHeader;
      has_kind_ = true;
    }
  }
  return other(key, event, fields);
}

bool PlainLine::parse(std::string_view text, Arena& arena, Event& event, std::vector<Field>& fields) {
  arena_ = &arena;
  // Copies all names and texts at once.
  const std::string_view kept = arena.copy(text);
  next_ = kept.data();
  end_ = kept.data() + kept.size();
  has_kind_ = has_n_ = has_t_ = has_hr_ = false;
  if (!take('{')) return false;
  do {
    std::string_view key;
    if (!characters(key) || !take(':') || !entry(key, event, fields)) return false;
  } while (take(','));
  if (!take('}') || next_ != end_ || !has_kind_) return false;
  if (event.kind == EventKind::kHeader || event.kind == EventKind::kEnd) return true;
  return has_n_ && has_t_ && (event.kind != EventKind::kReturn || has_hr_);
}

}  // namespace gcrucible::trace
