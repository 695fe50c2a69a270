#include "harness/trace/read/reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "harness/abi/tables/callback_methods.h"
#include "harness/trace/event_fields.h"
#include "harness/trace/json_writer.h"
#include "harness/trace/read/line_keys.h"
#include "harness/trace/read/value_column.h"
#include "harness/trace/read/value_shape.h"

namespace gcrucible::trace {
namespace {

// Many lines for each system call.
constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr const char* kMakeOne =
    "make a trace with `gcrucible run --trace FILE` or `gcrucible record -- COMMAND`";
constexpr const char* kMakeAgain = "the file was changed or damaged; make the trace again";
constexpr const char* kPerhapsNewer =
    "a newer gcrucible may know it; else the file was changed or damaged: make the trace again";

bool is_number(const Value& value, std::uint64_t least, std::uint64_t most) {
  return value.kind == Value::Kind::kNumber && least <= value.number && value.number <= most;
}

bool is_mask(const Value& value) {
  const bool table = value.kind == Value::Kind::kTable && value.table.width == 1 && value.table.rows == 2;
  constexpr std::uint64_t kMost = 0xFFFFFFFFu;
  return table && value.table.columns[0].at(0) <= kMost && value.table.columns[0].at(1) <= kMost;
}

bool are_versions(const Value& value) {
  if (value.kind == Value::Kind::kList) return value.list.empty();
  if (value.kind != Value::Kind::kTable || value.table.rows == 0) return value.kind == Value::Kind::kTable;
  if (value.table.width != 1) return false;
  for (std::uint64_t i = 0; i < value.table.rows; ++i) {
    if (value.table.columns[0].at(i) > abi::kNewestCallbackVersion) return false;
  }
  return true;
}

// The required form of a header's key, and its check. A null value means that the value is unknown. kNewest
// in the text of a form is the newest version of ICorProfilerCallback.
constexpr std::string_view kNewest = "NEWEST";
struct HeaderKey {
  std::string_view key;
  std::string_view must_be;
  bool (*fits)(const Value&);
};
constexpr HeaderKey kHeaderKeys[] = {
    {"source", "\"simulated\" or \"recorded\"",
     [](const Value& value) { return value.text == "simulated" || value.text == "recorded"; }},
    {"runtime", "a name", [](const Value& value) { return value.kind == Value::Kind::kText; }},
    {"rules_of", "a name", [](const Value& value) { return value.kind == Value::Kind::kText; }},
    {"load", "\"attach\"", [](const Value& value) { return value.text == "attach"; }},
    {"event_mask", "two numbers of 32 bits, or null",
     [](const Value& value) { return value.kind == Value::Kind::kNull || is_mask(value); }},
    {"callback_version", "a number from 1 to NEWEST, or null",
     [](const Value& value) {
       return value.kind == Value::Kind::kNull || is_number(value, 1, abi::kNewestCallbackVersion);
     }},
    {"interfaces", "a list of numbers from 0 to NEWEST", are_versions},
    {"alignment", "a number from 1 to 4096", [](const Value& value) { return is_number(value, 1, 4096); }},
};

// The ways in which a process ends, by their words in the end line.
constexpr std::string_view kExits[] = {"normal", "hosted", "abrupt", "store", "detaching"};

std::string form_of(const HeaderKey& key) {
  std::string form(key.must_be);
  const std::size_t newest = form.find(kNewest);
  if (newest == std::string::npos) return form;
  return form.replace(newest, kNewest.size(), std::to_string(abi::kNewestCallbackVersion));
}

std::string key_in_quotes(std::string_view key) {
  return "\"" + std::string(key) + "\"";
}

}  // namespace

std::string ReadError::text() const {
  std::string said = file;
  if (line != 0) said += ":" + std::to_string(line);
  if (line != 0 && column != 0) said += ":" + std::to_string(column);
  said += ": " + problem;
  if (!remedy.empty()) said += "; " + remedy;
  return said;
}

Reader Reader::of_file(const std::filesystem::path& path) {
  return of_file(path, path.string());
}

Reader Reader::of_file(const std::filesystem::path& path, std::string name) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  // Reading a pipe may block forever, and a trace is read more than once.
  const bool is_stream = !is_folder && std::filesystem::exists(path, ignored) &&
                         !std::filesystem::is_regular_file(path, ignored);
  const auto unpacked = is_folder || is_stream ? nullptr : UnpackedFile::open(path);
  if (unpacked == nullptr) {
    const std::string reason = is_folder   ? "is a folder"
                               : is_stream ? "is no regular file but a pipe, a socket or a device"
                                           : std::strerror(errno);
    Reader reader(std::move(name), nullptr);
    reader.stop(Step::kError, "cannot be read: " + reason, "name a trace file");
    return reader;
  }
  Reader reader(std::move(name),
                [unpacked](char* buffer, std::size_t size) { return unpacked->read(buffer, size); });
  reader.unpacked_ = unpacked;
  return reader;
}

