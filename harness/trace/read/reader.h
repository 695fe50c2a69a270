// Reads a trace file line by line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness/trace/line.h"
#include "harness/trace/open_calls.h"
#include "harness/trace/read/line_parser.h"
#include "harness/trace/read/unpacked_file.h"

namespace gcrucible::trace {

struct ReadError {
  std::string file;
  std::uint64_t line = 0;    // from 1; 0 for the whole file
  std::uint64_t column = 0;  // from 1, of the wrong value; 0 for the whole line
  std::string problem;
  std::string remedy;

  // "FILE:LINE: PROBLEM; REMEDY", with ":COLUMN" after the line
  std::string text() const;
};

// Reads compressed files too (UnpackedFile). Memory grows with the longest line, not with the trace. One
// thread at a time.
//
//   Reader reader = Reader::of_file(path);
//   read_all(reader, [&](const Event& event) { … });
//   if (reader.error()) …
class Reader {
 public:
  enum class Step : std::uint8_t {
    kLine,    // the line was read; the header and the end line are lines too
    kEnd,     // after the end line: the trace is complete
    kCutOff,  // no end line, or an incomplete last line; earlier lines were read; see error()
    kError,   // error() has the reason; reading cannot continue
  };

  static Reader of_file(const std::filesystem::path& path);
  // `name` is the file's name in messages.
  static Reader of_file(const std::filesystem::path& path, std::string name);
  // `name` is the file's name in messages.
  static Reader of_text(std::string name, std::string_view text);

  Step next(Line& line);

  // The error of the last kCutOff or kError.
  const ReadError* error() const { return has_error_ ? &error_ : nullptr; }
  // Lines read so far.
  std::uint64_t lines() const { return lines_; }

 private:
  // Fills a buffer and returns the number of bytes, 0 at the end. Does not throw.
  using Source = std::function<std::size_t(char* buffer, std::size_t size)>;

  Reader(std::string file, Source source) : file_(std::move(file)), source_(std::move(source)) {}

  // The next line without its line feed; false at the end.
  bool next_text(std::string_view& text, bool& whole);
  bool fill();
  Step check(const Event& event, std::string_view text);
  Step check_header(const Event& event, std::string_view text);
  Step check_end(const Event& event, std::string_view text);
  // Checks the values of a line's keys, but not the line's place among the others.
  Step check_values(const Event& event, std::string_view text);
  Step stop_inside(std::uint64_t line, const Event& event, std::string_view text);
  Step check_place(const Event& event, std::string_view text);
  // Returns kLine. Tracks which calls are open from now on.
  Step follow(const Event& event);
  Step stop(Step step, std::string problem, std::string remedy);
  // Stops at the value of `key` in the line `text`.
  Step stop_at(std::string_view text, std::string_view key, std::string problem, std::string remedy);
  Step bad_line(std::string_view text, bool whole, const std::string& problem);
  Step stop_at_end();
  // Why a compressed file cannot be unpacked to its end; empty without a reason.
  std::string damage() const;

  std::string file_;
  Source source_;
  std::shared_ptr<UnpackedFile> unpacked_;  // read by source_; none for a text
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool source_is_dry_ = false;

  LineParser parser_;
  OpenCalls open_;
  std::uint64_t lines_ = 0;
  bool seen_end_ = false;
  Step last_ = Step::kLine;
  bool has_error_ = false;
  ReadError error_;
};

// Passes each event to `take`. If `take` returns a bool, false stops the reading. Returns whether `take` has
// received all events that the reader could read.
template <typename Take>
bool read_all(Reader& reader, Take&& take) {
  for (Line line; reader.next(line) == Reader::Step::kLine;) {
    if constexpr (std::is_void_v<std::invoke_result_t<Take&, const Event&>>) {
      take(line.event());
    } else if (!take(line.event())) {
      return false;
    }
  }
  return true;
}

}  // namespace gcrucible::trace
