#include "harness/yaml/parse.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "harness/yaml/syntax_errors.h"
#include "harness/yaml/text_checks.h"

namespace gcrucible::yaml {
namespace {

// Thrown by the event handler to end the parse. The message is already recorded.
struct Refused {};

// A comment that is appended to the text. yaml-cpp accepts a quoted text without a closing quote and ends it
// at the end of the file. Such a text then contains this mark.
constexpr std::string_view kEndMark = "#gcrucible:end-of-file";

// The start of each line. A place is found without a search through the whole text.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
    const auto last = text.find_last_not_of(" \r\n");
    end_ = last == std::string_view::npos ? 0 : last + 1;
  }
  Place place(const YAML::Mark& mark) {
    std::size_t at = text_.size();
    if (mark.line >= 0 && static_cast<std::size_t>(mark.line) < starts_.size()) {
      at = std::min(at, starts_[static_cast<std::size_t>(mark.line)] +
                            static_cast<std::size_t>(std::max(mark.column, 0)));
    }
    // Something missing at the end of the file is reported on the last line with content.
    at = std::min(at, end_);
    const auto line = std::ranges::upper_bound(starts_, at) - starts_.begin() - 1;
    // Marks usually move forward, so the search starts at the last mark. Otherwise a line of a megabyte would
    // take quadratic time.
    std::size_t from = starts_[static_cast<std::size_t>(line)];
    std::uint32_t column = 1;
    if (last_at_ >= from && last_at_ <= at) {
      from = last_at_;
      column = last_column_;
    }
    for (std::size_t i = from; i < at; ++i) {
      if ((static_cast<unsigned char>(text_[i]) & 0xC0u) != 0x80u) ++column;
    }
    last_at_ = at;
    last_column_ = column;
    return {static_cast<std::uint32_t>(line + 1), column};
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
  std::size_t end_ = 0;
  std::size_t last_at_ = 0;
  std::uint32_t last_column_ = 1;
};

class Builder final : public YAML::EventHandler {
 public:
  Builder(Messages& messages, Lines& lines) : messages_(&messages), lines_(&lines) {}

  Value take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark&, const std::string&) override {}

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(mark, "an alias",
           "write the value out; scenarios have no aliases, because they can make a small file huge");
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    plain(mark, "", anchor);
    Value value;
    value.place = lines_->place(mark);
    add(std::move(value), "null");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    plain(mark, tag, anchor);
    if (text.find(kEndMark) != std::string::npos)
      refuse(mark, "a text without an end", "its closing quote is missing");
    Value value;
    value.kind = Value::Kind::kScalar;
    value.place = lines_->place(mark);
    value.quoted = tag == "!";
    value.text = text;
    add(std::move(value), text);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Value::Kind::kList);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, Value::Kind::kMap);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    Value value;
    bool has_key = false;  // of a map: the next value belongs to `key`
    std::string key;
    Place key_place;
    std::map<std::string, std::uint32_t>
        seen;  // keys and their lines; a search through `entries` would be quadratic
  };

  [[noreturn]] void refuse(const YAML::Mark& mark, std::string what, std::string remedy) {
    messages_->error(lines_->place(mark), std::move(what), std::move(remedy));
    throw Refused{};
  }

  void plain(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) refuse(mark, "an anchor", "remove it; scenarios have no aliases");
    if (!tag.empty() && tag != "?" && tag != "!")
      refuse(mark, "the tag " + in_quotes(tag), "remove it; scenarios have no tags");
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Value::Kind kind) {
    plain(mark, tag, anchor);
    if (!open_.empty() && open_.back().value.is_map() && !open_.back().has_key) {
      refuse(mark, fmt::format("{} as a key", describe(kind)),
             "a key is a single word; look for a bracket that is not closed");
    }
    if (open_.size() == kDeepest) {
      refuse(mark, fmt::format("nesting deeper than {} levels", kDeepest),
             "no part of a scenario is that deep");
    }
    Open next;
    next.value.kind = kind;
    next.value.place = lines_->place(mark);
    open_.push_back(std::move(next));
  }

  void close() {
    Value value = std::move(open_.back().value);
    open_.pop_back();
    add(std::move(value), {});
  }

  void add(Value value, const std::string& as_key) {
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Open& parent = open_.back();
    if (parent.value.is_list()) {
      parent.value.items.push_back(std::move(value));
    } else if (!parent.has_key) {
      parent.has_key = true;
      parent.key = as_key;
      parent.key_place = value.place;
    } else {
      parent.has_key = false;
      // If no value follows the key, the parser's place is that of the next token. The key's place is used
      // instead.
      if (value.is_null() && value.place.line != parent.key_place.line) value.place = parent.key_place;
      const auto [same, is_new] = parent.seen.emplace(parent.key, parent.key_place.line);
      if (!is_new) {
        messages_->error(parent.key_place, fmt::format("duplicate key {}", in_quotes(parent.key)),
                         fmt::format("the first one is on line {}; keep one of them", same->second));
        parent.value.lost.push_back({parent.key, parent.key_place, std::move(value)});
      } else {
        parent.value.entries.push_back({parent.key, parent.key_place, std::move(value)});
      }
    }
  }

  Messages* messages_;
  Lines* lines_;
  std::vector<Open> open_;
  Value root_;
};

