#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "harness/yaml/nearest.h"
#include "harness/yaml/number.h"
#include "harness/yaml/shape.h"

namespace gcrucible::yaml {
namespace {

using Kind = Shape::Kind;

constexpr const char* kSeeLanguage = "docs/reference/scenarios/keys.md lists all";

bool is_name(std::string_view text, bool dots) {
  return !text.empty() && text.size() <= 200 && std::ranges::all_of(text, [dots](char c) {
    return (dots && c == '.') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-';
  });
}

// Whether a value of that kind can have that shape at all.
bool kinds_agree(Value::Kind value, Kind shape) {
  switch (shape) {
    case Kind::kAny:
    case Kind::kEither:
      return true;
    case Kind::kNull:
      return value == Value::Kind::kNull;
    case Kind::kText:
    case Kind::kName:
    case Kind::kNumber:
    case Kind::kFlag:
    case Kind::kWords:
      return value == Value::Kind::kScalar;
    case Kind::kList:
      return value == Value::Kind::kList;
    case Kind::kMap:
      return value == Value::Kind::kMap;
  }
  return false;
}

// Only lists of generations have numbers.
std::string_view not_among(const std::vector<std::string>& words) {
  return std::ranges::find(words, "0") != words.end() ? "is no generation here" : "is not known here";
}

class Checker {
 public:
  explicit Checker(Messages& messages) : messages_(&messages) {}

  bool check(Value& value, const Shape& shape) {
    if (!kinds_agree(value.kind, shape.kind)) return wrong_kind(value, shape);
    switch (shape.kind) {
      case Kind::kAny:
      case Kind::kNull:
      case Kind::kText:
        return true;
      case Kind::kName:
        if (is_name(value.text, shape.dots)) return true;
        return wrong(
            value, fmt::format("{} cannot be {}", in_quotes(value.text), describe(shape)),
            fmt::format("a name has at most 200 letters, digits, `_`{} and `-`", shape.dots ? ", `.`" : ""));
      case Kind::kNumber:
        return number(value, shape);
      case Kind::kFlag:
        if (value.text == "true" || value.text == "false") return true;
        return wrong(value, fmt::format("expected true or false, got {}", in_quotes(value.text)),
                     "write one of the two");
      case Kind::kWords:
        if (std::ranges::find(shape.words, value.text) != shape.words.end()) return true;
        return wrong(value, fmt::format("{} {}", in_quotes(value.text), not_among(shape.words)),
                     suggestion(value.text, shape.words, kSeeLanguage));
      case Kind::kList:
        return list(value, shape);
      case Kind::kMap:
        return map(value, shape);
      case Kind::kEither:
        return either(value, shape);
    }
    return false;
  }

 private:
  bool wrong(const Value& value, std::string what, std::string remedy) {
    messages_->error(value.place, std::move(what), std::move(remedy));
    return false;
  }

  bool wrong_kind(const Value& value, const Shape& shape) {
    std::string got(describe(value.kind));
    if (value.is_scalar()) got = in_quotes(value.text);
    std::string remedy;
    if (shape.kind == Kind::kList) remedy = "write [ ] around it, or a dash before each element";
    if (shape.kind == Kind::kList && value.is_map() && !value.entries.empty() &&
        value.entries.front().key.starts_with('-'))
      remedy = "put a space after each dash";
    // "collect 0" instead of "collect: 0".
    const std::string word = value.text.substr(0, value.text.find(' '));
    const auto is_word = [&](const Key& key) { return key.name == word; };
    if (shape.kind == Kind::kMap && std::ranges::any_of(shape.keys, is_word))
      remedy = fmt::format("put a `:` after {}", word);
    else if (shape.kind == Kind::kMap && remedy.empty())
      remedy = "write `key: value`, in { } or a line each";
    if (remedy.empty()) remedy = value.is_null() ? "write it after the colon" : "write that here instead";
    return wrong(value, fmt::format("expected {}, got {}", describe(shape), got), std::move(remedy));
  }

