// The keys that lines of a trace may have, and what their values must be.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "harness/trace/event.h"

namespace gcrucible::trace {

struct LineKey {
  EventKind kind;
  // Of the callback or fact that has the key; empty: of every line of this kind.
  std::string_view name;
  std::string_view key;
  std::string_view shape;  // value_shape.h
};

// All but those that the parser itself reads (n, t, hr, ret, inside of calls, and the names), those of one
// kind and name side by side.
std::span<const LineKey> line_keys();

// The row of one of the event's keys; null if the format has no such key there.
const LineKey* line_key(const Event& event, std::string_view key);

// The first of the event's keys whose value is not what it must be; null if there is none. Keys that nobody
// knows, and facts that nobody knows, are those of a newer format and pass.
const LineKey* wrong_key(const Event& event);

// Whether the value of the event's key is an array with texts in it, so that its entries are kept as they are
// written. Of an event whose kind is not known yet (EventKind and name come later in its line), whether it
// may be.
bool holds_texts(const Event& event, bool kind_is_known, std::string_view key);

// Whether the callback or Info method that the event names exists. Others are named by themselves.
bool is_known_name(const Event& event);

}  // namespace gcrucible::trace
