#include "harness/trace/read/line_parser.h"

// Makes a conversion that would throw a compile error.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <charconv>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "harness/trace/callback_arrays.h"
#include "harness/trace/read/leading_key.h"
#include "harness/trace/read/line_keys.h"
#include "harness/trace/read/plain_line.h"

namespace gcrucible::trace {
namespace {

namespace od = simdjson::ondemand;

static_assert(LineParser::kPadding >= simdjson::SIMDJSON_PADDING);

// The result type of is_null() differs between versions of the library.
[[maybe_unused]] bool holds(bool answer) {
  return answer;
}
[[maybe_unused]] bool holds(simdjson::simdjson_result<bool> answer) {
  bool value = false;
  return std::move(answer).get(value) == simdjson::SUCCESS && value;
}

}  // namespace

struct LineParser::State {
  PlainLine plain;
  od::parser parser;
  od::document* document = nullptr;  // the document being read
  std::string problem;
  Arena* arena = nullptr;
  std::vector<Field> fields;
  std::vector<std::uint64_t> cells;
  std::vector<std::int32_t> truths;
  std::string_view reading;  // the key of the value being read
  bool as_written = false;   // with texts in its arrays: not a table
  std::vector<std::string_view> raw_keys;

  // False for other lines and for wrong lines. The rest of this class then parses them and reports errors.
  bool plainly(std::string_view text, Arena& into, Event& event) {
    fields.clear();
    into.clear();
    event = {};
    if (!plain.parse(text, into, event, fields)) return false;
    return event.kind != EventKind::kCallback || check_arrays(event.name, fields);
  }

  bool fail(std::string what) {
    if (problem.empty()) problem = std::move(what);
    return false;
  }
  bool fail(simdjson::error_code code) {
    std::string why = simdjson::error_message(code);
    if (why.ends_with('.')) why.pop_back();  // a remedy follows
    return fail("is not valid JSON: " + why);
  }

  // A number, or a string that contains one.
  static bool cell(od::value value, std::uint64_t& number) {
    if (value.get_uint64().get(number) == simdjson::SUCCESS) return true;
    std::int64_t below = 0;
    if (value.get_int64().get(below) == simdjson::SUCCESS) {
      number = static_cast<std::uint64_t>(below);
      return true;
    }
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) return false;
    const auto said = number_in(text);
    if (said) number = said->number;
    return said.has_value();
  }

  // The three forms of a table. False if the array has none of them; the array is then partly read.
  bool numbers(od::array array, Value& out) {
    cells.clear();
    for (auto element : array) {
      od::value value;
      std::uint64_t number = 0;
      if (element.get(value) != simdjson::SUCCESS || !cell(value, number)) return false;
      cells.push_back(number);
    }
    const auto kept = arena->copy(std::span<const std::uint64_t>(cells));
    out = table({.rows = kept.size(), .width = 1, .columns = {Column{.data = kept.data()}}});
    return true;
  }
  bool booleans(od::array array, Value& out) {
    truths.clear();
    for (auto element : array) {
      bool truth = false;
      if (element.get_bool().get(truth) != simdjson::SUCCESS) return false;
      truths.push_back(truth ? 1 : 0);
    }
    const auto kept = arena->copy(std::span<const std::int32_t>(truths));
    const Column column{.data = kept.data(), .type = Column::Type::kBool32};
    out = table({.rows = kept.size(), .width = 1, .columns = {column}});
    return true;
  }
  bool rows(od::array array, Value& out) {
    cells.clear();
    std::size_t width = 0;
    std::size_t count = 0;
    for (auto element : array) {
      od::array row;
      if (element.get_array().get(row) != simdjson::SUCCESS) return false;
      const std::size_t before = cells.size();
      for (auto each : row) {
        od::value value;
        std::uint64_t number = 0;
        if (each.get(value) != simdjson::SUCCESS || !cell(value, number)) return false;
        cells.push_back(number);
      }
      if (count == 0) width = cells.size() - before;
      if (cells.size() - before != width || width == 0 || width > kWidest) return false;
      ++count;
    }
    const auto kept = arena->copy(std::span<const std::uint64_t>(cells));
    Table made{.rows = count, .width = static_cast<std::uint8_t>(width)};
    for (std::size_t i = 0; i < width; ++i) {
      made.columns[i] = {.data = kept.data() + i,
                         .stride = static_cast<std::uint32_t>(width * sizeof(std::uint64_t))};
    }
    out = table(made);
    return true;
  }