  bool number(const Value& value, const Shape& shape) {
    const NumberText read = read_number(value.text);
    if (read.negative) {
      return wrong(value, fmt::format("{} is negative", in_quotes(value.text)),
                   fmt::format("the least possible is {}", shape.least));
    }
    const std::string because = shape.limit.empty() ? "" : " (" + shape.limit + ")";
    if (read.too_big || (read.value && *read.value > shape.most)) {
      return wrong(value, fmt::format("{} is too big", in_quotes(value.text)),
                   fmt::format("the limit is {}{}", shape.most, because));
    }
    if (!read.value) {
      return wrong(value, fmt::format("expected {}, got {}", describe(shape), in_quotes(value.text)),
                   "numbers are written 24, 0x18 or 4 MiB");
    }
    if (*read.value < shape.least) {
      return wrong(value, fmt::format("{} is too small", in_quotes(value.text)),
                   fmt::format("the least possible is {}{}", shape.least,
                               shape.floor.empty() ? "" : " (" + shape.floor + ")"));
    }
    return true;
  }

  bool list(Value& value, const Shape& shape) {
    bool fine = true;
    if (value.items.size() < shape.least_items || value.items.size() > shape.most_items) {
      std::string wanted = fmt::format("{} to {}", shape.least_items, shape.most_items);
      if (shape.least_items == shape.most_items) wanted = fmt::format("{}", shape.least_items);
      if (shape.most_items == std::numeric_limits<std::size_t>::max()) {
        wanted = fmt::format("at least {}", shape.least_items);
      }
      const std::size_t size = value.items.size();
      fine = wrong(value,
                   fmt::format("a list of {} element{}, where {} belong", size, size == 1 ? "" : "s", wanted),
                   size < shape.least_items ? "add what is missing" : "remove the surplus ones");
    }
    std::vector<Value> sound;
    for (Value& item : value.items) {
      if (messages_->full()) return false;
      if (check(item, shape.parts[0])) {
        sound.push_back(std::move(item));
      } else {
        const Place place = item.place;
        value.lost.push_back({{}, place, std::move(item)});
      }
    }
    value.items = std::move(sound);
    return fine && value.items.size() >= shape.least_items;
  }

  bool map(Value& value, const Shape& shape) {
    if (shape.one_key && value.entries.size() != 1) return not_one_key(value, shape);
    replace_former_names(value, shape);
    std::vector<std::string> known, missing;
    for (const Key& key : shape.keys) {
      known.push_back(key.name);
      if (key.required && value.find(key.name) == nullptr) missing.push_back(key.name);
    }
    std::vector<Entry> sound;
    for (Entry& entry : value.entries) {
      if (messages_->full()) return false;
      if (entry_is_sound(entry, shape, known, missing)) {
        sound.push_back(std::move(entry));
      } else {
        value.lost.push_back(std::move(entry));
      }
    }
    value.entries = std::move(sound);
    bool fine = !shape.one_key || value.entries.size() == 1;
    for (const Key& key : shape.keys) {
      if (!key.required || value.find(key.name) != nullptr) continue;
      fine = false;
      if (std::ranges::find(missing, key.name) == missing.end()) continue;
      wrong(value, fmt::format("the key {} is missing", in_quotes(key.name)),
            fmt::format("add {}: {}", in_quotes(key.name), key.about));
    }
    return fine;
  }

  void replace_former_names(Value& value, const Shape& shape) {
    for (Entry& entry : value.entries) {
      const auto key = std::ranges::find_if(shape.keys, [&](const Key& each) {
        return !each.former.empty() && each.former == entry.key && value.find(each.name) == nullptr;
      });
      if (key != shape.keys.end()) entry.key = key->name;
    }
  }