Reader Reader::of_text(std::string name, std::string_view text) {
  Reader reader(std::move(name), [](char*, std::size_t) { return std::size_t{0}; });
  // All text, in a buffer of its size.
  reader.buffer_.reserve(text.size() + LineParser::kPadding);
  reader.buffer_.assign(text.begin(), text.end());
  reader.buffer_.resize(text.size() + LineParser::kPadding);
  reader.end_ = text.size();
  reader.source_is_dry_ = true;
  return reader;
}

bool Reader::fill() {
  if (source_is_dry_) return false;
  if (begin_ > 0) {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
  }
  // A line that fills the buffer is longer than the buffer.
  const std::size_t room = std::max(kChunk, end_ * 2);
  if (buffer_.size() < room + LineParser::kPadding) buffer_.resize(room + LineParser::kPadding);
  const std::size_t count = source_(buffer_.data() + end_, room - end_);
  end_ += count;
  source_is_dry_ = count == 0;
  return count != 0;
}

bool Reader::next_text(std::string_view& text, bool& whole) {
  std::size_t searched = 0;
  while (true) {
    const char* const start = buffer_.data() + begin_;
    const std::size_t size = end_ - begin_;
    const void* const feed = size > searched ? std::memchr(start + searched, '\n', size - searched) : nullptr;
    if (feed != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(feed) - start);
      text = {start, length};
      begin_ += length + 1;
      whole = true;
      return true;
    }
    searched = size;
    if (fill()) continue;
    text = {buffer_.data() + begin_, size};
    begin_ = end_;
    whole = false;
    return size != 0;
  }
}

Reader::Step Reader::stop(Step step, std::string problem, std::string remedy) {
  error_ = {file_, source_ == nullptr ? 0 : lines_, 0, std::move(problem), std::move(remedy)};
  has_error_ = true;
  last_ = step;
  return step;
}

Reader::Step Reader::stop_at(std::string_view text, std::string_view key, std::string problem,
                             std::string remedy) {
  stop(Step::kError, std::move(problem), std::move(remedy));
  error_.column = column_of_value(text, key);
  return Step::kError;
}

Reader::Step Reader::bad_line(std::string_view text, bool whole, const std::string& problem) {
  if (lines_ == 1) {
    if (text.starts_with("{\"collection\""))
      return stop(Step::kError,
                  "is no gcrucible trace: the recorder wrote it with GCRUCIBLE_RECORDER_MODE=count, "
                  "which counts what each collection reports and records nothing of it",
                  kMakeOne);
    const bool looks_like_one = text.starts_with("{\"gcrucible_trace\"");
    if (!looks_like_one)
      return stop(Step::kError, "is no gcrucible trace: the first line " + problem, kMakeOne);
  }
  if (!whole && lines_ == 1) {
    return stop(Step::kError,
                "the first line breaks off or has no line feed, so nothing of the trace is whole",
                kMakeAgain);
  }
  if (!whole) {
    return stop(Step::kCutOff, "the last line breaks off, so the trace is cut off",
                "the process ended while it was written; the lines before it are good");
  }
  return stop(Step::kError, "the line " + problem, kMakeAgain);
}

Reader::Step Reader::check_header(const Event& event, std::string_view text) {
  constexpr std::string_view kKey = "gcrucible_trace";
  const Value* const version = find(event, kKey);
  if (event.kind != EventKind::kHeader || version == nullptr || version->kind != Value::Kind::kNumber) {
    return stop(Step::kError, "is no gcrucible trace: the first line has no number as \"gcrucible_trace\"",
                kMakeOne);
  }
  if (version->number > kFormatVersion) {
    return stop(Step::kError,
                "has format " + std::to_string(version->number) + ", and this gcrucible reads up to " +
                    std::to_string(kFormatVersion),
                "use a newer gcrucible");
  }
  if (version->number == 0) {
    return stop_at(text, kKey, "has 0 as \"gcrucible_trace\", and formats count from 1", kMakeAgain);
  }
  for (const HeaderKey& each : kHeaderKeys) {
    const Value* const value = find(event, each.key);
    if (value == nullptr || each.fits(*value)) continue;
    return stop_at(text, each.key, key_in_quotes(each.key) + " is not " + form_of(each), kMakeAgain);
  }
  // Every writer of traces writes both keys.
  if (find(event, "source") != nullptr && find(event, "event_mask") == nullptr) {
    return stop(Step::kError, "\"event_mask\" is missing, without which nothing is known to be owed",
                kMakeAgain);
  }
  return check_values(event, text);
}

Reader::Step Reader::check_end(const Event& event, std::string_view text) {
  seen_end_ = true;
  if (const Step step = check_values(event, text); step != Step::kLine) return step;
  if (find(event, "end")->number == 0)
    return stop_at(text, "end", "\"end\" is false, and an end line says true", kMakeAgain);
  const Value* const exit = find(event, "exit");
  if (exit != nullptr && std::ranges::find(kExits, exit->text) == std::end(kExits)) {
    return stop_at(text, "exit", "\"exit\" is \"" + std::string(exit->text) + "\", which is no way to end",
                   kPerhapsNewer);
  }
  const Value* const count = find(event, "lines");
  if (count == nullptr || count->number == lines_) return Step::kLine;
  return stop_at(text, "lines",
                 "the end line counts " + std::to_string(count->number) + " lines and there are " +
                     std::to_string(lines_),
                 kMakeAgain);
}