  bool any_array(od::array array, Value& out, int depth) {
    std::vector<Value> values;
    for (auto element : array) {
      od::value value;
      if (const auto code = element.get(value)) return fail(code);
      if (!any(value, values.emplace_back(), depth + 1)) return false;
    }
    out = list(arena->copy(std::span<const Value>(values)));
    return true;
  }

  bool table_or_list(od::array array, Value& out, int depth) {
    bool empty = true;
    if (const auto code = array.is_empty().get(empty)) return fail(code);
    if (empty) {
      out = table({.rows = 0, .width = 1});
      return true;
    }
    od::json_type type = od::json_type::null;
    for (auto element : array) {
      if (const auto code = element.type().get(type)) return fail(code);
      break;
    }
    if (const auto code = array.reset().error()) return fail(code);
    bool found = false;
    if (as_written) {
      // Not a table.
    } else if (type == od::json_type::array) {
      found = rows(array, out);
    } else if (type == od::json_type::boolean) {
      found = booleans(array, out);
    } else if (type != od::json_type::null && type != od::json_type::object) {
      found = numbers(array, out);
    }
    if (found) return true;
    // A violation of JSON's own rules ends all reading. The document cannot be read again.
    if (!document->is_alive()) return fail(simdjson::TAPE_ERROR);
    if (const auto code = array.reset().error()) return fail(code);
    return any_array(array, out, depth);
  }

  bool any(od::value value, Value& out, int depth) {
    if (depth > kDeepest) return fail("nests values too deeply");
    od::json_type type{};
    if (const auto code = value.type().get(type)) return fail(code);
    switch (type) {
      case od::json_type::array: {
        od::array array;
        if (const auto code = value.get_array().get(array)) return fail(code);
        return table_or_list(array, out, depth);
      }
      case od::json_type::number:
        return any_number(value, out);
      case od::json_type::string: {
        std::string_view characters;
        if (const auto code = value.get_string().get(characters)) return fail(code);
        characters = arena->copy(characters);
        const auto said = number_in(characters);
        out = said ? *said : text(characters);
        return true;
      }
      case od::json_type::boolean: {
        bool truth = false;
        if (const auto code = value.get_bool().get(truth)) return fail(code);
        out = boolean(truth);
        return true;
      }
      case od::json_type::null:
        if (!holds(value.is_null())) return fail("is not valid JSON: a value begins with n and is not null");
        out = null();
        return true;
      case od::json_type::object: {
        od::object object;
        std::string_view raw;
        if (const auto code = value.get_object().get(object)) return fail(code);
        if (const auto code = object.raw_json().get(raw)) return fail(code);
        out = text(arena->copy(raw));
        raw_keys.push_back(reading);
        return true;
      }
    }
    return fail("is not valid JSON");
  }

  bool any_number(od::value value, Value& out) {
    std::uint64_t positive = 0;
    if (value.get_uint64().get(positive) == simdjson::SUCCESS) {
      out = number(positive);
      return true;
    }
    std::int64_t below = 0;
    if (value.get_int64().get(below) == simdjson::SUCCESS) {
      out = signed_number(below);
      return true;
    }
    double fraction = 0;
    const std::string_view token = value.raw_json_token();
    if (const auto code = value.get_double().get(fraction)) return fail(code);
    out = text(arena->copy(token));
    raw_keys.push_back(reading);
    return true;
  }

  // Reads the value of a key that must be a number below `limit`.
  bool place(od::value value, const char* key, std::uint64_t limit, std::uint64_t& out) {
    if (cell(value, out) && out < limit) return true;
    return fail(std::string("has no number, or too large a one, as \"") + key + "\"");
  }

  bool result(od::value value, std::int32_t& hr) {
    std::uint64_t bits = 0;
    if (!cell(value, bits)) return fail("has no number as \"hr\"");
    const auto as_signed = static_cast<std::int64_t>(bits);
    // Written as signed, but unsigned is accepted too, because HRESULTs are known as 0x80004005.
    if (as_signed < std::numeric_limits<std::int32_t>::min() ||
        as_signed > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
      return fail("has a number as \"hr\" that is no HRESULT");
    }
    hr = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    return true;
  }

  bool name(od::value value, std::string_view& out) {
    std::string_view characters;
    if (value.get_string().get(characters) != simdjson::SUCCESS) {
      return fail("has no text as its name, after \"call\", \"info\", \"probe\" or \"model\"");
    }
    out = arena->copy(characters);
    return true;
  }

