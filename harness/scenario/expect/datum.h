// Values of a trace that outlive their line, and their text in messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/trace/read/value.h"

namespace gcrucible::scenario {

// Tables are lists of lists.
struct Datum {
  enum class Kind : std::uint8_t { kNull, kFlag, kNumber, kText, kList };
  Kind kind = Kind::kNull;
  std::uint64_t number = 0;
  std::string text;
  std::vector<Datum> items;
};
Datum datum(const trace::Value& value);
// Readable form: addresses in hexadecimal, lists in brackets, long lists shortened.
std::string to_text(const Datum& value);
// Small numbers in decimal, others in hexadecimal.
std::string to_text(std::uint64_t number);

}  // namespace gcrucible::scenario
