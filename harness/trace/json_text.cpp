#include "harness/trace/json_text.h"

#include <algorithm>
#include <cstring>

namespace gcrucible::trace {
namespace {

// Readers that keep numbers as doubles lose precision from this integer on.
constexpr std::uint64_t kFirstUnsafe = std::uint64_t{1} << 53;
// "-0x" with sixteen digits, quotes and a comma.
constexpr std::size_t kLongestNumber = 24;
constexpr std::uint32_t kReplacement = 0xFFFD;

struct Decoded {
  std::uint32_t code = kReplacement;
  std::size_t units = 1;
};

// The character must be escaped, or is part of a longer sequence.
bool needs_care(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte >= 0x80 || c == '"' || c == '\\';
}
bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

Decoded decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, 1};
  // The length, and the smallest code point that needs it. Longer forms of smaller code points are invalid.
  struct Form {
    unsigned char mask, lead;
    std::size_t units;
    std::uint32_t smallest;
  };
  constexpr std::array<Form, 3> kForms{
      {{0xE0, 0xC0, 2, 0x80}, {0xF0, 0xE0, 3, 0x800}, {0xF8, 0xF0, 4, 0x10000}}};
  for (const Form& form : kForms) {
    if ((first & form.mask) != form.lead) continue;
    if (text.size() < form.units) return {};
    std::uint32_t code = first & static_cast<unsigned char>(~form.mask);
    for (std::size_t i = 1; i < form.units; ++i) {
      if (!is_continuation(text[i])) return {};
      code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (code < form.smallest || code > 0x10FFFF || surrogate) return {};
    return {code, form.units};
  }
  return {};
}

Decoded decode(std::u16string_view text) {
  const std::uint32_t first = text[0];
  if (first < 0xD800 || first >= 0xE000) return {first, 1};
  if (first >= 0xDC00 || text.size() < 2) return {};
  const std::uint32_t second = text[1];
  if (second < 0xDC00 || second >= 0xE000) return {};
  return {0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00), 2};
}

}  // namespace

void JsonText::grow(std::size_t count) {
  buffer_.resize(std::max(buffer_.size() * 2, size_ + count + 256));
}

void JsonText::raw(std::string_view characters) {
  if (characters.empty()) return;
  reserve(characters.size());
  std::memcpy(buffer_.data() + size_, characters.data(), characters.size());
  size_ += characters.size();
}

void JsonText::key(std::string_view key) {
  reserve(key.size() + 4);
  put(',');
  put('"');
  std::memcpy(buffer_.data() + size_, key.data(), key.size());
  size_ += key.size();
  put('"');
  put(':');
}

void JsonText::decimal(std::uint64_t value) {
  const auto end = std::to_chars(buffer_.data() + size_, buffer_.data() + buffer_.size(), value).ptr;
  size_ = static_cast<std::size_t>(end - buffer_.data());
}

void JsonText::hexadecimal(bool negative, std::uint64_t value) {
  put('"');
  if (negative) put('-');
  put('0');
  put('x');
  const auto end = std::to_chars(buffer_.data() + size_, buffer_.data() + buffer_.size(), value, 16).ptr;
  size_ = static_cast<std::size_t>(end - buffer_.data());
  put('"');
}

void JsonText::number(std::uint64_t value) {
  reserve(kLongestNumber);
  if (value >= kFirstUnsafe) {
    hexadecimal(false, value);
  } else {
    decimal(value);
  }
}

void JsonText::signed_number(std::int64_t value) {
  if (value >= 0) return number(static_cast<std::uint64_t>(value));
  const std::uint64_t size = ~static_cast<std::uint64_t>(value) + 1;
  reserve(kLongestNumber);
  if (size >= kFirstUnsafe) return hexadecimal(true, size);
  put('-');
  decimal(size);
}

void JsonText::code_point(std::uint32_t code) {
  reserve(6);
  if (code < 0x20) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    put('\\');
    switch (code) {
      case '\n':
        return put('n');
      case '\r':
        return put('r');
      case '\t':
        return put('t');
      default:
        put('u');
        put('0');
        put('0');
        put(kDigits[code >> 4]);
        put(kDigits[code & 0xF]);
        return;
    }
  }
  const auto tail = [&](unsigned shift) { put(static_cast<char>(0x80U | ((code >> shift) & 0x3FU))); };
  if (code < 0x80) {
    if (code == '"' || code == '\\') put('\\');
    put(static_cast<char>(code));
  } else if (code < 0x800) {
    put(static_cast<char>(0xC0U | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    put(static_cast<char>(0xE0U | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    put(static_cast<char>(0xF0U | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

void JsonText::text(std::string_view utf8) {
  raw("\"");
  while (!utf8.empty()) {
    const auto special = std::find_if(utf8.begin(), utf8.end(), needs_care);
    raw(utf8.substr(0, static_cast<std::size_t>(special - utf8.begin())));
    utf8.remove_prefix(static_cast<std::size_t>(special - utf8.begin()));
    if (utf8.empty()) break;
    const Decoded next = decode(utf8);
    code_point(next.code);
    utf8.remove_prefix(next.units);
  }
  raw("\"");
}

void JsonText::text(std::u16string_view utf16) {
  raw("\"");
  while (!utf16.empty()) {
    const Decoded next = decode(utf16);
    code_point(next.code);
    utf16.remove_prefix(next.units);
  }
  raw("\"");
}

void JsonText::cell(const Column& column, std::uint64_t row) {
  if (column.data == nullptr) return raw("null");
  const std::uint64_t number = column.at(row);
  if (column.is_id) return id(number);
  switch (column.type) {
    case Column::Type::kBool32: {
      // A BOOL other than TRUE and FALSE is written as a number.
      Column raw = column;
      raw.type = Column::Type::kI32;
      const auto value = static_cast<std::int64_t>(raw.at(row));
      return value == 0 || value == 1 ? boolean(value != 0) : signed_number(value);
    }
    case Column::Type::kI32:
      return signed_number(static_cast<std::int64_t>(number));
    case Column::Type::kU64:
    case Column::Type::kU32:
      return this->number(number);
  }
}

void JsonText::table(const Table& table) {
  raw("[");
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    if (row != 0) raw(",");
    if (table.width == 1) {
      cell(table.columns[0], row);
      continue;
    }
    for (std::size_t i = 0; i < table.width; ++i) {
      raw(i == 0 ? "[" : ",");
      cell(table.columns[i], row);
    }
    raw("]");
  }
  raw("]");
}

void JsonText::value(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNull:
      return raw("null");
    case Value::Kind::kBool:
      return boolean(value.number != 0);
    case Value::Kind::kNumber:
      return number(value.number);
    case Value::Kind::kSigned:
      return signed_number(static_cast<std::int64_t>(value.number));
    case Value::Kind::kId:
      return id(value.number);
    case Value::Kind::kText:
      return text(value.text);
    case Value::Kind::kText16:
      return text(value.text16);
    case Value::Kind::kTable:
      return table(value.table);
    case Value::Kind::kList:
      for (std::size_t i = 0; i < value.list.size(); ++i) {
        raw(i == 0 ? "[" : ",");
        this->value(value.list[i]);
      }
      return raw(value.list.empty() ? "[]" : "]");
  }
}

}  // namespace gcrucible::trace