  bool other(std::string_view name, const Event& event, bool has_kind, od::value value) {
    as_written = holds_texts(event, has_kind, name);
    Field& field = fields.emplace_back();
    field.key = reading = arena->copy(name);
    if (name != "args" && name != "out") return any(value, field.value, 0);
    od::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      return fail("has no array as \"" + std::string(name) + "\"");
    }
    return any_array(array, field.value, 0);
  }

  // The keys that a line has.
  struct Seen {
    bool kind = false;
    bool n = false;
    bool t = false;
    bool hr = false;
  };

  // The role of a key in this line.
  static Key role_of(std::string_view key, const Event& event, bool has_kind) {
    const Key known = key_of(key);
    // The first key that states a kind decides. A later one is an ordinary field.
    if (has_kind && known >= Key::kHeader) return Key::kOther;
    // A model line's own keys may have these names: in `answer`, "inside" is the enclosing callback.
    const bool own = known == Key::kInside || known == Key::kHr;
    return has_kind && event.kind == EventKind::kModel && own ? Key::kOther : known;
  }

  bool take(Key known, std::string_view key, od::value value, Event& event, Seen& seen) {
    const auto kind = [&](EventKind which) {
      event.kind = which;
      seen.kind = true;
    };
    const auto named = [&](EventKind which) {
      kind(which);
      return name(value, event.name);
    };
    std::uint64_t number = 0;
    switch (known) {
      case Key::kNumber:
        seen.n = true;
        return place(value, "n", kNoLine, event.n);
      case Key::kThread:
        seen.t = true;
        if (!place(value, "t", std::uint64_t{1} << 32, number)) return false;
        event.thread = static_cast<std::uint32_t>(number);
        return true;
      case Key::kHr:
        seen.hr = true;
        return result(value, event.hr);
      case Key::kInside:
        return place(value, "inside", kNoLine, event.link);
      case Key::kReturn:
        kind(EventKind::kReturn);
        return place(value, "ret", kNoLine, event.link);
      case Key::kCall:
        return named(EventKind::kCallback);
      case Key::kInfo:
        return named(EventKind::kInfo);
      case Key::kModel:
        return named(EventKind::kModel);
      case Key::kProbe:
        return named(EventKind::kProbe);
      case Key::kHeader:
        kind(EventKind::kHeader);
        break;
      case Key::kEnd:
        kind(EventKind::kEnd);
        break;
      case Key::kOther:
        break;
    }
    return other(key, event, seen.kind, value);
  }

  bool object(od::object object, Event& event) {
    Seen seen;
    for (auto entry : object) {
      std::string_view key;
      od::value value;
      if (const auto code = entry.unescaped_key().get(key)) return fail(code);
      if (const auto code = entry.value().get(value)) return fail(code);
      if (!take(role_of(key, event, seen.kind), key, value, event, seen)) return false;
    }
    if (!seen.kind)
      return fail("has none of the keys call, info, ret, probe, model and end, so it says nothing");
    if (event.kind == EventKind::kHeader || event.kind == EventKind::kEnd) return true;
    if (!seen.n || !seen.t) return fail("has no \"n\" or no \"t\"");
    if (event.kind == EventKind::kReturn && !seen.hr) return fail("is a return and has no \"hr\"");
    if (event.kind != EventKind::kCallback) return true;
    Expected<void> whole = check_arrays(event.name, fields);
    return whole || fail(std::move(whole.error()));
  }
};

LineParser::LineParser() : state_(std::make_unique<State>()) {}
LineParser::LineParser(LineParser&&) noexcept = default;
LineParser& LineParser::operator=(LineParser&&) noexcept = default;
LineParser::~LineParser() = default;

const std::string& LineParser::problem() const {
  return state_->problem;
}
std::span<const std::string_view> LineParser::raw_keys() const {
  return state_->raw_keys;
}

bool LineParser::parse(std::string_view text, Line& line) {
  State& state = *state_;
  state.problem.clear();
  state.raw_keys.clear();
  if (state.plainly(text, line.arena_, line.event_)) {
    line.event_.fields = line.arena_.copy(std::span<const Field>(state.fields));
    return true;
  }
  state.fields.clear();
  line.arena_.clear();
  line.event_ = {};
  state.arena = &line.arena_;
  od::document document;
  const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + kPadding);
  if (const auto code = state.parser.iterate(padded).get(document)) return state.fail(code);
  state.document = &document;
  od::object object;
  if (const auto code = document.get_object().get(object)) {
    return code == simdjson::INCORRECT_TYPE ? state.fail("is no JSON object") : state.fail(code);
  }
  if (!state.object(object, line.event_)) return false;
  // At its end a document has no location.
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
    return state.fail("has something after its JSON object");
  }
  line.event_.fields = line.arena_.copy(std::span<const Field>(state.fields));
  return true;
}

}  // namespace gcrucible::trace
