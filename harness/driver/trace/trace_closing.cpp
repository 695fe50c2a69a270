#include "harness/driver/trace/trace_closing.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/protocol/exit_word.h"
#include "harness/protocol/trace_header.h"
#include "harness/trace/json_writer.h"
#include "harness/trace/read/columns.h"

namespace gcrucible::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeaderStart = "{\"gcrucible_trace\":";
constexpr std::string_view kNumberStart = "{\"n\":";
constexpr std::string_view kEndStart = "{\"end\":true";
constexpr std::uint64_t kBlock = 64 * 1024;

class Text final : public trace::Output {
 public:
  void write(std::span<const char> characters) override {
    text_.append(characters.data(), characters.size());
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string line_of(const trace::Event& event) {
  Text text;
  trace::JsonWriter writer(text, trace::JsonWriter::BeforeHeader::kPassOn);
  writer.on(event);
  return text.text();
}

// As the host writes the header, with an unset mask.
std::string header_of(const protocol::Case& value,
                      const std::optional<protocol::LoadedInterfaces>& interfaces) {
  std::optional<std::uint8_t> version;
  std::optional<protocol::InterfaceAnswers> answers;
  if (interfaces) {
    version = interfaces->callback_version;
    answers = interfaces->answers;
  }
  const protocol::TraceHeader header(value, std::nullopt, version, std::move(answers));
  return line_of({.kind = trace::EventKind::kHeader, .fields = header.fields()});
}

std::string end_of(std::uint64_t lines, const Death& death) {
  std::vector<trace::Field> fields{{"died", trace::text(death.how)}};
  if (!death.callback.empty()) fields.push_back({"callback", trace::text(death.callback)});
  if (death.collection != 0) fields.push_back({"collection", trace::number(death.collection)});
  if (!death.fault.empty()) fields.push_back({"fault", trace::text(death.fault)});
  if (death.object) fields.push_back({"object", trace::number(*death.object)});
  if (death.lost_in != 0) fields.push_back({"lost_in", trace::number(death.lost_in)});
  return line_of({.kind = trace::EventKind::kEnd, .n = lines - 1, .fields = fields});
}

// As a host writes it that does not record calls during its exit.
std::string end_of(std::uint64_t lines, program::LifeSpec::Exit exit) {
  const std::vector<trace::Field> fields{{"exit", trace::text(protocol::word_of(exit))}};
  return line_of({.kind = trace::EventKind::kEnd, .n = lines - 1, .fields = fields});
}

// As harness/calls writes it for a collection that ends.
std::string line_of(const PendingSchedule& turns, std::uint64_t n) {
  std::vector<program::Switch> switches = turns.schedule.switches;
  for (program::Switch& each : switches) {
    if (each.thread < turns.threads.size()) each.thread = turns.threads[each.thread];
  }
  const trace::Column decisions{
      .data = switches.data(), .type = trace::Column::Type::kU32, .stride = sizeof(program::Switch)};
  trace::Column threads = decisions;
  if (!switches.empty()) threads.data = &switches.front().thread;
  const auto kind = static_cast<std::size_t>(turns.schedule.kind);
  std::vector<trace::Field> fields{{"collection", trace::number(turns.collection)},
                                   {"heaps", trace::number(turns.heaps)}};
  const trace::Column numbers{.data = turns.threads.data(), .type = trace::Column::Type::kU32};
  if (turns.together != 0) {
    fields = {{"together", trace::number(turns.together)},
              {"line", trace::number(turns.line)},
              {"threads", trace::table_of(turns.threads.size(), numbers)}};
  }
  const std::vector<trace::Field> how{{"kind", trace::text(program::kScheduleWords.at(kind))},
                                      {"decisions", trace::number(turns.decisions)},
                                      {"switches", trace::table_of(switches.size(), decisions, threads)},
                                      {"deterministic", trace::boolean(turns.deterministic)}};
  fields.insert(fields.end(), how.begin(), how.end());
  const std::string_view word = program::word_of(turns.schedule.turns);
  if (!word.empty()) fields.push_back({word, trace::boolean(true)});
  return line_of({.kind = trace::EventKind::kModel, .n = n, .name = "schedule", .fields = fields});
}

class TraceFile {
 public:
  TraceFile(const std::string& path, std::uint64_t bytes)
      : file_(path, std::ios::binary | std::ios::in | std::ios::out), end_(bytes) {}

  bool good() const { return file_.good(); }
  std::string problem() const {
    return ": cannot be written" + (error_ == 0 ? std::string() : std::string(": ") + std::strerror(error_));
  }
  std::uint64_t end() const { return end_; }

  std::string read(std::uint64_t from, std::uint64_t length) {
    std::string text(length, '\0');
    file_.seekg(static_cast<std::streamoff>(from));
    file_.read(text.data(), static_cast<std::streamsize>(length));
    return text;
  }
  void write(std::uint64_t from, std::string_view text) {
    errno = 0;
    file_.seekp(static_cast<std::streamoff>(from));
    file_.write(text.data(), static_cast<std::streamsize>(text.size()));
    note_error();
    end_ = std::max(end_, from + text.size());
  }
  void cut(std::uint64_t end) { end_ = end; }
  void flush() {
    errno = 0;
    file_.flush();
    note_error();
  }

  // Returns all lines up to and including the header; all lines if there is no header.
  std::string up_to_header(bool& found) {
    std::string text;
    std::string line;
    found = false;
    file_.seekg(0);
    while (!found && text.size() < end_ && std::getline(file_, line)) {
      found = line.starts_with(kHeaderStart);
      text += line;
      text += '\n';
    }
    file_.clear();
    return text;
  }

  // Returns the start of the line that ends before `end`; `end` is the position after a line feed.
  std::uint64_t line_before(std::uint64_t end) {
    std::uint64_t from = end == 0 ? 0 : end - 1;
    while (from > 0) {
      const std::uint64_t length = std::min(kBlock, from);
      const std::string text = read(from - length, length);
      const std::size_t feed = text.rfind('\n');
      if (feed != std::string::npos) return from - length + feed + 1;
      from -= length;
    }
    return from;
  }

 private:
  // A stream records only that an operation failed, but not the error.
  void note_error() {
    if (!file_.good() && error_ == 0) error_ = errno;
  }

  std::fstream file_;
  std::uint64_t end_;
  int error_ = 0;
};

// The same for a text.
class TraceText {
 public:
  explicit TraceText(std::string& text) : text_(&text) {}

  std::uint64_t end() const { return text_->size(); }
  std::string_view read(std::uint64_t from, std::uint64_t length) const {
    return std::string_view(*text_).substr(from, length);
  }
  void write(std::uint64_t from, std::string_view text) { text_->replace(from, text.size(), text); }
  void cut(std::uint64_t end) { text_->resize(end); }
  std::string up_to_header(bool& found) const {
    found = text_->starts_with(kHeaderStart);
    std::size_t start = 0;
    if (!found) {
      start = text_->find("\n" + std::string(kHeaderStart));
      found = start != std::string::npos;
      start += 1;
    }
    return found ? text_->substr(0, text_->find('\n', start) + 1) : *text_;
  }
  std::uint64_t line_before(std::uint64_t end) const {
    if (end < 2) return 0;
    const std::size_t feed = text_->rfind('\n', end - 2);
    return feed == std::string::npos ? 0 : feed + 1;
  }

 private:
  std::string* text_;
};

template <typename Lines>
void put_header_first(Lines& file, const protocol::Case& value,
                      const std::optional<protocol::LoadedInterfaces>& interfaces) {
  bool found = false;
  std::string before = file.up_to_header(found);
  if (!found) {
    before += header_of(value, interfaces);
  } else if (before.starts_with(kHeaderStart)) {
    return;
  }
  const std::size_t header = before.rfind('\n', before.size() - 2) + 1;
  std::rotate(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(header), before.end());
  file.write(0, before);
}

// The number of the line that begins at `start`; the header has number 0.
template <typename Lines>
std::uint64_t number_at(Lines& file, std::uint64_t start) {
  const std::string text(file.read(start, std::min<std::uint64_t>(32, file.end() - start)));
  std::uint64_t number = 0;
  if (text.starts_with(kNumberStart)) {
    std::from_chars(text.data() + kNumberStart.size(), text.data() + text.size(), number);
  }
  return number;
}

// Returns whether the lines are a whole trace now.
template <typename Lines>
bool close(Lines& file, const protocol::Case& value, const Ending& ending) {
  put_header_first(file, value, ending.interfaces);
  std::uint64_t last = file.line_before(file.end());
  const bool ended =
      file.read(last, std::min<std::uint64_t>(kEndStart.size(), file.end() - last)) == kEndStart;
  if (const auto& death = ending.death) {
    if (ended) {
      file.cut(last);
      last = file.line_before(last);
    }
    std::uint64_t number = number_at(file, last);
    if (death->turns) file.write(file.end(), line_of(*death->turns, ++number));
    file.write(file.end(), end_of(number + 2, *death));
  }
  if (!ending.death && ending.finished && !ended)
    file.write(file.end(), end_of(number_at(file, last) + 2, value.program.life.exit));
  return ended || ending.death || ending.finished;
}

}  // namespace

bool is_sealed(std::string_view text, const protocol::TraceSeal& seal) {
  return seal.holds(text.size(), protocol::checksum_of(std::as_bytes(std::span(text))));
}

bool is_sealed(const std::string& path, std::uint64_t bytes, const protocol::TraceSeal& seal) {
  protocol::Checksum sum;
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(kBlock);
  for (std::uint64_t left = bytes; left != 0 && file;) {
    file.read(block.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(left, block.size())));
    const auto got = static_cast<std::uint64_t>(file.gcount());
    sum.add(std::as_bytes(std::span(block).first(got)));
    left -= got;
  }
  return seal.holds(bytes, sum.value());
}