  // An unknown key that is close to a missing key is treated as the missing key. The key is then removed from
  // `missing`.
  bool entry_is_sound(Entry& entry, const Shape& shape, const std::vector<std::string>& known,
                      std::vector<std::string>& missing) {
    const auto key = std::ranges::find(shape.keys, entry.key, &Key::name);
    if (key != shape.keys.end()) return check(entry.value, key->shape);
    // "generation:0": without a blank after the colon, the colon is part of the word.
    const std::size_t colon = entry.key.find(':');
    const std::string before = entry.key.substr(0, colon);
    if (colon != std::string::npos && std::ranges::find(known, before) != known.end()) {
      return wrong_key(entry, fmt::format("put a space after the colon, as in `{}: {}`", before,
                                          entry.key.substr(colon + 1)));
    }
    if (std::ranges::find(shape.keys_elsewhere, entry.key) != shape.keys_elsewhere.end())
      return wrong_key(entry, fmt::format("{} belongs in {}", in_quotes(entry.key), shape.elsewhere));
    const auto meant = std::ranges::find(missing, nearest(entry.key, missing));
    if (meant == missing.end() && !shape.parts.empty()) return check(entry.value, shape.parts[0]);
    messages_->error(entry.place, fmt::format("unknown key {}", in_quotes(entry.key)),
                     meant == missing.end() ? suggestion(entry.key, known, kSeeLanguage)
                                            : suggestion(entry.key, {*meant}));
    if (meant != missing.end()) missing.erase(meant);
    return false;
  }

  bool wrong_key(const Entry& entry, std::string remedy) {
    messages_->error(entry.place, fmt::format("unknown key {}", in_quotes(entry.key)), std::move(remedy));
    return false;
  }

  bool not_one_key(const Value& value, const Shape& shape) {
    std::vector<std::string> known;
    for (const Key& key : shape.keys) known.push_back(key.name);
    if (value.entries.empty()) return wrong(value, "no key, where one belongs", suggestion("", known));
    const Entry& first = value.entries.front();
    const bool empty_first = first.value.is_null() && std::ranges::find(known, first.key) != known.end();
    return wrong(value, fmt::format("{} keys, where exactly one belongs", value.entries.size()),
                 empty_first ? fmt::format("indent what belongs to {} deeper than it", in_quotes(first.key))
                             : "keep one of them, or give each a dash of its own");
  }

  bool either(Value& value, const Shape& shape) {
    std::vector<const Shape*> possible;
    for (const Shape& part : shape.parts) {
      if (kinds_agree(value.kind, part.kind)) possible.push_back(&part);
    }
    if (possible.empty()) return wrong_kind(value, shape);
    if (possible.size() == 1) return check(value, *possible.front());
    std::vector<std::string> all_words;
    for (const Shape* part : possible) {
      Messages ignored("", "");
      Value tried = value;
      if (Checker(ignored).check(tried, *part)) return true;
      all_words.insert(all_words.end(), part->words.begin(), part->words.end());
    }
    // A number out of limits is meant as a number. Its own message explains more than "expected …".
    for (const Shape* part : possible) {
      const NumberText read = read_number(value.text);
      if (part->kind == Kind::kNumber && (read.value || read.negative || read.too_big))
        return check(value, *part);
    }
    const std::string near = nearest(value.text, all_words);
    return wrong(value, fmt::format("expected {}, got {}", describe(shape), in_quotes(value.text)),
                 near.empty() ? "write one of these" : fmt::format("did you mean {}?", in_quotes(near)));
  }

  Messages* messages_;
};

}  // namespace

bool wholly_sound(const Value& value) {
  return value.whole() && std::ranges::all_of(value.items, wholly_sound) &&
         std::ranges::all_of(value.entries, [](const Entry& entry) { return wholly_sound(entry.value); });
}

bool check(Value& value, const Shape& shape, Messages& messages) {
  return Checker(messages).check(value, shape);
}

}  // namespace gcrucible::yaml