Reader::Step Reader::check_values(const Event& event, std::string_view text) {
  if (!is_known_name(event)) {
    const bool info = event.kind == EventKind::kInfo;
    return stop_at(text, info ? "info" : "call",
                   "there is no " + std::string(info ? "Info method \"" : "callback \"") +
                       std::string(event.name) + "\"",
                   kPerhapsNewer);
  }
  const LineKey* wrong = wrong_key(event);
  // No key of the format contains an object or a fraction, even if it may be any text.
  for (const std::string_view raw : parser_.raw_keys()) {
    const LineKey* const key = wrong == nullptr ? line_key(event, raw) : nullptr;
    if (key != nullptr && key->shape != "[*]") wrong = key;
  }
  if (wrong == nullptr) {
    // A scenario's query, which has no entry line of its own.
    const bool answer = event.kind == EventKind::kModel && event.name == "answer";
    const Value* const inside = answer ? find(event, "inside") : nullptr;
    if (inside != nullptr && inside->kind != Value::Kind::kNull &&
        !open_.is_open(inside->number, event.thread))
      return stop_inside(inside->number, event, text);
    return Step::kLine;
  }
  std::string whose;
  if (!wrong->name.empty()) whose = " of " + std::string(wrong->name);
  return stop_at(text, wrong->key, key_in_quotes(wrong->key) + whose + " is not " + words_of(wrong->shape),
                 kMakeAgain);
}

Reader::Step Reader::stop_inside(std::uint64_t line, const Event& event, std::string_view text) {
  return stop_at(text, "inside",
                 "\"inside\" names line " + std::to_string(line) +
                     ", and no callback of that line goes on on thread " + std::to_string(event.thread),
                 kMakeAgain);
}

Reader::Step Reader::check_place(const Event& event, std::string_view text) {
  const bool links = event.kind == EventKind::kReturn || event.kind == EventKind::kInfo;
  if (links && event.link != kNoLine) {
    if (event.link == 0 || event.link >= event.n) {
      return stop(Step::kError, "names line " + std::to_string(event.link) + ", which is no line before it",
                  kMakeAgain);
    }
    if (event.kind == EventKind::kInfo && !open_.is_open(event.link, event.thread))
      return stop_inside(event.link, event, text);
  }
  const std::uint64_t expected = lines_ - 1;
  if (event.n == expected) return Step::kLine;
  return stop(Step::kError,
              "\"n\" is " + std::to_string(event.n) + " where " + std::to_string(expected) + " must follow",
              "lines were lost, added or put in another order; make the trace again");
}

Reader::Step Reader::follow(const Event& event) {
  if (event.kind == EventKind::kCallback) open_.enter(event.n, event.thread);
  if (event.kind == EventKind::kReturn) open_.leave(event.link);
  return Step::kLine;
}

Reader::Step Reader::check(const Event& event, std::string_view text) {
  if (lines_ == 1) return check_header(event, text);
  if (seen_end_) return stop(Step::kError, "there is a line after the end line", kMakeAgain);
  if (event.kind == EventKind::kEnd) return check_end(event, text);
  if (event.kind == EventKind::kHeader) {
    return stop(Step::kError, "there is a second header, so two traces stand in one file", "take them apart");
  }
  if (const Step step = check_place(event, text); step != Step::kLine) return step;
  if (const Step step = check_values(event, text); step != Step::kLine) return step;
  return follow(event);
}

std::string Reader::damage() const {
  return unpacked_ == nullptr ? std::string() : unpacked_->damage();
}

Reader::Step Reader::stop_at_end() {
  if (const std::string why = damage(); !why.empty())
    return stop(Step::kError, "the compressed file is damaged after this line: " + why, kMakeAgain);
  const bool breaks_off = unpacked_ != nullptr && unpacked_->breaks_off();
  if (seen_end_ && breaks_off)
    return stop(Step::kCutOff, "the compressed file breaks off, so its end is not checked", kMakeAgain);
  if (seen_end_) return last_ = Step::kEnd;
  if (lines_ == 0 && breaks_off)
    return stop(Step::kError, "the compressed file breaks off before its first line", kMakeAgain);
  if (lines_ == 0) return stop(Step::kError, "is empty and so no gcrucible trace", kMakeOne);
  return stop(Step::kCutOff, "there is no end line, so the trace is cut off",
              "the process ended before Shutdown; the lines up to there are good");
}

Reader::Step Reader::next(Line& line) {
  if (last_ != Step::kLine) return last_;
  std::string_view text;
  bool whole = true;
  if (!next_text(text, whole)) return stop_at_end();
  if (!whole && !damage().empty()) return stop_at_end();
  // The byte order mark that some editors put before UTF-8 text.
  if (++lines_ == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!parser_.parse(text, line)) return bad_line(text, whole, parser_.problem());
  return last_ = check(line.event(), text);
}

}  // namespace gcrucible::trace
