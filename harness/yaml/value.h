// A YAML document as plain values with places. gcrucible has its own tree for two reasons: yaml-cpp's tree
// loses duplicate keys, and aliases can make a small file large.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gcrucible::yaml {

// From 1; columns count characters, not bytes. 0 means the file as a whole.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Entry;

struct Value {
  enum class Kind : std::uint8_t { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  bool quoted = false;  // a scalar in quotes or as a block: always text, never a number
  Place place;
  std::string text;            // of a scalar
  std::vector<Value> items;    // of a list
  std::vector<Entry> entries;  // of a map, in file order; keys are unique
  // Entries that check() removed because they cannot be read. Entries of a list have no keys. Their meaning
  // is unknown, so the reader must not report an error that such an entry could have avoided.
  std::vector<Entry> lost;

  bool is_null() const { return kind == Kind::kNull; }
  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_map() const { return kind == Kind::kMap; }

  const Value* find(std::string_view key) const;
  // Nothing was removed from this value itself. Deeper values may be damaged.
  bool whole() const { return lost.empty(); }
};

struct Entry {
  std::string key;
  Place place;  // of the key
  Value value;
};

inline const Value* Value::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

// Nothing was removed at any depth.
bool wholly_sound(const Value& value);

// "a list", "a map", … for messages.
std::string_view describe(Value::Kind kind);

}  // namespace gcrucible::yaml
