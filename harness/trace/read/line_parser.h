// Parses the characters of one line into a Line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "harness/trace/line.h"

namespace gcrucible::trace {

// One thread at a time.
class LineParser {
 public:
  // This many bytes after the line's last must be readable. Their contents do not matter.
  static constexpr std::size_t kPadding = 64;

  LineParser();
  LineParser(LineParser&&) noexcept;
  LineParser& operator=(LineParser&&) noexcept;
  ~LineParser();

  // False if it is not a line of a trace. problem() has the reason. The caller must check the header's
  // version, the field "gcrucible_trace". The end line has its field "lines".
  bool parse(std::string_view text, Line& line);
  const std::string& problem() const;
  // For a valid line: the keys whose values contain objects or numbers with a fraction, which are passed as
  // text. A key can occur several times.
  std::span<const std::string_view> raw_keys() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gcrucible::trace