// The place of the `---` that ends the first document: the first one after any content.
Place second_document(std::string_view text) {
  std::uint32_t line = 1;
  for (bool begun = false; !text.empty(); ++line) {
    const std::string_view here = text.substr(0, text.find('\n'));
    const bool mark = here.starts_with("---");
    if (mark && begun) return {line, 1};
    begun |= !mark && here.find_first_not_of(" \t\r") < here.find('#');
    text.remove_prefix(std::min(here.size() + 1, text.size()));
  }
  return {1, 1};
}

}  // namespace

std::optional<Value> parse(Messages& messages, const std::string& page) {
  if (!check_text(messages)) return std::nullopt;
  Lines lines(messages.text());
  Builder builder(messages, lines);
  try {
    std::istringstream stream(messages.text() + "\n" + std::string(kEndMark) + "\n");
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) {
      messages.error({1, 1}, "the file is empty", page + " shows what belongs into it");
      return std::nullopt;
    }
    Messages ignored("", "");
    Builder second(ignored, lines);
    if (parser.HandleNextDocument(second)) {
      messages.error(second_document(messages.text()), "the file holds more than one document",
                     "remove this `---` and what follows it");
      return std::nullopt;
    }
  } catch (const Refused&) {
    if (messages.empty())
      messages.error({1, 1}, "the file holds more than one document", "remove the second one");
    return std::nullopt;
  } catch (const YAML::Exception& error) {
    const Message message = syntax_error(messages.text(), error.msg, lines.place(error.mark));
    messages.error(message.place, message.what, message.remedy);
    return std::nullopt;
  } catch (const std::exception& error) {
    messages.error({1, 1}, fmt::format("this is not YAML: {}", error.what()),
                   "check brackets, quotes and indentation");
    return std::nullopt;
  }
  return builder.take();
}

Expected<std::string> read_file(const std::string& path) {
  std::error_code code;
  // On Linux, opening a folder succeeds. Only reading fails, with a message that explains nothing.
  if (std::filesystem::is_directory(path, code)) {
    return failure("it is a folder");
  }
  // Reading a pipe may block forever. Also, messages and reports read the file again.
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code)) {
    return failure("it is no regular file but a pipe, a socket or a device");
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return failure(std::strerror(errno));
  std::string text;
  std::vector<char> buffer(std::size_t{64} << 10);
  while (text.size() <= kLargestFile) {
    const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), file.get());
    if (got == 0) break;
    text.append(buffer.data(), got);
  }
  if (std::ferror(file.get()) != 0) return failure(std::strerror(errno));
  return text;
}

}  // namespace gcrucible::yaml