Expected<Closed> close_trace(const std::string& path, std::uint64_t bytes, const protocol::Case& value,
                             const Ending& ending) {
  if (bytes == 0 && !ending.death) return Closed::kIncomplete;
  std::error_code error;
  // Only a broken control block names more bytes than the file has.
  bytes = std::min(bytes, static_cast<std::uint64_t>(fs::file_size(path, error)));
  if (!error) fs::resize_file(path, bytes, error);
  if (error) return failure(path + ": " + error.message());
  TraceFile file(path, bytes);
  const bool whole = close(file, value, ending);
  file.flush();
  if (!file.good()) return failure(path + file.problem());
  fs::resize_file(path, file.end(), error);
  if (error) return failure(path + ": " + error.message());
  return whole ? Closed::kWhole : Closed::kIncomplete;
}

bool close_trace_text(std::string& text, const protocol::Case& value, const Ending& ending) {
  if (text.empty() && !ending.death) return false;
  TraceText lines(text);
  return close(lines, value, ending);
}

Expected<Closed> close_recording(const std::string& path, const std::string& died) {
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(path, error);
  if (error) return failure(path + ": " + error.message());
  if (bytes == 0) return Closed::kIncomplete;
  TraceFile file(path, bytes);
  if (file.read(bytes - 1, 1) != "\n") file.cut(file.line_before(bytes));
  if (file.end() == 0 ||
      file.read(0, std::min(file.end(), kBlock)).substr(0, kHeaderStart.size()) != kHeaderStart) {
    return Closed::kIncomplete;
  }
  const std::uint64_t last = file.line_before(file.end());
  const bool ended =
      file.read(last, std::min<std::uint64_t>(kEndStart.size(), file.end() - last)) == kEndStart;
  if (!ended) file.write(file.end(), end_of(number_at(file, last) + 2, {.how = died, .callback = {}}));
  file.flush();
  if (!file.good()) return failure(path + file.problem());
  fs::resize_file(path, file.end(), error);
  if (error) return failure(path + ": " + error.message());
  return Closed::kWhole;
}

}  // namespace gcrucible::driver
