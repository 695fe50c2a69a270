// Characters of one line to a Line.
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
  // So many bytes behind the line's last must be readable; what stands there does not matter.
  static constexpr std::size_t kPadding = 64;

  LineParser();
  LineParser(LineParser&&) noexcept;
  LineParser& operator=(LineParser&&) noexcept;
  ~LineParser();

  // False where it is no line of a trace; problem() says why. The header's version is left to the caller, as
  // the field "gcrucible_trace"; the end line has its field "lines".
  bool parse(std::string_view text, Line& line);
  const std::string& problem() const;
  // Of a line that is one: the keys, perhaps several times, that hold objects or numbers with a fraction,
  // which are given as texts.
  std::span<const std::string_view> raw_keys() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gcrucible::trace
