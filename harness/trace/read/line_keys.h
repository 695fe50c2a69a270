// The keys that lines of a trace may have, and the required form of their values.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::trace {

struct LineKey {
  EventKind kind;
  // The callback or fact that has the key. Empty: every line of this kind.
  std::string_view name;
  std::string_view key;
  std::string_view shape;  // value_shape.h
};

// All keys except those that the parser itself reads: n, t, hr, ret, inside of calls, and the names. Rows of
// the same kind and name are adjacent.
std::span<const LineKey> line_keys();

// The row of one of the event's keys. Null if the format has no such key in this event.
const LineKey* line_key(const Event& event, std::string_view key);

// The row of the event's first key with a wrong value; null if there is none. Unknown keys and unknown facts
// belong to a newer format and are accepted.
const LineKey* wrong_key(const Event& event);

// Whether the key's value is an array that contains texts. Then its entries are kept as written. If the kind
// is not known yet (EventKind and name come later in the line): whether it may be such an array.
bool holds_texts(const Event& event, bool kind_is_known, std::string_view key);

// Whether the callback or Info method of the event exists. True for events that name no such method.
bool is_known_name(const Event& event);

}  // namespace gcrucible::trace
